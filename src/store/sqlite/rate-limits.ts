// Token buckets beside an SQLite file: in memory, separate in each process.
import type { Clock } from '../../lib/clock.ts';
import { createTokenBuckets } from '../../lib/token-bucket.ts';
import type { RateLimitStore } from '../ports/rate-limits.ts';

export function rateLimitStore(options: {
  readonly perMinute: number;
  readonly maxKeys: number;
  readonly clock: Clock;
}): RateLimitStore {
  const { perMinute, maxKeys, clock } = options;
  const buckets = createTokenBuckets({ perMinute, maxKeys, now: clock.monotonic });
  return { take: buckets.take, deleteFull: () => Promise.resolve() };
}
