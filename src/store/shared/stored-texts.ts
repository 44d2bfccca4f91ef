// The rule of stored texts, for imports and for the doctor: the text of a JSON object without white space around it and without
// lone surrogates, within its bounds.
import { isObjectText } from '../../lib/json-scan.ts';
import { METADATA_MAX_DEPTH } from '../../limits.ts';

/** The problem of a text, as a predicate; undefined for a valid one. It never quotes the text. */
export function objectTextProblem(text: string, maxBytes: number): string | undefined {
  if (Buffer.byteLength(text) > maxBytes) return `takes more than ${maxBytes} bytes`;
  const isBare = text.startsWith('{') && text.endsWith('}') && text.isWellFormed();
  if (isBare && isObjectText(text, METADATA_MAX_DEPTH)) return undefined;
  return `is not the text of a JSON object nested at most ${METADATA_MAX_DEPTH} deep`;
}
