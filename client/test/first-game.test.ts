// The game for Node that docs/clients/typescript.md prints: it saves, also when there is no network at its start.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Service, signTestToken, startService } from '../../test/harness/service.ts';
import { firstBlock, type GameFolder, openGameFolder } from './first-game.ts';
import { type Network, startNetwork } from './network.ts';
import { run } from './packed-client.ts';

let folder: GameFolder;
let service: Service;
let network: Network;
beforeAll(async () => {
  [folder, service] = await Promise.all([openGameFolder(), startService()]);
  network = await startNetwork(service.url);
}, 120_000);
afterAll(async () => {
  await network?.stop();
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

  // An address at which nothing answers yet; its save is another one, with nothing on the device.
  network.isGone = true;
  const offline = await play(network.url);
  expect(offline).toMatchObject({ status: 0, errors: '' });
  expect(offline.output).toContain('{ level: 2, gold: 10 }\n');
  expect(offline.output).toContain('Kept on this device: ');
  expect(await stored()).toEqual({ level: 2, gold: 10 });

  await service.as('ann', 'DELETE', '/api/game/metadata');
  network.isGone = false;
  const online = await play(network.url);
  expect(online).toMatchObject({ status: 0, errors: '' });
  expect(online.output).toContain('{ level: 3, gold: 20 }\n');
  expect(await stored()).toEqual({ level: 3, gold: 20 });
  const { body } = await service.as('ann', 'GET', '/api/game/session/history');
  const sessions: { readonly reason: string; readonly context: unknown }[] = body.data.sessions;
  expect(sessions.map(({ reason, context }) => [reason, context])).toEqual([
    ['stopped', { platform: 'node' }],
    ['stopped', { platform: 'node' }],
  ]);
}, 180_000);
