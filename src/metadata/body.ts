// Cuts the text of `data` out of a request body without ever re-serializing it, so that every digit, escape, key and
// order survives. What is accepted is RFC 8259 JSON in UTF-8: an object with the one field `data`, an object.
import { ApiError } from '../errors.ts';
import { METADATA_MAX_DEPTH } from '../limits.ts';

/** Keeps a byte-order mark, which JSON does not allow, and refuses bytes that are not UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Up to the value: `{`, the first key (at most `data` with every letter escaped), a colon; white space between. */
const opening = /^[ \t\n\r]*\{[ \t\n\r]*(?<key>"(?:[^"\\]|\\.){4,24}")[ \t\n\r]*:[ \t\n\r]*/;

/**
 * @param bytes the whole request body.
 * @param maxBytes the most that the UTF-8 text of `data` may take.
 * @returns the text of the value of `data`, exactly as submitted.
 * @throws ApiError `invalidMetadata` or `metadataTooLarge`
 */
export function parseSetBody(bytes: Uint8Array, maxBytes: number): string {
  const body = decode(bytes);
  const head = opening.exec(body);
  if (!head || parse(head.groups?.key ?? '') !== 'data') throw new ApiError('invalidMetadata');
  const start = head[0].length;
  const end = endOfValue(body);
  // Head and tail are ASCII, so characters count as bytes there.
  if (bytes.length - start - (body.length - end) > maxBytes) throw new ApiError('metadataTooLarge');
  const text = body.slice(start, end);
  // If this alone is an object, the body was an object with exactly one field: a second one would stand in here.
  if (!text.startsWith('{')) throw new ApiError('invalidMetadata');
  // Depth first: a parser spends memory on each level, and this text may be nothing but brackets.
  if (isDeeperThan(text, METADATA_MAX_DEPTH)) throw new ApiError('invalidMetadata');
  parse(text);
  return text;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ApiError('invalidMetadata');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('invalidMetadata');
  }
}

/** Where the value ends: before the closing brace of the body and the white space around it. */
function endOfValue(body: string): number {
  const brace = skipWhiteSpaceBack(body, body.length) - 1;
  if (body[brace] !== '}') throw new ApiError('invalidMetadata');
  return skipWhiteSpaceBack(body, brace);
}

function skipWhiteSpaceBack(text: string, from: number): number {
  let end = from;
  while (end > 0 && ' \t\n\r'.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Does a text that may be JSON nest deeper than this? One pass that skips strings. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === quote) i = endOfString(text, i);
    else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === closeBrace || code === closeBracket) depth -= 1;
  }
  return false;
}

/** The index of the quote that ends the string whose opening quote stands at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** Is the character escaped, that is, preceded by an odd number of backslashes? */
function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (index - first) % 2 === 1;
}
