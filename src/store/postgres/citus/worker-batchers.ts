// One batcher for each shard, behind the interface of one. A worker that is slow or gone holds up the calls of its own shards
// alone. Together they have the bounds and the metrics of one batcher.
import type { BatchMonitor } from '../../../admission/admission-control.ts';
import type { Batcher } from '../../shared/batcher.ts';

/**
 * @param shardOf the shard of a call
 * @param create makes the batcher of a shard, with a monitor of its own
 */
export function createShardBatchers<Call, Result>(
  shardOf: (call: Call) => number,
  monitor: BatchMonitor,
  create: (monitor: BatchMonitor) => Batcher<Call, Result>,
): Batcher<Call, Result> {
  const batchers = new Map<number, Batcher<Call, Result>>();
  const sources: (() => number | undefined)[] = [];
  const monitorOfShard: BatchMonitor = {
    ...monitor,
    setOldestSource: (source) => void sources.push(source),
  };

  function oldestSince(): number | undefined {
    let since: number | undefined;
    for (const source of sources) {
      const oldest = source();
      if (oldest !== undefined && !(since !== undefined && since < oldest)) since = oldest;
    }
    return since;
  }

  function batcherOf(shard: number): Batcher<Call, Result> {
    const known = batchers.get(shard);
    if (known) return known;
    const batcher = create(monitorOfShard);
    batchers.set(shard, batcher);
    return batcher;
  }

  monitor.setOldestSource(oldestSince);
  return {
    add: (call) => batcherOf(shardOf(call)).add(call),
    async drain() {
      await Promise.all([...batchers.values()].map((batcher) => batcher.drain()));
    },
  };
}
