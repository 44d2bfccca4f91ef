// The large answers that are made and not yet read by their callers, bounded in bytes.
import { RESPONSE_BACKLOG_MAX_BYTES } from '../limits.ts';
import { tooBusy } from './refusal-errors.ts';

export interface ResponseBacklog {
  /**
   * Adds a large answer.
   * @throws ApiError `serviceUnavailable` when it would not fit beside those that may still be there. The request itself may have
   *   been done.
   */
  add(bytes: number): void;
}

/**
 * The server tells how many answers are not sent, not which. So the backlog assumes that they are the largest of those that
 * were added since no answer was left.
 * @param countUnsent how many answers are made and not sent
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
