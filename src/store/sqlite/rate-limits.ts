// Token buckets beside an SQLite file: in memory, separate in each process.
import type { Clock } from '../../lib/clock.ts';
import { createTokenBuckets } from '../../lib/token-bucket.ts';
import { RATE_LIMIT_MAX_PLAYERS } from '../../tuning.ts';
import type { RateLimitStore } from '../ports/rate-limits.ts';

export function rateLimitStore(options: {
  readonly perMinute: number;
  readonly clock: Clock;
}): RateLimitStore {
  const buckets = createTokenBuckets({
    perMinute: options.perMinute,
    maxKeys: RATE_LIMIT_MAX_PLAYERS,
    now: options.clock.monotonic,
  });
  return { take: buckets.take, deleteFull: () => Promise.resolve() };
}
