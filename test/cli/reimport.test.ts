// An import over an older one: stored records stay as they are, and no version is newer than the stored state.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../src/store/ports/store.ts';
import { manualClock } from '../harness/clock.ts';
import { runCommand } from '../harness/command.ts';
import { engines, type TestDatabase } from '../harness/engines.ts';
import { openStoreOn } from '../harness/store.ts';

describe.each(engines)('a newer export imported over an older one on $name', (engine) => {
  const clock = manualClock();
  let source: TestDatabase;
  let target: TestDatabase;
  beforeEach(async () => {
    source = await engine.create();
    target = await engine.create({ migrated: engine.isDistributed });
  });
  afterEach(async () => {
    await source.remove();
    await target.remove();
  });

  const run = (command: string, file: string, { environment }: TestDatabase) =>
    runCommand([command, join(source.directory, file)], environment);
  async function carry(file: string): Promise<void> {
    for (const [command, database] of [
      ['export', source],
      ['import', target],
    ] as const) {
      const { status, stderr } = await run(command, file, database);
      expect([status, stderr]).toEqual([0, '']);
    }
  }
  async function withStore(database: TestDatabase, work: (store: Store) => Promise<void>) {
    const settings = { METADATA_HISTORY_INTERVAL_SECONDS: '0' };
    const store = await openStoreOn({ ...database.environment, ...settings }, clock);
    await work(store);
    await store.close();
  }
  const textOf = (n: number) => JSON.stringify({ n, same: 'the same '.repeat(200) });
  /** Saves once for each number of a range. */
  const save = (first: number, last: number) => async (store: Store) => {
    const id = Number(await store.players.register('ann'));
    for (let n = first; n <= last; n += 1) {
      clock.advance(1_000);
      await store.metadata.save(id, textOf(n));
    }
  };
  const versions = async (store: Store) => (await store.versions.list(1)).map((kept) => kept.version);

  test('imports no version newer than the metadata there', async () => {
    await withStore(source, save(1, 3));
    await carry('older');
    await withStore(source, save(4, 8));
    await carry('newer');
    await withStore(target, async (store) => {
      expect((await store.metadata.find(1))?.text).toBe(textOf(3));
      expect(await versions(store)).toEqual([2, 1]);
      await save(4, 5)(store);
      expect(await versions(store)).toEqual([4, 3, 2, 1]);
      for (const version of await versions(store)) {
        expect((await store.versions.find(1, version))?.text).toBe(textOf(version));
      }
    });
  });

  test('imports no entry of the audit about a write newer than the metadata there', async () => {
    const author = { keyId: 'environment', keyName: 'backend', requestId: null };
    const grant = (n: number) => async (store: Store) => {
      const id = Number(await store.players.register('ann'));
      const audited = { author, action: 'metadata.set' } as const;
      await store.metadata.edit(id, () => ({ answer: 0, text: textOf(n) }), { by: 'server', audited });
    };
    await withStore(source, grant(1));
    await carry('older');
    await withStore(source, grant(2));
    await withStore(source, (store) => store.audit.record({ author, action: 'player.export' }, 1));
    await carry('newer');
    await withStore(target, async (store) => {
      const { entries } = await store.audit.list({ sequentialId: 1 }, 10);
      expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
        ['player.export', null],
        ['metadata.set', '{"version":1}'],
      ]);
    });
  });

  test('imports no version whose base is missing', async () => {
    await withStore(source, save(1, 3));
    await run('export', 'older', source);
    const lines = readFileSync(join(source.directory, 'older'), 'utf8').split('\n');
    const start = lines.slice(0, lines.findIndex((line) => line.includes('"player"')) + 1);
    writeFileSync(join(source.directory, 'cut'), start.join('\n'));
    expect((await run('import', 'cut', target)).stderr).toContain('after 1 records, which were imported');
    await withStore(source, save(4, 8));
    await carry('newer');
    await withStore(target, async (store) => expect(await versions(store)).toEqual([]));
    expect((await run('import', 'older', target)).status).toBe(0);
    await withStore(target, async (store) => {
      expect(await versions(store)).toEqual([2, 1]);
      expect((await store.versions.find(1, 1))?.text).toBe(textOf(1));
    });
  });
});
