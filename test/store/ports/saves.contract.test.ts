// The promises of every engine about consecutive saves: a save relies on no stale fact after a change by another process, by the
// server, by time, or by a clock that is set back.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { openTransfer } from '../../../src/app.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { allEngines } from '../../harness/engines.ts';
import { testConfig } from '../../harness/service.ts';
import { openTestStore, type TestStore, timeoutSeconds } from '../../harness/store.ts';

const session = '01a00000-0000-7000-8000-00000000000a';

for (const engine of allEngines) {
  describe(`saves on ${engine.name}`, () => {
    let t: TestStore;
    let other: Store;
    beforeEach(async () => {
      t = await openTestStore(engine);
      other = await t.open();
    });
    afterEach(async () => {
      await other.close();
      await t.remove();
    });

    test('the state before a session that another process started is kept', async () => {
      const id = await t.register('ann');
      for (const n of [1, 2, 3]) await t.store.metadata.save(id, `{"n":${n}}`);
      await other.sessions.start(id, session);
      expect(await t.store.metadata.save(id, '{"n":4}')).toBe(4);
      expect(await t.store.versions.find(id, 3)).toMatchObject({ text: '{"n":3}', sessionId: null });
    });

    const writers = { 'another process': () => other, 'this process': () => t.store };
    for (const [name, store] of Object.entries(writers)) {
      test(`the server writes by ${name} between the player's saves`, async () => {
        const id = await t.register('ann');
        const serverWrites = () =>
          store().metadata.edit(id, () => ({ answer: null, text: '{"server":true}' }), { by: 'server' });
        for (const n of [1, 2, 3]) await t.store.metadata.save(id, `{"n":${n}}`);
        await serverWrites();
        expect(await t.store.metadata.save(id, '{"n":5}')).toBe(5);
        await serverWrites();
        const kept = await t.store.versions.list(id);
        expect(kept.map(({ version, by }) => [version, by])).toEqual([
          [5, 'player'],
          [4, 'server'],
          [3, 'player'],
          [1, 'player'],
        ]);
      });
    }

    test('a save of a player erased by another process is undefined', async () => {
      const id = await t.register('ann');
      for (const n of [1, 2]) await t.store.metadata.save(id, `{"n":${n}}`);
      await other.players.erase('ann');
      expect(await t.store.metadata.save(id, '{"n":3}')).toBeUndefined();
    });
  });
}

// On PostgreSQL a row may name a session that ended before the save. The next write that keeps the state corrects that.
for (const engine of allEngines.filter(({ name }) => name === 'sqlite')) {
  for (const days of ['0', '30']) {
    test(`METADATA_HISTORY_DAYS=${days} on sqlite: a save belongs to the session that is active at its time`, async () => {
      const own = await openTestStore(engine, { METADATA_HISTORY_DAYS: days });
      const { metadata, sessions } = own.store;
      const id = await own.register('ann');
      const save = (n: number) => metadata.save(id, `{"n":${n}}`);

      async function exportedSession(): Promise<string | null | undefined> {
        const log = createLog({ level: 'silent', production: true });
        const transfer = await openTransfer(testConfig(own.environment), { clock: own.clock, log });
        try {
          for await (const page of transfer.read()) {
            const records = Array.isArray(page) ? page : [];
            for (const record of records) if (record.type === 'player') return record.sessionId;
          }
          return undefined;
        } finally {
          await transfer.close();
        }
      }

      for (const n of [1, 2]) await save(n);
      expect(await exportedSession()).toBeNull();
      await sessions.start(id, session);
      for (const n of [3, 4]) await save(n);
      expect(await exportedSession()).toBe(session);
      own.clock.advance(timeoutSeconds * 1_000);
      for (const n of [5, 6]) await save(n);
      expect(await exportedSession()).toBeNull();
      own.clock.advance(-10_000);
      for (const n of [7, 8]) await save(n);
      expect(await exportedSession()).toBe(session);
      await own.remove();
    });
  }
}
