// Per-player serialization: the order of one player's calls.
import { expect, test } from 'bun:test';
import { StoreBusy, StoreUnavailable } from '../../../src/store/ports/errors.ts';
import { createPlayerSerializer } from '../../../src/store/shared/player-serializer.ts';

test.each([
  ['that lost the database fail at once', new StoreUnavailable('gone'), false],
  ['whose row stayed locked do not wait for the row again', new StoreBusy('lockedRow'), false],
  ['that was refused are done', new StoreBusy('playerWrites'), true],
  ['that failed by itself are done', new Error('mistake'), true],
])('writes behind one %s, and those of others are done', async (_, error, areDone) => {
  const order = createPlayerSerializer(128, 'playerWrites');
  const works = await Promise.allSettled([
    order.run(1, async () => {
      await new Promise(setImmediate);
      throw error;
    }),
    order.run(1, async () => 'second'),
    order.run(1, async () => 'third'),
    order.run(2, async () => 'other'),
  ]);
  const outcomes = works.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message));
  const { message } = error;
  expect(outcomes).toEqual([message, ...(areDone ? ['second', 'third'] : [message, message]), 'other']);
  expect(await order.run(1, async () => 'next')).toBe('next');
  await order.drain();
});
