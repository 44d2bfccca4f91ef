// Processes that are replaced one after the other while players play on connections that they keep: no request is lost.
import { afterEach, expect, test } from 'bun:test';
import { engines } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { type Pair, restartInTurns, startPair } from './pair.ts';
import { startPlaying } from './players.ts';

let pair: Pair;
afterEach(() => pair.stop(), 30_000);

const requests = amount(2_000, 20_000);
const restarts = amount(2, 20);

for (const engine of engines) {
  test(
    `on ${engine.name} ${restarts} restarts lose none of ${requests} requests`,
    async () => {
      pair = await startPair(engine);
      const { played, stop } = startPlaying(pair.ports.map((port) => `http://127.0.0.1:${port}`));
      const statuses = await restartInTurns(pair, restarts, () => played.requests >= requests);
      await stop();
      expect(played.failures).toEqual([]);
      expect(new Set(statuses)).toEqual(new Set([0]));
    },
    amount(60_000, 400_000),
  );
}
