// Tables of sums by value as texts: a line for each value, with two integers before the JSON text of the value. JSON texts have
// no line breaks. Values come from callers, so they are keys of a `KeyMap` alone, and of a bounded length: longer ones count as
// `other`, also those that a version without the bound has stored. Pure.
import { STATISTICS_VALUE_MAX_CHARACTERS } from '../limits.ts';
import { stringValue } from './json-places.ts';
import { KeyMap } from './key-map.ts';

/** The value that stands for all past a bound. It is no JSON text. The string `"other"` counts as it, so no other row looks the same. */
export const otherValue = 'other';
const otherText = JSON.stringify(otherValue);

/** An escape such as `\u0001` has the most units for one code point. */
const escapedLength = 6;

/** The value that a JSON text of `JSON.stringify`, or a number as it was sent, counts as. */
export function countedValue(text: string): string {
  if (text === otherText) return otherValue;
  if (text.length <= STATISTICS_VALUE_MAX_CHARACTERS) return text;
  if (!text.startsWith('"') || text.length > escapedLength * STATISTICS_VALUE_MAX_CHARACTERS + 2)
    return otherValue;
  const characters = [...stringValue(text)].length;
  return characters > STATISTICS_VALUE_MAX_CHARACTERS ? otherValue : text;
}

export interface PairOfSums {
  sessions: number;
  milliseconds: number;
}

/** Sums by the text of a value. */
export type ValueTable = KeyMap<PairOfSums>;

export const newTable = (): ValueTable => new KeyMap();

/** Adds the rows of a text to a table. */
export function addTableText(table: ValueTable, text: string): void {
  for (let start = 0; start < text.length; ) {
    const first = text.indexOf(' ', start);
    const second = text.indexOf(' ', first + 1);
    const found = text.indexOf('\n', second);
    const end = found < 0 ? text.length : found;
    addToTable(
      table,
      countedValue(text.slice(second + 1, end)),
      Number(text.slice(start, first)),
      Number(text.slice(first + 1, second)),
    );
    start = end + 1;
  }
}

export function addToTable(table: ValueTable, value: string, sessions: number, milliseconds: number): void {
  const sums = table.get(value);
  if (sums) {
    sums.sessions += sessions;
    sums.milliseconds += milliseconds;
  } else table.set(value, { sessions, milliseconds });
}

export interface SumsOfValue extends PairOfSums {
  readonly value: string;
}

/** Most sessions first, then most play, then by the text in the order of its UTF-16 units, in which no two values are the same. */
export const bySize = (a: SumsOfValue, b: SumsOfValue): number =>
  b.sessions - a.sessions || b.milliseconds - a.milliseconds || (a.value < b.value ? -1 : 1);

/** Keeps so many values, those first by size, and adds the others to `other`. */
export function keepLargest(table: ValueTable, count: number): void {
  const all = [...table]
    .filter(([value]) => value !== otherValue)
    .map(([value, { sessions, milliseconds }]) => ({ value, sessions, milliseconds }));
  if (all.length <= count) return;
  for (const { value, sessions, milliseconds } of all.sort(bySize).slice(count)) {
    table.delete(value);
    addToTable(table, otherValue, sessions, milliseconds);
  }
}

/** @returns '' for a table of zeros */
export function encodeTable(table: ValueTable): string {
  const lines: string[] = [];
  table.forEach(({ sessions, milliseconds }, value) => {
    if (sessions !== 0 || milliseconds !== 0) lines.push(`${sessions} ${milliseconds} ${value}`);
  });
  return lines.join('\n');
}
