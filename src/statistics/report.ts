// A report of the statistics: rows with named columns, as the JSON of an answer, as CSV or as a table. Its texts are made one by one,
// since those of all keep the thread for long.
import { toTimestamp } from '../lib/clock.ts';
import { stringValue } from '../lib/json-places.ts';
import type { Distribution, DistributionQuery } from './distributions.ts';
import { noPause, type Pause } from './figures.ts';
import type { ExactSums } from './statistics.ts';

/** A cell that holds a text of a player. */
export interface PlayersText {
  readonly text: string;
}
export type Cell = string | number | null | PlayersText;

export interface Report {
  readonly columns: readonly string[];
  readonly size: number;
  cells(index: number): readonly Cell[];
  /** A row as it stands in the JSON answer. */
  json(index: number): string;
  /** `data` of the answer as JSON text, around the texts of all rows. */
  wrap(rows: string): string;
  readonly pause: Pause;
}

/** A report of rows that are the same in JSON and in a table. */
export function rowsReport<Row extends object>(
  { asOf, pause }: Pick<ExactSums, 'asOf' | 'pause'>,
  name: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Report {
  return {
    columns,
    size: rows.length,
    cells: (index) => columns.map((column) => rows[index]?.[column] as Cell),
    json: (index) => JSON.stringify(rows[index]),
    wrap: (texts) => `{"${name}":[${texts}],"asOf":"${toTimestamp(asOf)}"}`,
    pause,
  };
}

/** A distribution of players as a report: ranges of numbers, or values. */
export function distributionReport(
  { pointer }: DistributionQuery,
  { type, asOf, players, ranges, values }: Distribution,
): Report {
  const head = JSON.stringify({ pointer, type, players }).slice(0, -1);
  const report =
    type === 'number'
      ? rowsReport({ asOf, pause: noPause }, 'ranges', ['from', 'to', 'players'], ranges)
      : {
          ...rowsReport({ asOf, pause: noPause }, 'values', ['value', 'players'], values),
          cells: (index: number) => [cellOf(values[index]?.value ?? ''), values[index]?.players ?? 0],
          json: (index: number) => `{"value":${values[index]?.value},"players":${values[index]?.players}}`,
        };
  return { ...report, wrap: (texts) => `${head},${report.wrap(texts).slice(1)}` };
}

/** @param value JSON text of a string, number, boolean or null */
export function cellOf(value: string): Cell {
  if (value === 'null') return null;
  return value.startsWith('"') ? { text: stringValue(value) } : value;
}

/** `data` of the answer, as JSON text. */
export const toJson = async (report: Report): Promise<string> =>
  report.wrap((await textsOf(report, report.json)).join(','));

/** Makes a text of each row. */
export async function textsOf(
  { size, pause }: Pick<Report, 'size' | 'pause'>,
  make: (index: number) => string,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let index = 0; index < size; index += 1) {
    texts.push(make(index));
    const due = pause();
    if (due) await due;
  }
  return texts;
}
