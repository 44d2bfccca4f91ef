// The entries of indexes as parameters of statements. The values of all rows come as one string of bytes, each by its start and
// length, in the order of the rows and within a row in the order of the indexes.
import type { IndexSet } from '../shared/indexes.ts';
import { bigints, integers } from './arrays.ts';

/** The length of an absent value. Arrays without nulls are read by position in one step. */
const absent = -1;

/** The ids of the indexes, the starts, the lengths and the bytes, for the texts of some rows. */
export function entryColumns({ ids, valuesOf }: IndexSet, texts: readonly (string | null)[]): unknown[] {
  if (ids.length === 0) return noEntries;
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
  return [bigints(ids), integers(starts), integers(lengths), Buffer.concat(parts)];
}

const noEntries: unknown[] = [bigints([]), integers([]), integers([]), Buffer.alloc(0)];
