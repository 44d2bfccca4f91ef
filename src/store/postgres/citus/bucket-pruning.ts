// The deletion of full token buckets on Citus: each shard has a transaction of its own, and locked buckets are left for the next
// time.
import { deleteFullBuckets } from '../sql/statements.ts';
import { type Variant, variantOf } from './executor.ts';
import type { Shards } from './shards.ts';
import { deleteBuckets, listFullBuckets, lockFullBuckets } from './sql/statements.ts';

export const bucketPruningVariants = (shards: Shards): readonly Variant[] => [
  variantOf(deleteFullBuckets, ['nowMicroseconds', 'after', 'last'], [], async (scope, window) => {
    const { nowMicroseconds } = window;
    const found = await scope.run(listFullBuckets, window);
    for (const group of shards.groupNames(found, ({ digest }) => digest)) {
      const digests = group.map(({ digest }) => digest);
      await scope.transaction(async (queries) => {
        const locked = await queries.run(lockFullBuckets, { digests, nowMicroseconds });
        if (locked.length > 0)
          await queries.run(deleteBuckets, { digests: locked.map(({ digest }) => digest) });
      });
    }
    return [];
  }),
];
