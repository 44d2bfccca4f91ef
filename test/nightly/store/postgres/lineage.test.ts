// A PostgreSQL that went back in time, or whose standby was promoted: the doctor and the start tell it, until `playkeep restored`.
import { afterEach, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { Environment } from '../../../../src/config/settings.ts';
import { paths } from '../../../harness/api.ts';
import { runCommand } from '../../../harness/command.ts';
import { postgres, temporaryDirectory } from '../../../harness/engines.ts';
import { ownLike, type PostgresServer, startPostgres } from '../../../harness/postgres.ts';
import { copyBase, startRecovered, startStandby } from '../../../harness/postgres-copies.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';

const set = (value: unknown) => ({ body: JSON.stringify({ data: value }) });

const servers: PostgresServer[] = [];
const started = (server: PostgresServer): PostgresServer => {
  servers.push(server);
  return server;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const settingsOf = (server: PostgresServer): Environment => ({ DATABASE_URL: server.url('postgres') });

async function ask(server: PostgresServer, text: string): Promise<void> {
  const sql = new SQL(server.url('postgres'), { max: 1, prepare: false });
  await sql.unsafe(text);
  await sql.close();
}

/** The lines of the doctor about timelines. */
async function timelines(environment: Environment): Promise<readonly string[]> {
  const { stdout } = await runCommand(['doctor', '--surroundings'], environment);
  return stdout.split('\n').filter((line) => /^(?:ok: )?timeline: /.test(line));
}

async function withService<T>(
  environment: Environment,
  work: (service: ServiceProcess) => Promise<T>,
): Promise<{ result: T; output: string }> {
  using folder = temporaryDirectory();
  const service = await startProcess(environment, folder.directory);
  try {
    return { result: await work(service), output: service.output() };
  } finally {
    service.signal('SIGTERM');
    await service.exited;
  }
}

const restored = /is on timeline 2, and 1 is on record: it was restored .* playkeep restored/;

test('a restore to an earlier moment is told by the doctor and at the start, until playkeep restored', async () => {
  using folder = temporaryDirectory();
  const archive = join(folder.directory, 'wal');
  const base = join(folder.directory, 'base');
  mkdirSync(archive);
  const server = started(
    await startPostgres(['-c', 'archive_mode=on', '-c', `archive_command=cp %p ${archive}/%f`]),
  );
  ownLike(server.dataDirectory, archive);
  Bun.spawnSync(['chmod', '755', folder.directory]);
  const { result: lost } = await withService(settingsOf(server), async (service) => {
    await service.as('ann', 'POST', paths.metadata, set({ n: 1 }));
    await copyBase(server, base);
    await ask(server, "SELECT pg_create_restore_point('before')");
    const { headers } = await service.as('ann', 'POST', paths.metadata, set({ n: 2 }));
    await ask(server, 'SELECT pg_switch_wal()');
    return headers.get('etag') ?? '';
  });
  expect(await timelines(settingsOf(server))).toEqual(['ok: timeline: 1, as on record']);
  await server.stop();
  servers.pop();

  const back = started(
    await startRecovered(base, [
      `restore_command=cp ${archive}/%f %p`,
      'recovery_target_name=before',
      'recovery_target_action=promote',
    ]),
  );
  const environment = settingsOf(back);
  expect(await timelines(environment)).toEqual([expect.stringMatching(restored)]);
  expect((await withService(environment, async () => undefined)).output).toMatch(restored);
  // A migration and a start leave the record as it is.
  expect(await timelines(environment)).toEqual([expect.stringMatching(restored)]);
  expect((await runCommand(['restored'], environment)).status).toBe(0);
  expect(await timelines(environment)).toEqual(['ok: timeline: 2, as on record']);
  const { result, output } = await withService(environment, async (service) => {
    const headers = { 'if-match': lost };
    await service.as('ann', 'POST', paths.metadata, set({ n: 'other' }));
    return service.as('ann', 'POST', paths.metadata, { ...set({ n: 3 }), headers });
  });
  expect([result.status, output]).toEqual([412, expect.not.stringContaining('timeline')]);
}, 120_000);

test('the promotion of a standby that lost nothing is told until restored --nothing-lost, which raises nothing', async () => {
  const primary = started(await startPostgres());
  await withService(settingsOf(primary), (service) =>
    service.as('ann', 'POST', paths.metadata, set({ n: 1 })),
  );
  const standby = started(await startStandby(primary));
  expect(await timelines(settingsOf(standby))).toEqual([
    expect.stringMatching(/^ok: timeline: PostgreSQL does not tell it \(recovery is in progress\), so run /),
  ]);
  await primary.kill();
  await standby.promote();
  const environment = settingsOf(standby);
  expect(await timelines(environment)).toEqual([expect.stringMatching(restored)]);
  const noted = await runCommand(['restored', '--nothing-lost'], environment);
  expect([noted.status, noted.stdout]).toEqual([
    0,
    expect.stringContaining('noted that no write is missing'),
  ]);
  expect(await timelines(environment)).toEqual(['ok: timeline: 2, as on record']);
  const { result } = await withService(environment, (service) => service.as('ann', 'GET', paths.metadata));
  expect(result.headers.get('etag')).toBe('"1-1"');
}, 120_000);

test('a copy on another server is told, and a role that may not look is no finding', async () => {
  const database = await postgres.create();
  const environment = database.environment;
  expect(await timelines(environment)).toEqual([
    'ok: timeline: 1, not on record yet, which the next start mends',
  ]);
  expect((await runCommand(['migrate'], environment)).status).toBe(0);
  expect(await timelines(environment)).toEqual(['ok: timeline: 1, as on record']);
  const sql = new SQL(environment.DATABASE_URL ?? '', { max: 1, prepare: false });
  await sql.unsafe(`COMMENT ON TABLE playkeep_schema IS 'Playkeep lineage 0=12345/1'`);
  expect(await timelines(environment)).toEqual([
    expect.stringMatching(
      /^timeline: PostgreSQL is another one than the one on record: .* playkeep restored/,
    ),
  ]);
  const name = `looker_${crypto.randomUUID().replaceAll('-', '')}`;
  await sql.unsafe(`CREATE ROLE ${name} LOGIN PASSWORD 'looker'`);
  await sql.unsafe(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name}`);
  await sql.unsafe(`GRANT CREATE ON SCHEMA public TO ${name}`);
  await sql.unsafe('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
  try {
    const url = new URL(environment.DATABASE_URL ?? '');
    Object.assign(url, { username: name, password: 'looker' });
    expect(await timelines({ ...environment, DATABASE_URL: url.href })).toEqual([
      expect.stringMatching(/^ok: timeline: PostgreSQL does not tell it \(permission denied .*\), so run /),
    ]);
    const refused = await runCommand(['restored', '--nothing-lost'], {
      ...environment,
      DATABASE_URL: url.href,
    });
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining('only the owner of the tables'),
    ]);
  } finally {
    await sql.unsafe('GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC');
    await sql.unsafe(`DROP OWNED BY ${name}`);
    await sql.unsafe(`DROP ROLE ${name}`);
    await sql.close();
    await database.remove();
  }
}, 60_000);
