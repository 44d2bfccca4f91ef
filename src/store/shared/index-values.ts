// The values of metadata that indexes hold, as bytes. The bytes of two values compare like the values: numbers by size, strings by
// code points, false before true. Both engines store these bytes, so a search gives the same order on both.
import { createFinder } from '../../lib/json-find.ts';
import { parsePointer } from '../../lib/json-pointer.ts';
import type { IndexDeclaration, IndexType } from '../ports/indexes.ts';

/** The characters (Unicode code points) of a string that its entry holds. */
export const INDEXED_CHARACTERS = 256;

/** The value at each index of a set, in the order of the set. Null is for a value that is absent or of another type. */
export type IndexValues = readonly (Uint8Array | null)[];

/**
 * Prepares the reading of values for some indexes.
 * @returns a function of the text of metadata, null for none. It takes time in proportion to the text.
 */
export function createIndexReader(
  indexes: readonly IndexDeclaration[],
): (text: string | null | undefined) => IndexValues {
  const find = createFinder(indexes.map(({ pointer }) => parsePointer(pointer) ?? []));
  const none = indexes.map(() => null);
  return (text) => {
    if (text === null || text === undefined) return none;
    const found = find(text);
    return indexes.map(({ type }, index) => {
      const value = found[index];
      return value === undefined ? null : encodeIndexValue(type, value);
    });
  };
}

/** @param value the text of a JSON value. @returns null for a value of another type */
export function encodeIndexValue(type: IndexType, value: string): Uint8Array | null {
  switch (type) {
    case 'number':
      return isNumber(value) ? encodeNumber(Number(value)) : null;
    case 'string':
      return value.startsWith('"') ? encodeString(value) : null;
    case 'boolean':
      return value === 'true' ? yes : value === 'false' ? no : null;
  }
}

/** The text of the JSON value that has these bytes. A number past the largest double is that double. */
export function decodeIndexValue(type: IndexType, bytes: Uint8Array): string {
  switch (type) {
    case 'number':
      return JSON.stringify(decodeNumber(bytes));
    case 'string':
      return JSON.stringify(decodeString(bytes));
    case 'boolean':
      return bytes[0] === 1 ? 'true' : 'false';
  }
}

const no = Uint8Array.of(0);
const yes = Uint8Array.of(1);

const isNumber = (value: string): boolean => {
  const first = value.charCodeAt(0);
  return first === 0x2d || (first >= 0x30 && first <= 0x39);
};

const numberBytes = new Uint8Array(8);
const numberView = new DataView(numberBytes.buffer);
const signBit = 0x8000_0000;

/**
 * The bits of an IEEE double (IEEE 754 section 3.4), big-endian: with the sign bit set for a positive number, all inverted for a
 * negative one. -0 is 0. Numbers past the largest double are infinities.
 */
function encodeNumber(value: number): Uint8Array {
  numberView.setFloat64(0, value === 0 ? 0 : value);
  const high = numberView.getUint32(0);
  if (high < signBit) numberView.setUint32(0, high + signBit);
  else {
    numberView.setUint32(0, ~high);
    numberView.setUint32(4, ~numberView.getUint32(4));
  }
  return numberBytes.slice();
}

/** The number of the bytes of `encodeNumber`; the largest double for an infinity, which JSON does not have. */
function decodeNumber(bytes: Uint8Array): number {
  numberBytes.set(bytes);
  const high = numberView.getUint32(0);
  if (high >= signBit) numberView.setUint32(0, high - signBit);
  else {
    numberView.setUint32(0, ~high);
    numberView.setUint32(4, ~numberView.getUint32(4));
  }
  const value = numberView.getFloat64(0);
  return Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE));
}

/** A character takes four bytes at most. */
const scratch = new Uint8Array(4 * INDEXED_CHARACTERS);

/**
 * The first characters as generalized UTF-8: each code point as in UTF-8, a lone surrogate as three bytes. So every JSON string has
 * bytes, and they compare by code points.
 * @param value the text of a JSON string, quotes included.
 */
function encodeString(value: string): Uint8Array {
  const end = value.length - 1;
  let length = 0;
  let characters = 0;
  for (let at = 1; at < end && characters < INDEXED_CHARACTERS; characters += 1) {
    let code = unitAt(value, at);
    at += unitLength(value, at);
    if (isHighSurrogate(code) && at < end) {
      const low = unitAt(value, at);
      if (isLowSurrogate(low)) {
        code = 0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        at += unitLength(value, at);
      }
    }
    length = putCodePoint(scratch, length, code);
  }
  return scratch.slice(0, length);
}

/** The string of the bytes of `encodeString`. */
function decodeString(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] as number;
    const continuations = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    let code = continuations === 0 ? lead : lead & (0x3f >> continuations);
    for (let next = 1; next <= continuations; next += 1)
      code = (code << 6) | ((bytes[at + next] as number) & 0x3f);
    // A code unit of a surrogate stands alone here, as it did in the text.
    text += String.fromCodePoint(code);
    at += continuations + 1;
  }
  return text;
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

const backslash = 0x5c;
const letterU = 0x75;

/** The UTF-16 unit that the text has at an index, as a character or as an escape (RFC 8259 section 7). */
function unitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== backslash) return code;
  const letter = text.charCodeAt(at + 1);
  if (letter === letterU) return Number.parseInt(text.slice(at + 2, at + 6), 16);
  return escaped.get(letter) ?? letter;
}

function unitLength(text: string, at: number): number {
  if (text.charCodeAt(at) !== backslash) return 1;
  return text.charCodeAt(at + 1) === letterU ? 6 : 2;
}

/** Units by the letter of their escape. A quote, a backslash and a slash stand for themselves. */
const escaped: ReadonlyMap<number, number> = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/** @returns the index after the code point */
function putCodePoint(bytes: Uint8Array, at: number, code: number): number {
  if (code < 0x80) {
    bytes[at] = code;
    return at + 1;
  }
  const continuations = code < 0x800 ? 1 : code < 0x1_0000 ? 2 : 3;
  const lead = [0, 0xc0, 0xe0, 0xf0][continuations] as number;
  bytes[at] = lead | (code >> (6 * continuations));
  for (let left = continuations - 1; left >= 0; left -= 1) {
    bytes[at + continuations - left] = 0x80 | ((code >> (6 * left)) & 0x3f);
  }
  return at + continuations + 1;
}
