// The port for rate limits: a token bucket for each player and for each server key. The requests of a minute may come at once
// or spread over it. Processes that share a database server share the buckets.
import type { MaybePromise } from '../../lib/maybe-promise.ts';

export interface RateLimitStore {
  /**
   * Takes tokens, all or none.
   * @param amount 1 by default. More than a full bucket holds counts as a full bucket.
   * @returns 0, or the milliseconds until there are so many tokens
   */
  take(key: string, amount?: number): MaybePromise<number>;
  /** Deletes the buckets that are full, in small steps. An abort ends it after a step. */
  deleteFull(signal: AbortSignal): Promise<void>;
}
