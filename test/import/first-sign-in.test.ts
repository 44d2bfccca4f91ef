// The copy of a player at the first sign-in, run as it stands in docs/migrating/first-sign-in.md: races, crashes and newer saves lose
// nothing, and the text arrives to the last digit.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../harness/api.ts';
import { engines, type TemporaryDirectory, temporaryDirectory } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';

const root = join(import.meta.dir, '../..');
const page = readFileSync(join(root, 'docs/migrating/first-sign-in.md'), 'utf8');
const [, code = ''] = /^```ts\n(import[\s\S]*?)^```/m.exec(page) ?? [];
const program = `${code.replace("'@playkeep/server'", JSON.stringify(join(root, 'server-client/src/index.ts')))}
for (const name of process.argv.slice(2)) await copyPlayer(name);
`;

const save = '{ "gold":12345678901234567890.10,\n"e":1E400,"name":"\\u00e9 🎮" }';

test('the code is short, and knows nothing of tests', () => {
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('/'));
  expect(lines.length).toBeWithin(15, 31);
});

for (const engine of engines) {
  describe(`the copy at the first sign-in, on ${engine.name}`, () => {
    let service: Service;
    let token: string;
    let files: TemporaryDirectory;
    /** The answers of the service of before. */
    let answer: (playerId: string) => Response | Promise<Response>;
    let asked: string[];
    let old: ReturnType<typeof Bun.serve>;
    beforeEach(async () => {
      service = await startService({ engine });
      ({ token } = await createTestKey(service, { scopes: ['players:read', 'players:write'] }));
      files = temporaryDirectory();
      writeFileSync(join(files.directory, 'copy.ts'), program);
      asked = [];
      answer = () => new Response(save);
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
    afterEach(async () => {
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
      await copied('ann', 'bob');
      await play('ann', '{"gold":5}');
      await service.as('bob', 'DELETE', paths.metadata);
      await copied('ann', 'bob');
      expect(await stored('ann')).toContain('"metadata":{"gold":5}');
      expect(await stored('bob')).toContain('"metadata":{}');
      // The game was here first, without a copy.
      await play('cid', '{"level":1}');
      await copied('cid');
      expect(await stored('cid')).toContain('"metadata":{"level":1}');
      expect(asked).toEqual(['ann', 'bob']);
    });

    test('of several calls at the same moment one writes, and a save of the game in between stays', async () => {
      const allAsked = Promise.withResolvers<void>();
      answer = async () => {
        if (asked.length === 4) allAsked.resolve();
        await allAsked.promise;
        return new Response(save);
      };
      await Promise.all([1, 2, 3, 4].map(() => copied('ann')));
      expect(asked).toHaveLength(4);
      expect(await stored('ann')).toContain(`"metadata":${save}`);
      const { headers } = await service.call('GET', pathOf('ann'), { token });
      expect(headers.get('etag')).toEndWith('-1"');
      answer = async (name) => {
        await play(name, '{"gold":7}');
        return new Response(save);
      };
      await copied('bob');
      expect(await stored('bob')).toContain('"metadata":{"gold":7}');
    });

    test('a crash at any moment leaves nothing half done, and the next call goes on', async () => {
      const held = Promise.withResolvers<Response>();
      answer = () => held.promise;
      const dying = start('ann');
      while (asked.length === 0) await Bun.sleep(5);
      dying.kill('SIGKILL');
      await dying.exited;
      expect(await stored('ann')).toContain('"metadata":{}');
      answer = () => new Response(save);
      await copied('ann');
      expect(await stored('ann')).toContain(`"metadata":${save}`);
      // Killed somewhere after the answer of the service of before: copied as a whole, or not at all.
      for (let n = 0; n < 6; n += 1) {
        const name = `killed ${n}`;
        const child = start(name);
        while (!asked.includes(name)) await Bun.sleep(1);
        await Bun.sleep(n * 3);
        child.kill('SIGKILL');
        await child.exited;
        const text = await stored(name);
        expect([text.includes(`"metadata":${save}`), text.includes('"metadata":{}')]).toContain(true);
        await copied(name);
        expect(await stored(name)).toContain(`"metadata":${save}`);
      }
    }, 60_000);

    test('a service of before that fails is told, and the player waits for the next call', async () => {
      answer = () => new Response('no', { status: 500 });
      const { status, errors } = await copy('ann');
      expect(status).toBe(1);
      expect(errors).toContain('the save of before cannot be read: 500');
      answer = () => new Response('{"cut":');
      expect((await copy('ann')).status).toBe(1);
      answer = () => new Response(save);
      await copied('ann');
      expect(await stored('ann')).toContain(`"metadata":${save}`);
    });
  });
}
