// Copies of a tree, into which faults are put. A copy has the files that git knows or would add, and shares the installed packages.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Fault } from './fault.ts';

export interface Finished {
  readonly status: number;
  readonly output: string;
}

/** Runs a command to its end in a folder. */
export async function run(
  command: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<Finished> {
  const env = { ...process.env, ...environment };
  const child = Bun.spawn([...command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
  const output = (await Promise.all(texts)).join('');
  return { status: await child.exited, output };
}

/** Parts that are installed or built. Those of this tree stand for the ones that another tree lacks. */
const installed = ['node_modules', 'console/node_modules', 'console/dist'];
const ownRoot = join(import.meta.dir, '../../..');

export interface Copy {
  readonly directory: string;
  [Symbol.dispose](): void;
}

export async function copyTree(tree: string): Promise<Copy> {
  const { status, output } = await run(['git', 'ls-files', '-co', '--exclude-standard', '-z'], tree);
  if (status !== 0) throw new Error(`${tree} is no checkout: ${output}`);
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-fault-'));
  for (const file of output.split('\0')) {
    if (file !== '' && existsSync(join(tree, file))) cpSync(join(tree, file), join(directory, file));
  }
  for (const part of installed) {
    const from = [tree, ownRoot].map((root) => join(root, part)).find((path) => existsSync(path));
    if (from !== undefined && existsSync(dirname(join(directory, part))))
      symlinkSync(from, join(directory, part));
  }
  return { directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
}

/**
 * Puts faults into a copy. The statements of PostgreSQL run from modules that are generated of their files.
 * @throws Error where the text of a fault is not there exactly once
 */
export async function putIn(faults: readonly Fault[], directory: string): Promise<void> {
  for (const { id, file, find, replace } of faults) {
    const path = join(directory, file);
    const pieces = readFileSync(path, 'utf8').split(find);
    if (pieces.length !== 2)
      throw new Error(`${file} has ${pieces.length - 1} times the text of fault ${id}`);
    writeFileSync(path, pieces.join(replace));
  }
  if (!faults.some(({ file }) => file.endsWith('.sql'))) return;
  const { status, output } = await run([process.execPath, '--no-env-file', 'run', 'statements'], directory);
  if (status !== 0) throw new Error(output);
}
