// Entries of indexes when two processes write metadata of one player at the same time on PostgreSQL: a statement sees the entries as
// of its beginning, and waits for the row of the player afterwards.
import { beforeEach, expect, test } from 'bun:test';
import type { SQL } from 'bun';
import { encodeIndexValue } from '../../../../src/store/shared/index-values.ts';
import { useStore } from '../../../harness/describe-stores.ts';
import { postgres } from '../../../harness/engines.ts';
import { untilLockWait } from '../../../harness/lock-waits.ts';

const t = useStore(postgres);
let sql: SQL;
let id: number;
beforeEach(async () => {
  sql = t.connect();
  id = await t.register('ann');
  await t.store.indexes.declare([{ pointer: '/level', type: 'number' }]);
  // The second save is a plain one: the first has kept the state before.
  for (const text of ['{"level":4}', '{"level":5}', '{"level":5}']) await t.store.metadata.save(id, text);
});

const untilOneWaits = (): Promise<void> => untilLockWait(sql);

const bytesOf = (text: string): Buffer => Buffer.from(encodeIndexValue('number', text) ?? []);

async function stored(): Promise<{ text: string; value: Buffer; isRight: boolean }> {
  const [row] = await sql`SELECT text, value, indexed_version = version AS "isRight"
    FROM metadata JOIN metadata_index_entries USING (sequential_id) JOIN metadata_indexes USING (index_id)
    WHERE sequential_id = ${id} AND pointer = '/level'`;
  return { text: row.text, value: Buffer.from(row.value), isRight: row.isRight };
}

test('a save that waited for the save of another process writes the entry although its value is the one that it saw', async () => {
  let saved: Promise<unknown> = Promise.resolve();
  await sql.begin(async (other) => {
    await other`UPDATE metadata SET text = '{"level":7}', version = version + 1, indexed_version = version + 1
      WHERE sequential_id = ${id}`;
    await other`UPDATE metadata_index_entries SET value = ${bytesOf('7')} WHERE sequential_id = ${id}`;
    saved = t.store.metadata.save(id, '{"level":5}');
    await untilOneWaits();
  });
  await saved;
  expect(await stored()).toEqual({ text: '{"level":5}', value: bytesOf('5'), isRight: true });
});

test('a save that waited for a build writes the entry that the build made', async () => {
  await sql`UPDATE metadata SET index_set = 0 WHERE sequential_id = ${id}`;
  await sql`DELETE FROM metadata_index_entries`;
  let saved: Promise<unknown> = Promise.resolve();
  await sql.begin(async (other) => {
    await other`UPDATE metadata SET index_set = (SELECT max(index_id) FROM metadata_indexes) WHERE sequential_id = ${id}`;
    await other`INSERT INTO metadata_index_entries SELECT ${id}, max(index_id), ${bytesOf('5')} FROM metadata_indexes`;
    saved = t.store.metadata.save(id, '{"level":8}');
    await untilOneWaits();
  });
  await saved;
  expect(await stored()).toEqual({ text: '{"level":8}', value: bytesOf('8'), isRight: true });
});

test('a build leaves metadata to a write that came in between', async () => {
  await sql`UPDATE metadata SET index_set = 0 WHERE sequential_id = ${id}`;
  t.clock.advance(120_000);
  let built: Promise<unknown> = Promise.resolve();
  await sql.begin(async (other) => {
    await other`UPDATE metadata SET text = '{"level":9}', version = version + 1, indexed_version = version + 1,
      index_set = (SELECT max(index_id) FROM metadata_indexes) WHERE sequential_id = ${id}`;
    await other`UPDATE metadata_index_entries SET value = ${bytesOf('9')} WHERE sequential_id = ${id}`;
    built = t.store.indexes.build(new AbortController().signal, () => undefined);
    await untilOneWaits();
  });
  await built;
  expect(await stored()).toEqual({ text: '{"level":9}', value: bytesOf('9'), isRight: true });
  expect(await t.store.indexes.find('/level')).toMatchObject([{ isWhole: true }]);
});

test('a save whose entry stays does not touch the entry', async () => {
  const rowVersion = async () => {
    const [row] = await sql`SELECT xmin::text FROM metadata_index_entries WHERE sequential_id = ${id}`;
    return row.xmin;
  };
  const before = await rowVersion();
  await t.store.metadata.save(id, '{"level":5,"more":1}');
  expect(await rowVersion()).toBe(before);
  await t.store.metadata.save(id, '{"level":6,"more":1}');
  expect(await rowVersion()).not.toBe(before);
});

test('a save after an index was dropped keeps up the others, and says so', async () => {
  await t.store.indexes.declare([{ pointer: '/clan', type: 'string' }]);
  await t.store.metadata.save(id, '{"level":5}');
  await t.store.indexes.drop('/clan');
  const [before] = await sql`SELECT index_set FROM metadata WHERE sequential_id = ${id}`;
  await t.store.metadata.save(id, '{"level":6}');
  const [after] = await sql`SELECT index_set FROM metadata WHERE sequential_id = ${id}`;
  expect(Number(after.index_set)).toBeLessThan(Number(before.index_set));
  expect((await stored()).value).toEqual(bytesOf('6'));
});

test('a pass over more players than one turn takes reaches each of them, and other jobs run in between', async () => {
  const players = 26_000;
  await sql`INSERT INTO metadata (sequential_id, player_id, text, version)
    SELECT 1000 + n, 'p' || n, '{"level":' || n % 100 || '}', 1 FROM generate_series(1, ${players}) AS n`;
  t.clock.advance(120_000);
  const { signal } = new AbortController();
  const order: string[] = [];
  const building = t.store.indexes.build(signal, ([index]) =>
    order.push(index?.isWhole ? 'whole' : 'building'),
  );
  while (order.length === 0) await Bun.sleep(1);
  await t.store.versions.deleteOld(signal).then(() => order.push('another job'));
  await building;
  expect([order.includes('another job'), order.at(-1)]).toEqual([true, 'whole']);
  const [entries] =
    await sql`SELECT count(*)::int AS count, count(DISTINCT value)::int AS values FROM metadata_index_entries`;
  expect({ ...entries }).toEqual({ count: players + 1, values: 100 });
  await sql`UPDATE metadata SET text = '{}', version = version + 1 WHERE sequential_id > 1000`;
  expect(await t.store.indexes.mend(signal)).toEqual({ mended: players, deleted: 0 });
  await t.store.indexes.drop('/level');
  expect(await t.store.indexes.mend(signal)).toEqual({ mended: 0, deleted: players + 1 });
}, 60_000);
