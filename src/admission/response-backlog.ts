// The response backlog: large answers that are made and that their callers have not read yet, bounded in bytes.

import { tooBusy } from '../errors/refusals.ts';
import { RESPONSE_BACKLOG_MAX_BYTES } from '../limits.ts';

export interface ResponseBacklog {
  /**
   * Adds a large answer.
   * @throws ApiError `serviceUnavailable` when it would not fit beside the answers that may still be unsent. The request itself
   *   may have been done.
   */
  add(bytes: number): void;
}

/**
 * The server reports how many answers are unsent, but not which ones. So the backlog assumes that they are the largest ones added
 * since it was last empty.
 * @param countUnsent returns the number of answers that are made and not sent
 */
export function createResponseBacklog(countUnsent: () => number): ResponseBacklog {
  let sizes: number[] = [];
  let total = 0;

  function keepLargest(count: number): void {
    sizes = count <= 0 ? [] : sizes.toSorted((a, b) => b - a).slice(0, count);
    total = sizes.reduce((sum, size) => sum + size, 0);
  }

  return {
    add(bytes) {
      if (total + bytes > RESPONSE_BACKLOG_MAX_BYTES) keepLargest(countUnsent());
      if (total + bytes > RESPONSE_BACKLOG_MAX_BYTES) throw tooBusy('responseBacklog');
      sizes.push(bytes);
      total += bytes;
    },
  };
}
