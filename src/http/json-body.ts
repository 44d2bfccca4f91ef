// Reads JSON request bodies: bytes become text that is known to be JSON. An error tells the caller the fault and its place. No
// object is built from a body.
import { InvalidJson, type JsonBounds, placeOf, scanDocument } from '../lib/json-scan.ts';

/** A byte-order mark is kept, so that it is refused: JSON does not allow it. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The body is not JSON that the service accepts. The message is for the caller and holds nothing of the body. */
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
