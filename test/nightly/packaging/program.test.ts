// The program that PLAYKEEP_PROGRAM names, else this source, in a hostile folder: it answers as the service, has all of its files, and
// takes none from the folder.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version } from '../../../src/lib/version.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../harness/process.ts';
import { isBuilt, layTraps, programVariable, trapText } from '../../harness/program.ts';
import { makeZip } from '../../import/files/made-zip.ts';
import { askForConsole, askForDocs } from './files.ts';

const { directory, remove } = temporaryDirectory();
let service: ServiceProcess;
beforeAll(async () => {
  layTraps(directory);
  // Playkeep's own settings of the folder hold.
  writeFileSync(join(directory, '.env'), 'SESSION_HISTORY_DAYS=77\nBUN_OPTIONS=--preload=./trap.js\n');
  service = await startProcess({}, directory);
});
afterAll(async () => {
  service.signal('SIGTERM');
  expect(await service.exited).toBe(0);
  expect(service.output()).not.toContain(trapText);
  remove();
});

const command = (...args: string[]) => runProgram(args, {}, directory);

test('tells its version, its commit and its kind', async () => {
  const { status, stdout } = await command('--version');
  expect([status, stdout.split(' ')[0]]).toEqual([0, version]);
  expect(stdout).toMatch(
    isBuilt
      ? /^\S+ \([0-9a-f]{8}\+?, (?:npm package|executable for \w+-\w+)\)\n$/
      : /^\S+ \(from source\)\n$/,
  );
});

test('answers the API, and keeps what it is given', async () => {
  const data = '{"data": {"gold": 12345678901234567890}}';
  expect(await service.as('ann', 'POST', '/api/game/metadata', { body: data })).toMatchObject({
    status: 200,
  });
  expect((await service.as('ann', 'GET', '/api/game/metadata')).text).toContain('12345678901234567890');
  expect(await service.as('ann', 'POST', '/api/game/session/start')).toMatchObject({ status: 200 });
  expect(await service.call('GET', '/readyz')).toMatchObject({ status: 200 });
});

test('has the console and the API pages, and not those of the folder', async () => {
  expect((await askForConsole(service.url)).size).toBeGreaterThan(50);
  const sizes = await askForDocs(service.url);
  expect(Object.keys(sizes).toSorted()).toEqual(['pages.css', 'server', 'start.js']);
  expect(sizes.server).toBeGreaterThan(50_000);
});

test('exports what the service has stored, and ends with 2 for a wrong command', async () => {
  const { status, stdout } = await command('export');
  expect([status, stdout]).toEqual([0, expect.stringContaining('12345678901234567890')]);
  expect(await command('no-such')).toMatchObject({ status: 2, stdout: '' });
});

test('reads settings from an .env of the folder', async () => {
  expect((await command('config')).stdout).toContain('SESSION_HISTORY_DAYS=77\n');
});

/** The folder of the bundle, of a bundle or of an installed package. */
const bundle = (): string | undefined => {
  const path = process.env[programVariable] ?? '';
  return path.endsWith('.js') ? dirname(path) : undefined;
};

describe.skipIf(bundle() === undefined)('a file that is taken away', () => {
  const folder = bundle() ?? '';
  const own = ['main.js', 'main.js.jsc'];
  /** The launcher names them. */
  const empty = ['bunfig.toml', 'tsconfig.json'];
  const files = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .filter((path) => ![...own, ...empty].includes(path));

  test('is missed: the console asks for each file of the folder', async () => {
    expect([...(await askForConsole(service.url))].toSorted()).toEqual(files().toSorted());
    expect(own.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });

  test.each([
    /^main\.js$/,
    /\.css$/,
    /index\.html$/,
    /build\.json$/,
    /\.css\.br$/,
    /\.js\.gz$/,
    /part\.\w+\.js$/,
  ])('is noticed: %s', async (part) => {
    using copy = temporaryDirectory();
    cpSync(folder, join(copy.directory, 'program'), { recursive: true });
    const program = join(copy.directory, 'program');
    const taken = readdirSync(program, { recursive: true }).find((path) => part.test(String(path)));
    rmSync(join(program, String(taken)));
    const run = async () => {
      const started = await startProcess({ DATABASE_URL: 'sqlite:x.db' }, copy.directory, {
        program: join(program, 'main.js'),
      });
      try {
        await askForConsole(started.url);
        await askForDocs(started.url);
      } finally {
        started.signal('SIGTERM');
        await started.exited;
      }
    };
    await expect(run()).rejects.toThrow();
  });
});

test('moves players in from a table, beside the service', async () => {
  writeFileSync(join(directory, 'players.csv'), 'player,gold\n"moved, in",9007199254740993\n');
  const { status, stdout } = await command('import', '--from', 'csv', 'players.csv');
  expect([status, stdout]).toEqual([0, expect.stringContaining('"read":1,"new":1')]);
  const answer = await service.as('moved, in', 'GET', '/api/game/metadata');
  expect(answer.text).toContain('{"gold":"9007199254740993"}');
});

test('moves players in from a zip', async () => {
  const table =
    'id,lastSeenAt,createdAt,updatedAt,props.gold\nin a zip,,2025-01-31T00:00:00.000Z,,9007199254740993\n';
  writeFileSync(join(directory, 'talo.zip'), makeZip([{ name: 'players-1.csv', data: table }]));
  const { status, stdout } = await command('import', '--from', 'talo', 'talo.zip');
  expect([status, stdout]).toEqual([0, expect.stringContaining('"read":1,"new":1')]);
  const answer = await service.as('in a zip', 'GET', '/api/game/metadata');
  expect(answer.text).toContain('{"props":{"gold":"9007199254740993"}}');
});
