// The size of `data` in an invalid body. The size is checked before validity: the answer is 413 if the value of `data` is too
// long, and 400 otherwise. The value ends at its closing bracket or, in a truncated body, at the end of the body.

import { stringValue } from '../lib/json-places.ts';
import { skipSpace } from '../lib/json-scan.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The length of the longest spelling of the key `data`, in which every letter is escaped. */
const longestKeyBytes = '"\\u0064\\u0061\\u0074\\u0061"'.length;

/** Is the value of this JSON string, given with its quotes, `data`? */
export const isDataKey = (string: Uint8Array): boolean =>
  string.length <= longestKeyBytes && stringValue(String.fromCharCode(...string)) === 'data';

/** Does a member `data` of the body have a value of more than `maxBytes`? */
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

/** The offset after a value that may be malformed or truncated. It is found by brackets, strings and commas alone. */
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

/** The offset after the closing quote of a string, or the end of the body. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1;
    else if (bytes[at] === quote) return at + 1;
  }
  return bytes.length;
}

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The offset at which the white space before `from` begins. White space after a scalar is no part of it. */
function endWithoutSpace(bytes: Uint8Array, start: number, from: number): number {
  let end = from;
  while (end > start && isSpace(bytes[end - 1])) end -= 1;
  return end;
}
