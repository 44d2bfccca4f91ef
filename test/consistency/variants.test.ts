// The check is worth nothing unless it finds faults: each of these, put in on purpose, must show as a history that no order
// explains.
import { expect, test } from 'bun:test';
import { engines } from '../harness/engines.ts';
import { startCluster } from './cluster.ts';
import { record } from './recorder.ts';
import { findViolation } from './report.ts';
import { makeVariant, variants } from './variants.ts';

const mostHistories = 20;
const size = { operations: 500, players: 2, clientsPerPlayer: 6, kills: 0 };

for (const engine of engines) {
  for (const variant of variants.filter((each) => each.engines.some((name) => name === engine.name))) {
    test(`on ${engine.name}: ${variant.fault}`, async () => {
      const { main, remove } = makeVariant(variant);
      const cluster = await startCluster(engine, main);
      try {
        let violation: string | undefined;
        let seed = 0;
        while (violation === undefined && seed < mostHistories) {
          seed += 1;
          violation = findViolation(await record(cluster, { ...size, seed }));
        }
        expect(violation).toContain('not linearizable');
      } finally {
        await cluster.stop();
        remove();
      }
    }, 120_000);
  }
}
