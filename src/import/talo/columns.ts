// The columns of a file of Talo's CSV export. Talo writes the names of columns without quotes, and fills the column of a prop by the first
// prop of the player whose key ends the name of the column: `gold` may stand in the column `props.oldgold`.
import { hasDuplicates, KeyMap } from '../../lib/key-map.ts';
import { TALO_COLUMN_MAX_UNITS } from '../../limits.ts';
import { SourceUnreadable } from '../source.ts';

const propPrefix = 'props.';

export interface Columns {
  /** The field of a column that each file of this kind has. */
  field(row: readonly string[], name: string): string;
  /** Keys of props, with the places of their columns. */
  readonly props: readonly { readonly key: string; readonly place: number }[];
  /** Names of columns that nobody reads. */
  readonly passed: readonly string[];
}

/**
 * @param needed columns without which the file is none
 * @param known columns that are passed over without a word
 * @throws SourceUnreadable
 */
export function readColumns(
  at: string,
  names: readonly string[],
  needed: readonly string[],
  known: readonly string[],
): Columns {
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new SourceUnreadable(
      `${at}: has no column ${missing.join(', ')}; is it of another version of Talo?`,
    );
  const long = names.findIndex(({ length }) => length > TALO_COLUMN_MAX_UNITS);
  if (long >= 0)
    throw new SourceUnreadable(
      `${at}: the name of column ${long + 1} has more than ${TALO_COLUMN_MAX_UNITS} characters`,
    );
  if (hasDuplicates(names)) throw new SourceUnreadable(`${at}: has two columns of one name`);
  const places = names.map((name, place) => ({ name, place }));
  const props = places.filter(({ name }) => name.startsWith(propPrefix));
  return {
    field: (row, name) => row[names.indexOf(name)] ?? '',
    props: props.map(({ name, place }) => ({ key: name.slice(propPrefix.length), place })),
    passed: names.filter((name) => !name.startsWith(propPrefix) && ![...needed, ...known].includes(name)),
  };
}

/** A column whose field may be that of a prop with a shorter key. */
export interface Danger {
  readonly key: string;
  readonly place: number;
  /** The prop that the field may be of, and its own column. */
  readonly other: string;
  readonly otherPlace: number;
}

/** Pairs of props where the key of one ends the name of the column of the other. */
export function* dangersIn({ props }: Columns): Generator<Danger> {
  const places = new KeyMap<number>();
  for (const { key, place } of props) places.set(key, place);
  for (const { key, place } of props) {
    const column = propPrefix + key;
    for (let start = 0; start < column.length; start += 1) {
      const other = column.slice(start);
      const otherPlace = places.get(other);
      if (otherPlace !== undefined && other !== key) yield { key, place, other, otherPlace };
    }
  }
}
