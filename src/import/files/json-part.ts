// A part of a source that is one JSON value: bytes → text that is known to be UTF-8 and JSON within the bounds of an import.
import { InvalidJson, scanDocument } from '../../lib/json-scan.ts';
import { IMPORT_PART_MAX_DEPTH } from '../../limits.ts';
import { type TakenBytes, tooLong } from './bounded-bytes.ts';
import { looseText, utf8Text } from './input.ts';

export type JsonPart =
  | { readonly text: string }
  /**
   * @property isSyntax the bytes are no JSON. Otherwise they are within no bound, or not UTF-8.
   * @property opening the text as far as it is known, which may be no JSON
   */
  | { readonly problem: string; readonly isSyntax: boolean; readonly opening: string };

export function readJsonPart({ bytes, isCut }: TakenBytes): JsonPart {
  const bad = (problem: string, isSyntax = false): JsonPart => ({
    ...{ problem, isSyntax, opening: looseText(bytes) },
  });
  if (isCut) return bad(tooLong);
  try {
    const { start, end } = scanDocument(bytes, { maxDepth: IMPORT_PART_MAX_DEPTH });
    const text = utf8Text(bytes.subarray(start, end));
    return text === undefined ? bad('is not UTF-8') : { text };
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    if (error.problem !== 'syntax') return bad(`nests deeper than ${IMPORT_PART_MAX_DEPTH} levels`);
    const place = error.offset >= bytes.length ? 'at its end' : `at its byte ${error.offset + 1}`;
    return bad(`is no JSON ${place}`, true);
  }
}
