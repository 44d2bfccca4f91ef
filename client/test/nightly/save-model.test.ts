// The model of a save (test/models/save_model.py): no run is wrong, and each deliberate fault is found.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { seed } from '../../../test/harness/seeded.ts';

const model = join(import.meta.dir, '../../../test/models/save_model.py');
const python = Bun.which('python3');
const note = python === null ? ' (skipped: there is no python3)' : '';

function run(fault: string, ...given: readonly string[]): string {
  const env = { ...process.env, FAULT: fault };
  return Bun.spawnSync([python ?? 'python3', '-B', model, ...given], {
    env,
    stderr: 'inherit',
  }).stdout.toString();
}

const faults = python === null ? [] : run('list').trim().split(' ');

describe.skipIf(python === null)(`the model of a save${note}`, () => {
  const seeds = process.env.SEEDS ?? '300';

  test(`loses nothing, adds nothing twice, and overwrites nothing unseen, from seed ${seed} on`, () => {
    expect(run('', seeds, String(seed))).toBe(`0 of ${seeds} runs are wrong\n`);
  });

  // Each of them is found within the same seeds every time.
  test.each(faults)('finds the fault %s', (fault) => {
    expect(run(fault, '3000')).toContain(`${fault} is found after`);
  });
});
