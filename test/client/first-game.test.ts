// The game for Node that docs/clients/typescript.md prints: it saves, also when the service is stopped at its start.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Service, signTestToken, startService } from '../harness/service.ts';
import { firstBlock, type GameFolder, openGameFolder } from './first-game.ts';
import { run } from './packed-client.ts';

let folder: GameFolder;
let service: Service;
beforeAll(async () => {
  [folder, service] = await Promise.all([openGameFolder(), startService()]);
}, 120_000);
afterAll(async () => {
  await service?.stop();
  folder?.[Symbol.dispose]();
});

async function play(url: string) {
  folder.write('game.mjs', firstBlock('js', url));
  return run(['node', 'game.mjs'], folder.path, { TOKEN: await signTestToken('ann') });
}

const stored = async () => (await service.as('ann', 'GET', '/api/game/metadata')).body.data.metadata;

test('the game for Node saves, with a service and without one', async () => {
  const first = await play(service.url);
  expect(first).toMatchObject({ status: 0, errors: '' });
  expect(first.output).toContain('{ level: 2, gold: 10 }\n');
  expect(first.output).toEndWith('saved \n');
  expect(await stored()).toEqual({ level: 2, gold: 10 });

  // A port at which nothing listens yet; its save is another one, with nothing on the device.
  const reserved = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const { port } = reserved;
  await reserved.stop(true);
  const address = `http://127.0.0.1:${port}`;
  const offline = await play(address);
  expect(offline).toMatchObject({ status: 0, errors: '' });
  expect(offline.output).toContain('{ level: 2, gold: 10 }\n');
  expect(offline.output).toContain('Kept on this device: ');
  expect(await stored()).toEqual({ level: 2, gold: 10 });

  await service.as('ann', 'DELETE', '/api/game/metadata');
  await service.restart({ PORT: String(port) });
  expect(service.url).toBe(address);
  const online = await play(address);
  expect(online).toMatchObject({ status: 0, errors: '' });
  expect(online.output).toContain('{ level: 3, gold: 20 }\n');
  expect(await stored()).toEqual({ level: 3, gold: 20 });
  const { body } = await service.as('ann', 'GET', '/api/game/session/history');
  const sessions: { readonly reason: string; readonly context: unknown }[] = body.data.sessions;
  expect(sessions.map(({ reason, context }) => [reason, context])).toEqual([
    ['stopped', { platform: 'node' }],
    ['stopped', { platform: 'node' }],
  ]);
}, 60_000);
