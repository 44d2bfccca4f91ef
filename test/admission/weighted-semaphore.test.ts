// The semaphore of reads of kept versions, whose permits are bytes of memory.
import { expect, test } from 'bun:test';
import { createWeightedSemaphore } from '../../src/admission/weighted-semaphore.ts';
import { StoreBusy } from '../../src/store/ports/errors.ts';

test('memory is given in the order of asking, and a call behind too much waiting work is refused', async () => {
  const semaphore = createWeightedSemaphore({
    maxBytes: 100,
    maxWaitingBytes: 115,
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
  expect(held).toEqual([]);
  await expect(hold(3, 10)).rejects.toBeInstanceOf(StoreBusy);
  expect(held).toEqual([0]);
  for (const gate of gates) gate.resolve();
  await Promise.all(first);
  expect(held).toEqual([0, 1, 2]);
  await hold(4, 100);
  // After work that was larger than the bound, the bound holds as before.
  const gate = Promise.withResolvers<void>();
  const before = semaphore.withReserved(60, () => gate.promise);
  const next = hold(5, 60);
  await new Promise(setImmediate);
  expect(held).not.toContain(5);
  gate.resolve();
  await Promise.all([before, next]);
});
