// Token buckets that all processes on a database server share: one statement for all calls of one moment.
import { PRUNE_STEP_ROWS } from '../../tuning.ts';
import type { RateLimitStore } from '../ports/rate-limits.ts';
import { batchesInFlight, type Database } from './database.ts';
import { digest } from './digest.ts';
import {
  deleteFullBuckets,
  findLockedBuckets,
  listBuckets,
  type TakeTokensRow,
  takeTokens,
} from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';
import { withRetries } from './with-retries.ts';

const minuteMicroseconds = 60_000_000;

export interface Buckets {
  readonly perMinute: number;
  /** The name of the batch in the metrics. */
  readonly batch: string;
  readonly digestOf: (key: string) => string;
}

/** The keys are names of players. */
export const playerBuckets = (perMinute: number): Buckets => ({
  perMinute,
  batch: 'take-tokens',
  digestOf: digest,
});

/** The keys are ids of server keys. No player is named with a control character, so no player has such a digest. */
export const serverBuckets = (perMinute: number): Buckets => ({
  perMinute,
  batch: 'take-server-tokens',
  digestOf: (keyId) => digest(`server key\0${keyId}`),
});

export function rateLimitStore(
  { executor, admission, now, shards, timeoutMilliseconds }: Database,
  { perMinute, batch, digestOf }: Buckets,
): RateLimitStore & { drain(): Promise<unknown> } {
  const microseconds = (): number | null => {
    const time = now();
    return time === null ? null : time * 1000;
  };
  const perToken = Math.floor(minuteMicroseconds / perMinute);

  const query = (digests: readonly string[], wanted: readonly number[], isAllOrNone: boolean) =>
    executor.run(takeTokens, { digests, wanted, nowMicroseconds: microseconds(), perToken, isAllOrNone });
  /** The milliseconds until a bucket has so many tokens. */
  const waitFor = ({ ahead }: TakeTokensRow, amount: number): number =>
    Math.max(1, Math.ceil((ahead + amount * perToken - minuteMicroseconds) / 1000));

  async function take(keys: readonly string[]): Promise<number[]> {
    const digests = keys.map(digestOf);
    const wanted = new Map<string, number>();
    for (const id of digests.toSorted()) wanted.set(id, Math.min((wanted.get(id) ?? 0) + 1, perMinute));
    const rows = await query([...wanted.keys()], [...wanted.values()], false);
    const buckets = new Map(rows.map((row) => [row.digest, { ...row, left: row.given }]));
    return digests.map((id) => {
      const bucket = buckets.get(id);
      if (!bucket || bucket.left-- > 0) return 0;
      return waitFor(bucket, 1);
    });
  }

  /** Takes many tokens of one bucket. Few calls do, so each has a statement of its own. */
  async function takeMany(key: string, amount: number): Promise<number> {
    const wanted = Math.min(amount, perMinute);
    const [bucket] = await withRetries(
      () => query([digestOf(key)], [wanted], true),
      true,
      timeoutMilliseconds,
    );
    return !bucket || bucket.given === wanted ? 0 : waitFor(bucket, wanted);
  }

  async function findLocked(keys: readonly string[]): Promise<boolean[]> {
    const digests = keys.map(digestOf);
    const rows = await executor.run(findLockedBuckets, { digests });
    const locked = new Set(rows.map((row) => row.digest));
    return digests.map((id) => locked.has(id));
  }

  const takes = createStatementBatcher({
    monitor: admission.monitor(batch),
    shardOf: shards && ((key: string) => shards.ofName(digestOf(key))),
    // One token too many is better than no answer.
    locks: shards === undefined ? { find: findLocked, timeoutMilliseconds } : undefined,
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    run: take,
  });
  return {
    take: (key, amount = 1) => (amount === 1 ? takes.add(key) : takeMany(key, amount)),
    deleteFull: (signal) =>
      executor.background(signal, async (queries) => {
        for (let after = ''; ; ) {
          const window = await queries.run(listBuckets, { after, limit: PRUNE_STEP_ROWS });
          const last = window.at(-1)?.digest;
          if (last === undefined) return;
          await queries.run(deleteFullBuckets, { nowMicroseconds: microseconds(), after, last });
          after = last;
        }
      }),
    drain: takes.drain,
  };
}
