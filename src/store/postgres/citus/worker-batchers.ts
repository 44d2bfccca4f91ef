// One batcher for each worker, behind the interface of one. A batch holds calls of one shard. A worker that is slow or gone holds up
// the calls of its own players alone. Together the batchers have the metrics of one.
import type { BatchMonitor } from '../../../admission/admission-control.ts';
import { type Batcher, type BatcherOptions, createBatcher, type Waiting } from '../../shared/batcher.ts';
import type { Shard } from './cluster.ts';
import { createShardQueue } from './shard-queue.ts';

/** @param shardOf the shard of a call */
export function createWorkerBatchers<Call, Result>(
  shardOf: (call: Call) => Shard,
  options: BatcherOptions<Call, Result>,
): Batcher<Call, Result> {
  const batchers = new Map<number, Batcher<Call, Result>>();
  const sources: (() => number | undefined)[] = [];
  const monitor: BatchMonitor = {
    ...options.monitor,
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

  function batcherOf(worker: number): Batcher<Call, Result> {
    const known = batchers.get(worker);
    if (known) return known;
    const queue = createShardQueue<Waiting<Call, Result>>(({ call }) => shardOf(call).shardId, {
      maxCalls: options.maxCalls,
      maxBytes: options.maxBytes,
      sizeOf: options.sizeOf && (({ call }) => options.sizeOf?.(call) ?? 0),
    });
    const batcher = createBatcher({ ...options, monitor, queue });
    batchers.set(worker, batcher);
    return batcher;
  }

  options.monitor.setOldestSource(oldestSince);
  return {
    add: (call) => batcherOf(shardOf(call).worker).add(call),
    async drain() {
      await Promise.all([...batchers.values()].map((batcher) => batcher.drain()));
    },
  };
}
