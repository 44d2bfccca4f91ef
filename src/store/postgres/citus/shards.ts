// The shard of a player, computed in the process from the ranges of the catalog. A batch of calls of one shard is one task for one
// worker. After a split of shards the ranges are stale for a moment: batches then cover two shards, which is slower.
import type { Cluster, Shard } from './cluster.ts';
import { hashOfBigint, hashOfText } from './hash.ts';
import type { Worker } from './workers.ts';

/** A shard with the load of the worker that has it. */
export interface PlacedShard extends Omit<Shard, 'worker'> {
  readonly worker: Worker;
}

export interface Shards {
  /** The shard of a player's rows in the tables by sequential id. */
  ofId(sequentialId: number): PlacedShard;
  /** The shard of a name, or of a digest, in the tables by name. */
  ofName(name: string): PlacedShard;
  /** Groups values by shard. The order within a shard stays. */
  groupIds<T>(values: readonly T[], idOf: (value: T) => number): readonly (readonly T[])[];
  groupNames<T>(values: readonly T[], nameOf: (value: T) => string): readonly (readonly T[])[];
  /** Goes by other ranges from now on. */
  replace(cluster: Cluster): void;
}

export function createShards(found: Cluster, workerOf: (number: number) => Worker): Shards {
  const place = (shards: readonly Shard[]): readonly PlacedShard[] =>
    shards.map((shard) => ({ ...shard, worker: workerOf(shard.worker) }));
  const placeAll = ({ bySequentialId, byName }: Cluster) => ({
    bySequentialId: place(bySequentialId),
    byName: place(byName),
  });
  let cluster = placeAll(found);
  const shards: Shards = {
    ofId: (sequentialId) => shardOf(cluster.bySequentialId, hashOfBigint(sequentialId)),
    ofName: (name) => shardOf(cluster.byName, hashOfText(name)),
    groupIds: (values, idOf) => [...Map.groupBy(values, (value) => shards.ofId(idOf(value))).values()],
    groupNames: (values, nameOf) => [
      ...Map.groupBy(values, (value) => shards.ofName(nameOf(value))).values(),
    ],
    replace(next) {
      cluster = placeAll(next);
    },
  };
  return shards;
}

/** The shard whose range has a hash. The ranges follow each other and leave no gap. */
function shardOf(ranges: readonly PlacedShard[], hash: number): PlacedShard {
  let low = 0;
  let high = ranges.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ranges[middle]?.from ?? 0) <= hash) low = middle;
    else high = middle - 1;
  }
  return ranges[low] as PlacedShard;
}
