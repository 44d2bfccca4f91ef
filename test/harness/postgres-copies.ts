// PostgreSQL servers on the files of another one: a streaming standby, a base backup, and its recovery from archived WAL.
import { appendFileSync, lchownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  control,
  copyWithOwners,
  describeServer,
  ownLike,
  type PostgresServer,
  password,
  run,
} from './postgres.ts';
import { until } from './until.ts';

/**
 * Starts a streaming standby of a server, on a copy of its files. There must be no writes meanwhile. Resolves when the standby
 * follows the primary and answers reads.
 */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const server = await describeServer(['-c', `primary_conninfo=${connectionTo(primary)}`]);
  await run(primary, 'postgres', (sql) => sql.unsafe('CHECKPOINT'));
  await primary.kill();
  copyWithOwners(primary.dataDirectory, server.dataDirectory);
  rmSync(join(server.dataDirectory, 'postmaster.pid'), { force: true });
  writeFileSync(join(server.dataDirectory, 'standby.signal'), '');
  ownLike(primary.dataDirectory, server.dataDirectory);
  await primary.restart();
  const standby = control(server);
  standby.startAsStandby();
  const followers = () =>
    run(primary, 'postgres', (sql) =>
      sql.unsafe("SELECT FROM pg_stat_replication WHERE state = 'streaming'"),
    );
  await until(async () => (await followers()).length > 0);
  await until(() => answers(standby));
  return standby;
}

/** Starts a server that was shut down as the standby of the one that took its place. Resolves when it answers reads. */
export async function restartAsStandby(server: PostgresServer, primary: PostgresServer): Promise<void> {
  const { dataDirectory } = server;
  const quoted = connectionTo(primary).replaceAll("'", "''");
  appendFileSync(join(dataDirectory, 'postgresql.auto.conf'), `primary_conninfo = '${quoted}'\n`);
  writeFileSync(join(dataDirectory, 'standby.signal'), '');
  ownLike(primary.dataDirectory, dataDirectory);
  server.startAsStandby();
  await until(() => answers(server));
}

function connectionTo(primary: PostgresServer): string {
  const { hostname, port, username } = new URL(primary.url('postgres'));
  return `host=${hostname} port=${port} user=${username} password='${password}'`;
}

const answers = (server: PostgresServer): Promise<boolean> =>
  run(server, 'postgres', (sql) => sql.unsafe('SELECT 1')).then(
    () => true,
    () => false,
  );

/**
 * Starts a server on a copy of a base backup, which recovers from archived WAL as the settings say and is promoted. Resolves when it
 * accepts writes.
 */
export async function startRecovered(backup: string, settings: readonly string[]): Promise<PostgresServer> {
  const server = await describeServer(settings.flatMap((setting) => ['-c', setting]));
  const { uid } = statSync(backup);
  copyWithOwners(backup, server.dataDirectory);
  const signalFile = join(server.dataDirectory, 'recovery.signal');
  writeFileSync(signalFile, '');
  lchownSync(signalFile, uid, uid);
  await server.embedded.start();
  return control(server);
}

/** Copies the files of a running server as a base backup, without its file of the running process. */
export async function copyBase(server: PostgresServer, to: string): Promise<void> {
  await run(server, 'postgres', async (sql) => {
    await sql.unsafe("SELECT pg_backup_start('copy', true)");
    copyWithOwners(server.dataDirectory, to);
    rmSync(join(to, 'postmaster.pid'), { force: true });
    const [{ labelfile }] = await sql.unsafe('SELECT labelfile FROM pg_backup_stop()');
    writeFileSync(join(to, 'backup_label'), labelfile);
    ownLike(server.dataDirectory, to);
  });
}
