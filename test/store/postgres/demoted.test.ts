// A server that takes no writes any more: the connections to one that was demoted are left together, and one that is set to read-only,
// as managed databases are when their disk is full, serves reads on.
import { describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { createConnectionPool } from '../../../src/store/postgres/connection-pool.ts';
import { paths } from '../../harness/api.ts';
import { postgres } from '../../harness/engines.ts';
import { startService } from '../../harness/service.ts';
import { until } from '../../harness/until.ts';

/** A pool of connections that are only objects, each to the server of its moment. */
function openPool(count: number) {
  const servers = new Map<SQL, string>();
  const pool = createConnectionPool({
    count,
    timeoutMilliseconds: 10_000,
    async open() {
      const connection = { close: async () => undefined } as unknown as SQL;
      servers.set(connection, world.server);
      return connection;
    },
    isStandby: async (connection) => servers.get(connection) !== world.primary,
  });
  const readOnly = Object.assign(Object.create(SQL.PostgresError.prototype), {
    errno: '25006',
    severity: 'ERROR',
  });
  const world = {
    server: 'old',
    primary: 'old',
    /** Writes on a connection of the pool. @returns its server */
    write: () =>
      pool.withConnection(async (connection) => {
        const server = servers.get(connection);
        if (server !== world.primary) throw readOnly;
        return server;
      }),
    /** Holds connections until it is called. */
    async hold(connections: number) {
      const release = Promise.withResolvers<void>();
      const held = Array.from({ length: connections }, () => pool.withConnection(() => release.promise));
      await until(() => servers.size >= connections);
      return async () => {
        release.resolve();
        await Promise.all(held);
      };
    },
    pool,
  };
  return world;
}

describe('the connections to a server that was demoted', () => {
  test('are left together after one refused write', async () => {
    const world = openPool(4);
    await (await world.hold(4))();
    const releaseOne = await world.hold(1);
    Object.assign(world, { server: 'new', primary: 'new' });
    await expect(world.write()).rejects.toMatchObject({ errno: '25006' });
    for (let turn = 0; turn < 4; turn += 1) expect(await world.write()).toBe('new');
    await releaseOne();
    const writes = await Promise.all(Array.from({ length: 8 }, world.write));
    expect(new Set(writes)).toEqual(new Set(['new']));
  });
});

test('a database that is set to read-only serves reads, and writes again when it may', async () => {
  const service = await startService({ engine: postgres });
  const { environment } = service.database;
  const name = new URL(environment.DATABASE_URL ?? '').pathname.slice(1);
  const sql = new SQL(environment.DATABASE_URL ?? '', { max: 1 });
  const save = async (n: number) =>
    (await service.as('ann', 'POST', paths.metadata, { body: `{"data":{"n":${n}}}` })).status;
  const read = async () => (await service.as('ann', 'GET', paths.metadata)).body.data.metadata.n;
  const setReadOnly = async (isReadOnly: boolean) => {
    await sql.unsafe(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${isReadOnly}`);
    // A setting of a database holds for new connections.
    await sql.unsafe(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  };
  expect(await save(1)).toBe(200);
  await setReadOnly(true);
  await until(async () => (await service.as('ann', 'GET', paths.metadata)).status === 200);
  for (let turn = 2; turn < 6; turn += 1) {
    expect(await save(turn)).toBe(503);
    expect(await read()).toBe(1);
  }
  await sql.unsafe('SET default_transaction_read_only = off');
  await sql.unsafe(`ALTER DATABASE "${name}" SET default_transaction_read_only = off`);
  // No connection is ended here: the service opens them anew by itself.
  await until(async () => (await save(9)) === 200);
  expect(await read()).toBe(9);
  await sql.close();
  await service.stop();
});
