// The places of values, strings and white space in a text that is known to be JSON (RFC 8259), and the characters of a string.

/** The characters of a string. Its text has quotes and may have escapes. */
export function stringValue(text: string): string {
  const end = text.length - 1;
  let backslashAt = text.indexOf('\\');
  if (backslashAt < 0) return text.slice(1, end);
  // Not by `JSON.parse`, which keeps short strings in a hash table with a public seed.
  let value = '';
  let at = 1;
  while (backslashAt >= 0) {
    value += text.slice(at, backslashAt);
    const letter = text[backslashAt + 1] ?? '';
    const isCode = letter === 'u';
    value += isCode
      ? String.fromCharCode(Number.parseInt(text.slice(backslashAt + 2, backslashAt + 6), 16))
      : (escaped[letter] ?? letter);
    at = backslashAt + (isCode ? 6 : 2);
    backslashAt = text.indexOf('\\', at);
  }
  return value + text.slice(at, end);
}

/** Characters by the letter of their escape (RFC 8259 section 7). `\"`, `\\` and `\/` stand for themselves. */
const escaped: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const comma = 0x2c;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** The text without the JSON white space at both ends. */
export function withoutSpaceAround(text: string): string {
  const start = skipSpace(text, 0);
  return text.slice(start, Math.max(start, skipSpaceBack(text, text.length)));
}

/** The start of the white space that ends at an index. */
export function skipSpaceBack(text: string, from: number): number {
  let end = from;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** The index of the first character at or after `from` that is no white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** The index after the value that begins at `start`. */
export function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return endOfString(text, start) + 1;
  if (first === openBrace || first === openBracket) return endOfContainer(text, start);
  return endOfScalar(text, start);
}

/** The index after a number, `true`, `false` or `null`. */
export function endOfScalar(text: string, start: number): number {
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === comma || code === closeBrace || code === closeBracket || isSpace(code)) break;
  }
  return end;
}

function endOfContainer(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** The members at the top of an object, which is JSON. One pass that builds nothing. */
export function countMembers(text: string): number {
  let count = 0;
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text.charCodeAt(at) === quote) {
    count += 1;
    const valueStart = skipSpace(text, skipSpace(text, endOfString(text, at) + 1) + 1);
    at = skipSpace(text, endOfValue(text, valueStart));
    if (text.charCodeAt(at) !== comma) break;
    at = skipSpace(text, at + 1);
  }
  return count;
}

/** Does the text nest deeper than `limit`? It may be no JSON. One pass, which skips strings. */
export function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === closeBrace || code === closeBracket) depth -= 1;
  }
  return false;
}

/** The index of the closing quote of a string, or the end of the text. @param start the index of the opening quote */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** Is the character escaped? Then an odd number of backslashes precedes it. */
function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (index - first) % 2 === 1;
}
