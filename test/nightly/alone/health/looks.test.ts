// How often probes look whether a write would work, which goes by the clock of the machine.
import { expect, test } from 'bun:test';
import { postgres } from '../../../harness/engines.ts';
import { startService } from '../../../harness/service.ts';

test('readiness on PostgreSQL is looked up four times a second at most', async () => {
  const service = await startService({ engine: postgres });
  const ready = () => service.call('GET', '/readyz');
  try {
    await ready();
    await Bun.sleep(300);
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 500 }, ready));
    for (let probe = 0; probe < 4; probe += 1) answers.push(await ready());
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    // Four probes, one after the other, wait for looks of their own.
    expect(performance.now() - startedAt).toBeGreaterThan(700);
  } finally {
    await service.stop();
  }
}, 180_000);
