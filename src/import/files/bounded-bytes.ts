// Bytes of one part of a source that arrive in pieces. Past the bound they are counted, and only the beginning is kept, so a part of any
// length takes bounded memory.
import { IMPORT_PART_MAX_BYTES } from '../../limits.ts';

export interface TakenBytes {
  /** All of the part, or its beginning alone. */
  readonly bytes: Uint8Array;
  /** Was the part longer than the bound? */
  readonly isCut: boolean;
}

export interface BoundedBytes {
  add(piece: Uint8Array): void;
  /** Ends the part. The next one begins. */
  take(): TakenBytes;
  readonly length: number;
}

/** Bytes at the beginning of a part that is too long. The id of its player often stands there. */
const OPENING_BYTES = 64 * 1024;

export function createBoundedBytes(maxBytes = IMPORT_PART_MAX_BYTES): BoundedBytes {
  let pieces: Uint8Array[] = [];
  let length = 0;
  return {
    add(piece) {
      const wasCut = length > maxBytes;
      length += piece.length;
      if (wasCut || piece.length === 0) return;
      pieces.push(piece);
      if (length > maxBytes) pieces = [openingOf(pieces)];
    },
    take() {
      const [only] = pieces;
      const whole = pieces.length === 1 && only ? only : Buffer.concat(pieces);
      const isCut = length > maxBytes;
      pieces = [];
      length = 0;
      return { bytes: whole, isCut };
    },
    get length() {
      return length;
    },
  };
}

/** A copy, so that nothing keeps the long pieces. */
function openingOf(pieces: readonly Uint8Array[]): Uint8Array {
  const opening = Buffer.alloc(OPENING_BYTES);
  let at = 0;
  for (const piece of pieces) {
    if (at === OPENING_BYTES) break;
    const part = piece.subarray(0, OPENING_BYTES - at);
    opening.set(part, at);
    at += part.length;
  }
  return opening.subarray(0, at);
}

/** The reason of a refusal. */
export const tooLong = `is longer than ${IMPORT_PART_MAX_BYTES} bytes`;
