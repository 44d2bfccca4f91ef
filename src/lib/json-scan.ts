// Checks that bytes are JSON (RFC 8259), in one pass and without building objects, so the time is linear in their number. That
// of `JSON.parse` is not: its hash tables have a public seed, so a caller can choose keys that all collide. The scan does not
// check that strings are valid UTF-8; the decoder does.

/** The bounds of a value. */
export interface JsonBounds {
  /** Levels of objects and arrays. A scalar has none. */
  readonly maxDepth: number;
  /** Strings, keys included. Unbounded by default. */
  readonly maxStrings?: number;
}

export class InvalidJson extends Error {
  override readonly name = 'InvalidJson';
  constructor(
    readonly problem: 'syntax' | 'depth' | 'strings',
    /** The place of the problem, in bytes from the start. */
    readonly offset: number,
  ) {
    super(`invalid JSON (${problem}) at byte ${offset}`);
  }
}

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const quote = 0x22;
const plus = 0x2b;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The closing byte of each open container, by depth. All scans share this array, since a scan never waits. */
let closers = new Uint8Array(1_100);

/**
 * Scans one value.
 * @param start the offset of the value's first byte, which is no white space.
 * @returns the offset after the value.
 * @throws InvalidJson
 */
export function scanValue(
  bytes: Uint8Array,
  start: number,
  { maxDepth, maxStrings = Number.POSITIVE_INFINITY }: JsonBounds,
): number {
  if (closers.length <= maxDepth) closers = new Uint8Array(maxDepth + 1);
  const open = closers;
  let depth = 0;
  let strings = 0;
  let at = start;
  for (;;) {
    const first = bytes[at];
    if (first === quote) {
      strings += 1;
      if (strings > maxStrings) throw new InvalidJson('strings', at);
      at = scanString(bytes, at);
    } else if (first === openBrace || first === openBracket) {
      if (depth === maxDepth) throw new InvalidJson('depth', at);
      depth += 1;
      const closer = first === openBrace ? closeBrace : closeBracket;
      open[depth] = closer;
      at = skipSpace(bytes, at + 1);
      if (bytes[at] === closer) {
        at += 1;
        depth -= 1;
      } else {
        if (first === openBracket) continue;
        strings += 1;
        if (strings > maxStrings) throw new InvalidJson('strings', at);
        at = scanKey(bytes, at);
        continue;
      }
    } else {
      at = scanScalar(bytes, at);
    }
    for (;;) {
      if (depth === 0) return at;
      at = skipSpace(bytes, at);
      const next = bytes[at];
      if (next === comma) break;
      if (next !== open[depth]) throw new InvalidJson('syntax', at);
      at += 1;
      depth -= 1;
    }
    at = skipSpace(bytes, at + 1);
    if (open[depth] === closeBracket) continue;
    strings += 1;
    if (strings > maxStrings) throw new InvalidJson('strings', at);
    at = scanKey(bytes, at);
  }
}

/**
 * Scans a whole document: one value, with white space around it.
 * @returns the offsets of the value's start and end.
 * @throws InvalidJson
 */
export function scanDocument(bytes: Uint8Array, bounds: JsonBounds): { start: number; end: number } {
  const start = skipSpace(bytes, 0);
  const end = scanValue(bytes, start, bounds);
  const after = skipSpace(bytes, end);
  if (after < bytes.length) throw new InvalidJson('syntax', after);
  return { start, end };
}

/** Is the text one JSON object that nests no deeper than `maxDepth`? */
export function isObjectText(text: string, maxDepth: number): boolean {
  try {
    const bytes = Buffer.from(text);
    const { start } = scanDocument(bytes, { maxDepth });
    return bytes[start] === openBrace;
  } catch (error) {
    if (error instanceof InvalidJson) return false;
    throw error;
  }
}

/** The offset of the first byte at or after `from` that is no white space. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte !== space && byte !== lineFeed && byte !== carriageReturn && byte !== tab) return at;
    at += 1;
  }
}

/** Scans a key and its colon. @returns the offset of the member's value. */
function scanKey(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== quote) throw new InvalidJson('syntax', start);
  const at = skipSpace(bytes, scanString(bytes, start));
  if (bytes[at] !== colon) throw new InvalidJson('syntax', at);
  return skipSpace(bytes, at + 1);
}

/** @param start the offset of the opening quote. @returns the offset after the closing quote. @throws InvalidJson */
export function scanString(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  for (let at = start + 1; at < length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === quote) return at + 1;
    if (byte === backslash) at = scanEscape(bytes, at);
    else if (byte < space) throw new InvalidJson('syntax', at);
  }
  throw new InvalidJson('syntax', length);
}

/** @param start the offset of the backslash. @returns the offset of the last byte of the escape. */
function scanEscape(bytes: Uint8Array, start: number): number {
  switch (bytes[start + 1]) {
    case quote:
    case backslash:
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return start + 1;
    case 0x75: // u
      for (let at = start + 2; at < start + 6; at += 1) {
        if (!isHexDigit(bytes[at])) throw new InvalidJson('syntax', Math.min(at, bytes.length));
      }
      return start + 5;
    default:
      throw new InvalidJson('syntax', Math.min(start + 1, bytes.length));
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;

function isHexDigit(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const letter = byte | 0x20;
  return (byte >= zero && byte <= nine) || (letter >= 0x61 && letter <= 0x66);
}

function scanScalar(bytes: Uint8Array, start: number): number {
  switch (bytes[start]) {
    case 0x74:
      return scanWord(bytes, start, 'true');
    case 0x66:
      return scanWord(bytes, start, 'false');
    case 0x6e:
      return scanWord(bytes, start, 'null');
    default:
      return scanNumber(bytes, start);
  }
}

function scanWord(bytes: Uint8Array, start: number, word: string): number {
  for (let index = 1; index < word.length; index += 1) {
    const at = start + index;
    if (bytes[at] !== word.charCodeAt(index)) throw new InvalidJson('syntax', at);
  }
  return start + word.length;
}

/** A number has no plus sign, no leading zero, and a digit on both sides of its point (RFC 8259 section 6). */
function scanNumber(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === minus ? start + 1 : start;
  at = bytes[at] === zero ? at + 1 : scanDigits(bytes, at);
  if (bytes[at] === point) at = scanDigits(bytes, at + 1);
  const exponent = bytes[at];
  if (exponent === 0x65 || exponent === 0x45) {
    at += 1;
    if (bytes[at] === plus || bytes[at] === minus) at += 1;
    at = scanDigits(bytes, at);
  }
  return at;
}

/** Scans one digit or more. */
function scanDigits(bytes: Uint8Array, start: number): number {
  if (!isDigit(bytes[start])) throw new InvalidJson('syntax', start);
  let at = start + 1;
  while (isDigit(bytes[at])) at += 1;
  return at;
}

/** The line and column of an offset, for people. Both count from 1; a column is a character (a Unicode code point). */
export function placeOf(bytes: Uint8Array, offset: number): { line: number; column: number } {
  let line = 1;
  let column = 1;
  for (let at = 0; at < offset; at += 1) {
    const byte = bytes[at] as number;
    if (byte === lineFeed) {
      line += 1;
      column = 1;
    } else if ((byte & 0xc0) !== 0x80) column += 1;
  }
  return { line, column };
}
