// JSON as text that is edited in place, so that untouched parts keep every character. A value is text until it is opened. Then
// it is its members or items, each with the white space around it. All text here is known to be JSON (RFC 8259).
import { openArray, textOfRun } from './json-array.ts';
import { endOfString, endOfValue, skipSpace, stringValue } from './json-places.ts';
import type { Json, JsonArray, JsonObject, Member } from './json-values.ts';
import { free, memberWork, type Spend } from './json-work.ts';

const closeBrace = 0x7d;

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
