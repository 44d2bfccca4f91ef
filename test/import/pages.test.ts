// The programs and the maps of the pages docs/migrating/playfab.md, unity.md and talo.md, as they stand there: the programs run on Node,
// against a server that answers like that service, and the command imports what they wrote by the plain map, with path rules.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { importMap } from '../../src/import/map.ts';
import { readyMap } from '../../src/import/read-map.ts';
import { sources } from '../../src/import/sources.ts';
import { paths } from '../harness/api.ts';
import { runCommand } from '../harness/command.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { startService } from '../harness/service.ts';
import { blocksOf } from './page-blocks.ts';
import { taloFiles, taloZip } from './talo/export.ts';

let directory: string;
let remove: () => void;
let server: Bun.Server<undefined>;
let answer: (request: Request, path: string) => Response | Promise<Response>;
let asked: string[];
/** Answers of these statuses come before the next sound one. */
let failures: number[];

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  asked = [];
  failures = [];
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      const failure = failures.pop();
      if (failure === undefined) return answer(request, pathname + search);
      return new Response('{"error":"Busy"}', { status: failure, headers: { 'Retry-After': '0.01' } });
    },
  });
});
afterEach(async () => {
  await server.stop(true);
  remove();
});
const at = (...names: string[]): string => join(directory, ...names);

/** Runs a program of a page on Node. */
function start(script: string, folder: string, env: Readonly<Record<string, string>>) {
  mkdirSync(at(folder), { recursive: true });
  writeFileSync(at('program.mjs'), script);
  return Bun.spawn(['node', at('program.mjs')], {
    ...{ cwd: at(folder), env: { PATH: process.env.PATH, ...env }, stdout: 'pipe', stderr: 'pipe' },
  });
}
async function run(...given: Parameters<typeof start>) {
  const node = start(...given);
  const [stdout, stderr] = [await new Response(node.stdout).text(), await new Response(node.stderr).text()];
  return { status: await node.exited, stdout, stderr };
}

const playkeep = (...args: readonly string[]) =>
  runCommand(args, { DATABASE_URL: `sqlite:${at('players.db')}` });
/** Imports by the plain map. @returns the sums, the rules, and the documents of the players */
async function importFrom(name: string, path: string, ...args: readonly string[]) {
  const rules = at(`${crypto.randomUUID()}.json`);
  const imported = await playkeep('import', '--from', name, path, '--rules', rules, ...args);
  const { stdout } = await playkeep('export');
  const exported = stdout.trimEnd().split('\n');
  const players = exported.map((line) => JSON.parse(line)).filter(({ type }) => type === 'player');
  return {
    sums: { status: imported.status, ...JSON.parse(imported.stdout.trimEnd().split('\n').at(-1) ?? '') },
    rules: JSON.parse(readFileSync(rules, 'utf8')),
    documents: Object.fromEntries(players.map(({ playerId, metadataText }) => [playerId, metadataText])),
    players,
  };
}

test('each source has a plain map that can be used, and so have the pages', () => {
  for (const { plainMap } of sources) expect(() => readyMap(plainMap)).not.toThrow();
  for (const page of readdirSync(join(import.meta.dir, '../../docs/migrating')))
    for (const block of blocksOf(`migrating/${page}`, 'json').filter((text) => text.includes('"values"')))
      expect([page, importMap.safeParse(JSON.parse(block)).error]).toEqual([page, undefined]);
});

describe('from PlayFab', () => {
  const [script = '', backend = ''] = blocksOf('migrating/playfab.md', 'js');
  const wrapped = (data: string): Response => new Response(`{"code":200,"status":"OK",\n"data":${data}}`);
  const record = (value: string, permission = 'Private') =>
    `{"Value":${JSON.stringify(value)},"Permission":"${permission}"}`;
  beforeEach(() => {
    answer = async (request, path) => {
      const { PlayFabId: player, SessionTicket: ticket } = (await request.json()) as Record<string, string>;
      if (request.headers.get('x-secretkey') !== 'secret') return new Response('{}', { status: 401 });
      const save = record('{"gold":9007199254740993}');
      switch (path) {
        case '/Admin/GetUserAccountInfo':
          return wrapped(`{"UserInfo":{"PlayFabId":"${player}","Created":"2024-01-01T00:00:00Z"}}`);
        case '/Admin/GetUserData':
          return wrapped(
            `{"PlayFabId":"${player}","Data":{"save":${save},"name":${record('Ann', 'Public')}}}`,
          );
        case '/Admin/GetUserReadOnlyData':
        case '/Admin/GetUserInternalData':
          return wrapped(`{"PlayFabId":"${player}","Data":{"of":${record(path)}}}`);
        case '/Server/AuthenticateSessionTicket': {
          const user = `{"PlayFabId":"P1","TitleInfo":{"isBanned":${ticket === 'banned'}}}`;
          if (ticket === 'wrong') return new Response('{"code":400}', { status: 400 });
          return wrapped(`{"UserInfo":${user},"IsSessionTicketExpired":${ticket === 'old'}}`);
        }
        default:
          return new Response('{"code":404}', { status: 404 });
      }
    };
  });
  const download = (PLAYFAB_SECRET = 'secret') =>
    run(script, '.', { PLAYFAB_TITLE: 'A1B2', PLAYFAB_SECRET, PLAYFAB_URL: server.url.origin });

  test('the download writes all that the import needs, without internal data', async () => {
    writeFileSync(at('players.txt'), 'P1\r\nP2\n\n');
    failures = [429, 503];
    expect(await download()).toEqual({ status: 0, stdout: '', stderr: '' });
    const { sums, rules, documents, players } = await importFrom('playfab', at('answers'));
    expect(sums).toMatchObject({ status: 0, new: 2, valuesLeftOut: 2, valuesWithoutRule: 0 });
    const data = '"data":{"save":{"gold":9007199254740993},"name":"Ann"}';
    const document = `{${data},"readOnlyData":{"of":"/Admin/GetUserReadOnlyData"}}`;
    expect(documents).toEqual({ P1: document, P2: document });
    expect(players[1].registeredAt).toBe(Date.parse('2024-01-01T00:00:00Z'));
    expect(rules).toEqual({
      ...{ '': { read: 'owner' }, '/data/name': { read: 'any' }, '/readOnlyData': { write: 'server' } },
    });
    expect((await importFrom('playfab', at('answers'))).sums).toMatchObject({
      status: 0,
      present: 2,
      new: 0,
    });
  });

  test('the download goes on where an error ended it', async () => {
    writeFileSync(at('players.txt'), 'P1\nP2\n');
    failures = [403];
    const ended = await download();
    expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining('403 {"error":"Busy"}')]);
    expect((await download()).status).toBe(0);
    asked = [];
    expect((await download('wrong')).status).toBe(0);
    expect(asked).toEqual([]);
  });

  test('the backend answers a token of the player for a ticket, and for no other', async () => {
    const JWT_SECRET = 'a secret of the tickets: 5f2b9c/1e7d8a and more';
    const signing = { JWT_ISSUER: 'tickets', JWT_AUDIENCE: 'my-game', JWT_REQUIRED_CLAIMS: 'exp,sub' };
    const service = await startService({ environment: { JWT_SECRET, ...signing } });
    const environment = { JWT_SECRET, PLAYFAB_SECRET: 'secret', PLAYFAB_URL: server.url.origin, PORT: '0' };
    const node = start(backend, '.', environment);
    try {
      const { value } = await node.stdout.getReader().read();
      const url = new TextDecoder().decode(value).trim();
      const post = (body: string) => fetch(url, { method: 'POST', body });
      const token = await (await post('good')).text();
      service.clock.advance(Number(decodeJwt(token).iat) * 1_000 - service.clock.now());
      const { status, body } = await service.call('GET', paths.metadata, { token });
      expect([status, body.data.playerId]).toEqual([200, 'P1']);
      for (const ticket of ['old', 'banned', 'wrong']) expect((await post(ticket)).status).toBe(401);
      expect((await post('x'.repeat(5_000))).status).toBe(413);
      expect((await fetch(url)).status).toBe(404);
      await server.stop(true);
      expect((await post('good')).status).toBe(503);
    } finally {
      node.kill();
      await node.exited;
      await service.stop();
    }
  });
});

describe('from Unity', () => {
  const [script = ''] = blocksOf('migrating/unity.md', 'js');
  const base = '/cloud-save/v1/data/projects/PROJECT/environments/ENV/players';
  const created = '{"date":"2024-03-01T10:00:00Z"}';
  const page = (results: string, next = '') =>
    `{"results":[${results}],"links":{"next":"${next && base + next}"}}`;
  const item = (key: string, value: string) =>
    page(`{"key":"${key}","value":${value},"writeLock":"w","modified":${created},"created":${created}}`);
  const listed = (id: string, keys: Readonly<Record<string, number>>, next?: string) => {
    const classes = Object.entries(keys).map(
      ([name, count]) => `"${name}":{"numKeys":${count},"totalSize":9}`,
    );
    return page(`{"id":"${id}","accessClasses":{${classes.join(',')}}}`, next);
  };
  const pages: Readonly<Record<string, string>> = {
    '?limit=100': listed('ANN', { default: 2, protected: 1, private: 1 }, '?limit=100&after=ANN'),
    '?limit=100&after=ANN': listed('B B', { public: 1, default: 0 }),
    '/ANN/items': item('gold', '1.00').replace('"next":""', `"next":"${base}/ANN/items?after=gold"`),
    '/ANN/items?after=gold': item('id', '9007199254740993'),
    '/ANN/protected/items': item('rank', '7'),
    '/ANN/private/items': item('secret', '1'),
    '/B%20B/public/items': item('name', '"B"'),
  };
  beforeEach(() => {
    answer = ({ headers }, path) => {
      const isKnown =
        headers.get('authorization') === `Basic ${Buffer.from('key:secret').toString('base64')}`;
      const found = pages[path.slice(base.length)];
      return new Response(found ?? '{"status":404}', { status: isKnown ? (found ? 200 : 404) : 401 });
    };
  });
  const download = (UNITY_SECRET = 'secret') => {
    const project = { UNITY_PROJECT: 'PROJECT', UNITY_ENVIRONMENT: 'ENV', UNITY_KEY: 'key', UNITY_SECRET };
    return run(script, 'unity', { ...project, UNITY_URL: server.url.origin });
  };

  test('the script downloads all that the import needs, character by character', async () => {
    failures = [429, 503];
    const stdout = 'players so far: 1\nplayers so far: 2\n';
    expect(await download()).toEqual({ status: 0, stdout, stderr: '' });
    const { sums, rules, documents } = await importFrom('unity', at('unity'));
    expect(sums).toMatchObject({ status: 0, new: 2, refused: 0, valuesLeftOut: 1 });
    expect(documents).toEqual({
      ANN: '{"default":{"gold":1.00,"id":9007199254740993},"protected":{"rank":7}}',
      'B B': '{"public":{"name":"B"}}',
    });
    expect(rules).toEqual({
      ...{ '': { read: 'owner' }, '/protected': { write: 'server' }, '/public': { read: 'any' } },
    });
  });

  test('the script goes on where an error ended it', async () => {
    failures = [403];
    const ended = await download();
    expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining(': 403 {"error":"Busy"}')]);
    expect(existsSync(at('unity/players-1.json'))).toBe(false);
    expect((await download()).status).toBe(0);
    asked = [];
    expect((await download('wrong')).status).toBe(0);
    expect(asked).toEqual([]);
  });
});

test('an export of Talo comes in, and its sessions behind it, which leave the metadata as they are', async () => {
  const map = at('map.json');
  writeFileSync(map, blocksOf('migrating/talo.md', 'json')[1] ?? '');
  const props = [['gold', '12'] as const, ['save', '[1.0]'] as const, ['META_OS', 'Linux'] as const];
  mkdirSync(at('data'));
  writeFileSync(at('data/export.zip'), taloZip(taloFiles([{ id: 't-1', props }])));
  const first = await importFrom('talo', at('data'));
  expect(first.sums).toMatchObject({ status: 0, new: 1, valuesLeftOut: 2, valuesWithoutRule: 0 });
  const session = (from: string, to: string) =>
    `{"startedAt":"2025-01-31 ${from}.123","endedAt":"2025-01-31 ${to}.000"}`;
  const sessions = [session('10:00:00', '11:00:00'), session('12:00:00', '12:30:00')];
  writeFileSync(at('sessions.jsonl'), `{"id":"t-1","sessions":[${sessions.join(',')}]}`);
  const second = await importFrom('jsonl', at('sessions.jsonl'), '--map', map, '--existing', 'merge');
  expect(second.sums).toMatchObject({ status: 0, sessions: 2 });
  for (const { documents } of [first, second])
    expect(documents).toEqual({ 't-1': '{"props":{"gold":"12","save":[1.0]}}' });
});
