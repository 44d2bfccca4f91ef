// Players who each add a coin again and again, and count the answers: every acknowledged coin is there at the end, and none that was
// not sent.
import { expect } from 'bun:test';
import { paths } from '../harness/api.ts';
import type { ServiceProcess } from '../harness/process.ts';

const coin = {
  body: '[{"op":"add","path":"/coins/-","value":1}]',
  headers: { 'content-type': 'application/json-patch+json' },
};

/** @returns a function that ends the writes and compares the metadata with the answers */
export async function startCountedWrites(service: ServiceProcess): Promise<() => Promise<void>> {
  const players = Array.from({ length: 8 }, (_, index) => `player ${index}`);
  for (const player of players)
    await service.as(player, 'POST', paths.metadata, { body: '{"data":{"coins":[]}}' });
  let isOver = false;
  const writing = players.map(async (player) => {
    let [sent, acknowledged] = [0, 0];
    while (!isOver) {
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
      const { body } = await service.as(player, 'GET', paths.metadata);
      const { coins } = (body as { data: { metadata: { coins: number[] } } }).data.metadata;
      expect(acknowledged).toBeGreaterThan(0);
      expect(coins.length).toBeGreaterThanOrEqual(acknowledged);
      expect(coins.length).toBeLessThanOrEqual(sent);
    }
  };
}
