// The semaphore of reads of kept versions, whose permits are bytes of memory.
import { expect, test } from 'bun:test';
import { createWeightedSemaphore } from '../../src/admission/weighted-semaphore.ts';
import { ADMISSION_MAX_WAIT_MILLISECONDS } from '../../src/limits.ts';
import { StoreBusy } from '../../src/store/ports/errors.ts';
import { manualClock } from '../harness/clock.ts';

test('memory is given in the order of asking, and a call behind too long a wait is refused', async () => {
  const clock = manualClock();
  const semaphore = createWeightedSemaphore({
    maxBytes: 100,
    moment: clock.monotonic,
    refusal: 'versionReadMemory',
  });
  const gates = [1, 2].map(() => Promise.withResolvers<void>());
  const held: number[] = [];
  const hold = (n: number, bytes: number) =>
    semaphore.withReserved(bytes, async () => {
      held.push(n);
      await gates[n]?.promise;
    });
  const first = [hold(0, 60), hold(1, 1_000), hold(2, 10)];
  await Bun.sleep(1);
  expect(held).toEqual([0]);
  clock.advance(ADMISSION_MAX_WAIT_MILLISECONDS + 1);
  await expect(hold(3, 10)).rejects.toBeInstanceOf(StoreBusy);
  for (const gate of gates) gate.resolve();
  await Promise.all(first);
  expect(held).toEqual([0, 1, 2]);
});
