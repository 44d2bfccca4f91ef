// Opened arrays. An item that nobody has looked at stays where it is in the text of the array, so that to take one out of half a
// million, or to put one in, makes no object of each of the others.
import { endOfValue, type Json, type Part, skipSpace } from './json-text.ts';
import { findItemWork, free, openItemWork, type Spend, writeItemWork } from './json-work.ts';

export interface JsonArray {
  readonly kind: 'array';
  /** The text that it was opened from. */
  readonly source: string;
  /** Where each item of the source begins, behind a bracket or comma; and behind the closing bracket. */
  readonly starts: readonly number[];
  /** The items in their order now: as the number of an item of the source, or by itself. */
  readonly items: (number | Part)[];
  /** The text between the brackets of an array without items. */
  inner: string;
}

const closeBracket = 0x5d;

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

/** The item at a place, opened to be looked at and changed. */
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

/** The values of all items. */
export const itemValues = (array: JsonArray): Json[] =>
  array.items.map((_, index) => itemAt(array, index)?.value ?? '');

/**
 * The text of the items from a place on that follow each other as in the source, with the commas between them.
 * @returns also the place behind them
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

const textOf = ({ source, starts }: JsonArray, first: number, last: number): string =>
  source.slice(starts[first], (starts[last + 1] ?? source.length) - 1);
