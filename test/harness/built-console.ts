// The console, built once for the tests of a process into a folder of temporary files.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildResult, buildConsole } from '../../console/build.ts';

export interface BuiltTestConsole extends BuildResult {
  readonly directory: string;
}

let building: Promise<BuiltTestConsole> | undefined;

export function builtConsole(): Promise<BuiltTestConsole> {
  building ??= build();
  return building;
}

async function build(): Promise<BuiltTestConsole> {
  const parent = mkdtempSync(join(tmpdir(), 'playkeep-console-'));
  process.on('exit', () => rmSync(parent, { recursive: true, force: true }));
  const directory = join(parent, 'dist');
  return { directory, ...(await buildConsole(directory)) };
}
