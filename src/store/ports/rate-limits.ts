// The port for rate limits: a token bucket for each player. A player may send the requests of a minute at once or spread over it.
// Processes that share a database server share the buckets.
import type { MaybePromise } from '../../lib/maybe-promise.ts';

export interface RateLimitStore {
  /** Takes a token. @returns 0, or the milliseconds until there is a token */
  take(playerId: string): MaybePromise<number>;
  /** Deletes the buckets that are full, in small steps. An abort ends it after a step. */
  deleteFull(signal: AbortSignal): Promise<void>;
}
