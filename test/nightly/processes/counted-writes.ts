// Players who each add a coin again and again, and count the answers: every acknowledged coin is there at the end, and none that was
// not sent.
import { expect } from 'bun:test';
import { paths } from '../../harness/api.ts';
import type { ServiceProcess } from '../../harness/process.ts';

const coin = {
  body: '[{"op":"add","path":"/coins/-","value":1}]',
  headers: { 'content-type': 'application/json-patch+json' },
};

/** Each of the processes has to find its database again, where that was killed too. */
async function coinsOf(service: ServiceProcess, player: string): Promise<readonly number[]> {
  for (;;) {
    const answer = await service.as(player, 'GET', paths.metadata).catch(() => undefined);
    if (answer?.status === 200) return answer.body.data.metadata.coins;
    await Bun.sleep(20);
  }
}

/** @returns a function that ends the writes and compares the metadata with the answers */
export async function startCountedWrites(service: ServiceProcess): Promise<() => Promise<void>> {
  const players = Array.from({ length: 8 }, (_, index) => `player ${index}`);
  for (const player of players)
    await service.as(player, 'POST', paths.metadata, { body: '{"data":{"coins":[]}}' });
  let isOver = false;
  const writing = players.map(async (player) => {
    let [sent, acknowledged] = [0, 0];
    // Also a player who was never answered before goes on until an answer comes.
    while (!isOver || acknowledged === 0) {
      sent += 1;
      const answer = await service.as(player, 'PATCH', paths.metadata, coin).catch(() => undefined);
      if (answer?.status === 200) acknowledged += 1;
      else await Bun.sleep(5);
    }
    return { player, sent, acknowledged };
  });
  return async () => {
    isOver = true;
    for (const { player, sent, acknowledged } of await Promise.all(writing)) {
      const coins = await coinsOf(service, player);
      expect(acknowledged).toBeGreaterThan(0);
      expect(coins.length).toBeGreaterThanOrEqual(acknowledged);
      expect(coins.length).toBeLessThanOrEqual(sent);
    }
  };
}
