// The programs of docs/migrating/playfab.md, run as they stand there, on Node, against a server that answers like PlayFab: the download,
// the import of what it wrote, and the backend that turns session tickets into tokens of Playkeep.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importMap } from '../../../src/import/map.ts';
import { playfab } from '../../../src/import/playfab/source.ts';
import { paths } from '../../harness/api.ts';
import { manualClock } from '../../harness/clock.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { startService } from '../../harness/service.ts';
import { collect, textsOf } from '../collected.ts';
import { blocksOf, runOnNode } from '../page-blocks.ts';

const [script = '', backend = ''] = blocksOf('migrating/playfab.md', 'js');
let directory: string;
let remove: () => void;
let server: Bun.Server<undefined>;
let asked: string[];
/** Answers of these statuses come before the next sound one. */
let failures: number[];

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  asked = [];
  failures = [];
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer });
});
afterEach(async () => {
  await server.stop(true);
  remove();
});

const wrapped = (data: string): Response => new Response(`{"code":200,"status":"OK",\n"data":${data}}`);

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const body = (await request.json()) as { PlayFabId?: string; SessionTicket?: string };
  const player = body.PlayFabId ?? '';
  asked.push(`${pathname} ${player}`);
  if (request.headers.get('x-secretkey') !== 'secret') return new Response('{}', { status: 401 });
  const failure = failures.pop();
  if (failure !== undefined)
    return new Response('{"error":"Busy"}', { status: failure, headers: { 'Retry-After': '0.01' } });
  const record = (value: string) => `{"Value":${JSON.stringify(value)},"Permission":"Private"}`;
  switch (pathname) {
    case '/Admin/GetUserAccountInfo':
      return wrapped(`{"UserInfo":{"PlayFabId":"${player}","Created":"2024-01-01T00:00:00Z"}}`);
    case '/Admin/GetUserData':
      return wrapped(`{"PlayFabId":"${player}","DataVersion":1,"Data":{"save":${record('{"gold":1.00}')}}}`);
    case '/Admin/GetUserReadOnlyData':
    case '/Admin/GetUserInternalData':
      return wrapped(`{"PlayFabId":"${player}","Data":{"of":${record(pathname)}}}`);
    case '/Server/AuthenticateSessionTicket': {
      const banned = body.SessionTicket === 'banned';
      const user = `{"PlayFabId":"P1","TitleInfo":{"isBanned":${banned}}}`;
      const expired = body.SessionTicket === 'old';
      if (body.SessionTicket === 'wrong') return new Response('{"code":400}', { status: 400 });
      return wrapped(`{"UserInfo":${user},"IsSessionTicketExpired":${expired}}`);
    }
    default:
      return new Response('{"code":404}', { status: 404 });
  }
}

describe('the download', () => {
  const run = (secret = 'secret') => {
    writeFileSync(join(directory, 'download.mjs'), script);
    const env = { PLAYFAB_TITLE: 'A1B2', PLAYFAB_SECRET: secret, PLAYFAB_URL: server.url.origin };
    return runOnNode(join(directory, 'download.mjs'), directory, env);
  };

  test('writes all that the import needs', async () => {
    writeFileSync(join(directory, 'players.txt'), 'P1\r\nP2\n\n');
    failures = [429, 503];
    expect(await run()).toEqual({ status: 0, stdout: '', stderr: '' });
    const { players, refusals, player } = await collect(playfab, join(directory, 'answers'));
    expect([players.length, refusals]).toEqual([2, []]);
    expect(player('playfab', 'P2')?.registeredAt).toBe(Date.parse('2024-01-01T00:00:00Z'));
    expect(textsOf(player('playfab', 'P1'))).toEqual({
      'data/save': '{"gold":1.00}',
      'readOnlyData/of': '"/Admin/GetUserReadOnlyData"',
      'internalData/of': '"/Admin/GetUserInternalData"',
    });
    expect(readFileSync(join(directory, 'answers/P1.jsonl'), 'utf8').split('\n')).toHaveLength(5);
  });

  test('goes on where an error ended it', async () => {
    writeFileSync(join(directory, 'players.txt'), 'P1\nP2\n');
    failures = [403];
    const ended = await run();
    expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining('403 {"error":"Busy"}')]);
    expect((await run()).status).toBe(0);
    asked = [];
    expect((await run('wrong')).status).toBe(0);
    expect(asked).toEqual([]);
  });
});

test('the backend answers a token of the player for a ticket, and for no other', async () => {
  writeFileSync(join(directory, 'tickets.mjs'), backend);
  const secret = 'a secret of the tickets: 5f2b9c/1e7d8a and more';
  const environment = {
    JWT_SECRET: secret,
    JWT_ISSUER: 'tickets',
    JWT_AUDIENCE: 'my-game',
    JWT_REQUIRED_CLAIMS: 'exp,sub',
  };
  const service = await startService({ clock: manualClock(Date.now()), environment });
  const node = Bun.spawn(['node', join(directory, 'tickets.mjs')], {
    env: {
      PATH: process.env.PATH,
      JWT_SECRET: secret,
      PLAYFAB_SECRET: 'secret',
      PLAYFAB_URL: server.url.origin,
      PORT: '0',
    },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  try {
    const { value } = await node.stdout.getReader().read();
    const url = new TextDecoder().decode(value).trim();
    const post = (body: string) => fetch(url, { method: 'POST', body });
    const token = await (await post('good')).text();
    const { status, body } = await service.call('GET', paths.metadata, { token });
    expect([status, body.data.playerId]).toEqual([200, 'P1']);
    expect((await post('old')).status).toBe(401);
    expect((await post('banned')).status).toBe(401);
    expect((await post('wrong')).status).toBe(401);
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

test('the map of the page is one', () => {
  const [map = ''] = blocksOf('migrating/playfab.md', 'json');
  expect(importMap.safeParse(JSON.parse(map)).error).toBeUndefined();
});
