// The PostgreSQL of a measurement: a server from npm, started for the run, or an empty database of your own.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { startPostgres } from '../test/harness/postgres.ts';

export interface MeasuredPostgres {
  readonly url: string;
  /** The process id of the postmaster; NaN when it runs elsewhere or cannot be read, and then its CPU time is NaN too. */
  readonly pid: number;
  /** The version, and the compression of large values, which determines their cost. */
  readonly about: string;
  stop(): Promise<void>;
}

/** @param own the URL of an empty database, instead of a server from npm. */
export async function openPostgres(own?: string): Promise<MeasuredPostgres> {
  const server = own === undefined ? await startPostgres() : undefined;
  const url = own ?? server?.url('postgres') ?? '';
  const sql = new SQL(url, { max: 1, prepare: false });
  const [found] = await sql.unsafe(
    `SELECT current_setting('server_version') AS version, (SELECT count(*)::int FROM pg_tables WHERE schemaname = current_schema()) AS tables`,
  );
  if (found.tables > 0) throw new Error('the database to measure must be empty: it is filled with players');
  const hasLz4 = await sql.unsafe('SET default_toast_compression = lz4').then(
    () => true,
    () => false,
  );
  const directory = await sql.unsafe('SHOW data_directory').then(
    ([row]) => row.data_directory as string,
    () => '',
  );
  await sql.close();
  const pidFile = join(directory, 'postmaster.pid');
  return {
    url,
    pid: existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : Number.NaN,
    about: `PostgreSQL ${found.version} ${server ? 'from npm' : 'of the machine'}, ${hasLz4 ? 'with LZ4' : 'built without LZ4'}`,
    stop: async () => server?.stop(),
  };
}

/** Makes a database on a server from npm. @returns its URL */
export async function createDatabase(
  server: Awaited<ReturnType<typeof startPostgres>>,
  name: string,
): Promise<string> {
  const sql = new SQL(server.url('postgres'), { max: 1 });
  await sql.unsafe(`CREATE DATABASE ${name}`);
  await sql.close();
  return server.url(name);
}
