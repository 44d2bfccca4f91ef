// `kill -9` in the middle of a build of indexes, repeatedly on the same data: the next process goes on, and in the end every entry is
// that of the stored metadata.
import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/lib/clock.ts';
import { createIndexReader } from '../../../src/store/shared/index-values.ts';
import { engines } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { startProcess } from '../../harness/process.ts';
import { type RawDatabase, rawDatabase } from '../../harness/raw-database.ts';
import { openStoreOn } from '../../harness/store.ts';

const kills = amount(2, 20);
const players = amount(4_000, 8_000);
const indexes = [
  { pointer: '/level', type: 'number' },
  { pointer: '/clan', type: 'string' },
] as const;

/** Players with 20 KB of metadata, so that a build takes many steps. */
async function fill(raw: RawDatabase, engine: string): Promise<void> {
  const isSqlite = engine === 'sqlite';
  const series = isSqlite
    ? `(WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${players}) SELECT n FROM s)`
    : `generate_series(1, ${players}) AS n`;
  const filling = isSqlite ? 'hex(zeroblob(10000))' : "repeat('x', 20000)";
  await raw.run(`INSERT INTO players (player_id, registered_at) SELECT 'p' || n, 1 FROM ${series}`);
  await raw.run(`INSERT INTO metadata (sequential_id${isSqlite ? '' : ', player_id'}, text, version)
    SELECT n${isSqlite ? '' : ", 'p' || n"}, '{"level":' || n || ',"fill":"' || ${filling} || '","clan":"c' || n % 9 || '"}', 1
    FROM ${series}`);
}

const hex = (value: unknown) => (value === null ? null : Buffer.from(value as Uint8Array).toString('hex'));

/** The players whose entries are not those of their metadata. */
async function wrongPlayers(raw: RawDatabase): Promise<readonly number[]> {
  const read = createIndexReader(indexes);
  const entries = await raw.run('SELECT * FROM metadata_index_entries ORDER BY sequential_id, index_id');
  const byPlayer = Map.groupBy(entries, ({ sequential_id }) => Number(sequential_id));
  const rows = await raw.run('SELECT sequential_id, text FROM metadata');
  expect(rows).toHaveLength(players);
  return rows.flatMap(({ sequential_id, text }) => {
    const found = (byPlayer.get(Number(sequential_id)) ?? []).map(({ value }) => hex(value));
    return Bun.deepEquals(found, read(text as string).map(hex)) ? [] : [Number(sequential_id)];
  });
}

for (const engine of engines) {
  describe(`a build on ${engine.name}`, () => {
    test(`that is killed ${kills} times ends with every entry right`, async () => {
      const database = await engine.create();
      const file = join(database.directory, 'indexes.json');
      writeFileSync(file, JSON.stringify(indexes));
      const store = await openStoreOn(database.environment, systemClock);
      const raw = rawDatabase(database.environment);
      try {
        await fill(raw, engine.name);
        await store.indexes.declare(indexes);
        // As if they were declared a while ago. Otherwise the build on PostgreSQL waits for other processes.
        await raw.run('UPDATE metadata_indexes SET created_at = created_at - 600000');
        const environment = { ...database.environment, METADATA_INDEXES: file };
        const state = async () => {
          const [row] = await raw.run(
            'SELECT min(build_position) AS at, count(built_at) AS whole FROM metadata_indexes',
          );
          return { at: Number(row?.at), whole: Number(row?.whole) };
        };
        /** As if nothing had been built. */
        const beginAnew = async () => {
          await raw.run('UPDATE metadata_indexes SET build_position = 0, built_at = NULL');
          await raw.run('DELETE FROM metadata_index_entries');
          await raw.run('UPDATE metadata SET index_set = 0');
          positions.push(0);
        };
        const positions = [0];
        const isInMiddle = (position: number) => position > 0 && position < players;
        // A build may end before its beginning is seen, and no kill is in its middle then.
        for (let kill = 0; kill < kills || (!positions.some(isInMiddle) && kill < 10 * kills); kill += 1) {
          if ((await state()).whole > 0) await beginAnew();
          const service = await startProcess(environment, database.directory);
          const before = positions.at(-1) ?? 0;
          while ((await state()).at <= before && (await state()).whole === 0) await Bun.sleep(1);
          service.signal('SIGKILL');
          await service.exited;
          positions.push((await state()).at);
        }
        // The kills came in the middle: the build was on its way, and not at its end.
        expect(positions.filter(isInMiddle)).not.toEqual([]);
        const service = await startProcess(environment, database.directory);
        while ((await state()).whole < indexes.length) await Bun.sleep(20);
        service.signal('SIGTERM');
        await service.exited;
        expect(await wrongPlayers(raw)).toEqual([]);
        await raw.run('DELETE FROM metadata_index_entries WHERE sequential_id = 5');
        expect(await wrongPlayers(raw)).toEqual([5]);
      } finally {
        await store.close();
        await raw.close();
        await database.remove();
      }
    }, 120_000);
  });
}
