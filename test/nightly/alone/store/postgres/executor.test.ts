// The connections to PostgreSQL: the waits for them, their use by transactions, and when they are given up.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { createAdmissionControl } from '../../../../../src/admission/admission-control.ts';
import { systemClock } from '../../../../../src/lib/clock.ts';
import { createLog } from '../../../../../src/lib/log.ts';
import { createMetrics } from '../../../../../src/lib/metrics.ts';
import { StoreBusy } from '../../../../../src/store/ports/errors.ts';
import { deleteInSteps } from '../../../../../src/store/postgres/delete-in-steps.ts';
import {
  createExecutor,
  type Executor,
  inTransaction,
  type Queries,
  queriesOf,
} from '../../../../../src/store/postgres/executor.ts';
import { createStatementBatcher } from '../../../../../src/store/postgres/statement-batcher.ts';
import { PRUNE_STEP_ROWS } from '../../../../../src/tuning.ts';
import { counted } from '../../../../harness/counters.ts';
import { createPostgresDatabase, type TestPostgresDatabase } from '../../../../harness/postgres.ts';
import { startProxy } from '../../../../harness/proxy.ts';
import { newAdmission } from '../../../../harness/store.ts';
import { until } from '../../../../harness/until.ts';

let database: TestPostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.drop());

interface PoolUnderTest {
  readonly pool: Executor;
  /** The number of connections that were given up because they were silent. */
  replacements(): number | undefined;
}

function openPool(poolSize: number, timeoutMilliseconds: number, url = database.url): PoolUnderTest {
  const metrics = createMetrics();
  const pool = createExecutor({
    ...{ url, poolSize, timeoutMilliseconds, preparedStatements: true, caFile: undefined, metrics },
    admission: createAdmissionControl({ clock: systemClock, metrics }),
    log: createLog({ level: 'silent', production: true }),
  });
  return { pool, replacements: () => counted(metrics, 'playkeep_pool_replacements_total') };
}

const sleep = (seconds: number) => `SELECT pg_sleep(${seconds})`;
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

/** The server's processes for this many concurrent statements. */
const backends = (pool: Executor, statements: number) =>
  Promise.all(
    Array.from({ length: statements }, async () => {
      const [row] = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.05)');
      return row?.pid ?? 0;
    }),
  );

test('a statement is planned once per connection, however few keys it has', async () => {
  const { pool } = openPool(1, 5_000);
  const statement = 'SELECT player_id FROM metadata WHERE sequential_id = ANY ($1::bigint[])';
  for (let run = 0; run < 8; run += 1) await pool.query(statement, ['{1}']);
  const counts = 'SELECT custom_plans::int AS anew FROM pg_prepared_statements WHERE statement = $1::text';
  const [planned] = await pool.query<{ anew: number }>(counts, [statement]);
  await pool.close();
  expect(planned?.anew).toBe(0);
});

describe('waiting for a connection', () => {
  test.concurrent('slow statements that each end in time are all answered', async () => {
    // The second two wait and run for longer than the time-out in all, and neither the wait nor the run comes near it.
    const { pool, replacements } = openPool(2, 4_900);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => outcome(pool.query(sleep(2.5)))));
    expect(outcomes).toEqual(Array(4).fill('done'));
    expect(replacements()).toBe(0);
    await pool.close();
  });

  test.concurrent('for too long is refused, and does not affect calls that have a connection', async () => {
    const { pool, replacements } = openPool(1, 2_500);
    const transaction = outcome(
      pool.transaction(async (queries) => {
        for (let n = 0; n < 5; n += 1) await queries.query(sleep(1));
      }),
    );
    // It is behind the transaction, which asked first.
    expect(await outcome(pool.query('SELECT 1'))).toContain('no connection to PostgreSQL was free in time');
    expect(await transaction).toBe('done');
    expect(replacements()).toBe(0);
    await pool.close();
  });

  test.concurrent('for too long is refused as busy, and is no outage for calls behind it', async () => {
    // The first call is refused in the middle of the third statement. The second one then waits until that ends.
    const { pool } = openPool(1, 3_000);
    const hasLeft = Promise.withResolvers<void>();
    const batcher = createStatementBatcher<string, string>({
      run: async (calls) => {
        hasLeft.resolve();
        await pool.query('SELECT 1');
        return calls;
      },
      isRepeatable: false,
      maxInFlight: 1,
      monitor: newAdmission().monitor('test'),
    });
    const transaction = pool.transaction(async (queries) => {
      for (let n = 0; n < 3; n += 1) await queries.query(sleep(1.5));
    });
    const first = batcher.add('first').catch((error) => error);
    // Calls of one turn would share a batch.
    await hasLeft.promise;
    const second = batcher.add('second');
    expect(await first).toBeInstanceOf(StoreBusy);
    expect(await second).toBe('second');
    await transaction;
    await pool.close();
  });

  test.concurrent.each([
    ['many transactions', 8, 0],
    ['transactions of players and of others', 4, 4],
  ])('delays no batch behind %s', async (_what, ofPlayers, ofOthers) => {
    const { pool } = openPool(4, 5_000);
    const end = Promise.withResolvers<void>();
    let begun = 0;
    const work = async (queries: Queries) => {
      await queries.query('SELECT 1');
      begun += 1;
      await end.promise;
    };
    const others = Array.from({ length: ofOthers }, () => pool.transactionOfOthers(work));
    const transactions = Array.from({ length: ofPlayers }, () => pool.transaction(work));
    await until(() => begun === 3);
    // Three quarters of the connections. One is left, and no transaction ends before this statement.
    expect(await pool.query<{ one: number }>('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(begun).toBe(3);
    end.resolve();
    await Promise.all([...others, ...transactions]);
    await pool.close();
  });
});

test('connections are opened as they are needed, up to the size of the pool', async () => {
  const { pool } = openPool(3, 2_000);
  async function opened(): Promise<number | undefined> {
    const [row] = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'playkeep'`,
    );
    return row?.count;
  }
  /** A connection may take longer to open than the statement before it runs, and those of other tests may be about to end. */
  const untilOpened = async (count: number): Promise<void> => {
    await until(async () => (await opened()) === count);
    expect(await opened()).toBe(count);
  };
  await untilOpened(1);
  await backends(pool, 2);
  await untilOpened(2);
  await backends(pool, 9);
  await untilOpened(3);
  await pool.close();
});

test('connections that cannot be opened fail no call while there is another', async () => {
  const sql = new SQL(database.url, { max: 1 });
  const role = `limited_${crypto.randomUUID().replaceAll('-', '')}`;
  await sql.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'limited' CONNECTION LIMIT 1`);
  const url = new URL(database.url);
  Object.assign(url, { username: role, password: 'limited' });
  const { pool } = openPool(3, 2_000, url.href);
  // The server may refuse all connections that arrive at the same moment, so one is opened first.
  await backends(pool, 1);
  for (let burst = 0; burst < 2; burst += 1) {
    expect(new Set(await backends(pool, 6)).size).toBe(1);
  }
  // The next connection takes its place.
  const [pid] = await backends(pool, 1);
  await sql.unsafe('SELECT pg_terminate_backend($1::int, 30000)', [pid]);
  expect((await backends(pool, 1))[0]).not.toBe(pid);
  // Without any connection all callers get the reason.
  await sql.unsafe(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
  await sql.unsafe('SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE usename = $1::text', [
    role,
  ]);
  const outcomes = await Promise.all(Array.from({ length: 3 }, () => outcome(pool.query('SELECT 1'))));
  for (const told of outcomes) expect(told).toContain('too many connections');
  await pool.close();
  await sql.unsafe(`DROP ROLE ${role}`);
  await sql.close();
});

test('a busy event loop reads the answer before it declares the server silent', async () => {
  const { pool, replacements } = openPool(1, 1_500);
  await pool.query('SELECT 1');
  const answer = outcome(pool.query('SELECT 1'));
  Bun.sleepSync(2_500);
  expect(await answer).toBe('done');
  expect(replacements()).toBe(0);
  await pool.close();
});

test('a silent connection is given up, and no statement on another connection fails', async () => {
  const { pool, replacements } = openPool(2, 3_000);
  await backends(pool, 2);
  const [stopped = 0] = await backends(pool, 1);
  process.kill(stopped, 'SIGSTOP');
  try {
    const silent = outcome(pool.query('SELECT 1'));
    await Bun.sleep(2_300);
    // This statement runs while the other connection is given up.
    const healthy = outcome(pool.query(sleep(1.5)));
    expect(await silent).toBe('PostgreSQL did not answer in time');
    expect(await healthy).toBe('done');
    expect(replacements()).toBe(1);
    expect(await backends(pool, 2)).not.toContain(stopped);
  } finally {
    process.kill(stopped, 'SIGCONT');
  }
  await pool.close();
});

test('a transaction whose connection was ended leaves no statement outside of it', async () => {
  const { pool } = openPool(2, 2_000);
  await pool.query('CREATE TABLE steps (n int)');
  async function work(queries: Queries): Promise<void> {
    await queries.query('INSERT INTO steps VALUES (1)');
    const [own] = await queries.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await pool.query('SELECT pg_terminate_backend($1::int, 2000)', [own?.pid]);
    await queries.query('INSERT INTO steps VALUES (2)');
  }
  expect(await outcome(pool.transaction(work))).not.toBe('done');
  const { signal } = new AbortController();
  expect(
    await outcome(pool.background(signal, (queries) => inTransaction(queries, () => work(queries)))),
  ).not.toBe('done');
  expect(await pool.query('SELECT n FROM steps')).toHaveLength(0);
  await pool.close();
});

test('a background job on a silent network ends', async () => {
  const url = new URL(database.url);
  const proxy = startProxy(Number(url.port));
  url.port = String(proxy.port);
  const { pool } = openPool(1, 200, url.href);
  // A job has forty times the time-out.
  const pass = outcome(
    pool.background(new AbortController().signal, async (queries) => {
      await queries.query('SELECT 1');
      proxy.fallSilent();
      await queries.query('SELECT 1');
    }),
  );
  expect(await pass).toContain('PostgreSQL did not answer in time');
  proxy.stop();
  await pool.close();
}, 60_000);

test('background jobs take one connection at a time, beside the pool', async () => {
  const { pool } = openPool(1, 2_000);
  const { signal } = new AbortController();
  let underWay = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 3 }, () =>
      pool.background(signal, async (queries) => {
        most = Math.max(most, ++underWay);
        await queries.query(sleep(0.05));
        underWay -= 1;
      }),
    ),
  );
  expect(most).toBe(1);
  await pool.close();
});

test('old rows are deleted in steps, and no others', async () => {
  const sql = new SQL(database.url, { max: 1 });
  const rows = PRUNE_STEP_ROWS + 10;
  await sql.unsafe(
    `INSERT INTO idempotency_keys (sequential_id, key, fingerprint, created_at) SELECT n % 7, n::text, '', n FROM generate_series(1, ${rows}) AS n`,
  );
  await deleteInSteps(queriesOf(sql), 'idempotency_keys', 'created_at', rows - 2);
  expect(
    (await sql.unsafe('SELECT key FROM idempotency_keys ORDER BY created_at')).map((row: { key: string }) =>
      Number(row.key),
    ),
  ).toEqual([rows - 2, rows - 1, rows]);
  await sql.close();
});
