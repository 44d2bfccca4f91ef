// Token buckets, one for each key: full at first, refilled evenly, a token a request. Of each only the moment is kept at
// which it will be full again (the generic cell rate algorithm, ITU-T I.371 annex A); a full one need not be kept at all.
import { createKeyCache } from './bounded-cache.ts';

const minute = 60_000;

export interface TokenBuckets {
  /** Takes a token. @returns 0, or after how many milliseconds there is one again */
  take(key: string): number;
  /** Gives one back. */
  give(key: string): void;
}

/**
 * @param perMinute tokens in a full bucket, and how many come back in a minute
 * @param maxKeys the least recently used are forgotten, and so full
 */
export function createTokenBuckets(options: {
  readonly perMinute: number;
  readonly maxKeys: number;
  /** Milliseconds. */
  readonly now: () => number;
}): TokenBuckets {
  const { now } = options;
  const perToken = minute / options.perMinute;
  const fullAt = createKeyCache<number>(options.maxKeys);

  const after = (key: string, time: number): number => Math.max(fullAt.get(key) ?? 0, time) + perToken;
  const wait = (next: number, time: number): number => Math.max(0, next - time - minute);

  return {
    take(key) {
      const time = now();
      const next = after(key, time);
      const milliseconds = wait(next, time);
      if (milliseconds === 0) fullAt.set(key, next);
      return milliseconds;
    },
    give(key) {
      const full = fullAt.get(key);
      if (full !== undefined) fullAt.set(key, full - perToken);
    },
  };
}
