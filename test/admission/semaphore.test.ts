// The semaphore and its wait list: callers get permits in the order of their requests, and no caller waits past the time-out.
import { expect, test } from 'bun:test';
import { createSemaphore } from '../../src/admission/semaphore.ts';
import { createWaitList } from '../../src/admission/wait-list.ts';
import { StoreBusy } from '../../src/store/ports/errors.ts';

test('permits go to callers in the order of asking, also after work that failed', async () => {
  const semaphore = createSemaphore(2, { timeoutMilliseconds: 10_000, refusal: 'transactions' });
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const started: number[] = [];
  const calls = gates.map(({ promise }, n) =>
    semaphore.withPermit(async () => {
      started.push(n);
      await promise;
      return n;
    }),
  );
  await new Promise(setImmediate);
  expect(started).toEqual([0, 1]);
  gates[1]?.reject(new Error('failed'));
  await expect(calls[1]).rejects.toThrow('failed');
  await new Promise(setImmediate);
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of gates) resolve();
  expect(await Promise.all(calls.filter((_, n) => n !== 1))).toEqual([0, 2, 3]);
  expect(await semaphore.withPermit(async () => 'free again')).toBe('free again');
});

test('a caller that waits too long is refused by the name of the list, and its place goes to the next', async () => {
  const list = createWaitList<string>({ timeoutMilliseconds: 20, refusal: 'connections' });
  const late = await list.wait().catch((error) => error);
  expect(late).toBeInstanceOf(StoreBusy);
  expect([late.refusal, list.length, list.give('nobody waits')]).toEqual(['connections', 0, false]);
  const [first, second] = [list.wait(), list.wait()];
  expect([list.give('a'), list.give('b')]).toEqual([true, true]);
  expect(await Promise.all([first, second])).toEqual(['a', 'b']);
  const refused = list.wait();
  list.refuse(new Error('closed'));
  await expect(refused).rejects.toThrow('closed');
});
