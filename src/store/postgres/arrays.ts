// Array parameters: one text in PostgreSQL's array syntax for each column of a batch.
import { UTF8_MAX_BYTES_PER_UNIT } from '../../lib/utf8.ts';

/** Joins values that need no quotes. */
const plain = (values: readonly (number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

export const bigints: (values: readonly (number | null)[]) => string = plain;
export const integers: (values: readonly (number | null)[]) => string = plain;
export const booleans: (values: readonly boolean[]) => string = plain;

/** Quotes every text. The client's own arrays take three times as long. */
export const texts = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;

const special = /["\\]/;

const quoted = (value: string): string =>
  special.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : `"${value}"`;

/** Null for a column of nulls, which almost every batch has: `unnest` makes as many rows as for the other columns. */
export const rareTexts = (values: readonly (string | null)[]): string | null =>
  values.every((value) => value === null) ? null : texts(values);
export const uuids: (values: readonly (string | null)[]) => string | null = rareTexts;

/** Joins byte strings into one. For each: its start, counted from 1, and its length; null for none. */
export const packed = (values: readonly (Uint8Array | null)[]): Packed => {
  if (values.every((value) => value === null)) return nothing;
  return [
    ...places(values.map((value) => value?.length ?? null)),
    Buffer.concat(values.filter((value) => value !== null)),
  ];
};

type Packed = readonly [starts: string | null, lengths: string | null, bytes: Uint8Array | null];

/** A column of nulls, as of `rareTexts`. */
const nothing: Packed = [null, null, null];

/** `packed` for texts, as UTF-8. Each is encoded in place: copying a large text costs as much as encoding it. */
export function packedTexts(values: readonly (string | null)[]): Packed {
  if (values.every((value) => value === null)) return nothing;
  const most = values.reduce((sum, value) => sum + (value?.length ?? 0) * UTF8_MAX_BYTES_PER_UNIT, 0);
  const bytes = Buffer.allocUnsafe(most);
  let end = 0;
  const lengths = values.map((value) => {
    if (value === null) return null;
    const length = bytes.write(value, end);
    end += length;
    return length;
  });
  return [...places(lengths), bytes.subarray(0, end)];
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
