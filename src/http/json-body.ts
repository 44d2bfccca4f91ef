// Request bodies that are JSON, read without building anything from them: bytes → text that is known to be JSON, or a sentence
// for the caller that says what is wrong and where.
import { InvalidJson, type JsonBounds, placeOf, scanDocument } from '../lib/json-scan.ts';

/** Keeps a byte-order mark, which JSON does not allow, and refuses bytes that are not UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The body is not JSON that the service takes; the message is for its sender and holds nothing of the body. */
export class InvalidBody extends Error {
  override readonly name = 'InvalidBody';
}

/**
 * @returns the text of the body without the white space around it.
 * @throws InvalidBody
 */
export function readJsonText(bytes: Uint8Array, bounds: JsonBounds): string {
  const { start, end } = scanBody(bytes, (whole) => scanDocument(whole, bounds), bounds);
  return decodeText(bytes.subarray(start, end));
}

/** Runs a scan over a body. @throws InvalidBody where the scan throws InvalidJson */
export function scanBody<T>(bytes: Uint8Array, scan: (bytes: Uint8Array) => T, bounds: JsonBounds): T {
  try {
    return scan(bytes);
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    throw new InvalidBody(sentenceOf(error, bytes, bounds));
  }
}

/** @throws InvalidBody for bytes that are not UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new InvalidBody('the body is not UTF-8');
  }
}

function sentenceOf({ problem, offset }: InvalidJson, bytes: Uint8Array, bounds: JsonBounds): string {
  if (bytes.length === 0) return 'the body is empty';
  const { line, column } = placeOf(bytes, offset);
  const place = `line ${line}, column ${column}`;
  if (problem === 'depth') return `nested deeper than ${bounds.maxDepth} levels: ${place}`;
  if (problem === 'strings') return `more than ${bounds.maxStrings} strings: ${place}`;
  return `not JSON: ${place}`;
}
