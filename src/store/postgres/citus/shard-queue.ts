// The calls that wait for one worker. A batch holds calls of one shard, of the one whose oldest call has waited longest.
import { type CallQueue, createFifoQueue, type QueueBounds } from '../../shared/call-queue.ts';

export function createShardQueue<Item extends { readonly queuedAt: number }>(
  shardIdOf: (item: Item) => number,
  bounds: QueueBounds<Item>,
): CallQueue<Item> {
  /** By shard. None is empty, and the shard that was served last comes last. */
  const queues = new Map<number, CallQueue<Item>>();
  let length = 0;

  function queueOf(item: Item): CallQueue<Item> {
    const shardId = shardIdOf(item);
    const queue = queues.get(shardId) ?? createFifoQueue(bounds);
    queues.set(shardId, queue);
    return queue;
  }

  function findOldest(): number | undefined {
    let found: number | undefined;
    let since = Number.POSITIVE_INFINITY;
    for (const [shardId, queue] of queues) {
      const oldest = queue.oldestSince() ?? since;
      if (oldest >= since) continue;
      found = shardId;
      since = oldest;
    }
    return found;
  }

  return {
    get length() {
      return length;
    },
    add(item) {
      length += 1;
      return queueOf(item).add(item);
    },
    take() {
      const shardId = findOldest();
      const queue = shardId === undefined ? undefined : queues.get(shardId);
      if (shardId === undefined || !queue) return [];
      const items = queue.take();
      length -= items.length;
      queues.delete(shardId);
      if (queue.length > 0) queues.set(shardId, queue);
      return items;
    },
    putBack(items) {
      const [first] = items;
      if (!first) return;
      queueOf(first).putBack(items);
      length += items.length;
    },
    removeAll() {
      const all = [...queues.values()].flatMap((queue) => queue.removeAll());
      queues.clear();
      length = 0;
      return all;
    },
    oldestSince() {
      const shardId = findOldest();
      return shardId === undefined ? undefined : queues.get(shardId)?.oldestSince();
    },
    pauseMilliseconds: () => 0,
    endPause: () => undefined,
  };
}
