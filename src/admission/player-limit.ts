// The rate limit of a player. The store keeps the token buckets, so that all processes on a server share them.
import { tooManyRequests } from './refusal-errors.ts';

/**
 * @param milliseconds up to the player's next token; 0 when one was taken.
 * @throws ApiError `tooManyRequests`
 */
export function assertPlayerLimit(milliseconds: number): void {
  if (milliseconds > 0) throw tooManyRequests('playerLimit', milliseconds);
}
