// Finds the values at JSON Pointers in a JSON text, all in one pass and without parsing the rest. Pointers lead through objects
// alone. Of several members under one key the last one counts. All text here is known to be JSON (RFC 8259).
import { endOfString, endOfValue, skipSpace, stringValue } from './json-places.ts';

/** A place that pointers lead to or through. */
interface Place {
  readonly token: string;
  /** The pointers that end here, by their positions in the list. */
  readonly ends: number[];
  /** The pointers that end here or below. */
  readonly within: number[];
  readonly below: Place[];
}

const quote = 0x22;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The characters of the longest escape, which may stand for one character of a token. */
const escapeLength = 6;

/**
 * @param pointers the tokens of each pointer.
 * @returns a function that gives the text of the value at each pointer, undefined where there is none. It takes linear time.
 */
export function createFinder(
  pointers: readonly (readonly string[])[],
): (text: string) => (string | undefined)[] {
  const root: Place = { token: '', ends: [], within: [], below: [] };
  for (const [index, tokens] of pointers.entries()) {
    let place = root;
    for (const token of tokens) place = placeBelow(place, token, index);
    place.ends.push(index);
  }
  return (text) => {
    const found = new Array<string | undefined>(pointers.length).fill(undefined);
    findAt(text, skipSpace(text, 0), root, found);
    return found;
  };
}

function placeBelow(place: Place, token: string, index: number): Place {
  let next = place.below.find((below) => below.token === token);
  if (!next) {
    next = { token, ends: [], within: [], below: [] };
    place.below.push(next);
  }
  next.within.push(index);
  return next;
}

/** Finds the values of a place. @param start the index of the value there. @returns the index after the value */
function findAt(text: string, start: number, place: Place, found: (string | undefined)[]): number {
  const goesDeeper = place.below.length > 0 && text.charCodeAt(start) === openBrace;
  const end = goesDeeper ? findInObject(text, start, place, found) : endOfValue(text, start);
  for (const index of place.ends) found[index] = text.slice(start, end);
  return end;
}

/** @returns the index after the object */
function findInObject(text: string, start: number, place: Place, found: (string | undefined)[]): number {
  let at = skipSpace(text, start + 1);
  while (text.charCodeAt(at) === quote) {
    const keyEnd = endOfString(text, at);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd + 1) + 1);
    const next = placeOfKey(text, at + 1, keyEnd, place);
    if (next) {
      // The values of an earlier member with this key do not count.
      for (const index of next.within) found[index] = undefined;
      at = findAt(text, valueStart, next, found);
    } else at = endOfValue(text, valueStart);
    at = skipSpace(text, at);
    if (text.charCodeAt(at) === closeBrace) return at + 1;
    at = skipSpace(text, at + 1);
  }
  return at + 1;
}

/** The place that a key leads to. @param start the index after the opening quote. @param end the index of the closing quote */
function placeOfKey(text: string, start: number, end: number, place: Place): Place | undefined {
  const length = end - start;
  for (const below of place.below) {
    const { token } = below;
    if (length === token.length) {
      if (text.startsWith(token, start) && !token.includes('\\')) return below;
    } else if (length > token.length && length <= token.length * escapeLength) {
      if (stringValue(text.slice(start - 1, end + 1)) === token) return below;
    }
  }
  return undefined;
}
