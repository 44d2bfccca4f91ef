// What large bodies may hold in memory together, on their way in and on their way out, however slowly callers send and read.
import { ApiError } from '../errors.ts';
import { LARGE_BODY_BYTES, UNSENT_MAX_BYTES, UPLOADS_MAX_BYTES } from '../limits.ts';

/** Bodies that are being read or worked on. */
export interface Uploads {
  /**
   * Holds room for the body of a request, of at most `maxBytes`, while work on it is done.
   * @throws ApiError `serviceUnavailable` when there is none
   */
  whileHeld<T>(request: Request, maxBytes: number, work: () => Promise<T>): Promise<T>;
}

export function createUploads(): Uploads {
  let held = 0;
  return {
    async whileHeld(request, maxBytes, work) {
      const bytes = Math.min(Number(request.headers.get('content-length') ?? maxBytes), maxBytes);
      if (bytes < LARGE_BODY_BYTES) return work();
      if (held + bytes > UPLOADS_MAX_BYTES) {
        throw new ApiError('serviceUnavailable', { detail: 'too much to do at the moment', reason: 'busy' });
      }
      held += bytes;
      try {
        return await work();
      } finally {
        held -= bytes;
      }
    },
  };
}

/** Answers that were made and not read yet. */
export interface Unsent {
  /** Notes a large answer. @throws ApiError `serviceUnavailable` when those before it may hold too much already */
  add(bytes: number): void;
}

/**
 * The server says how many answers are not sent, not which. So they hold at most as much as the largest of those that were
 * made since none was left.
 * @param count how many answers are made and not sent
 */
export function createUnsent(count: () => number): Unsent {
  let sizes: number[] = [];
  let total = 0;

  function forget(left: number): void {
    sizes = left <= 0 ? [] : sizes.toSorted((a, b) => b - a).slice(0, left);
    total = sizes.reduce((sum, size) => sum + size, 0);
  }

  return {
    add(bytes) {
      if (total + bytes > UNSENT_MAX_BYTES) forget(count());
      // Without the sentence that nothing was done: it may have been, and only its answer has no room.
      if (total + bytes > UNSENT_MAX_BYTES) throw new ApiError('serviceUnavailable', { reason: 'busy' });
      sizes.push(bytes);
      total += bytes;
    },
  };
}
