// The script of docs/migrating/unity.md, run as it stands there, on Node, against a server that answers like the Admin API of Cloud Save,
// and the import of what it wrote.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importMap } from '../../../src/import/map.ts';
import { unity } from '../../../src/import/unity/source.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { collect, textsOf } from '../collected.ts';
import { blocksOf, runOnNode } from '../page-blocks.ts';

const [script = ''] = blocksOf('migrating/unity.md', 'js');
const base = '/cloud-save/v1/data/projects/PROJECT/environments/ENV/players';
const created = { date: '2024-03-01T10:00:00Z' };
const item = (key: string, value: string) =>
  `{"key":"${key}","value":${value},"writeLock":"w","modified":${JSON.stringify(created)},"created":${JSON.stringify(created)}}`;

let directory: string;
let remove: () => void;
let server: Bun.Server<undefined>;
let asked: string[];
/** Answers of these statuses come before the next page. */
let failures: number[];

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  asked = [];
  failures = [];
  mkdirSync(join(directory, 'unity'));
  writeFileSync(join(directory, 'download.mjs'), script);
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer });
});
afterEach(async () => {
  await server.stop(true);
  remove();
});

function answer(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  asked.push(pathname.slice(base.length) + search);
  const key = Buffer.from('key:secret').toString('base64');
  if (request.headers.get('authorization') !== `Basic ${key}`) return new Response('{}', { status: 401 });
  const failure = failures.pop();
  if (failure !== undefined)
    return new Response('{"title":"busy"}', { status: failure, headers: { 'Retry-After': '0.01' } });
  const page = (results: string, next = '') =>
    new Response(`{"results":[${results}],"links":{"next":"${next}"}}`);
  const classes = (keys: object) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(keys).map(([name, numKeys]) => [name, { numKeys, totalSize: 9 }])),
    );
  switch (pathname.slice(base.length) + search) {
    case '?limit=100':
      return page(
        `{"id":"ANN","accessClasses":${classes({ default: 2, protected: 1 })}}`,
        `${base}?limit=100&after=ANN`,
      );
    case '?limit=100&after=ANN':
      return page(`{"id":"B B","accessClasses":${classes({ public: 1, default: 0 })}}`);
    case '/ANN/items':
      return page(item('gold', '1.00'), `${base}/ANN/items?after=gold`);
    case '/ANN/items?after=gold':
      return page(item('id', '9007199254740993'));
    case '/ANN/protected/items':
      return page(item('rank', '7'));
    case '/B%20B/public/items':
      return page(item('name', '"B"'));
    default:
      return new Response('{"title":"Not Found","status":404}', { status: 404 });
  }
}

const run = (secret = 'secret') =>
  runOnNode(join(directory, 'download.mjs'), join(directory, 'unity'), {
    ...{ UNITY_PROJECT: 'PROJECT', UNITY_ENVIRONMENT: 'ENV', UNITY_KEY: 'key', UNITY_SECRET: secret },
    UNITY_URL: server.url.origin,
  });

test('downloads all that the import needs, character by character', async () => {
  failures = [429, 503];
  expect(await run()).toEqual({ status: 0, stdout: 'players so far: 1\nplayers so far: 2\n', stderr: '' });
  const { players, refusals, player } = await collect(unity, join(directory, 'unity'));
  expect(refusals).toEqual([]);
  expect(players).toHaveLength(2);
  expect(textsOf(player('unity', 'ANN'))).toEqual({
    'default/gold': '1.00',
    'default/id': '9007199254740993',
    'protected/rank': '7',
  });
  expect(textsOf(player('unity', 'B B'))).toEqual({ 'public/name': '"B"' });
});

test('goes on where an error ended it', async () => {
  failures = [403];
  const ended = await run();
  expect(ended.status).toBe(1);
  expect(ended.stderr).toContain(': 403 {"title":"busy"}');
  expect(existsSync(join(directory, 'unity/players-1.json'))).toBe(false);
  expect((await run()).status).toBe(0);
  asked = [];
  expect((await run()).status).toBe(0);
  expect(asked).toEqual([]);
  expect((await run('wrong')).status).toBe(0);
});

test('the map of the page is one', () => {
  const [map = ''] = blocksOf('migrating/unity.md', 'json');
  expect(importMap.safeParse(JSON.parse(map)).error).toBeUndefined();
});
