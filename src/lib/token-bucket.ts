// Token buckets, one for each key. A bucket is full at first, is refilled evenly, and gives a token to a request. It is stored as
// the time at which it is full again (the generic cell rate algorithm, ITU-T I.371 annex A). A full one need not be stored.
import { createKeyCache } from './bounded-cache.ts';

const minute = 60_000;

export interface TokenBuckets {
  /**
   * Takes tokens, all or none.
   * @param amount 1 by default. More than a full bucket holds counts as a full bucket.
   * @returns 0, or the milliseconds until there are so many tokens
   */
  take(key: string, amount?: number): number;
  /** Returns a token to the bucket. */
  give(key: string): void;
}

/**
 * @param perMinute the tokens of a full bucket, and the tokens that are refilled in a minute
 * @param maxKeys the most buckets in memory; the least recently used is evicted, and is full from then on
 */
export function createTokenBuckets(options: {
  readonly perMinute: number;
  readonly maxKeys: number;
  /** The present time in milliseconds. */
  readonly now: () => number;
}): TokenBuckets {
  const { now } = options;
  const perToken = minute / options.perMinute;
  const fullAt = createKeyCache<number>(options.maxKeys);

  /** The time at which the bucket is full again, once tokens are taken at `time`. */
  const fullAfter = (key: string, time: number, amount: number): number =>
    Math.max(fullAt.get(key) ?? 0, time) + Math.min(amount * perToken, minute);
  /** The milliseconds until the tokens can be taken. An empty bucket takes a minute to be full. */
  const waitUntil = (next: number, time: number): number => Math.max(0, next - time - minute);

  return {
    take(key, amount = 1) {
      const time = now();
      const next = fullAfter(key, time, amount);
      const milliseconds = waitUntil(next, time);
      if (milliseconds === 0) fullAt.set(key, next);
      return milliseconds;
    },
    give(key) {
      const full = fullAt.get(key);
      if (full !== undefined) fullAt.set(key, full - perToken);
    },
  };
}
