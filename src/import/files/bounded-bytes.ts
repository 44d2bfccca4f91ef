// Bytes of one part of a source that arrive in pieces. Past the bound they are counted and no longer kept, so a part of any length takes
// bounded memory.
import { IMPORT_PART_MAX_BYTES } from '../../limits.ts';

export interface BoundedBytes {
  add(piece: Uint8Array): void;
  /** @returns the bytes, undefined for more than the bound. The next part begins. */
  take(): Uint8Array | undefined;
  readonly length: number;
}

export function createBoundedBytes(maxBytes = IMPORT_PART_MAX_BYTES): BoundedBytes {
  let pieces: Uint8Array[] = [];
  let length = 0;
  return {
    add(piece) {
      length += piece.length;
      if (length > maxBytes) pieces = [];
      else if (piece.length > 0) pieces.push(piece);
    },
    take() {
      const [only] = pieces;
      const whole = pieces.length === 1 && only ? only : Buffer.concat(pieces);
      const isKept = length <= maxBytes;
      pieces = [];
      length = 0;
      return isKept ? whole : undefined;
    },
    get length() {
      return length;
    },
  };
}

/** The reason of a refusal. */
export const tooLong = `is longer than ${IMPORT_PART_MAX_BYTES} bytes`;
