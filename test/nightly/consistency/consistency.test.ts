// The service under many clients, with two processes on one database, and `kill -9` of them and of PostgreSQL: every player's history
// has an order of all operations that explains every answer. The test depends on no time. The seed in a failure repeats the mix of operations.
import { expect, test } from 'bun:test';
import { engines } from '../../harness/engines.ts';
import { amount, isNightly } from '../../harness/nightly.ts';
import { seed as firstSeed } from '../../harness/seeded.ts';
import { byPlayer, check } from './checker.ts';
import { startCluster } from './cluster.ts';
import { record } from './recorder.ts';
import { explain } from './report.ts';

const histories = amount(2, 100);
const size = { operations: 1_000, players: 3, clientsPerPlayer: 5, kills: amount(1, 2), readsVersions: true };

for (const engine of engines) {
  test(`${histories} histories of ${size.operations} operations on ${engine.name} are linearizable`, async () => {
    const cluster = await startCluster(engine, { killsDatabase: true });
    const sum = { operations: 0, unanswered: 0, configurations: 0, milliseconds: 0 };
    try {
      for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
        const history = await record(cluster, { ...size, seed });
        expect(history.length).toBeGreaterThanOrEqual(size.operations);
        sum.operations += history.length;
        const begin = performance.now();
        for (const [player, events] of byPlayer(history)) {
          const { isLegal, unanswered, configurations } = check(events);
          if (!isLegal) throw new Error(`SEED=${seed}: ${explain(player, events)}`);
          sum.unanswered += unanswered;
          sum.configurations += configurations;
        }
        sum.milliseconds += Math.round(performance.now() - begin);
      }
    } finally {
      await cluster.stop();
    }
    const figures = { engine: engine.name, histories, kills: histories * size.kills, ...sum };
    if (isNightly) process.stdout.write(`${JSON.stringify(figures)}\n`);
  }, 1_800_000);
}
