// A part of a source that is one JSON value: bytes → text that is known to be UTF-8 and JSON within the bounds of an import.
import { InvalidJson, scanDocument } from '../../lib/json-scan.ts';
import { IMPORT_PART_MAX_DEPTH } from '../../limits.ts';
import { tooLong } from './bounded-bytes.ts';
import { utf8Text } from './input.ts';

export type JsonPart =
  | { readonly text: string }
  /** @property isSyntax the bytes are no JSON. Otherwise they are within no bound, or not UTF-8. */
  | { readonly problem: string; readonly isSyntax: boolean };

/** @param bytes undefined for more than the bound */
export function readJsonPart(bytes: Uint8Array | undefined): JsonPart {
  if (!bytes) return { problem: tooLong, isSyntax: false };
  try {
    const { start, end } = scanDocument(bytes, { maxDepth: IMPORT_PART_MAX_DEPTH });
    const text = utf8Text(bytes.subarray(start, end));
    return text === undefined ? { problem: 'is not UTF-8', isSyntax: false } : { text };
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    if (error.problem !== 'syntax')
      return { problem: `nests deeper than ${IMPORT_PART_MAX_DEPTH} levels`, isSyntax: false };
    const isCut = error.offset >= bytes.length;
    return {
      problem: `is no JSON ${isCut ? 'at its end' : `at its byte ${error.offset + 1}`}`,
      isSyntax: true,
    };
  }
}
