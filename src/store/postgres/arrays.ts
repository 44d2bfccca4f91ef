// Array parameters: one text in PostgreSQL's array syntax for each column of a batch.
import { sql } from 'bun';

export const bigints = (values: readonly number[]) => sql.array([...values], 'BIGINT');
export const texts = (values: readonly (string | null)[]) => sql.array([...values], 'TEXT');
export const integers = (values: readonly (number | null)[]) => sql.array([...values], 'INT');
export const uuids = (values: readonly string[]) => sql.array([...values], 'UUID');

/** Texts as one string of bytes: where each begins, counted from 1, and how long it is, null for none. */
export function packed(values: readonly (string | null)[]) {
  const bytes = values.map((value) => Buffer.from(value ?? '', 'utf8'));
  const lengths = bytes.map((each, index) => (values[index] === null ? null : each.length));
  let next = 1;
  const starts = bytes.map((each) => {
    const start = next;
    next += each.length;
    return start;
  });
  return [integers(starts), integers(lengths), Buffer.concat(bytes)] as const;
}
