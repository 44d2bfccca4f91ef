// The size of `data` in a body that is not valid. The size is judged first, so such a body is 413 where the value of `data` is
// too long, and 400 otherwise. The value reaches to the bracket that closes it or, in a truncated body, to the end.
import { skipSpace } from '../lib/json-scan.ts';
import { stringValue } from '../lib/json-text.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The longest spelling of the key `data` has every letter escaped. */
const longestKeyBytes = '"\\u0064\\u0061\\u0074\\u0061"'.length;

/** True for a JSON string, quotes included, whose value is `data`. */
export const isDataKey = (string: Uint8Array): boolean =>
  string.length <= longestKeyBytes && stringValue(String.fromCharCode(...string)) === 'data';

/** True when a member `data` of the body has a value of more than `maxBytes`. */
export function hasOverlongData(bytes: Uint8Array, maxBytes: number): boolean {
  let at = skipSpace(bytes, 0);
  if (bytes[at] !== openBrace) return false;
  do {
    const key = skipSpace(bytes, at + 1);
    if (bytes[key] !== quote) return false;
    const keyEnd = endOfString(bytes, key);
    const colonAt = skipSpace(bytes, keyEnd);
    if (bytes[colonAt] !== colon) return false;
    const start = skipSpace(bytes, colonAt + 1);
    const end = endOfValue(bytes, start);
    if (end - start > maxBytes && isDataKey(bytes.subarray(key, keyEnd))) return true;
    at = skipSpace(bytes, end);
  } while (bytes[at] === comma);
  return false;
}

/** The offset after a value that may be malformed or truncated. Nothing but brackets, strings and commas is looked at. */
function endOfValue(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at);
      continue;
    }
    const closes = byte === closeBrace || byte === closeBracket;
    if (depth === 0 && (closes || byte === comma)) break;
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (closes) depth -= 1;
    at += 1;
    if (closes && depth === 0) return at;
  }
  return depth === 0 ? endWithoutSpace(bytes, start, at) : at;
}

/** The offset after a string: after its closing quote, or the end of the body. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1;
    else if (bytes[at] === quote) return at + 1;
  }
  return bytes.length;
}

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** White space after a string or number is no part of it. */
function endWithoutSpace(bytes: Uint8Array, start: number, from: number): number {
  let end = from;
  while (end > start && isSpace(bytes[end - 1])) end -= 1;
  return end;
}
