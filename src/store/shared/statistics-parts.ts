// Parts of the sums as texts: what a transaction adds is stored as one row, and merged into the sums by day later, some days at a
// time. An answer adds the parts to the merged sums, except for the keys that are merged already.
import type { SumKind, SumsRow } from '../ports/statistics.ts';
import { addRow, newSums, type Sums, toRows } from './statistics-sums.ts';

type PartRow = readonly [kind: SumKind, day: number, text: string];

export const encodePart = (sums: Sums): string =>
  JSON.stringify(toRows(sums).map(({ kind, day, text }): PartRow => [kind, day, text]));

/** The rows of a part. @param text one that `encodePart` has made */
export const decodePart = (text: string): readonly SumsRow[] =>
  (JSON.parse(text) as PartRow[]).map(([kind, day, text]) => ({ kind, day, text }));

/** The order in which sums are merged. */
export const mergeKey = ({ kind, day }: Pick<SumsRow, 'kind' | 'day'>): string => `${day} ${kind}`;

/** Is a row of a part in the merged sums already? */
export const isMerged = (row: Pick<SumsRow, 'kind' | 'day'>, mergedKey: string | null): boolean =>
  mergedKey !== null && mergeKey(row) <= mergedKey;

/** The sum of the parts, without what is merged. */
export function sumOfParts(parts: readonly string[], mergedKey: string | null): Sums {
  const sums = newSums();
  for (const part of parts) addPart(sums, part, mergedKey);
  return sums;
}

/** Adds a part, without what is merged. */
export function addPart(sums: Sums, part: string, mergedKey: string | null): void {
  for (const row of decodePart(part)) if (!isMerged(row, mergedKey)) addRow(sums, row);
}
