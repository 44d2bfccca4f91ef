// The console of this source, built once into a folder of temporary files, and later builds of it for tests of upgrades. The runner
// of all tests builds it for them; the tests of a single file build it themselves.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type BuildResult, buildConsole } from '../../console/build.ts';
import { type ConsoleFiles, createConsoleFiles } from '../../src/console/files.ts';
import { afterAllTests } from './end-of-tests.ts';
import { temporaryDirectory } from './engines.ts';

export interface BuiltTestConsole extends BuildResult {
  readonly directory: string;
}

/** The environment variable by which the runner tells its build, as JSON. */
export const builtConsoleVariable = 'PLAYKEEP_TEST_CONSOLE';

let building: Promise<BuiltTestConsole> | undefined;

export function builtConsole(): Promise<BuiltTestConsole> {
  const given = process.env[builtConsoleVariable];
  building ??= given === undefined ? buildUntilEnd() : Promise.resolve(JSON.parse(given));
  return building;
}

export const buildTestConsole = async (directory: string): Promise<BuiltTestConsole> => ({
  directory,
  ...(await buildConsole(directory)),
});

async function buildUntilEnd(): Promise<BuiltTestConsole> {
  const parent = temporaryDirectory();
  afterAllTests(async () => {
    building = undefined;
    parent.remove();
  });
  return buildTestConsole(join(parent.directory, 'dist'));
}

/** Answers with the files of a folder, by default of the build of this source. */
export const consoleFilesOf = async (directory?: string): Promise<ConsoleFiles> =>
  createConsoleFiles(directory ?? (await builtConsole()).directory);

/** Makes a build with the same behaviour and other names for all assets, as a later version has. */
export async function makeLaterBuild(directory: string): Promise<void> {
  const { directory: before, buildId } = await builtConsole();
  // The compressed copies would still contain the old names.
  const names = readdirSync(join(before, 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name));
  const copy = (from: string, to: string): void => {
    const text = names.reduce(
      (changed, name) => changed.replaceAll(name, later(name)),
      readFileSync(join(before, from), 'utf8'),
    );
    writeFileSync(join(directory, to), text.replaceAll(buildId, `${buildId}-later`));
  };
  mkdirSync(join(directory, 'assets'), { recursive: true });
  for (const name of names) copy(`assets/${name}`, `assets/${later(name)}`);
  for (const name of ['index.html', 'build.json']) copy(name, name);
}

/** `part.abc.js` → `part.abc-later.js` */
const later = (name: string): string => `${name.slice(0, -extname(name).length)}-later${extname(name)}`;
