// What a process on SQLite remembers of its saves holds no longer than it is true: others may write to the file, and a
// transaction may fail.

import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Store } from '../../src/store/ports/store.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { createSavedStates } from '../../src/store/sqlite/saved-states.ts';
import { createWriter } from '../../src/store/sqlite/writer.ts';
import { manualClock } from '../harness/clock.ts';
import { engines, temporaryDirectory } from '../harness/engines.ts';
import { newAdmission, openTestStore, type TestStore, timeoutSeconds } from '../harness/store.ts';

const sqlite = engines.filter((engine) => engine.name === 'sqlite');
const session = '01a00000-0000-7000-8000-00000000000a';

for (const engine of sqlite) {
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
    expect(await t.store.metadata.findVersion(id, 3)).toMatchObject({ text: '{"n":3}', sessionId: null });
  });

  const writers = { 'another process': () => other, 'this process': () => t.store };
  for (const [who, store] of Object.entries(writers)) {
    test(`a state that the server wrote by ${who} is no known one`, async () => {
      const id = await t.register('ann');
      const serverWrites = () =>
        store().metadata.edit(id, () => ({ answer: null, text: '{"server":true}' }), { by: 'server' });
      for (const n of [1, 2, 3]) await t.store.metadata.save(id, `{"n":${n}}`);
      await serverWrites();
      expect(await t.store.metadata.save(id, '{"n":5}')).toBe(5);
      await serverWrites();
      const kept = await t.store.metadata.listVersions(id);
      expect(kept.map(({ version, by }) => [version, by])).toEqual([
        [5, 'player'],
        [3, 'player'],
        [1, 'player'],
      ]);
    });
  }

  for (const days of ['0', '30']) {
    test(`METADATA_HISTORY_DAYS=${days}: what a session was is not remembered past its end, nor past a clock put back`, async () => {
      const own = await openTestStore(engine, { METADATA_HISTORY_DAYS: days });
      const { metadata, sessions } = own.store;
      const id = await own.register('ann');
      const save = (n: number) => metadata.save(id, `{"n":${n}}`);
      const writtenIn = () => {
        const db = new Database((own.environment.DATABASE_URL ?? '').replace('sqlite:', ''), {
          readonly: true,
        });
        const row = db.query<{ written_in: string | null }, []>('SELECT written_in FROM metadata').get();
        db.close();
        return row?.written_in;
      };
      for (const n of [1, 2]) await save(n);
      await sessions.start(id, session);
      for (const n of [3, 4]) await save(n);
      expect(writtenIn()).toBe(session);
      own.clock.advance(timeoutSeconds * 1_000);
      for (const n of [5, 6]) await save(n);
      expect(writtenIn()).toBeNull();
      own.clock.advance(-10_000);
      for (const n of [7, 8]) await save(n);
      expect(writtenIn()).toBe(session);
      await own.remove();
    });
  }

  test('a player whom another process erased is gone', async () => {
    const id = await t.register('ann');
    for (const n of [1, 2]) await t.store.metadata.save(id, `{"n":${n}}`);
    await other.players.erase('ann');
    expect(await t.store.metadata.save(id, '{"n":3}')).toBeUndefined();
  });
}

test('a state that was not committed is no known one', async () => {
  const { directory, remove } = temporaryDirectory();
  const { db, isInPlace } = openDatabase(join(directory, 'playkeep.db'));
  const savedStates = createSavedStates(db);
  const writer = createWriter({
    db,
    clock: manualClock(),
    admission: newAdmission(),
    savedStates,
    isInPlace,
  });
  const state = { version: 1, since: 0, until: Number.POSITIVE_INFINITY };
  await writer.write(() => savedStates.set(1, state));
  expect(savedStates.find(1)).toBe(state);
  const failing = writer.write(() => {
    savedStates.set(2, state);
    throw new Error('it does not go');
  });
  await expect(failing).rejects.toThrow('it does not go');
  expect([savedStates.find(1), savedStates.find(2)]).toEqual([undefined, undefined]);
  db.close();
  remove();
});
