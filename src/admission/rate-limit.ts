// The answer to a caller past a rate limit. The store keeps the token buckets of players, so that all processes on a server
// share them.
import { tooManyRequests } from '../errors/refusals.ts';
import type { RateRefusal } from '../errors/refusals-table.ts';

/**
 * @param milliseconds the time up to the caller's next token; 0 when a token was taken.
 * @throws ApiError `tooManyRequests`
 */
export function assertRateLimit(milliseconds: number, refusal: RateRefusal): void {
  if (milliseconds > 0) throw tooManyRequests(milliseconds, refusal);
}
