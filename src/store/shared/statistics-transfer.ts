// The statistics in an export: the state, the sums of each day and the active days of each player. Together with the marks of the
// ended sessions they are exact at their destination, also for days whose sessions were deleted.
import { createHash } from 'node:crypto';
import type { SumKind, SumsRow } from '../ports/statistics.ts';
import type { StatisticsDayRecord, StatisticsRecord } from '../ports/transfer.ts';
import { mergeKey, sumOfParts } from './statistics-parts.ts';
import { addRow, rowOf, toRows } from './statistics-sums.ts';

/** The part of the state that travels. */
export interface ExportedState {
  /** Null before the first count: then there is nothing to export. */
  readonly zone: string;
  readonly mergedKey: string | null;
  readonly resetPosition: number | null;
  readonly floorDay: number | null;
  readonly floorUtcDay: number | null;
  readonly droppedBefore: number | null;
}

/** The first records: the state under a digest that names this export, then all sums, the parts among them. */
export function statisticsRecords(
  { mergedKey, ...state }: ExportedState,
  stored: readonly SumsRow[],
  parts: readonly string[],
): { readonly head: StatisticsRecord; readonly days: readonly StatisticsDayRecord[] } {
  const sums = sumOfParts(parts, mergedKey);
  const ofParts = new Set(toRows(sums).map(mergeKey));
  for (const row of stored) if (ofParts.has(mergeKey(row))) addRow(sums, row);
  const whole = [
    ...stored.filter((row) => !ofParts.has(mergeKey(row))),
    ...toRows(sums).map(({ kind, day }) => rowOf(sums, kind, day)),
  ].sort((a, b) => (mergeKey(a) < mergeKey(b) ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify(state));
  for (const { kind, day, text } of whole) digest.update(`${day} ${kind}\n${text}\n`);
  return {
    head: { type: 'statistics', digest: digest.digest('hex'), ...state },
    days: whole.map(({ kind, day, text }) => ({ type: 'statistics-day', kind, day, sums: text })),
  };
}

export const toSumsRow = ({ kind, day, sums }: { kind: string; day: number; sums: string }): SumsRow => ({
  ...{ kind: kind as SumKind, day },
  text: sums,
});
