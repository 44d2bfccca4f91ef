// The connections to PostgreSQL: who waits for one, who keeps one, and when they are given up.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { HISTORY_STEP_ROWS } from '../../src/limits.ts';
import { createStoreLoad } from '../../src/store/load.ts';
import { deleteInSteps } from '../../src/store/postgres/delete-in-steps.ts';
import { createPool, type Pool, queriesOf } from '../../src/store/postgres/pool.ts';
import { createPostgresDatabase, type TestPostgresDatabase } from '../harness/postgres.ts';
import { startProxy } from '../harness/proxy.ts';

let database: TestPostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.drop());

interface PoolUnderTest {
  readonly pool: Pool;
  /** How often all connections were given up. */
  replacements(): number;
}

function openPool(poolSize: number, timeoutMilliseconds: number, url = database.url): PoolUnderTest {
  const metrics = createMetrics();
  const pool = createPool({
    ...{ url, poolSize, timeoutMilliseconds, preparedStatements: true, caFile: undefined, metrics },
    load: createStoreLoad({ clock: systemClock, metrics }),
    log: createLog({ level: 'silent', production: true }),
  });
  const family = metrics.families().find(({ name }) => name === 'playkeep_pool_replacements_total');
  return { pool, replacements: () => Number((family?.samples()[0] as { value: number } | undefined)?.value) };
}

const sleep = (seconds: number) => `SELECT pg_sleep(${seconds})`;
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

describe('waiting for a connection', () => {
  test('is no silence: statements that each end in time are all answered', async () => {
    const { pool, replacements } = openPool(2, 1_500);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcome(pool.query(sleep(0.6)))));
    expect(outcomes).toEqual(Array(6).fill('done'));
    expect(replacements()).toBe(0);
    await pool.close();
  });

  test('for too long is refused, and takes nothing from those who have one', async () => {
    const { pool, replacements } = openPool(1, 500);
    const transaction = outcome(
      pool.transaction(async (queries) => {
        for (let n = 0; n < 4; n += 1) await queries.query(sleep(0.3));
      }),
    );
    await Bun.sleep(50);
    expect(await outcome(pool.query('SELECT 1'))).toContain('no connection to PostgreSQL was free in time');
    expect(await transaction).toBe('done');
    expect(replacements()).toBe(0);
    await pool.close();
  });

  test('is not for batches behind many transactions', async () => {
    const { pool } = openPool(4, 5_000);
    let ended = 0;
    const transactions = Array.from({ length: 8 }, () =>
      pool
        .transaction((queries) => queries.query(sleep(0.5)))
        .then(() => {
          ended += 1;
        }),
    );
    await Bun.sleep(100);
    await pool.query('SELECT 1');
    expect(ended).toBe(0);
    await Promise.all(transactions);
    await pool.close();
  });
});

test('a thread that was busy hears the answer before it calls the server silent', async () => {
  const { pool, replacements } = openPool(1, 200);
  await pool.query('SELECT 1');
  const answer = outcome(pool.query('SELECT 1'));
  Bun.sleepSync(800);
  expect(await answer).toBe('done');
  expect(replacements()).toBe(0);
  await pool.close();
});

test('housekeeping on a network that fell silent comes to an end', async () => {
  const url = new URL(database.url);
  const proxy = startProxy(Number(url.port));
  url.port = String(proxy.port);
  const { pool } = openPool(1, 50, url.href);
  const pass = outcome(
    pool.housekeeping(new AbortController().signal, async (queries) => {
      await queries.query('SELECT 1');
      proxy.fallSilent();
      await queries.query('SELECT 1');
    }),
  );
  expect(await pass).toContain('PostgreSQL did not answer in time');
  proxy.stop();
  await pool.close();
});

test('what is old is deleted in steps, and nothing else', async () => {
  const sql = new SQL(database.url, { max: 1 });
  const rows = HISTORY_STEP_ROWS + 10;
  await sql.unsafe(
    `INSERT INTO replays (sequential_id, key, fingerprint, created_at) SELECT n % 7, n::text, '', n FROM generate_series(1, ${rows}) AS n`,
  );
  await deleteInSteps(queriesOf(sql), 'replays', 'created_at', rows - 2);
  expect(
    (await sql.unsafe('SELECT key FROM replays ORDER BY created_at')).map((row: { key: string }) =>
      Number(row.key),
    ),
  ).toEqual([rows - 2, rows - 1, rows]);
  await sql.close();
});
