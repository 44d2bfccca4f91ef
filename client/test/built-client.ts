// The client as plain Node runs it, compiled into a temporary folder once for a test file.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAllTests } from '../../test/harness/end-of-tests.ts';

const root = join(import.meta.dir, '../..');
let built: Promise<string> | undefined;

/** @returns the path of the module */
export function builtClient(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-client-'));
  afterAllTests(async () => {
    built = undefined;
    rmSync(directory, { recursive: true, force: true });
  });
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const command = [
    'node',
    compiler,
    '-p',
    join(root, 'client'),
    '--outDir',
    directory,
    '--declaration',
    'false',
  ];
  const child = Bun.spawn(command, { stdio: ['ignore', 'inherit', 'inherit'] });
  if ((await child.exited) !== 0) throw new Error('the client was not compiled');
  const path = join(directory, 'index.js');
  if (!existsSync(path)) throw new Error('the compiler wrote no client');
  return path;
}
