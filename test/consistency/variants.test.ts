// The check is worth nothing unless it finds faults: each of these, put in on purpose, must show as a history that no order
// explains.
import { expect, test } from 'bun:test';
import { engines } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { byPlayer, check } from './checker.ts';
import { startCluster } from './cluster.ts';
import { record } from './recorder.ts';
import { makeVariant, variants } from './variants.ts';

const mostHistories = 20;
const size = { operations: 400, players: 2, clientsPerPlayer: 6, kills: 0 };
const isNightly = amount(0, 1) === 1;

test('every fault can be put into the source', () => {
  for (const variant of variants) makeVariant(variant).remove();
});

for (const engine of engines) {
  // Each is another program, and found only after a while.
  const mine = isNightly ? variants.filter(({ engines: on }) => on.includes(engine.name)) : [];
  for (const variant of mine) {
    test(`on ${engine.name}: ${variant.fault}`, async () => {
      const { main, remove } = makeVariant(variant);
      const cluster = await startCluster(engine, main);
      try {
        let isFound = false;
        for (let seed = 1; seed <= mostHistories && !isFound; seed += 1) {
          const recorded = await record(cluster, { ...size, seed });
          // A variant that falls over is not what is looked for.
          const history = recorded.map(({ output, ...event }) =>
            output && output.status !== 500
              ? { ...event, output }
              : { ...event, return: Number.POSITIVE_INFINITY },
          );
          isFound = [...byPlayer(history).values()].some((events) => !check(events).isLegal);
        }
        expect(isFound).toBe(true);
      } finally {
        await cluster.stop();
        remove();
      }
    }, 120_000);
  }
}
