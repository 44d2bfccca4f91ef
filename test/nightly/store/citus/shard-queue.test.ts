// The queue of calls for one worker of Citus: batches of one shard, and no shard waits behind another for ever.
import { describe, expect, test } from 'bun:test';
import { createShardQueue } from '../../../../src/store/postgres/citus/shard-queue.ts';

interface Item {
  readonly shard: number;
  readonly queuedAt: number;
}

const queueOf = (maxCalls: number) => createShardQueue<Item>(({ shard }) => shard, { maxCalls });
const itemsOf = (shard: number, ...times: number[]): Item[] => times.map((queuedAt) => ({ shard, queuedAt }));

describe('the queue of calls for one worker', () => {
  test('has calls of one shard in a batch, first those of the shard whose oldest call is oldest', () => {
    const queue = queueOf(10);
    for (const item of [...itemsOf(2, 1), ...itemsOf(1, 2, 3), ...itemsOf(2, 4)]) queue.add(item);
    expect([queue.length, queue.oldestSince()]).toEqual([4, 1]);
    expect(queue.take()).toEqual(itemsOf(2, 1, 4));
    expect([queue.length, queue.oldestSince()]).toEqual([2, 2]);
    expect(queue.take()).toEqual(itemsOf(1, 2, 3));
    expect([queue.length, queue.oldestSince(), queue.take()]).toEqual([0, undefined, []]);
  });

  test('takes turns between shards whose calls have waited equally long', () => {
    const queue = queueOf(1);
    for (const item of [...itemsOf(1, 5, 5), ...itemsOf(2, 5, 5)]) queue.add(item);
    expect([1, 2, 3, 4].flatMap(() => queue.take().map(({ shard }) => shard))).toEqual([1, 2, 1, 2]);
  });

  test('puts calls back before the later ones of their shard, and removes all', () => {
    const queue = queueOf(2);
    for (const item of [...itemsOf(1, 1, 2, 3), ...itemsOf(2, 9)]) queue.add(item);
    const taken = queue.take();
    queue.putBack(taken.slice(1));
    expect(queue.length).toBe(3);
    expect(queue.take()).toEqual(itemsOf(1, 2, 3));
    queue.putBack([]);
    expect(queue.removeAll()).toEqual(itemsOf(2, 9));
    expect(queue.length).toBe(0);
  });

  test('bounds a batch in bytes', () => {
    const queue = createShardQueue<Item>(() => 1, { maxCalls: 10, maxBytes: 2, sizeOf: () => 1 });
    for (const item of itemsOf(1, 1, 2, 3)) queue.add(item);
    expect(queue.take()).toHaveLength(2);
  });
});
