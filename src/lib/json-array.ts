// Opened arrays. An item that has not been opened stays in the text of the array. So one item of half a million can be added
// or removed without an object for each of the others.
import { endOfValue, skipSpace } from './json-places.ts';
import type { Json, JsonArray, Part } from './json-values.ts';
import { findItemWork, free, openItemWork, type Spend, writeItemWork } from './json-work.ts';

const closeBracket = 0x5d;

/** @param value a text that begins with `[`, or an opened array, which is returned as it is. */
export function openArray(value: Json, spend: Spend = free): JsonArray {
  if (typeof value !== 'string') return value as JsonArray;
  spend(value.length);
  const first = skipSpace(value, 1);
  if (value.charCodeAt(first) === closeBracket) {
    return { kind: 'array', source: value, starts: [], items: [], inner: value.slice(1, first) };
  }
  const starts = [1];
  const items: number[] = [];
  for (let start = first; ; ) {
    spend(findItemWork);
    items.push(items.length);
    const end = skipSpace(value, endOfValue(value, start));
    starts.push(end + 1);
    if (value.charCodeAt(end) === closeBracket) break;
    start = skipSpace(value, end + 1);
  }
  return { kind: 'array', source: value, starts, items, inner: '' };
}

/** Opens the item at an index, so that it can be read and changed. */
export function itemAt(array: JsonArray, index: number, spend: Spend = free): Part | undefined {
  const item = array.items[index];
  if (typeof item !== 'number') return item;
  spend(openItemWork);
  const text = textOf(array, item, item);
  const start = skipSpace(text, 0);
  const end = endOfValue(text, start);
  const part = { lead: text.slice(0, start), value: text.slice(start, end), trail: text.slice(end) };
  array.items[index] = part;
  return part;
}

/** The values of all items. Opens each item. */
export const itemValues = (array: JsonArray): Json[] =>
  array.items.map((_, index) => itemAt(array, index)?.value ?? '');

/**
 * The text of a run: unopened items that follow each other as in the source, with the commas between them.
 * @param from the index of the first item, which is unopened.
 * @returns also the index of the item after the run.
 */
export function textOfRun(
  array: JsonArray,
  from: number,
  spend: Spend,
): { readonly text: string; readonly next: number } {
  const { items } = array;
  const first = items[from] as number;
  let next = from + 1;
  while (items[next] === first + next - from) next += 1;
  spend((next - from) * writeItemWork);
  return { text: textOf(array, first, first + next - from - 1), next };
}

/** The text of the items of the source from `first` to `last`. */
const textOf = ({ source, starts }: JsonArray, first: number, last: number): string =>
  source.slice(starts[first], (starts[last + 1] ?? source.length) - 1);
