// The programs of docs/sign-in.md for guests and for Steam, run as they stand there: the backend on Node, before a real service.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { sendRaw } from '../harness/raw.ts';
import { type Service, startService, testConfig } from '../harness/service.ts';
import { blocksOf, settingsOf } from '../harness/sign-in-page.ts';

const secret = 'a secret of the guests: 5f2b9c/1e7d8a and more';
const [backend = '', game = ''] = blocksOf('Guests by device', 'js');
const { directory, remove } = temporaryDirectory();
const clock = manualClock();
let service: Service;
let node: ReturnType<typeof startBackend>;
let url = '';

/** The backend stamps its tokens with the time of the test. */
function startBackend(settings: Record<string, string>) {
  const time = `data:text/javascript,Date.now=()=>${clock.now()}`;
  const env = { PATH: process.env.PATH, PORT: '0', ...settings };
  return Bun.spawn(['node', '--import', time, join(directory, 'guests.mjs')], { env, stderr: 'pipe' });
}

beforeAll(async () => {
  // A secret that Playkeep takes in production too.
  const environment = { ...settingsOf('Guests by device'), JWT_SECRET: secret, NODE_ENV: 'production' };
  service = await startService({ clock, environment: { ...environment, HOST: '127.0.0.1' } });
  writeFileSync(join(directory, 'guests.mjs'), backend);
  node = startBackend({ JWT_SECRET: secret });
  const { value } = await node.stdout.getReader().read();
  url = new TextDecoder().decode(value).trim();
});
afterAll(async () => {
  node.kill();
  await node.exited;
  await service.stop();
  remove();
});

interface Device {
  readonly kept: Map<string, string>;
  readonly token: () => Promise<string>;
  readonly player: Promise<string>;
}

/** A device: the program of the game with a storage of its own. */
function createDevice(kept = new Map<string, string>()): Device {
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  const send = (path: string, init: RequestInit) => fetch(new URL(path, url), init);
  const program = game.replace(/^import .*$/m, '').replace('await player()', 'player()');
  const make = new Function('localStorage', 'fetch', 'createClient', `${program}; return playkeep;`);
  return { kept, ...make(localStorage, send, (options: object) => options) } as Device;
}

const playerOf = async (token: string): Promise<string> => {
  const { status, body } = await service.call('GET', paths.metadata, { token });
  return status === 200 ? body.data.playerId : String(status);
};
const post = (body: string, path = url) => fetch(new URL(path, url), { method: 'POST', body });
const newSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

describe('guests', () => {
  test('are the same player on the same device, and another on another', async () => {
    const device = createDevice();
    const player = await playerOf(await device.token());
    expect(player).toMatch(/^guest-[\w-]{43}$/);
    // The device knows it without a token, so a save opens offline.
    expect(await device.player).toBe(player);
    expect(await playerOf(await device.token())).toBe(player);
    expect(await playerOf(await createDevice(device.kept).token())).toBe(player);
    const other = await playerOf(await createDevice().token());
    expect(other).toMatch(/^guest-[\w-]{43}$/);
    expect(other).not.toBe(player);
  });

  test('get no token by the id of a player, which others may see', async () => {
    const device = createDevice();
    const player = await playerOf(await device.token());
    const kept = [...device.kept.values()].join();
    expect(kept).toMatch(/^[\w-]{43}$/);
    expect(player).not.toContain(kept);
    const answer = await post(player.slice('guest-'.length));
    expect(answer.status).toBe(200);
    expect(await playerOf(await answer.text())).not.toBe(player);
    expect((await post(player)).status).toBe(413);
  });

  test('have a token for a quarter of an hour, for this game alone', async () => {
    const token = await createDevice().token();
    const [, claims = ''] = token.split('.');
    const { iat, exp, ...named } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect([exp - iat, named]).toEqual([900, expect.objectContaining({ iss: 'guests', aud: 'my-game' })]);
    const before = clock.now();
    const end = (exp + testConfig({}).tokens.clockToleranceSeconds) * 1_000;
    clock.advance(end - 1 - before);
    expect(await playerOf(token)).toStartWith('guest-');
    clock.advance(1);
    expect(await playerOf(token)).toBe('401');
    clock.advance(before - end);
  });

  test('send 32 random bytes and nothing else', async () => {
    const short = newSecret().slice(1);
    const wrong = [short, `${short}!`, `${short}=`, 'a'.repeat(16), '', crypto.randomUUID(), 'é'.repeat(21)];
    for (const body of wrong) expect([body, (await post(body)).status]).toEqual([body, 400]);
    expect((await post(`${newSecret()}a`)).status).toBe(413);
    expect((await fetch(url)).status).toBe(404);
    expect((await post(newSecret(), '/')).status).toBe(404);
  });

  test('cannot make the backend read a long body, or one without an end, nor end it by leaving', async () => {
    const head = (...lines: string[]) =>
      `${['POST /guest HTTP/1.1', 'Host: localhost', ...lines].join('\r\n')}\r\n\r\n`;
    const { origin } = new URL(url);
    const chunked = 'Transfer-Encoding: chunked';
    const long = await sendRaw(origin, [head('Content-Length: 1000000000'), 'a'.repeat(100_000)]);
    expect(long.closed).toBe(true);
    const endless = await sendRaw(origin, [head(chunked), '2b\r\n', newSecret(), '\r\n']);
    expect([endless.closed, endless.received.slice(0, 12)]).toEqual([true, 'HTTP/1.1 413']);
    const both = head('Content-Length: 43', chunked);
    expect((await sendRaw(origin, [both, '0\r\n\r\n'])).received).toStartWith('HTTP/1.1 400');
    await sendRaw(origin, [head('Content-Length: 43'), 'a part'], { milliseconds: 20 });
    expect(await playerOf(await createDevice().token())).toStartWith('guest-');
    expect(node.exitCode).toBeNull();
  });
});

test('the backend does not start without a secret', async () => {
  const bare = startBackend({});
  expect(await new Response(bare.stderr).text()).toContain('set JWT_SECRET to that of Playkeep');
  expect(await bare.exited).toBe(1);
});

test('a player of Steam is the one whom Steam names, and a refused ticket is none', async () => {
  const [program = ''] = blocksOf('Steam', 'js');
  const asked: URL[] = [];
  const playerFor = (answer: unknown) => {
    const send = async (address: string) => {
      asked.push(new URL(address));
      return Response.json(answer);
    };
    const steamPlayer = new Function('fetch', `${program}; return steamPlayer;`)(send);
    return steamPlayer('14ff&identity=another', { key: 'a key', appid: '480' }) as Promise<string>;
  };
  const params = { result: 'OK', steamid: '76561198000000001', ownersteamid: '76561198000000002' };
  expect(await playerFor({ response: { params } })).toBe('steam-76561198000000001');
  expect(asked[0]?.origin).toBe('https://partner.steam-api.com');
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    key: 'a key',
    appid: '480',
    ticket: '14ff&identity=another',
    identity: 'my-game',
  });
  const refused = { response: { error: { errorcode: 101, errordesc: 'Invalid ticket' } } };
  await expect(playerFor(refused)).rejects.toThrow('Steam refused the ticket');
});
