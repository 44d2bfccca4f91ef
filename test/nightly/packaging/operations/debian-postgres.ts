// PostgreSQL of the packages of Debian and Ubuntu, whose pg_dump and psql are those of the page: the package from npm has none. It
// listens on a free port and on a Unix socket, which trusts the name of the user in the place of `peer`.
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../harness/postgres.ts';

const needed = ['initdb', 'pg_ctl', 'postgres', 'psql', 'pg_dump', 'pg_restore', 'createdb', 'dropdb'];
const versionOf = (directory: string): number => Number(/\/(\d+)\/bin$/.exec(directory)?.[1]);

const installed = '/usr/lib/postgresql';

/** The folder of the newest version that is installed whole. */
export const programsOfDebian: string | undefined = (existsSync(installed) ? readdirSync(installed) : [])
  .map((version) => join(installed, version, 'bin'))
  .filter((directory) => needed.every((name) => Bun.which(name, { PATH: directory }) !== null))
  .toSorted((one, other) => versionOf(other) - versionOf(one))[0];

export type DebianPostgres = ReturnType<typeof startDebianPostgres>;

export function startDebianPostgres(programs: string) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-debian-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const idOf = (flag: string) => Number(String(Bun.spawnSync(['id', flag, 'postgres']).stdout));
  if (isRoot) chownSync(directory, idOf('-u'), idOf('-g'));
  const user = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  const port = freePort();
  const data = join(directory, 'data');
  const run = (name: string, ...args: string[]): void => {
    const { exitCode, stderr } = Bun.spawnSync([...user, join(programs, name), ...args], {
      cwd: '/',
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    });
    if (exitCode !== 0) throw new Error(`${name}: ${stderr}`);
  };
  const flagsOfInitdb = '--no-sync --username=postgres --auth-local=trust --auth-host=scram-sha-256';
  run('initdb', '-D', data, ...flagsOfInitdb.split(' '));
  const flags = ['-F', `-p ${port}`, `-k ${directory}`, '-c listen_addresses=127.0.0.1'];
  run('pg_ctl', '-D', data, '-w', '-l', join(directory, 'log'), '-o', flags.join(' '), 'start');
  return {
    port,
    /** Variables by which its programs find it, as a user of the system. */
    environmentOf: (name: string) => ({ PGHOST: directory, PGPORT: String(port), PGUSER: name }),
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
