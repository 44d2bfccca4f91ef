// The copy of a player at the first sign-in, run as it stands in docs/migrating/first-sign-in.md: races, crashes and newer saves lose
// nothing, and the text arrives to the last digit.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../harness/api.ts';
import { engines, type TemporaryDirectory, temporaryDirectory } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';
import { blocksOf } from './page-blocks.ts';

const [code = ''] = blocksOf('migrating/first-sign-in.md', 'ts').filter((text) => text.startsWith('import'));
const client = join(import.meta.dir, '../../server-client/src/index.ts');
const program = `${code.replace("'@playkeep/server'", JSON.stringify(client))}
for (const name of process.argv.slice(2)) await copyPlayer(name);
`;

const save = '{ "gold":12345678901234567890.10,\n"e":1E400,"name":"\\u00e9 🎮" }';

describe.each(engines)('the copy at the first sign-in, on $name', (engine) => {
  let service: Service;
  let token: string;
  let files: TemporaryDirectory;
  /** The answers of the service of before. */
  let answer: (playerId: string) => Response | Promise<Response>;
  let asked: string[];
  let old: ReturnType<typeof Bun.serve>;
  beforeAll(async () => {
    service = await startService({ engine });
    ({ token } = await createTestKey(service, { scopes: ['players:read', 'players:write'] }));
    files = temporaryDirectory();
    writeFileSync(join(files.directory, 'copy.ts'), program);
    old = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ url }) => {
        const playerId = decodeURIComponent(new URL(url).pathname.replace('/saves/', ''));
        asked.push(playerId);
        return answer(playerId);
      },
    });
  });
  beforeEach(() => {
    asked = [];
    answer = () => new Response(save);
  });
  afterAll(async () => {
    await old.stop(true);
    await service.stop();
    files.remove();
  });

  const start = (...names: string[]) =>
    Bun.spawn([process.execPath, '--no-env-file', join(files.directory, 'copy.ts'), ...names], {
      cwd: files.directory,
      env: { ...process.env, PLAYKEEP_URL: service.url, PLAYKEEP_KEY: token, OLD_URL: old.url.origin },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const copy = async (...names: string[]) => {
    const child = start(...names);
    const [errors, status] = [await child.stderr.text(), await child.exited];
    return { errors, status };
  };
  const copied = async (...names: string[]) =>
    expect(await copy(...names)).toEqual({ errors: '', status: 0 });
  const pathOf = (name: string) => `/api/server/players/by-id/${encodeURIComponent(name)}/metadata`;
  const stored = async (name: string) => (await service.call('GET', pathOf(name), { token })).text;
  const play = (name: string, data: string) =>
    service.as(name, 'POST', paths.metadata, { body: `{"data":${data}}` });

  test('brings the text to the last digit, once, and players who are new everywhere', async () => {
    answer = (name) => (name === 'new' ? new Response(null, { status: 404 }) : new Response(save));
    await copied('ann', 'new', 'a/b é');
    for (const name of ['ann', 'a/b é']) {
      const { text } = await service.as(name, 'GET', paths.metadata);
      expect(text).toContain(`"metadata":${save}`);
    }
    expect((await service.as('new', 'GET', paths.metadata)).body.data.metadata).toEqual({});
    expect(asked).toEqual(['ann', 'new', 'a/b é']);
    // A player who was copied is not asked for again.
    await copied('ann');
    expect(asked).toHaveLength(3);
  });

  test('never replaces what was saved since, nor brings back what the player deleted', async () => {
    await copied('eve', 'bob');
    await play('eve', '{"gold":5}');
    await service.as('bob', 'DELETE', paths.metadata);
    await copied('eve', 'bob');
    expect(await stored('eve')).toContain('"metadata":{"gold":5}');
    expect(await stored('bob')).toContain('"metadata":{}');
    // The game was here first, without a copy.
    await play('cid', '{"level":1}');
    await copied('cid');
    expect(await stored('cid')).toContain('"metadata":{"level":1}');
    expect(asked).toEqual(['eve', 'bob']);
  });

  test('of several calls at the same moment one writes, and a save of the game in between stays', async () => {
    const allAsked = Promise.withResolvers<void>();
    answer = async () => {
      if (asked.length === 4) allAsked.resolve();
      await allAsked.promise;
      return new Response(save);
    };
    await Promise.all([1, 2, 3, 4].map(() => copied('four')));
    expect(asked).toHaveLength(4);
    expect(await stored('four')).toContain(`"metadata":${save}`);
    const { headers } = await service.call('GET', pathOf('four'), { token });
    expect(headers.get('etag')).toEndWith('-1"');
    answer = async (name) => {
      await play(name, '{"gold":7}');
      return new Response(save);
    };
    await copied('five');
    expect(await stored('five')).toContain('"metadata":{"gold":7}');
  });

  test('a crash at any moment leaves nothing half done, and the next call goes on', async () => {
    for (let n = 0; n < 6; n += 1) {
      const name = `killed ${n}`;
      const held = Promise.withResolvers<Response>();
      answer = () => (n === 0 ? held.promise : new Response(save));
      const child = start(name);
      await until(() => asked.includes(name));
      child.kill('SIGKILL');
      await child.exited;
      const text = await stored(name);
      // Copied as a whole, or not at all; surely not before the service of before has answered.
      if (n > 0)
        expect([text.includes(`"metadata":${save}`), text.includes('"metadata":{}')]).toContain(true);
      else expect(text).toContain('"metadata":{}');
      answer = () => new Response(save);
      await copied(name);
      expect(await stored(name)).toContain(`"metadata":${save}`);
    }
  });

  test('a service of before that fails is told, and the player waits for the next call', async () => {
    answer = () => new Response('no', { status: 500 });
    const { status, errors } = await copy('failed');
    expect(status).toBe(1);
    expect(errors).toContain('the save of before cannot be read: 500');
    answer = () => new Response('{"cut":');
    expect((await copy('failed')).status).toBe(1);
    answer = () => new Response(save);
    await copied('failed');
    expect(await stored('failed')).toContain(`"metadata":${save}`);
  });
});
