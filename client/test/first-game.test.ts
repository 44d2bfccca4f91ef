// The game for Node that docs/clients/typescript.md prints: it saves, also when there is no network at its start, and when it is killed
// without one.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Service, signTestToken, startService } from '../../test/harness/service.ts';
import { firstBlock } from './first-game.ts';
import { type Network, startNetwork } from './network.ts';
import { type Packed, packed } from './packed.ts';

let folder: Packed;
let service: Service;
let network: Network;
beforeAll(async () => {
  [folder, service] = await Promise.all([packed('client'), startService()]);
  network = await startNetwork(service.url);
}, 120_000);
afterAll(async () => {
  await network?.stop();
  await service?.stop();
});

/** Begins the game. It is killed when its output says so, else it runs to its end. @returns its output */
async function play(player: string, url: string, killAt?: (output: string) => boolean): Promise<string> {
  const file = folder.write('game.mjs', firstBlock('js', url).replace("'ann'", `'${player}'`));
  const env = { ...process.env, TOKEN: await signTestToken(player) };
  const child = Bun.spawn(['node', file], {
    cwd: folder.project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const decoder = new TextDecoder();
  for await (const bytes of child.stdout) {
    output += decoder.decode(bytes, { stream: true });
    if (killAt?.(output)) child.kill('SIGKILL');
  }
  const status = await child.exited;
  if (!killAt) expect(status).toBe(0);
  return output;
}

const stored = async (player: string) =>
  (await service.as(player, 'GET', '/api/game/metadata')).body.data.metadata;
async function sessionsOf(player: string) {
  const { data } = (await service.as(player, 'GET', '/api/game/session/history')).body;
  return data.sessions as { reason: string; context: unknown; installationId: string }[];
}

test('the game for Node saves, with a service and without one', async () => {
  const first = await play('ann', service.url);
  expect(first).toContain('{ level: 2, gold: 10 }\n');
  expect(first).toEndWith('saved \n');
  expect(await stored('ann')).toEqual({ level: 2, gold: 10 });

  // An address at which nothing answers yet; its save is another one, with nothing on the device.
  network.isGone = true;
  const offline = await play('ann', network.url);
  expect(offline).toContain('{ level: 2, gold: 10 }\n');
  expect(offline).toContain('Kept on this device: ');
  expect(await stored('ann')).toEqual({ level: 2, gold: 10 });

  await service.as('ann', 'DELETE', '/api/game/metadata');
  network.isGone = false;
  expect(await play('ann', network.url)).toContain('{ level: 3, gold: 20 }\n');
  expect(await stored('ann')).toEqual({ level: 3, gold: 20 });
  expect((await sessionsOf('ann')).map(({ reason, context }) => [reason, context])).toEqual([
    ['stopped', { platform: 'node' }],
    ['stopped', { platform: 'node' }],
  ]);
}, 180_000);

test('the coins of a game that was killed without a network arrive once, and its session goes on', async () => {
  network.losesStops = true;
  await play('bob', network.url, (output) => /\{ level: 2, gold: 10 \}[\s\S]*saved\s*$/.test(output));
  const left = (await service.as('bob', 'GET', '/api/game/session')).body.data;
  expect(left.context).toEqual({ platform: 'node' });

  network.isGone = true;
  await play('bob', network.url, (output) => output.includes('{ level: 3, gold: 20 }'));

  network.losesNext = 2;
  network.isGone = false;
  network.losesStops = false;
  let [level, gold, output] = [3, 20, ''];
  // A flush gives up after three attempts, and chance says whether the session begins before. Then the player begins again.
  do {
    [level, gold] = [level + 1, gold + 10];
    output = await play('bob', network.url);
    expect(output).toContain(`{ level: ${level}, gold: ${gold} }`);
    expect(output).not.toContain('another device');
  } while (output.includes('Kept on this device'));
  expect(network.losesNext).toBe(0);
  expect(await stored('bob')).toEqual({ level, gold });
  const sessions = await sessionsOf('bob');
  expect(new Set(sessions.map(({ reason }) => reason))).toEqual(new Set(['stopped']));
  expect(new Set(sessions.map(({ installationId }) => installationId)).size).toBe(1);
}, 120_000);
