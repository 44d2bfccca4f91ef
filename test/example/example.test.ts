// `npm run example` as a process, its sign-in, and the levels of the game.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Example, firstPort, startExample } from '../../examples/browser/example.ts';
import { type Level, landscape, makeLevel, portrait } from '../../examples/browser/src/game/level.ts';
import { beginVoyage, destination, sail, type VoyageEvent } from '../../examples/browser/src/game/voyage.ts';
import { presetPort } from '../../src/cli/token.ts';
import { call } from '../harness/api.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { signTestToken } from '../harness/service.ts';

const root = join(import.meta.dir, '../..');

interface Run {
  readonly url: string;
  readonly output: string;
  /** @returns the exit status and what it printed at its end */
  end(signal: NodeJS.Signals): Promise<readonly [number | null, string]>;
}

async function runExample(args: readonly string[], environment: Record<string, string>): Promise<Run> {
  const command = [process.execPath, '--no-env-file', join(root, 'examples/browser/run.ts'), ...args];
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const decoder = new TextDecoder();
  const printed = child.stdout.getReader();
  /** @returns what it prints from now on, until a text or its end */
  async function read(until?: string): Promise<string> {
    for (let text = ''; ; ) {
      const { value, done } = await printed.read();
      text += decoder.decode(value, { stream: !done });
      if (done || (until !== undefined && text.includes(until))) return text;
    }
  }
  const output = await read('Ctrl-C ends it.');
  return {
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '',
    output,
    async end(signal) {
      child.kill(signal);
      const last = (await read()).trim();
      await child.exited;
      return [child.exitCode, last];
    },
  };
}

describe('npm run example', () => {
  test('leaves the port of the token server free', () => {
    expect([firstPort, firstPort + 1]).not.toContain(Number(presetPort));
  });

  test('prints the address of the game, and removes a temporary file at its end', async () => {
    using temporary = temporaryDirectory();
    const run = await runExample(['--port', '0'], { TMPDIR: temporary.directory });
    expect(run.output.match(/http:\S+/g)).toEqual([run.url]);
    const page = await fetch(run.url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Harbour Lights')]);
    const left = () =>
      readdirSync(temporary.directory).filter((name) => name.startsWith('playkeep-example-'));
    expect(left()).toHaveLength(1);
    const farewell = 'The example has ended, and its temporary data is removed.';
    expect(await run.end('SIGTERM')).toEqual([0, farewell]);
    expect(left()).toEqual([]);
  });

  test('keeps a named file', async () => {
    using temporary = temporaryDirectory();
    const database = join(temporary.directory, 'harbour.db');
    const run = await runExample(['--port', '0', '--database', database], {});
    expect(run.output).toContain(database);
    expect(run.output).not.toContain('removed');
    expect(await run.end('SIGINT')).toEqual([0, 'The example has ended.']);
    expect(existsSync(database)).toBe(true);
  });

  test.each([
    [['--port', 'eighty'], {}, 'npm run example [--'],
    [['--colour'], {}, 'npm run example [--'],
    [[], { NODE_ENV: 'production' }, 'does not run with NODE_ENV=production'],
  ] as const)('refuses %j with %j', (args, environment, message) => {
    const child = Bun.spawnSync(
      [process.execPath, '--no-env-file', join(root, 'examples/browser/run.ts'), ...args],
      { cwd: root, env: { ...process.env, NODE_ENV: 'test', ...environment } },
    );
    expect([child.exitCode, child.stderr.toString()]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('the servers of the example', () => {
  let example: Example;
  beforeAll(async () => {
    example = await startExample({ port: 0 });
  });
  afterAll(() => example.stop());

  const ask = (body: string, init: RequestInit = {}) =>
    fetch(`${example.url}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      ...init,
    });

  test('a token names its player, ends within an hour, and the service takes it', async () => {
    const token = await (await ask('{"name":" ann "}')).text();
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: 'ann', exp: claims.iat + 900 });
    const { body } = await call(example.serviceUrl, 'GET', '/api/game/metadata', { token });
    expect(body.data.playerId).toBe('ann');
    const forged = await signTestToken('ann');
    expect((await call(example.serviceUrl, 'GET', '/api/game/metadata', { token: forged })).status).toBe(401);
  });

  test.each([
    '{"name":""}',
    '{"name":7}',
    '{}',
    'no JSON',
    `{"name":"${'a'.repeat(25)}"}`,
    '{"name":"a\\u0000"}',
  ])('no token for %p', async (body) => {
    const response = await ask(body);
    expect([response.status, await response.text()]).toEqual([400, 'A name has 1 to 24 characters.']);
  });

  test('a page of another origin gets no token', async () => {
    expect((await ask('{"name":"ann"}', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    const preflight = await fetch(`${example.url}/token`, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    // A name that leads here, as by DNS rebinding.
    const headers = { host: 'evil.example', 'content-type': 'application/json' };
    expect((await ask('{"name":"ann"}', { headers })).status).toBe(421);
  });

  test('listens on loopback alone', async () => {
    for (const url of [example.url, example.secondUrl, example.serviceUrl]) {
      expect(url).toStartWith('http://127.0.0.1:');
      // Linux has all of 127.0.0.0/8 on its loopback interface.
      const elsewhere = fetch(url.replace('127.0.0.1', '127.0.0.2')).then(
        () => 'answered',
        () => 'refused',
      );
      expect(await elsewhere).toBe('refused');
    }
  });

  test('both devices get the same game from origins of their own, and the service allows these alone', async () => {
    const [first, second] = await Promise.all([fetch(example.url), fetch(example.secondUrl)]);
    expect(await first.text()).toBe(await second.text());
    expect(new URL(example.url).origin).not.toBe(new URL(example.secondUrl).origin);
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'");
    const allowed = async (origin: string) => {
      const answer = await fetch(`${example.serviceUrl}/api/game/metadata`, { headers: { origin } });
      return answer.headers.get('access-control-allow-origin');
    };
    expect(await allowed(example.url)).toBe(example.url);
    expect(await allowed(example.secondUrl)).toBe(example.secondUrl);
    expect(await allowed('http://127.0.0.1:1')).toBeNull();
    expect((await fetch(`${example.url}/../run.ts`)).status).toBe(404);
  });
});

/** Sails as a careful player would: to the next goal, around islands, in small steps. */
function voyageOf(level: Level): { readonly events: readonly VoyageEvent[]; readonly seconds: number } {
  let voyage = beginVoyage({ ...level, sharks: [] });
  const events: VoyageEvent[] = [];
  for (let step = 0; step < 20_000 && !voyage.isOver; step += 1) {
    const { boat } = voyage;
    const goal = destination(voyage);
    let [x, y] = [goal.x - boat.x, goal.y - boat.y];
    for (const island of level.islands) {
      const away = Math.hypot(boat.x - island.x, boat.y - island.y);
      if (away > island.radius + 24) continue;
      // Along the shore, on the side that leads nearer to the goal, and always the same way when it is straight ahead.
      const [normalX, normalY] = [(boat.x - island.x) / away, (boat.y - island.y) / away];
      if (x * normalX + y * normalY < 0) [x, y] = [-normalY + 0.1 * normalX, normalX + 0.1 * normalY];
    }
    const length = Math.hypot(x, y) || 1;
    const sailed = sail(voyage, { x: x / length, y: y / length }, 1 / 60);
    voyage = sailed.voyage;
    events.push(...sailed.events);
  }
  return { events, seconds: voyage.seconds };
}

describe('a level', () => {
  const levels = [landscape, portrait].flatMap((field) =>
    Array.from({ length: 30 }, (_, index) => makeLevel(index + 1, field)),
  );

  test('can be sailed to its end: every coin is reached, and the harbour', () => {
    for (const level of levels) {
      const { events, seconds } = voyageOf(level);
      expect([level.number, level.field.width, events.at(-1)?.type]).toEqual([
        level.number,
        level.field.width,
        'home',
      ]);
      expect(events.filter(({ type }) => type === 'coin')).toHaveLength(level.coins.length);
      expect(seconds).toBeLessThan(120);
    }
  });
});
