// Token buckets that all processes on a database server share: one statement for all calls of one moment.
import { PRUNE_STEP_ROWS } from '../../tuning.ts';
import type { RateLimitStore } from '../ports/rate-limits.ts';
import { bigints, texts } from './arrays.ts';
import { batchesInFlight, type Database } from './database.ts';
import { digest } from './digest.ts';
import takeTokens from './sql/take-tokens.sql' with { type: 'text' };
import { createStatementBatcher } from './statement-batcher.ts';

const minuteMicroseconds = 60_000_000;

/** Deletes the full buckets in a window of keys. A bucket that is locked is left for the next time. */
const deleteFull = `DELETE FROM rate_limits WHERE player_digest IN (
    SELECT player_digest FROM rate_limits
    WHERE player_digest > $2::text AND player_digest <= $3::text
      AND full_at < coalesce($1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000000)::bigint)
    ORDER BY player_digest
    FOR UPDATE SKIP LOCKED
  )`;
const listWindow = `SELECT player_digest AS digest FROM rate_limits
  WHERE player_digest > $1::text ORDER BY player_digest LIMIT $2::int`;

interface Bucket {
  readonly digest: string;
  readonly given: number;
  /** Microseconds until the bucket is full again. */
  readonly ahead: number;
}

export function rateLimitStore(
  { executor, admission, now }: Database,
  perMinute: number,
): RateLimitStore & { drain(): Promise<unknown> } {
  const microseconds = (): number | null => {
    const time = now();
    return time === null ? null : time * 1000;
  };
  const perToken = Math.floor(minuteMicroseconds / perMinute);

  async function take(playerIds: readonly string[]): Promise<number[]> {
    const digests = playerIds.map(digest);
    const wanted = new Map<string, number>();
    for (const id of digests.toSorted()) wanted.set(id, Math.min((wanted.get(id) ?? 0) + 1, perMinute));
    const rows = await executor.query<Bucket>(takeTokens, [
      texts([...wanted.keys()]),
      bigints([...wanted.values()]),
      microseconds(),
      perToken,
    ]);
    const buckets = new Map(rows.map((row) => [row.digest, { ...row, left: row.given }]));
    return digests.map((id) => {
      const bucket = buckets.get(id);
      if (!bucket || bucket.left-- > 0) return 0;
      return Math.max(1, Math.ceil((bucket.ahead + perToken - minuteMicroseconds) / 1000));
    });
  }

  const takes = createStatementBatcher({
    monitor: admission.monitor('take-tokens'),
    // One token too many is better than no answer.
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    run: take,
  });
  return {
    take: takes.add,
    deleteFull: (signal) =>
      executor.background(signal, async (queries) => {
        for (let after = ''; ; ) {
          const window = await queries.query<{ digest: string }>(listWindow, [after, PRUNE_STEP_ROWS]);
          const last = window.at(-1)?.digest;
          if (last === undefined) return;
          await queries.query(deleteFull, [microseconds(), after, last]);
          after = last;
        }
      }),
    drain: takes.drain,
  };
}
