// The story of one device, by the first game of docs/clients/typescript.md on Node: it plays online, the network goes, it earns and is killed, and
// the network comes back while it begins. The coins arrive once, and nobody is locked out.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Service, signTestToken, startService } from '../../../test/harness/service.ts';
import { firstBlock, type GameFolder, openGameFolder } from '../first-game.ts';
import { type Network, startNetwork } from '../network.ts';

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

/** Begins the game. It is killed when its output says so, else it runs to its end. @returns its output */
async function play(killAt?: (output: string) => boolean): Promise<string> {
  const file = folder.write('game.mjs', firstBlock('js', network.url));
  const env = { ...process.env, TOKEN: await signTestToken('ann') };
  const child = Bun.spawn(['node', file], { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const decoder = new TextDecoder();
  for await (const bytes of child.stdout) {
    output += decoder.decode(bytes, { stream: true });
    if (killAt?.(output)) child.kill('SIGKILL');
  }
  await child.exited;
  return output;
}

test('the coins of a game that was killed without a network arrive once, and its session begins again', async () => {
  network.losesStops = true;
  await play((output) => output.includes('{ level: 2, gold: 10 }') && output.trimEnd().endsWith('saved'));
  const left = (await service.as('ann', 'GET', '/api/game/session')).body.data;
  expect(left.context).toEqual({ platform: 'node' });

  network.isGone = true;
  await play((output) => output.includes('{ level: 3, gold: 20 }'));

  network.losesNext = 2;
  network.isGone = false;
  network.losesStops = false;
  let [level, gold, output] = [3, 20, ''];
  // A flush gives up after three attempts, and chance says whether the session begins before. Then the player begins again.
  do {
    [level, gold] = [level + 1, gold + 10];
    output = await play();
    expect(output).toContain(`{ level: ${level}, gold: ${gold} }`);
    expect(output).not.toContain('another device');
  } while (output.includes('Kept on this device'));
  expect(network.losesNext).toBe(0);
  const { metadata } = (await service.as('ann', 'GET', '/api/game/metadata')).body.data;
  expect(metadata).toEqual({ level, gold });
  const { sessions } = (await service.as('ann', 'GET', '/api/game/session/history')).body.data;
  const reasons = sessions.map(({ reason }: { readonly reason: string }) => reason);
  expect(reasons.filter((reason: string) => reason !== 'stopped')).toEqual(['replaced']);
  expect(reasons[0]).toBe('stopped');
  expect(
    new Set(sessions.map(({ installationId }: { readonly installationId: string }) => installationId)).size,
  ).toBe(1);
}, 120_000);
