// The entries of indexes and the labels of players as parameters of statements. The values of all rows come as one string of bytes, each by its start and
// length, in the order of the rows and within a row in the order of the indexes.
import type { IndexSet } from '../shared/indexes.ts';
import { type LabelColumns, noLabel } from '../shared/labels.ts';

/** The length of an absent value. Arrays without nulls are read by position in one step. */
const absent = -1;

/** The indexes, and the values of their entries as entry-value.sql takes them. */
export interface EntryColumns {
  /** The highest id of an index. */
  readonly newestIndex: number;
  readonly indexIds: readonly number[];
  readonly entryStarts: readonly number[];
  readonly entryLengths: readonly number[];
  readonly entryBytes: Uint8Array;
  /** The labels of the rows (shared/labels.ts); none at all, where no labels are declared. */
  readonly labels: readonly LabelColumns['label'][];
  readonly foldedNames: readonly LabelColumns['foldedName'][];
}

/** The entries of all indexes for the texts of some rows. */
export function entryColumns(set: IndexSet, texts: readonly (string | null)[]): EntryColumns {
  const { ids, newest, valuesOf } = set;
  const labels = labelColumns(set, texts);
  if (ids.length === 0) return { ...noEntries, ...labels, newestIndex: newest };
  const parts: Uint8Array[] = [];
  const starts: number[] = [];
  const lengths: number[] = [];
  let next = 1;
  for (const text of texts) {
    for (const value of valuesOf(text)) {
      starts.push(next);
      lengths.push(value?.length ?? absent);
      if (!value) continue;
      parts.push(value);
      next += value.length;
    }
  }
  return {
    ...labels,
    newestIndex: newest,
    indexIds: ids,
    entryStarts: starts,
    entryLengths: lengths,
    entryBytes: Buffer.concat(parts),
  };
}

/** The labels alone. */
export function labelColumns(
  { labelOf }: Pick<IndexSet, 'labelOf'>,
  texts: readonly (string | null)[],
): Pick<EntryColumns, 'labels' | 'foldedNames'> {
  if (!labelOf) return { labels: [], foldedNames: [] };
  const found = texts.map((text) => (text === null ? noLabel : labelOf(text)));
  return {
    labels: found.map(({ label }) => label),
    foldedNames: found.map(({ foldedName }) => foldedName),
  };
}

const noEntries = { indexIds: [], entryStarts: [], entryLengths: [], entryBytes: Buffer.alloc(0) };
