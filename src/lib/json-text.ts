// JSON as text that is edited in place, so that untouched parts keep every character. A value is text until it is opened. Then
// it is its members or items, each with the white space around it. All text here is known to be JSON (RFC 8259).
import { type JsonArray, openArray, textOfRun } from './json-array.ts';
import { free, memberWork, type Spend } from './json-work.ts';
import type { KeyMap } from './key-map.ts';

/** A value: its text, or the opened object or array. */
export type Json = string | JsonObject | JsonArray;

/** A member of an object or an item of an array. */
export interface Part {
  /** The white space before the part. */
  lead: string;
  value: Json;
  /** The white space after the part. */
  trail: string;
}

export interface Member extends Part {
  readonly key: string;
  /** The key as it is written, quotes included. */
  readonly keyText: string;
  /** The colon and the white space around it. */
  readonly colon: string;
}

export interface JsonObject {
  readonly kind: 'object';
  readonly parts: Member[];
  /** The white space between the braces of an empty object. */
  inner: string;
  /** The number of searches without an index. */
  searches: number;
  /** The index of the members by key, once there is one. Of several under one key it has the last. */
  byKey: KeyMap<Member> | undefined;
}

export const isObject = (value: Json): boolean =>
  typeof value === 'string' ? value.startsWith('{') : value.kind === 'object';

export const isArray = (value: Json): boolean =>
  typeof value === 'string' ? value.startsWith('[') : value.kind === 'array';

/** Opens an object or an array by one level. A scalar stays text. */
export function open(value: Json, spend: Spend = free): Json {
  if (typeof value !== 'string') return value;
  if (value.startsWith('{')) return openObject(value, spend);
  if (value.startsWith('[')) return openArray(value, spend);
  return value;
}

/** @param value a text that begins with `{`, or an opened object, which is returned as it is. */
export function openObject(value: Json, spend: Spend = free): JsonObject {
  if (typeof value !== 'string') return value as JsonObject;
  spend(value.length);
  const parts: Member[] = [];
  let at = 1;
  for (let first = true; ; first = false) {
    const keyStart = skipSpace(value, at);
    if (first && value.charCodeAt(keyStart) === closeBrace) {
      return objectOf(parts, value.slice(at, keyStart));
    }
    spend(memberWork);
    const keyEnd = endOfString(value, keyStart) + 1;
    const valueStart = skipSpace(value, skipSpace(value, keyEnd) + 1);
    const valueEnd = endOfValue(value, valueStart);
    const end = skipSpace(value, valueEnd);
    const keyText = value.slice(keyStart, keyEnd);
    parts.push({
      lead: value.slice(at, keyStart),
      key: stringValue(keyText),
      keyText,
      colon: value.slice(keyEnd, valueStart),
      value: value.slice(valueStart, valueEnd),
      trail: value.slice(valueEnd, end),
    });
    if (value.charCodeAt(end) === closeBrace) return objectOf(parts, '');
    at = end + 1;
  }
}

const objectOf = (parts: Member[], inner: string): JsonObject => ({
  kind: 'object',
  parts,
  inner,
  searches: 0,
  byKey: undefined,
});

/** The text of a value. Each part of it is written once, however deep the value was opened. */
export function toText(value: Json, spend: Spend = free): string {
  if (typeof value === 'string') return value;
  let text = value.kind === 'object' ? '{' : '[';
  // An explicit stack, since moves can nest opened values deeper than the call stack allows.
  const levels: Level[] = [{ container: value, next: 0 }];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const { container, next } = level;
    const parts = container.kind === 'object' ? container.parts : container.items;
    const part = parts[next];
    if (part === undefined) {
      text += (next === 0 ? container.inner : '') + (container.kind === 'object' ? '}' : ']');
      levels.pop();
      text += trailIn(levels.at(-1));
      continue;
    }
    text += next > 0 ? ',' : '';
    if (typeof part === 'number') {
      const run = textOfRun(container as JsonArray, next, spend);
      text += run.text;
      level.next = run.next;
      continue;
    }
    spend(memberWork);
    level.next += 1;
    text += part.lead;
    if (container.kind === 'object') text += (part as Member).keyText + (part as Member).colon;
    if (typeof part.value === 'string') text += part.value + part.trail;
    else {
      text += part.value.kind === 'object' ? '{' : '[';
      levels.push({ container: part.value, next: 0 });
    }
  }
  return text;
}

/** An opened value whose text is being written. */
interface Level {
  readonly container: JsonObject | JsonArray;
  /** The index of the next part. */
  next: number;
}

/** The white space after the part that was written last. */
function trailIn(level: Level | undefined): string {
  if (!level) return '';
  const { container, next } = level;
  const part = container.kind === 'object' ? container.parts[next - 1] : container.items[next - 1];
  return typeof part === 'object' ? part.trail : '';
}

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
