// Imports tell of new players alone, and nothing when they are quiet. After `playkeep restored` no place names another event than before.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manualClock } from '../harness/clock.ts';
import { runCommand } from '../harness/command.ts';
import { engines, type TestDatabase } from '../harness/engines.ts';
import { allEvents, settledEvents, toldBy } from '../harness/events.ts';
import { openStoreOn } from '../harness/store.ts';

for (const engine of engines) {
  describe(`events of imports and restores on ${engine.name}`, () => {
    let source: TestDatabase;
    let target: TestDatabase;
    let file: string;
    beforeEach(async () => {
      source = await engine.create();
      target = await engine.create();
      file = join(source.directory, 'export.jsonl');
      const store = await openStoreOn({ ...source.environment, ...allEvents }, manualClock());
      for (const name of ['ann', 'bob']) {
        const id = (await store.players.register(name)) as number;
        await store.metadata.save(id, '{"n":1}');
        await store.sessions.start(id, Bun.randomUUIDv7(), { context: '{"a":1}' });
      }
      await store.close();
      expect((await runCommand(['export', file], source.environment)).status).toBe(0);
    });
    afterEach(async () => {
      await source.remove();
      await target.remove();
    });

    const run = (...args: string[]) => runCommand(args, { ...target.environment, ...allEvents });
    async function told(): Promise<readonly object[]> {
      const store = await openStoreOn({ ...target.environment, ...allEvents }, manualClock());
      const events = await settledEvents(store.events, target.environment);
      await store.close();
      return events.map(toldBy);
    }
    const registered = [1, 2].map((sequentialId) => ({ type: 'player.registered', sequentialId, data: {} }));

    test('an import tells of each new player, once', async () => {
      expect((await run('import', file)).status).toBe(0);
      expect((await run('import', file)).status).toBe(0);
      expect(await told()).toEqual(registered);
    });

    test('a quiet import tells nothing', async () => {
      expect((await run('import', '--quiet', file)).status).toBe(0);
      expect(await told()).toEqual([]);
    });

    test('an import from another service tells of new players alone, unless it is quiet', async () => {
      const rows = join(target.directory, 'players.jsonl');
      const map = join(target.directory, 'map.json');
      const { stdout } = await run('import', '--from', 'jsonl', '--print-map');
      writeFileSync(map, stdout);
      writeFileSync(rows, '{"id":"ann","metadata":{"n":1}}\n{"id":"bob","metadata":{"n":2}}\n');
      const into = (...more: string[]) =>
        run('import', '--from', 'jsonl', '--existing', 'merge', ...more, rows);
      const result = await into();
      expect([result.status, result.stderr]).toEqual([0, expect.any(String)]);
      writeFileSync(rows, '{"id":"ann","metadata":{"m":1}}\n{"id":"eve","metadata":{"n":2}}\n');
      expect((await into('--quiet')).status).toBe(0);
      expect((await told()).map((event) => (event as { type: string }).type)).toEqual([
        'player.registered',
        'player.registered',
      ]);
    });

    test('a restored database gives no place again', async () => {
      await run('import', file);
      expect(await told()).toHaveLength(2);
      expect((await run('restored')).status).toBe(0);
      const clock = manualClock();
      const store = await openStoreOn({ ...target.environment, ...allEvents }, clock);
      await store.metadata.save(1, '{"n":2}');
      const events = await settledEvents(store.events, target.environment);
      expect(events.map(({ eventId }) => eventId)).toEqual([1, 2, 1_000_000_003]);
      // A place of a state that was lost, and a reader who was up to date.
      const page = await store.events.page(7, { limit: 5 });
      expect(page).toMatchObject({ events: [{ eventId: 1_000_000_003 }], lastEventId: 1_000_000_003 });
      await store.close();
    });
  });
}
