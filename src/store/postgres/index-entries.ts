// The entries of indexes as parameters of statements. The values of all rows come as one string of bytes, each by its start and
// length, in the order of the rows and within a row in the order of the indexes.
import type { IndexSet } from '../shared/indexes.ts';

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
}

/** The entries of all indexes for the texts of some rows. */
export function entryColumns(
  { ids, newest, valuesOf }: IndexSet,
  texts: readonly (string | null)[],
): EntryColumns {
  if (ids.length === 0) return { ...noEntries, newestIndex: newest };
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
    newestIndex: newest,
    indexIds: ids,
    entryStarts: starts,
    entryLengths: lengths,
    entryBytes: Buffer.concat(parts),
  };
}

const noEntries = { indexIds: [], entryStarts: [], entryLengths: [], entryBytes: Buffer.alloc(0) };
