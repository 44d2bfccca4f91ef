// The package as npm packs it: a copy of client/ in a checkout of its own, built by its own script, and packed once for a test file.
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAllTests } from '../../test/harness/end-of-tests.ts';
import { temporaryDirectory } from '../../test/harness/engines.ts';

const root = join(import.meta.dir, '../..');

/** Runs a command to its end. */
export async function run(command: readonly string[], cwd: string, environment = {}) {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { status: await child.exited, output, errors };
}

/** The package in a checkout of its own. @returns its folder */
export function copyClient(directory: string, withCompiler: boolean): string {
  const folder = join(directory, 'client');
  mkdirSync(join(directory, 'node_modules'));
  cpSync(join(root, 'client'), folder, { recursive: true, filter: (path) => !path.endsWith('client/dist') });
  const names = withCompiler ? ['typescript', '@typescript', '@types', 'undici-types', 'bun-types'] : [];
  for (const name of names) {
    const installed = join(root, 'node_modules', name);
    if (existsSync(installed)) symlinkSync(installed, join(directory, 'node_modules', name));
  }
  return folder;
}

export interface PackedClient {
  /** The path of the archive that npm would publish. */
  readonly archive: string;
  /** The folder that was packed, built. */
  readonly folder: string;
  /** The status and the output of its build. */
  readonly built: Awaited<ReturnType<typeof run>>;
}

let packed: Promise<PackedClient> | undefined;

export function packedClient(): Promise<PackedClient> {
  packed ??= pack();
  return packed;
}

async function pack(): Promise<PackedClient> {
  const files = temporaryDirectory();
  afterAllTests(async () => {
    packed = undefined;
    files.remove();
  });
  const folder = copyClient(files.directory, true);
  const built = await run(['node', 'prepare.mjs', '--required'], folder);
  const { output } = await run(['npm', 'pack', '--silent', '--ignore-scripts'], folder);
  return { archive: join(folder, output.trim()), folder, built };
}
