// The console of this source, built once for a test process, and other builds of it for tests of upgrades.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buildConsole } from '../../../console/build.ts';
import { type ConsoleFiles, createConsoleFiles } from '../../../src/console/files.ts';
import { afterAllTests } from '../end-of-tests.ts';
import { temporaryDirectory } from '../engines.ts';

let built: Promise<string> | undefined;

/** The folder of the build. */
export function consoleBuild(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const { directory, remove } = temporaryDirectory();
  afterAllTests(async () => remove());
  const dist = join(directory, 'dist');
  await buildConsole(dist);
  return dist;
}

/** Answers with the files of a folder, by default of the build of this source. */
export const consoleFilesOf = async (directory?: string): Promise<ConsoleFiles> =>
  createConsoleFiles(directory ?? (await consoleBuild()));

/** Makes a build with the same behaviour and other names for all assets, as a later version has. */
export async function makeLaterBuild(directory: string): Promise<void> {
  const before = await consoleBuild();
  const assets = join(before, 'assets');
  // The compressed copies would have the names of before in them.
  const names = readdirSync(assets).filter((name) => !/\.(?:br|gz)$/.test(name));
  const { build: id } = JSON.parse(readFileSync(join(before, 'build.json'), 'utf8')) as { build: string };
  const copy = (from: string, to: string): void => {
    const text = names.reduce(
      (changed, name) => changed.replaceAll(name, later(name)),
      readFileSync(join(before, from), 'utf8'),
    );
    writeFileSync(join(directory, to), text.replaceAll(id, `${id}-later`));
  };
  mkdirSync(join(directory, 'assets'), { recursive: true });
  for (const name of names) copy(`assets/${name}`, `assets/${later(name)}`);
  for (const name of ['index.html', 'build.json']) copy(name, name);
}

/** `part.abc.js` → `part.abc-later.js` */
const later = (name: string): string => `${name.slice(0, -extname(name).length)}-later${extname(name)}`;
