// Proof that the check finds faults: each of these faults, put in on purpose, must cause a history that no order explains.
import { expect, test } from 'bun:test';
import { engines } from '../../harness/engines.ts';
import { isNightly } from '../../harness/nightly.ts';
import { byPlayer, check } from './checker.ts';
import { startCluster } from './cluster.ts';
import { record } from './recorder.ts';
import { makeVariant, variants } from './variants.ts';

const mostHistories = 20;
const size = { operations: 400, players: 2, clientsPerPlayer: 6, kills: 0, readsVersions: false };

for (const engine of engines) {
  // Each variant is a program of its own, and takes a while to be found.
  const mine = isNightly ? variants.filter(({ engines: on }) => on.includes(engine.name)) : [];
  for (const variant of mine) {
    test(`on ${engine.name}: ${variant.fault}`, async () => {
      const { main, remove } = await makeVariant(variant);
      const cluster = await startCluster(engine, { main });
      try {
        let isFound = false;
        for (let seed = 1; seed <= mostHistories && !isFound; seed += 1) {
          const recorded = await record(cluster, { ...size, seed });
          // A crash of a variant does not count as found.
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
    }, 600_000);
  }
}
