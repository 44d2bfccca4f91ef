// Ready means that a write would work: on PostgreSQL also for a role that loses rights under a running service, and for a database
// that turns read-only; on SQLite for a disk that is full or read-only.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob, SQL } from 'bun';
import { inTransaction, queriesOf } from '../../src/store/postgres/executor.ts';
import { findWriteProblem, serviceRights } from '../../src/store/postgres/rights.ts';
import { paths } from '../harness/api.ts';
import { postgres, temporaryDirectory } from '../harness/engines.ts';
import { canMount, canMountInNamespace, mountSmallDisk, runInNamespace } from '../harness/mounts.ts';
import { createPostgresDatabase } from '../harness/postgres.ts';
import { startProcess } from '../harness/process.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';

const notReady = (reason: string) => ({
  statusCode: 503,
  error: { message: 'Service unavailable', detail: `the database takes no writes: ${reason}` },
});

test('the rights that are looked for are those that the statements need', async () => {
  const used = new Set<string>();
  const files = [...new Glob('src/store/postgres/**/*.{ts,sql}').scanSync('.')];
  for (const file of files.filter((path) => !/migrat|distribute|rights/.test(path))) {
    // The service never changes a time of registration. An import of the command line does.
    const text = (await Bun.file(file).text()).replace('UPDATE players SET registered_at', '');
    for (const [, verb, table] of text.matchAll(/\b(INSERT INTO|UPDATE|DELETE FROM) ([a-z_]+)\b/g))
      used.add(`${table} ${verb?.split(' ')[0]}`);
    // After ON CONFLICT the table stands at the beginning of the statement.
    for (const [, table] of text.matchAll(/INSERT INTO ([a-z_]+)(?:(?!INSERT INTO)[^;`])*?DO UPDATE/g))
      used.add(`${table} UPDATE`);
  }
  const looked = Object.entries(serviceRights).flatMap(([table, verbs]) =>
    verbs.filter((verb) => verb !== 'SELECT' && verb !== 'USAGE').map((verb) => `${table} ${verb}`),
  );
  const tables = Object.keys(serviceRights);
  const known = [...used].filter((each) => tables.includes(each.split(' ')[0] ?? ''));
  const others = [...used].filter((each) => !known.includes(each)).map((each) => each.split(' ')[0]);
  expect(new Set(others)).toEqual(new Set());
  expect(known.filter((each) => !looked.includes(each))).toEqual([]);
  // The table is named by a variable.
  expect(looked.filter((each) => !known.includes(each)).sort()).toEqual(['audit_entries DELETE']);
});

describe('readiness on PostgreSQL', () => {
  /** The service's role, which owns the tables and may do nothing else. */
  const role = `role_${crypto.randomUUID().replaceAll('-', '')}`;
  let service: Service;
  /** One connection of the superuser. */
  let operator: SQL;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const { url, ...made } = await createPostgresDatabase({ migrated: false });
    drop = made.drop;
    operator = new SQL(url, { max: 1, prepare: false });
    await operate(`CREATE ROLE ${role} LOGIN PASSWORD 'own'`);
    await operate(`GRANT USAGE, CREATE ON SCHEMA public TO ${role}`);
    const own = Object.assign(new URL(url), { username: role, password: 'own' });
    const { directory, remove } = temporaryDirectory();
    const environment = { DATABASE_URL: own.href, DATABASE_POOL_SIZE: '4' };
    const create = async () => ({ directory, environment, remove: async () => remove() });
    service = await startService({
      engine: { ...postgres, create },
      environment: { SERVER_API_KEY: testServerKey },
    });
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await operate(`DROP OWNED BY ${role}`);
    await operate(`DROP ROLE ${role}`);
    await operator.close();
    await drop();
  });

  const operate = (statement: string): Promise<Record<string, unknown>[]> => operator.unsafe(statement);
  const ready = () => service.call('GET', '/readyz');
  const save = async () => (await service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' })).status;

  test('ends with each right that the role loses under the running service, and returns with it', async () => {
    expect((await ready()).status).toBe(200);
    await operate(`REVOKE UPDATE ON metadata FROM ${role}`);
    expect(await save()).toBe(503);
    const { body, headers } = await ready();
    expect(body).toEqual(notReady('its user lacks UPDATE on metadata'));
    expect([headers.get('retry-after'), headers.get('x-failed-check')]).toEqual(['1', 'writes']);
    expect((await service.call('GET', '/livez')).status).toBe(200);
    const { checks } = (await service.call('GET', '/api/server/service', { token: testServerKey })).body.data;
    const problem = 'the database takes no writes: its user lacks UPDATE on metadata';
    expect(checks).toContainEqual({ name: 'writes', ok: false, problem });
    await operate(`GRANT UPDATE ON metadata TO ${role}`);
    expect([(await ready()).status, await save()]).toEqual([200, 200]);
    const asOwn = new SQL(String(service.database.environment.DATABASE_URL), { max: 1, prepare: false });
    for (const [table, verbs] of Object.entries(serviceRights))
      for (const verb of verbs.filter((each) => each !== 'USAGE')) {
        await operate(`REVOKE ${verb} ON ${table} FROM ${role}`);
        expect(await findWriteProblem(queriesOf(asOwn))).toBe(`its user lacks ${verb} on ${table}`);
        await operate(`GRANT ${verb} ON ${table} TO ${role}`);
      }
    await asOwn.close();
    await operate(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`);
    await operate(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
    expect((await ready()).body.error.detail).toMatch(
      /^the database takes no writes: its user lacks \w+ on \w+, \w+ on \w+, \w+ on \w+ and \d+ more$/,
    );
    await operate(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    await operate(`REVOKE ALL ON SEQUENCE player_sequential_id FROM ${role}`);
    expect((await ready()).body).toEqual(notReady('its user lacks USAGE on player_sequential_id'));
    await operate(`GRANT ALL ON SEQUENCE player_sequential_id TO ${role}`);
    expect((await ready()).status).toBe(200);
  }, 180_000);

  test('ends while the database is read-only, as after a failover to a standby', async () => {
    const setReadOnly = async (value: 'on' | 'off') => {
      await operate(`ALTER ROLE ${role} SET default_transaction_read_only = ${value}`);
      // It waits for the ends of the connections.
      await operate(
        `SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE usename = '${role}'`,
      );
    };
    await setReadOnly('on');
    expect(await save()).toBe(503);
    expect((await ready()).body).toEqual(notReady('it is read-only'));
    await setReadOnly('off');
    await until(async () => (await ready()).status === 200);
    expect(await save()).toBe(200);
  }, 180_000);

  test('writes nothing, and takes no number of a transaction', async () => {
    // A transaction has a number from its first write on, whatever becomes of it.
    const queries = queriesOf(operator);
    await inTransaction(queries, async () => {
      expect(await findWriteProblem(queries)).toBeUndefined();
      const [assigned] = await operate('SELECT pg_current_xact_id_if_assigned() AS number');
      expect(assigned).toEqual({ number: null });
    });
  });
});

describe.skipIf(!canMount)('readiness on SQLite', () => {
  test('ends while the disk is full or read-only', async () => {
    const disk = mountSmallDisk(8 * 1024 * 1024);
    const service = await startProcess(
      { DATABASE_URL: `sqlite:${join(disk.directory, 'playkeep.db')}` },
      disk.directory,
    );
    const ready = () => service.call('GET', '/readyz');
    const mount = (...options: string[]) =>
      expect(Bun.spawnSync([...options, disk.directory], { stderr: 'inherit' }).exitCode).toBe(0);
    try {
      expect((await ready()).status).toBe(200);
      disk.fill(100_000);
      expect((await ready()).body).toEqual(notReady('its disk is full'));
      expect((await service.call('GET', '/livez')).status).toBe(200);
      disk.free();
      expect((await ready()).status).toBe(200);
      mount('mount', '--bind', disk.directory);
      mount('mount', '-o', 'remount,bind,ro');
      expect((await ready()).body).toEqual(notReady('its file system is read-only'));
      mount('umount');
      expect((await ready()).status).toBe(200);
    } finally {
      service.signal('SIGKILL');
      await service.exited;
      disk.remove();
    }
  }, 180_000);
});

if (canMountInNamespace) {
  test('readiness on SQLite, where mounting needs a namespace', async () => {
    const { status, output } = await runInNamespace(import.meta.path);
    expect([status, output]).toEqual([0, expect.stringContaining(' 0 fail')]);
  }, 120_000);
}
