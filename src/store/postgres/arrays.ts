// Array parameters: one text in PostgreSQL's array syntax for each column of a batch.
import { sql } from 'bun';

export const bigints = (values: readonly (number | null)[]) => sql.array([...values], 'BIGINT');
export const texts = (values: readonly (string | null)[]) => sql.array([...values], 'TEXT');
export const integers = (values: readonly (number | null)[]) => sql.array([...values], 'INT');
export const booleans = (values: readonly boolean[]) => sql.array([...values], 'BOOLEAN');
export const uuids = (values: readonly (string | null)[]) => sql.array([...values], 'UUID');

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
