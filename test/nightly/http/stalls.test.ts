// A stall is no overload: while the database, the service or a lock stands still for longer than a second, callers wait and are
// answered, and nobody is refused. Locks of work that no player asked for delay no player.
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SQL } from 'bun';
import { paths } from '../../harness/api.ts';
import { postgres, sqlite, type TestDatabase } from '../../harness/engines.ts';
import { untilLockWait } from '../../harness/lock-waits.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';
import { testServerKey } from '../../harness/server-keys.ts';
import { until } from '../../harness/until.ts';

/** Each makes one request after the other. */
const callers = 200;
const stallMilliseconds = 3_000;

let database: TestDatabase;
let service: ServiceProcess;

async function start(engine: typeof postgres, environment: Record<string, string> = {}): Promise<void> {
  database = await engine.create();
  const { DATABASE_URL } = database.environment;
  service = await startProcess({ DATABASE_URL, ...environment }, database.directory);
}
async function stop(): Promise<void> {
  service.signal('SIGTERM');
  await service.exited;
  await database.remove();
}

/** Plays while `stall` begins and ends. @returns how many answers of each status came */
async function playThrough(stall: () => Promise<() => unknown>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let running = true;
  let answered = 0;
  const players = Array.from({ length: callers }, async (_, n) => {
    for (let turn = n; running; turn += 1) {
      const { status } = await (turn % 2 === 0
        ? service.as(`player ${n}`, 'GET', paths.metadata)
        : service.as(`player ${n}`, 'POST', paths.metadata, { body: `{"data":{"turn":${turn}}}` }));
      statuses[status] = (statuses[status] ?? 0) + 1;
      answered += 1;
    }
  });
  await until(() => answered >= 3 * callers);
  const end = await stall();
  await Bun.sleep(stallMilliseconds);
  await end();
  const before = answered;
  await until(() => answered >= before + 2 * callers);
  running = false;
  await Promise.all(players);
  return statuses;
}

const stopped = async (pids: readonly number[]) => {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  };
};

describe('nobody is refused beside 200 callers', () => {
  for (const engine of [sqlite, postgres])
    test(`while the service on ${engine.name} stands still for three seconds`, async () => {
      await start(engine);
      expect(Object.keys(await playThrough(() => stopped([service.pid])))).toEqual(['200']);
      await stop();
    }, 120_000);

  test('while another program holds the lock of the SQLite file for three seconds', async () => {
    await start(sqlite);
    const statuses = await playThrough(async () => {
      const other = new Database(join(database.directory, 'playkeep.db'));
      other.run('PRAGMA busy_timeout = 10000');
      other.run('BEGIN IMMEDIATE');
      return () => {
        other.run('ROLLBACK');
        other.close();
      };
    });
    expect(Object.keys(statuses)).toEqual(['200']);
    await stop();
  }, 120_000);

  describe('on PostgreSQL', () => {
    let sql: SQL;
    beforeEach(async () => {
      await start(postgres);
      sql = new SQL(database.environment.DATABASE_URL ?? '', { max: 2 });
    });
    afterEach(async () => {
      await sql.close();
      await stop();
    });

    test('while its processes stand still for three seconds', async () => {
      const statuses = await playThrough(async () => {
        const rows: { pid: number }[] = await sql`
          SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'playkeep'`;
        return stopped(rows.map(({ pid }) => pid));
      });
      expect(Object.keys(statuses)).toEqual(['200']);
    }, 120_000);

    test('while a table is locked for three seconds', async () => {
      const statuses = await playThrough(() => held(sql, 'LOCK TABLE metadata IN EXCLUSIVE MODE'));
      expect(Object.keys(statuses)).toEqual(['200']);
    }, 120_000);
  });
});

/** Holds the locks of a statement. @returns what ends its transaction */
async function held(sql: SQL, statement: string): Promise<() => Promise<void>> {
  const connection = await sql.reserve();
  await connection.unsafe('BEGIN');
  await connection.unsafe(statement);
  return async () => {
    await connection.unsafe('ROLLBACK');
    connection.release();
  };
}

test('a transaction of webhooks that waits for its lock refuses no player', async () => {
  const token = testServerKey;
  await start(postgres, {
    EVENTS: 'players,sessions,metadata',
    SERVER_API_KEY: token,
    WEBHOOKS_ALLOW_PRIVATE: 'true',
  });
  const body = JSON.stringify({ url: 'http://127.0.0.1:9/', types: ['metadata.changed'] });
  const headers = { 'idempotency-key': 'one' };
  const added = await service.call('POST', '/api/server/webhooks', { token, body, headers });
  expect(added.status).toBe(200);
  const sql = new SQL(database.environment.DATABASE_URL ?? '', { max: 2 });
  const end = await held(sql, 'SELECT pg_advisory_xact_lock(7529361052)');
  // The process has to divide the endpoints anew.
  await sql`UPDATE webhooks SET lease_holder = NULL, lease_until = 0`;
  await untilLockWait(sql);
  const statuses = new Set<number>();
  const deadline = performance.now() + stallMilliseconds;
  while (performance.now() < deadline) {
    statuses.add((await service.as('ann', 'GET', paths.metadata)).status);
    statuses.add((await service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' })).status);
  }
  expect([...statuses]).toEqual([200]);
  await end();
  await sql.close();
  await stop();
}, 120_000);
