// One batcher for each worker, behind the interface of one. A batch holds calls of one shard. A worker that is slow or gone holds up
// the calls of its own players alone. Together the batchers have the metrics of one.
import { type Batcher, type BatcherOptions, createBatcher, type Waiting } from '../../shared/batcher.ts';
import { createShardQueue } from './shard-queue.ts';
import type { PlacedShard } from './shards.ts';
import type { Worker } from './workers.ts';

/** @param shardOf the shard of a call */
export function createWorkerBatchers<Call, Result>(
  shardOf: (call: Call) => PlacedShard,
  options: BatcherOptions<Call, Result>,
): Batcher<Call, Result> {
  const { maxCalls, maxBytes, sizeOf } = options;
  const batchers = new Map<Worker, Batcher<Call, Result>>();

  function createFor(worker: Worker): Batcher<Call, Result> {
    const queue = createShardQueue<Waiting<Call, Result>>(({ call }) => shardOf(call).shardId, {
      ...{ maxCalls, maxBytes },
      sizeOf: sizeOf && (({ call }) => sizeOf(call)),
    });
    return createBatcher({
      ...options,
      queue,
      monitor: worker.monitor(options.monitor),
      run: (calls) => worker.run(async () => options.run(calls)),
    });
  }

  function batcherOf(worker: Worker): Batcher<Call, Result> {
    const batcher = batchers.get(worker) ?? createFor(worker);
    batchers.set(worker, batcher);
    return batcher;
  }

  return {
    add(call) {
      const { worker } = shardOf(call);
      const refusal = worker.refusal();
      return refusal ? Promise.reject(refusal) : batcherOf(worker).add(call);
    },
    async drain() {
      await Promise.all([...batchers.values()].map((batcher) => batcher.drain()));
    },
  };
}
