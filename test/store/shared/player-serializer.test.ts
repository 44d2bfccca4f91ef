// Per-player serialization: the order of one player's calls.
import { expect, test } from 'bun:test';
import { StoreBusy, StoreUnavailable } from '../../../src/store/ports/errors.ts';
import { createPlayerSerializer } from '../../../src/store/shared/player-serializer.ts';

const outcomes = async (works: readonly Promise<string>[]) =>
  (await Promise.allSettled(works)).map((each) =>
    each.status === 'fulfilled' ? each.value : each.reason.message,
  );

/** Three writes of a player at once, of which the first fails, and one of another player. */
function failWith(error: Error) {
  const order = createPlayerSerializer(128, 'playerWrites');
  return outcomes([
    order.run(1, async () => {
      await Bun.sleep(5);
      throw error;
    }),
    order.run(1, async () => 'second'),
    order.run(1, async () => 'third'),
    order.run(2, async () => 'other'),
  ]);
}

test('writes behind one that lost the database fail at once, and no others', async () => {
  expect(await failWith(new StoreUnavailable('gone'))).toEqual(['gone', 'gone', 'gone', 'other']);
});

test('writes behind one whose row stayed locked do not wait for the row again', async () => {
  const locked = new StoreBusy('lockedRow');
  expect(await failWith(locked)).toEqual([locked.message, locked.message, locked.message, 'other']);
});

test('writes behind one that failed by itself are done', async () => {
  const busy = new StoreBusy('playerWrites');
  expect(await failWith(busy)).toEqual([busy.message, 'second', 'third', 'other']);
  expect(await failWith(new Error('mistake'))).toEqual(['mistake', 'second', 'third', 'other']);
});

test('the next write after an outage is attempted again', async () => {
  const order = createPlayerSerializer(128, 'playerWrites');
  await order.run(1, () => Promise.reject(new StoreUnavailable('gone'))).catch(() => undefined);
  expect(await order.run(1, async () => 'done')).toBe('done');
  await order.drain();
});
