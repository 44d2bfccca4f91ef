// `playkeep token`, and its server by `--serve`: who gets a token, who gets none, and how the command starts and ends.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { createClient } from '../../client/src/index.ts';
import { startTokenServer, type TokenServer } from '../../src/cli/token-server.ts';
import type { Environment } from '../../src/config/settings.ts';
import { paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { runCommand } from '../harness/command.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { startProcess } from '../harness/process.ts';
import { sendRaw } from '../harness/raw.ts';
import { type Service, startService, testConfig, testSecret } from '../harness/service.ts';
import { until } from '../harness/until.ts';

const clock = manualClock();
const running: TokenServer[] = [];
let service: Service;
let server: TokenServer;

async function start(environment: Environment = {}): Promise<TokenServer> {
  const started = await startTokenServer(testConfig(environment), { port: 0, lifetimeSeconds: 60, clock });
  running.push(started);
  return started;
}

beforeAll(async () => {
  service = await startService({ clock });
  server = await start();
});
afterAll(async () => {
  await service.stop();
  for (const { stop } of running) await stop();
});

const ask = (query = '?player=alice', init: RequestInit = {}, { url }: { readonly url: string } = server) =>
  fetch(url + query, init);
const from = (origin: string, method = 'GET') => ({ method, headers: { origin } });
const claimsOf = async (at: { readonly url: string }) =>
  decodeJwt(await (await ask('?player=alice', {}, at)).text());
const hasToken = (text: string) => text.includes('eyJ');

/** Sends a request with these lines of headers, which no HTTP client would send. */
async function askRaw(...headers: readonly string[]): Promise<string> {
  const lines = ['GET /token?player=alice HTTP/1.1', ...headers, 'Connection: close'];
  return (await sendRaw(new URL(server.url).origin, [`${lines.join('\r\n')}\r\n\r\n`])).received;
}

describe('the token server', () => {
  test('gives a token that the service takes, for as long as it is valid', async () => {
    const answer = await ask(`?player=${encodeURIComponent('Zoë & "co"')}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const token = await answer.text();
    const own = await service.call('GET', paths.metadata, { token });
    expect([own.status, own.body.data.playerId]).toEqual([200, 'Zoë & "co"']);
    clock.advance(66_000);
    expect((await service.call('GET', paths.metadata, { token })).status).toBe(401);
  });

  test('signs as the settings demand', async () => {
    const { url } = await start({ JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: 'game' });
    const read = await claimsOf({ url });
    expect(read).toMatchObject({ sub: 'alice', iss: 'https://id.example', aud: 'game' });
    expect(Number(read.exp) - Number(read.iat)).toBe(60);
  });

  test('gives each token the further claims', async () => {
    const settings = testConfig({ JWT_REQUIRED_CLAIMS: 'exp,tid' });
    const options = { port: 0, lifetimeSeconds: 60, clock };
    await expect(startTokenServer(settings, options)).rejects.toThrow('asks for tid');
    const started = await startTokenServer(settings, { ...options, claims: [['tid', 'x']] });
    running.push(started);
    expect(await claimsOf(started)).toMatchObject({ sub: 'alice', tid: 'x' });
  });

  test('refuses a request without one valid player, of another path or of another method', async () => {
    for (const query of ['', '?player=', '?playerId=alice', '?player=alice&player=bob', '?player=a%00b']) {
      const answer = await ask(query);
      expect([query, answer.status]).toEqual([query, 400]);
      expect(await answer.text()).toMatch(/player/);
    }
    expect((await ask(`?player=${'a'.repeat(256)}`)).status).toBe(400);
    expect((await fetch(new URL('/', server.url))).status).toBe(404);
    expect((await fetch(new URL('/token/x?player=alice', server.url))).status).toBe(404);
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD']) {
      const answer = await ask('?player=alice', { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
    }
  });
});

describe('a page', () => {
  const ownPages = ['http://localhost:5173', 'https://127.0.0.1:844', 'http://127.0.0.2', 'http://[::1]:30'];
  const foreignPages = [
    ...`https://evil.example http://localhost.evil.example http://127.0.0.1.evil.example:8081 http://0.0.0.0
      http://evil.example#localhost http://localhost@evil.example http://evillocalhost http://localhost/
      http://user@localhost http://LOCALHOST null * file:// chrome-extension://localhost`.split(/\s+/),
    'http://localhost, http://evil.example',
  ];

  test('of this machine may read a token', async () => {
    for (const origin of ownPages) {
      const answer = await ask('?player=alice', from(origin));
      const allowed = answer.headers.get('access-control-allow-origin');
      expect([origin, answer.status, allowed]).toEqual([origin, 200, origin]);
      expect(answer.headers.get('vary')).toBe('Origin');
      expect((await ask('', from(origin))).headers.get('access-control-allow-origin')).toBe(origin);
    }
  });

  test('of another origin gets no token, whatever its name looks like', async () => {
    for (const CORS_ORIGINS of [undefined, '*', 'none']) {
      const { url } = await start({ CORS_ORIGINS });
      for (const origin of foreignPages) {
        const answer = await ask('?player=alice', from(origin), { url });
        expect([origin, answer.status]).toEqual([origin, 403]);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        expect(hasToken(await answer.text())).toBe(false);
      }
    }
  });

  test('of an origin in CORS_ORIGINS may read a token, and no other page of that host', async () => {
    const { url } = await start({ CORS_ORIGINS: 'https://game.example, https://beta.game.example' });
    const statusOf = async (origin: string) => (await ask('?player=alice', from(origin), { url })).status;
    for (const origin of ['https://game.example', 'https://beta.game.example'])
      expect([origin, await statusOf(origin)]).toEqual([origin, 200]);
    for (const origin of ['http://game.example', 'https://game.example:444'])
      expect([origin, await statusOf(origin)]).toEqual([origin, 403]);
  });

  test('that asks first whether it may ask is told so, by the same rule', async () => {
    const preflight = (origin: string) =>
      ask('?player=alice', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
    const own = await preflight('http://localhost:5173');
    expect([own.status, own.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, OPTIONS']);
    const foreign = await preflight('https://evil.example');
    expect([foreign.status, foreign.headers.get('access-control-allow-methods')]).toEqual([403, null]);
  });

  test('cannot use a token through a script tag or an image', async () => {
    const { headers } = await ask();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('a request that does not name this machine', () => {
  test('gets no token: DNS may lead any name to loopback', async () => {
    const { port } = new URL(server.url);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'LOCALHOST', `[::1]:${port}`]) {
      expect([host, hasToken(await askRaw(`Host: ${host}`))]).toEqual([host, true]);
    }
    const names =
      `evil.example: localhost.evil.example: 127.0.0.1.evil.example: evil.example@localhost: 0.0.0.0: [::]:
      localhost.:`.split(/\s+/);
    for (const name of [...names.map((start) => start + port), '']) {
      const received = await askRaw(`Host: ${name}`);
      expect([name, hasToken(received)]).toEqual([name, false]);
      expect(received).toMatch(/^HTTP\/1\.1 40[03] /);
    }
    for (const headers of [[], ['Host: localhost', 'Host: evil.example']]) {
      expect([headers, hasToken(await askRaw(...headers))]).toEqual([headers, false]);
    }
  });

  test('gets no token where its page has the same name, as after DNS rebinding', async () => {
    const received = await askRaw('Host: evil.example:8081', 'Origin: http://evil.example:8081');
    expect(received).toMatch(/^HTTP\/1\.1 403 /);
    expect(hasToken(received)).toBe(false);
  });

  test('gets no token through a proxy, nor from another machine', async () => {
    for (const header of ['X-Forwarded-For: 192.0.2.1', 'Forwarded: for=192.0.2.1', 'Via: 1.1 proxy']) {
      expect(hasToken(await askRaw('Host: localhost', header))).toBe(false);
    }
    const elsewhere = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
    if (elsewhere === undefined) return;
    const refused = fetch(`http://${elsewhere}:${new URL(server.url).port}/token?player=alice`);
    expect(await refused.then(String, () => 'no connection')).toBe('no connection');
  });
});

describe('playkeep token --serve', () => {
  const { directory, remove } = temporaryDirectory();
  const database = { DATABASE_URL: `sqlite:${join(directory, 'game.db')}` };
  afterAll(() => remove());

  const refusalOf = async (args: readonly string[], environment: Environment = {}) => {
    const { status, stderr } = await runCommand(['token', ...args], { ...database, ...environment });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    return [status, stderr.trimEnd()];
  };

  test('is refused in production, whatever the settings', async () => {
    for (const JWT_SECRET of ['', testSecret]) {
      expect(await refusalOf(['--serve', '0'], { NODE_ENV: 'production', JWT_SECRET })).toEqual([
        2,
        'playkeep: --serve gives tokens of any player to everybody on this machine, so it does not run with NODE_ENV=production',
      ]);
    }
  });

  test('is refused where no secret signs', async () => {
    const sentence = 'playkeep: only a shared secret (JWT_SECRET) can sign; these settings only verify';
    const { publicKey } = generateKeyPairSync('ed25519');
    const JWT_PUBLIC_KEY = JSON.stringify(publicKey.export({ format: 'jwk' }));
    for (const settings of [{ JWT_JWKS_URL: 'https://id.example/keys' }, { JWT_PUBLIC_KEY }]) {
      expect(await refusalOf(['--serve', '0'], settings)).toEqual([1, sentence]);
    }
  });

  test('is refused with a player, a longer life than a day, a bad port or one in use', async () => {
    const { port } = new URL(server.url);
    const JWT_SECRET = testSecret;
    for (const [args, status, words] of [
      [['alice', '--serve', '0'], 2, 'leave the player id out'],
      [['--serve', '0', '--expires-in', '86401'], 2, '86400 seconds at most'],
      [['--serve', 'alice'], 2, 'The port must be an integer from 0 to 65535.'],
      [['--serve', '65536'], 2, 'The port must be at most 65535.'],
      [
        ['--serve', port],
        1,
        `cannot listen on 127.0.0.1 port ${port}: it is in use; choose another port after --serve`,
      ],
      [[], 2, "missing required argument 'player-id'"],
    ] as const) {
      expect(await refusalOf(args, { JWT_SECRET })).toEqual([status, expect.stringContaining(words)]);
    }
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints how to use it, and ends at %s with status 0',
    async (signal) => {
      const command = ['token', '--serve', '0'];
      const PORT = new URL(service.url).port;
      const environment = { ...database, PORT, JWT_SECRET: testSecret };
      const process = await startProcess(environment, directory, { command });
      await until(() => process.output().includes('Ctrl-C'));
      const [lines = ''] = /^ {2}const token = .*\n {2}const playkeep = .*$/m.exec(process.output()) ?? [];
      // The clock of the service stands in the past, where a token of now is not valid yet.
      const { iat = 0 } = decodeJwt(await (await fetch(`${process.url}/token?player=alice`)).text());
      clock.advance(iat * 1_000 - clock.now());
      const playkeep = new Function('createClient', `${lines}; return playkeep;`)(createClient);
      expect((await playkeep.metadata.get()).playerId).toBe('alice');
      process.signal(signal);
      expect(await process.exited).toBe(0);
      expect(process.output()).not.toMatch(/error|Error/);
    },
  );

  test('signs with the development secret of the folder, which it makes if there is none', async () => {
    const command = ['token', '--serve', '0'];
    const process = await startProcess({ ...database, JWT_SECRET: '' }, directory, { command });
    expect(await (await fetch(`${process.url}/token?player=alice`)).text()).toStartWith('eyJ');
    process.signal('SIGTERM');
    expect(await process.exited).toBe(0);
    expect(process.output()).toContain(`signed with the development secret of ${directory}`);
    expect(readFileSync(join(directory, 'development-secret'), 'utf8').length).toBeGreaterThan(31);
  });
});

test('playkeep token signs further claims, and none that has its value already', async () => {
  // No database is opened.
  const signing = { JWT_SECRET: testSecret, JWT_REQUIRED_CLAIMS: 'exp,tid' };
  const environment = { DATABASE_URL: 'sqlite:/nowhere/none.db', ...signing };
  const given = ['token', 'ann', '--claim', 'tid=a=b', '--claim', 'usn='];
  const { status, stdout } = await runCommand(given, environment);
  expect(status).toBe(0);
  expect(decodeJwt(stdout.trim())).toMatchObject({ sub: 'ann', tid: 'a=b', usn: '' });
  for (const own of ['sub', 'exp', 'tid']) {
    const { status, stderr } = await runCommand([...given, '--claim', `${own}=1`], environment);
    expect([status, stderr]).toEqual([1, `playkeep: the claim ${own} has its value already\n`]);
  }
  for (const nothing of ['=x', 'tid'])
    expect((await runCommand(['token', 'ann', '--claim', nothing], environment)).status).toBe(2);
});
