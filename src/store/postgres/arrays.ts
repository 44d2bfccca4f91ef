// Array parameters: one text in PostgreSQL's array syntax for each column of a batch.
import { sql } from 'bun';
import { UTF8_MAX_BYTES_PER_UNIT } from '../../lib/utf8.ts';

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

/** Byte strings as one: where each begins, counted from 1, and how long it is, null for none. */
export const packed = (values: readonly (Uint8Array | null)[]) =>
  [
    ...places(values.map((value) => value?.length ?? null)),
    Buffer.concat(values.filter((value) => value !== null)),
  ] as const;

/** The same for texts, as UTF-8. Each is encoded to where it will stand: a copy of large ones costs as much as to encode them. */
export function packedTexts(values: readonly (string | null)[]) {
  const most = values.reduce((sum, value) => sum + (value?.length ?? 0) * UTF8_MAX_BYTES_PER_UNIT, 0);
  const bytes = Buffer.allocUnsafe(most);
  let end = 0;
  const lengths = values.map((value) => {
    if (value === null) return null;
    const length = bytes.write(value, end);
    end += length;
    return length;
  });
  return [...places(lengths), bytes.subarray(0, end)] as const;
}

function places(lengths: readonly (number | null)[]): readonly [starts: string, lengths: string] {
  let next = 1;
  const starts = lengths.map((length) => {
    const start = next;
    next += length ?? 0;
    return start;
  });
  return [integers(starts), integers(lengths)];
}
