// The columns of a table that hold values of metadata: the name of a player and what `PLAYER_COLUMNS` and `METADATA_INDEXES` declare.
import { csvExactField } from '../lib/csv.ts';
import { createFinder } from '../lib/json-find.ts';
import { stringValue } from '../lib/json-places.ts';
import { parsePointer } from '../lib/json-pointer.ts';

export interface ValueColumns {
  readonly names: readonly string[];
  /** A field for each column; nothing for no value, and for null, an object or an array. */
  fieldsOf(text: string | null): readonly string[];
}

/** @param taken the names of other columns */
export function valueColumns(
  { name, pointers }: { readonly name: string | undefined; readonly pointers: readonly string[] },
  taken: readonly string[],
): ValueColumns {
  const all = [...new Set(name === undefined ? pointers : [name, ...pointers])];
  const find = createFinder(all.map((pointer) => parsePointer(pointer) ?? []));
  const names = [...taken];
  for (const pointer of all) names.push(freeName(pointer === name ? 'name' : nameOf(pointer), names));
  const none = all.map(() => '');
  return {
    names: names.slice(taken.length),
    fieldsOf: (text) => (text === null ? none : find(text).map(fieldOf)),
  };
}

/** Warehouses take letters, digits and underscores: `/guild/clan` is `guild_clan`. */
function nameOf(pointer: string): string {
  const name = pointer.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_|_$/g, '');
  return /^[A-Za-z]/.test(name) ? name : `value_${name}`.replace(/_$/, '');
}

/** Most warehouses take names of another case for the same. */
function freeName(wanted: string, names: readonly string[]): string {
  const isTaken = (name: string) => names.some((each) => each.toLowerCase() === name.toLowerCase());
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) name = `${wanted}_${number}`;
  return name;
}

/** A number keeps its digits. UTF-8 has no half of a surrogate pair, so a replacement stands in its place. */
function fieldOf(value: string | undefined): string {
  if (value === undefined || value === 'null' || value.startsWith('{') || value.startsWith('[')) return '';
  return value.startsWith('"') ? csvExactField(stringValue(value).toWellFormed()) : value;
}
