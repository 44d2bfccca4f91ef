// Webhooks by simulation: whatever happens, each event arrives or is counted, in its order, and nothing is left behind. A failure names its
// seed, and `SEED=…` repeats it.
import { expect, test } from 'bun:test';
import { postgres, sqlite } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { seed } from '../../../harness/seeded.ts';
import { simulate } from './simulation.ts';

for (const [engine, rounds] of [
  [sqlite, amount(20, 2_000)],
  [postgres, amount(1, 20)],
] as const)
  test(
    `${rounds} runs on ${engine.name} (SEED=${seed})`,
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { broken } = await simulate(engine, seed + round);
        expect({ seed: seed + round, broken }).toEqual({ seed: seed + round, broken: [] });
      }
    },
    60_000 + rounds * 40_000,
  );
