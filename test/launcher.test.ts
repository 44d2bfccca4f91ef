// `bin/playkeep`, which `npm start` and `npx playkeep` run: it finds Bun in every state that npm leaves, and replaces itself by
// it.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { versionLine } from '../src/lib/version.ts';
import { temporaryDirectory } from './harness/engines.ts';
import { testSecret } from './harness/service.ts';
import { until } from './harness/until.ts';

const root = join(import.meta.dir, '..');
let directory: string;
let remove: () => void;
beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => remove());

/** Makes an installation: the launcher, the program, and the given packages of Bun. */
function install(files: Record<string, 'bun' | 'text' | 'broken'>, folder = directory): string {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const launcher = join(folder, 'bin', 'playkeep');
  copyFileSync(join(root, 'bin', 'playkeep'), launcher);
  symlinkSync(join(root, 'src'), join(folder, 'src'));
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, 'node_modules', path);
    mkdirSync(dirname(file), { recursive: true });
    if (content === 'bun') symlinkSync(process.execPath, file);
    else
      writeFileSync(
        file,
        content === 'text' ? 'echo "postinstall was not run"\nexit 1\n' : '\u007fELF of elsewhere',
      );
    if (content !== 'bun') chmodSync(file, 0o755);
  }
  return launcher;
}

async function run(command: string[], cwd = directory) {
  const child = Bun.spawn(command, { cwd, env: { PATH: '/usr/bin:/bin' }, stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { status: await child.exited, stdout, stderr };
}

const placeholder = { 'bun/bin/bun.exe': 'text' } as const;
const beside = { '@oven/bun-linux-x64/bin/bun': 'bun' } as const;
const answer = { status: 0, stdout: `${versionLine}\n`, stderr: '' };

describe('finds Bun', () => {
  test.each([
    ['after npm ci', { 'bun/bin/bun.exe': 'bun' }],
    ['after npm ci --ignore-scripts', { ...placeholder, ...beside }],
    ['beside one for another system', { ...placeholder, '@oven/bun-a/bin/bun': 'broken', ...beside }],
  ] as const)('%s', async (_when, files) => {
    expect(await run([install(files), '--version'])).toEqual(answer);
  });

  test('as a package among others, by a link in .bin, from anywhere', async () => {
    const launcher = install({ ...placeholder, ...beside }, join(directory, 'node_modules', 'playkeep'));
    mkdirSync(join(directory, 'node_modules', '.bin'));
    symlinkSync('../playkeep/bin/playkeep', join(directory, 'node_modules', '.bin', 'playkeep'));
    expect(await run([join(directory, 'node_modules', '.bin', 'playkeep'), '--version'], '/')).toEqual(
      answer,
    );
    expect(await run(['sh', 'playkeep', '--version'], dirname(launcher))).toEqual(answer);
  });
});

test('explains in one sentence how to install a missing Bun', async () => {
  const { status, stdout, stderr } = await run([install(placeholder), 'serve']);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^playkeep: Bun, which it runs on, is not installed [^\n]*npm ci[^\n]*\n$/);
});

test('passes arguments and the exit status on', async () => {
  const launcher = install({ 'bun/bin/bun.exe': 'bun' });
  const { status, stderr } = await run([launcher, 'player', 'register', 'a b', '--no such']);
  expect([status, stderr]).toEqual([2, "error: unknown option '--no such'\n"]);
});

describe.each([
  ['the launcher', () => [install({ ...placeholder, ...beside }), 'serve']],
  [
    'npm start',
    () => ['sh', '-c', JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.start],
  ],
] as const)('%s', (name, command) => {
  const start = async (byNpx = false) => {
    const line = command();
    // npx runs `sh -c`. What follows the command keeps the shell from becoming it.
    const child = Bun.spawn(byNpx ? ['sh', '-c', `${line.join(' ')}; exit $?`] : [...line], {
      cwd: name === 'npm start' ? root : directory,
      env: {
        PATH: '/usr/bin:/bin',
        PORT: '0',
        ...(byNpx && { npm_command: 'exec' }),
        JWT_SECRET: testSecret,
        DATABASE_URL: `sqlite:${join(directory, 'playkeep.db')}`,
      },
      stdout: 'pipe',
    });
    let printed = '';
    for await (const chunk of child.stdout) {
      printed += new TextDecoder().decode(chunk);
      const url = /http:\/\/[\w.:]+/.exec(printed)?.[0];
      if (url !== undefined) return { child, url };
    }
    throw new Error(`it ended before it listened: ${printed}`);
  };

  test.each(['SIGTERM', 'SIGINT'] as const)('lets the service end in order on %s', async (signal) => {
    const { child, url } = await start();
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    child.kill(signal);
    expect(await child.exited).toBe(0);
  });

  if (name === 'the launcher')
    test('ends in order with npx, which ends the shell between them alone', async () => {
      const { child, url } = await start(true);
      child.kill('SIGTERM');
      await child.exited;
      await until(() =>
        fetch(`${url}/livez`).then(
          () => false,
          () => true,
        ),
      );
      await until(() => !existsSync(join(directory, 'playkeep.db-wal')));
    });

  test('that is killed leaves no service behind', async () => {
    const { child, url } = await start();
    child.kill('SIGKILL');
    await child.exited;
    await expect(fetch(`${url}/livez`)).rejects.toThrow();
  });
});
