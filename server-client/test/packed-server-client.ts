// The package as npm packs it: a copy of server-client/ in a checkout of its own, built by its own script, installed into an empty folder, once
// for a test file.
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../client/test/packed-client.ts';
import { afterAllTests } from '../../test/harness/end-of-tests.ts';
import { temporaryDirectory } from '../../test/harness/engines.ts';

const root = join(import.meta.dir, '../..');

export interface PackedServerClient {
  readonly archive: string;
  /** The status and the output of its build. */
  readonly built: Awaited<ReturnType<typeof run>>;
  /** An empty folder that installed the archive. */
  readonly backend: string;
  /** The folder of the package in it. */
  readonly installed: string;
  /** The path of its module. */
  readonly entry: string;
}

let packed: Promise<PackedServerClient> | undefined;

export function packedServerClient(): Promise<PackedServerClient> {
  packed ??= pack();
  return packed;
}

async function pack(): Promise<PackedServerClient> {
  const files = temporaryDirectory();
  afterAllTests(async () => {
    packed = undefined;
    files.remove();
  });
  const folder = join(files.directory, 'server-client');
  cpSync(join(root, 'server-client'), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('server-client/dist'),
  });
  // Its build is that of the client for games.
  mkdirSync(join(files.directory, 'client'));
  cpSync(join(root, 'client/prepare.mjs'), join(files.directory, 'client/prepare.mjs'));
  mkdirSync(join(files.directory, 'node_modules'));
  for (const name of ['typescript', '@typescript']) {
    const installed = join(root, 'node_modules', name);
    if (existsSync(installed)) symlinkSync(installed, join(files.directory, 'node_modules', name));
  }
  const built = await run(['node', 'prepare.mjs', '--required'], folder);
  const { output } = await run(['npm', 'pack', '--silent', '--ignore-scripts'], folder);
  const archive = join(folder, output.trim());
  const backend = join(files.directory, 'backend');
  mkdirSync(backend);
  writeFileSync(join(backend, 'package.json'), '{"name":"backend","private":true}');
  await run(['npm', 'install', '--silent', '--offline', '--no-audit', '--no-fund', archive], backend);
  const installed = join(backend, 'node_modules/@playkeep/server');
  return { archive, built, backend, installed, entry: join(installed, 'dist/index.js') };
}
