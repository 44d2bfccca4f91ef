// The things that a report says of Talo's export as a whole: fields that may be of another prop, lists that were cut, and columns
// without a place.
import { type Columns, type Danger, dangersIn } from './columns.ts';

export interface Findings {
  /** @returns the pairs of props to be counted in each row, which are those that the report names */
  noteColumns(columns: Columns): readonly Danger[];
  /** Counts rows in which both columns of a pair have one field. */
  noteRow(fields: readonly string[], dangers: readonly Danger[]): void;
  /** Sentences for the report. */
  notes(): string[];
}

/** Names and pairs of one kind in a report. */
const NAMED = 20;

export function createFindings(): Findings {
  const pairs = new Map<string, { readonly danger: Danger; rows: number }>();
  const lists = new Set<string>();
  const passed = new Set<string>();
  const pairOf = ({ key, other }: Danger): string => JSON.stringify([key, other]);
  return {
    noteColumns(columns) {
      for (const { key } of columns.props) if (key.endsWith('[]') && lists.size < NAMED) lists.add(key);
      for (const name of columns.passed) if (passed.size < NAMED) passed.add(name);
      const counted: Danger[] = [];
      for (const danger of dangersIn(columns)) {
        const pair = pairOf(danger);
        if (pairs.size < NAMED && !pairs.has(pair)) pairs.set(pair, { danger, rows: 0 });
        if (pairs.has(pair)) counted.push(danger);
      }
      return counted;
    },
    noteRow(fields, dangers) {
      for (const danger of dangers) {
        const field = fields[danger.place] ?? '';
        const pair = pairs.get(pairOf(danger));
        if (pair && field !== '' && field === fields[danger.otherPlace]) pair.rows += 1;
      }
    },
    notes() {
      const notes = [...pairs.values()].map(({ danger: { key, other }, rows }) => {
        const [column, prop] = [JSON.stringify(`props.${key}`), JSON.stringify(other)];
        return `Talo may have written the prop ${prop} into the column ${column}, whose name it ends; rows in which the two are equal, so that only Talo can tell which prop it was: ${rows}`;
      });
      if (lists.size > 0)
        notes.push(`Talo exports the first item alone of props that are lists: ${quoted(lists)}`);
      if (passed.size > 0) notes.push(`these columns have no place: ${quoted(passed)}`);
      return notes;
    },
  };
}

const quoted = (names: Iterable<string>): string => [...names].map((name) => JSON.stringify(name)).join(', ');
