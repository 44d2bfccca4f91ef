// The tests that run on every form of the program: the source, its bundle, an executable and an installed npm package.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundle, buildExecutable, commitOf } from '../packaging/build.ts';
import { renderNotices } from '../packaging/notices.ts';
import { packProgram, programFolder } from '../packaging/npm-package.ts';
import { entryName } from '../packaging/program.ts';
import { run } from '../packaging/run.ts';
import { hostTarget } from '../packaging/targets.ts';

/** API, console, API pages, demo, command line, shutdown, logs and traces. */
export const programTests = [
  'test/nightly/packaging/program.test.ts',
  'test/main.test.ts',
  'test/readme.test.ts',
  'client/test/nightly/readme.test.ts',
  'test/nightly/processes/main.test.ts',
  'test/nightly/processes/cli/start.test.ts',
  'test/nightly/processes/serving.test.ts',
  'test/nightly/processes/demo/demo.test.ts',
  'test/shutdown.test.ts',
  'test/log.test.ts',
  'test/nightly/processes/log-readers.test.ts',
  'test/cli/sign-in-link.test.ts',
  'test/cli/start.test.ts',
  'test/cli/waiting.test.ts',
  'test/processes/serving.test.ts',
  'test/demo/demo.test.ts',
  'test/traces/program.test.ts',
] as const;

export const programForms = ['bundle', 'executable', 'package'] as const;
export type ProgramForm = (typeof programForms)[number];

/**
 * Builds a form of the program into a folder. The package is packed, and installed by npm from its archive.
 * @returns the path of the program
 */
export async function makeProgram(form: ProgramForm, directory: string): Promise<string> {
  const commit = await commitOf();
  const staged = join(directory, 'staged');
  const bundled = await buildBundle(join(staged, programFolder), { commit });
  if (form === 'bundle') return join(bundled.directory, entryName);
  if (form === 'executable') return buildExecutable(bundled, hostTarget(), commit, directory);
  const archive = await packProgram(staged, renderNotices(bundled.components, Bun.version), directory);
  const installed = join(directory, 'installed');
  mkdirSync(installed);
  writeFileSync(join(installed, 'package.json'), '{"private": true}');
  await run(['npm', 'install', '--silent', '--ignore-scripts', archive], { cwd: installed });
  return join(installed, 'node_modules/.bin/playkeep');
}
