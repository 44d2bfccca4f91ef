// Restarts of processes one after the other while players play on persistent connections: no request is lost.
import { expect, test } from 'bun:test';
import { engines } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { restartInTurns, startPair } from './pair.ts';
import { startPlaying } from './players.ts';

const requests = amount(2_000, 20_000);
const restarts = amount(2, 20);

for (const engine of engines) {
  test.concurrent(
    `on ${engine.name} ${restarts} restarts lose none of ${requests} requests`,
    async () => {
      await using pair = await startPair(engine);
      const { played, stop } = startPlaying(pair.ports.map((port) => `http://127.0.0.1:${port}`));
      const statuses = await restartInTurns(pair, restarts, () => played.requests >= requests);
      await stop();
      expect(played.failures).toEqual([]);
      expect(new Set(statuses)).toEqual(new Set([0]));
    },
    amount(300_000, 600_000),
  );
}
