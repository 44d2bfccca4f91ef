// Ready means that a write would work: on PostgreSQL also for a role that loses rights under a running service, and for a database
// that turns read-only; on SQLite for a disk that is full or read-only.
import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob, SQL } from 'bun';
import { inTransaction, queriesOf } from '../../src/store/postgres/executor.ts';
import { findWriteProblem, serviceRights } from '../../src/store/postgres/rights.ts';
import { paths } from '../harness/api.ts';
import { postgres, type TestDatabase, type TestEngine, temporaryDirectory } from '../harness/engines.ts';
import { canMount, canMountInNamespace, mountSmallDisk, runInNamespace } from '../harness/mounts.ts';
import { createPostgresDatabase } from '../harness/postgres.ts';
import { startProcess } from '../harness/process.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';

const notReady = (reason: string) => ({
  statusCode: 503,
  error: { message: 'Service unavailable', detail: `the database takes no writes: ${reason}` },
});

/** PostgreSQL for a role of its own that owns the tables and may do nothing else. */
interface OwnRole {
  readonly engine: TestEngine;
  readonly role: string;
  /** One connection of the superuser. */
  readonly operator: SQL;
  /** On that connection. */
  operate(statement: string): Promise<readonly Record<string, unknown>[]>;
  remove(): Promise<void>;
}

async function createOwnRole(): Promise<OwnRole> {
  const { url, drop } = await createPostgresDatabase({ migrated: false });
  const operator = new SQL(url, { max: 1, prepare: false });
  const role = `role_${crypto.randomUUID().replaceAll('-', '')}`;
  await operator.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'own'`);
  await operator.unsafe(`GRANT USAGE, CREATE ON SCHEMA public TO ${role}`);
  const own = new URL(url);
  own.username = role;
  own.password = 'own';
  const { directory, remove } = temporaryDirectory();
  const database: TestDatabase = {
    directory,
    environment: { DATABASE_URL: own.href, DATABASE_POOL_SIZE: '4' },
    remove: async () => remove(),
  };
  return {
    engine: { ...postgres, create: async () => database },
    role,
    operator,
    operate: (statement) => operator.unsafe(statement),
    async remove() {
      await operator.unsafe(`DROP OWNED BY ${role}`);
      await operator.unsafe(`DROP ROLE ${role}`);
      await operator.close();
      await drop();
    },
  };
}

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
  let service: Service;
  let own: OwnRole;
  const start = async () => {
    own = await createOwnRole();
    const environment = { SERVER_API_KEY: testServerKey };
    service = await startService({ engine: own.engine, environment });
  };
  afterEach(async () => {
    await service.stop();
    await own.remove();
  });

  const ready = () => service.call('GET', '/readyz');
  const save = () => service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' });

  test('ends with each right that the role loses under the running service, and returns with it', async () => {
    await start();
    const { role, operate } = own;
    expect((await ready()).status).toBe(200);
    await operate(`REVOKE UPDATE ON metadata FROM ${role}`);
    expect((await save()).status).toBe(503);
    const answer = await ready();
    expect(answer.body).toEqual(notReady('its user lacks UPDATE on metadata'));
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.headers.get('x-failed-check')).toBe('writes');
    expect((await service.call('GET', '/livez')).status).toBe(200);
    const { checks } = (await service.call('GET', '/api/server/service', { token: testServerKey })).body.data;
    expect(checks).toContainEqual({
      name: 'writes',
      ok: false,
      problem: 'the database takes no writes: its user lacks UPDATE on metadata',
    });
    await operate(`GRANT UPDATE ON metadata TO ${role}`);
    expect((await ready()).status).toBe(200);
    expect((await save()).status).toBe(200);
    const asOwn = new SQL(String(service.database.environment.DATABASE_URL), { max: 1, prepare: false });
    for (const [table, verbs] of Object.entries(serviceRights)) {
      for (const verb of verbs.filter((each) => each !== 'USAGE')) {
        await operate(`REVOKE ${verb} ON ${table} FROM ${role}`);
        expect(await findWriteProblem(queriesOf(asOwn))).toBe(`its user lacks ${verb} on ${table}`);
        await operate(`GRANT ${verb} ON ${table} TO ${role}`);
      }
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
    await start();
    const { role, operate } = own;
    const endConnections = () =>
      // It waits for their ends.
      operate(`SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE usename = '${role}'`);
    await operate(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
    await endConnections();
    expect((await service.as('ann', 'POST', paths.start)).status).toBe(503);
    expect((await ready()).body).toEqual(notReady('it is read-only'));
    await operate(`ALTER ROLE ${role} SET default_transaction_read_only = off`);
    await endConnections();
    while ((await ready()).status !== 200) await Bun.sleep(20);
    expect((await service.as('ann', 'POST', paths.start)).status).toBe(200);
  }, 180_000);

  test('is looked up four times a second at most', async () => {
    await start();
    await ready();
    await Bun.sleep(300);
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 500 }, ready));
    for (let probe = 0; probe < 4; probe += 1) answers.push(await ready());
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    // Four probes, one after the other, wait for looks of their own.
    expect(performance.now() - startedAt).toBeGreaterThan(700);
  }, 180_000);

  test('writes nothing, and takes no number of a transaction', async () => {
    await start();
    // A transaction has a number from its first write on, whatever becomes of it.
    const queries = queriesOf(own.operator);
    await inTransaction(queries, async () => {
      expect(await findWriteProblem(queries)).toBeUndefined();
      const [assigned] = await own.operate('SELECT pg_current_xact_id_if_assigned() AS number');
      expect(assigned).toEqual({ number: null });
    });
  }, 180_000);
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
