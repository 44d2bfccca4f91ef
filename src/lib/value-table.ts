// Tables of sums by value as texts: a line for each value, with two integers before the JSON text of the value. JSON texts have
// no line breaks. Values come from callers, so they are keys of a `KeyMap` alone. Pure.
import { KeyMap } from './key-map.ts';

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
      text.slice(second + 1, end),
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

/** @returns '' for a table of zeros */
export function encodeTable(table: ValueTable): string {
  const lines: string[] = [];
  table.forEach(({ sessions, milliseconds }, value) => {
    if (sessions !== 0 || milliseconds !== 0) lines.push(`${sessions} ${milliseconds} ${value}`);
  });
  return lines.join('\n');
}
