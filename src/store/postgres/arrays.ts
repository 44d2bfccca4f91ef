// Array parameters: one text in PostgreSQL's array syntax for each column of a batch.
import { sql } from 'bun';

/** What needs no quotes is put together here: the client would ask of each element whether it does. */
const plain = (values: readonly (number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

export const bigints: (values: readonly (number | null)[]) => string = plain;
export const integers: (values: readonly (number | null)[]) => string = plain;
export const booleans: (values: readonly boolean[]) => string = plain;
export const texts = (values: readonly (string | null)[]) => sql.array([...values], 'TEXT');

/** Null for nulls alone, as almost every batch has them: `unnest` makes as many of it as of the columns beside it. */
export const uuids = (values: readonly (string | null)[]) =>
  values.every((value) => value === null) ? null : sql.array([...values], 'UUID');

/** Texts or bytes as one string of bytes: where each begins, counted from 1, and how long it is, null for none. */
export function packed(values: readonly (string | Uint8Array | null)[]) {
  const bytes = values.map((value) => (typeof value === 'string' ? Buffer.from(value, 'utf8') : value));
  const lengths = bytes.map((each) => (each === null ? null : each.length));
  let next = 1;
  const starts = bytes.map((each) => {
    const start = next;
    next += each?.length ?? 0;
    return start;
  });
  const there = bytes.filter((each) => each !== null);
  return [integers(starts), integers(lengths), Buffer.concat(there)] as const;
}
