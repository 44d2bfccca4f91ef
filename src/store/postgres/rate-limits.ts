// Token buckets that all processes on a server share: one statement for all who ask in one moment.
import type { RateLimitStore } from '../store.ts';
import { bigints, texts } from './arrays.ts';
import { type Database, lanesInFlight } from './database.ts';
import { createLane } from './lane.ts';
import takeTokens from './sql/take-tokens.sql' with { type: 'text' };

const minuteMicroseconds = 60_000_000;

const deleteFull = `DELETE FROM rate_limits
  WHERE full_at < coalesce($1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000000)::bigint)`;

interface Bucket {
  readonly playerId: string;
  readonly given: number;
  /** Microseconds until it is full again. */
  readonly ahead: number;
}

export function rateLimitStore(
  { pool, load, now }: Database,
  perMinute: number,
): RateLimitStore & { drain(): Promise<unknown> } {
  const microseconds = (): number | null => {
    const time = now();
    return time === null ? null : time * 1000;
  };
  const perToken = Math.floor(minuteMicroseconds / perMinute);

  async function take(playerIds: readonly string[]): Promise<number[]> {
    const wanted = new Map<string, number>();
    for (const id of playerIds.toSorted()) wanted.set(id, Math.min((wanted.get(id) ?? 0) + 1, perMinute));
    const rows = await pool.query<Bucket>(takeTokens, [
      texts([...wanted.keys()]),
      bigints([...wanted.values()]),
      microseconds(),
      perToken,
    ]);
    const buckets = new Map(rows.map((row) => [row.playerId, { ...row, left: row.given }]));
    return playerIds.map((id) => {
      const bucket = buckets.get(id);
      if (!bucket || bucket.left-- > 0) return 0;
      return Math.max(1, Math.ceil((bucket.ahead + perToken - minuteMicroseconds) / 1000));
    });
  }

  const takes = createLane({
    watch: load.batcher('take-tokens'),
    // A token more or less: better than no answer.
    repeatable: true,
    maxInFlight: lanesInFlight,
    run: take,
  });
  return {
    take: takes.add,
    deleteFull: (signal) =>
      pool.housekeeping(signal, async (queries) => {
        await queries.query(deleteFull, [microseconds()]);
      }),
    drain: takes.drain,
  };
}
