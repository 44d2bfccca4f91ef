// File systems of a test's own: small ones that fill up, and ones that turn read-only. They need the right to mount, which root
// has, and every user in a user namespace where the system allows that.
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './engines.ts';

const succeeds = (command: string[]): boolean => {
  try {
    return Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0;
  } catch {
    return false;
  }
};

function tryToMount(): boolean {
  const { directory, remove } = temporaryDirectory();
  try {
    if (!succeeds(['mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', directory])) return false;
    return succeeds(['umount', directory]);
  } finally {
    remove();
  }
}

/** True when this process may mount. */
export const canMount = tryToMount();
/** True when a child process may mount in a namespace of its own. */
export const canMountInNamespace = !canMount && succeeds(['unshare', '-Urm', 'true']);

/** Runs a test file in a namespace where it may mount. @returns its exit status and what it printed. */
export async function runInNamespace(file: string): Promise<{ status: number; output: string }> {
  const command = ['unshare', '-Urm', process.execPath, '--no-env-file', 'test', '--timeout=60000', file];
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe', stdin: 'ignore' });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { status: await child.exited, output: stdout + stderr };
}

export function mountSmallDisk(sizeBytes: number) {
  const temporary = temporaryDirectory();
  const directory = join(temporary.directory, 'disk');
  mkdirSync(directory);
  const filler = join(directory, 'filler');
  run(['mount', '-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'none', directory]);
  return {
    directory,
    /** Fills the free space, except for some. */
    fill(leaveBytes = 0) {
      rmSync(filler, { force: true });
      const { bavail, bsize } = statfsSync(directory);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes)));
    },
    free: () => rmSync(filler, { force: true }),
    setReadOnly: (readOnly: boolean) => run(['mount', '-o', `remount,${readOnly ? 'ro' : 'rw'}`, directory]),
    remove() {
      run(['umount', '--lazy', directory]);
      temporary.remove();
    },
  };
}

function run(command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { stderr: 'pipe' });
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
}
