// The deletion of full token buckets on Citus: each shard has a transaction of its own, and locked buckets are left for the next
// time.
import { texts } from '../arrays.ts';
import { deleteFull } from '../rate-limits.ts';
import type { Translation } from './executor.ts';
import type { Shards } from './shards.ts';

const listFull = `SELECT player_digest AS digest FROM rate_limits
  WHERE player_digest > $2::text AND player_digest <= $3::text AND full_at < $1::bigint`;
const lockFull = `SELECT player_digest AS digest FROM rate_limits
  WHERE player_digest = ANY ($1::text[]) AND full_at < $2::bigint ORDER BY player_digest FOR UPDATE SKIP LOCKED`;
const deleteLocked = 'DELETE FROM rate_limits WHERE player_digest = ANY ($1::text[])';

interface Bucket {
  readonly digest: string;
}

export const bucketPruningTranslations = (shards: Shards): readonly (readonly [string, Translation])[] => [
  [
    deleteFull,
    async (scope, parameters) => {
      const [now] = parameters;
      const found = await scope.query<Bucket>(listFull, parameters);
      for (const group of shards.groupNames(found, ({ digest }) => digest)) {
        await scope.transaction(async (queries) => {
          const columns = [texts(group.map(({ digest }) => digest)), now];
          const locked = await queries.query<Bucket>(lockFull, columns);
          if (locked.length > 0)
            await queries.query(deleteLocked, [texts(locked.map(({ digest }) => digest))]);
        });
      }
      return [];
    },
  ],
];
