// Sums by kind and day, in memory: what sessions add to the stored sums. They are additive, so a part of them can be stored and
// the rest kept beside. A day keeps a bounded number of values of each pointer; the rest count as `other`.
import { addAt, addNumbers, eachNumber, encodeNumbers, type NumberList } from '../../lib/number-list.ts';
import {
  addTableText,
  addToTable,
  encodeTable,
  newTable,
  otherValue,
  type ValueTable,
} from '../../lib/value-table.ts';
import { STATISTICS_VALUES_PER_DAY } from '../../limits.ts';
import type { ListKind, SumKind, SumsRow, TableKind } from '../ports/statistics.ts';

interface KeyOfSums {
  readonly kind: SumKind;
  readonly day: number;
}

interface Entry extends KeyOfSums {
  readonly list: NumberList | undefined;
  readonly table: ValueTable | undefined;
}

/** By kind and day. Kinds come from the service and its settings. */
export interface Sums {
  readonly byKind: Map<SumKind, Map<number, Entry>>;
}

export const newSums = (): Sums => ({ byKind: new Map() });

/** A kind of values, not of numbers. */
const isTable = (kind: SumKind): kind is TableKind => kind === 'reason' || kind.startsWith('/');

function entryOf({ byKind }: Sums, kind: SumKind, day: number): Entry {
  let byDay = byKind.get(kind);
  if (!byDay) {
    byDay = new Map();
    byKind.set(kind, byDay);
  }
  let entry = byDay.get(day);
  if (!entry) {
    entry = isTable(kind)
      ? { kind, day, list: undefined, table: newTable() }
      : { kind, day, list: new Map(), table: undefined };
    byDay.set(day, entry);
  }
  return entry;
}

/** The numbers of a kind and day. */
export const listOf = (sums: Sums, kind: ListKind, day: number): NumberList =>
  entryOf(sums, kind, day).list ?? new Map();

const entriesOf = ({ byKind }: Sums): Entry[] => [...byKind.values()].flatMap((byDay) => [...byDay.values()]);

export function addToList(sums: Sums, kind: ListKind, day: number, index: number, value: number): void {
  const { list } = entryOf(sums, kind, day);
  if (list) addAt(list, index, value);
}

export function addToValue(
  sums: Sums,
  kind: TableKind,
  day: number,
  value: string,
  add: { readonly sessions: number; readonly milliseconds: number },
): void {
  const { table } = entryOf(sums, kind, day);
  if (table) addToTable(table, value, add.sessions, add.milliseconds);
}

/** Adds all of `from` to `to`. */
export function addSums(to: Sums, from: Sums): void {
  for (const { kind, day, list, table } of entriesOf(from)) {
    const entry = entryOf(to, kind, day);
    if (list && entry.list) addNumbers(entry.list, list);
    const known = entry.table;
    if (table && known)
      table.forEach(({ sessions, milliseconds }, value) => {
        addToTable(known, value, sessions, milliseconds);
      });
  }
}

/** Adds the sums of a row. */
export function addRow(sums: Sums, { kind, day, text }: SumsRow): void {
  const { list, table } = entryOf(sums, kind, day);
  if (list) eachNumber(text, (index, value) => addAt(list, index, value));
  if (table) addTableText(table, text);
}

export const keysOf = (sums: Sums): KeyOfSums[] => entriesOf(sums);

const textOf = ({ list, table }: Entry): string =>
  list ? encodeNumbers(list) : encodeTable(table ?? newTable());

/** The row of a kind and day; its text is empty where all is zero. */
export const rowOf = (sums: Sums, kind: SumKind, day: number): SumsRow => ({
  ...{ kind, day },
  text: textOf(entryOf(sums, kind, day)),
});

/** The rows of the sums, without those that are zero. */
export const toRows = (sums: Sums): SumsRow[] =>
  entriesOf(sums)
    .map((entry) => ({ kind: entry.kind, day: entry.day, text: textOf(entry) }))
    .filter(({ text }) => text !== '');

/** Holds the sums of pointers to the values that a day keeps. */
export interface ValueBound {
  /** Makes the values past the bound count as `other`, and remembers the others. */
  hold(sums: Sums): void;
  /** The keys of the sums whose stored values the bound does not know yet. */
  missing(sums: Sums): readonly KeyOfSums[];
  /** Makes the values that are stored known. */
  learn(kind: SumKind, day: number, texts: readonly string[]): void;
}

const isPointer = (kind: SumKind): boolean => kind.startsWith('/');

export function createValueBound(): ValueBound {
  const known = new Map<string, ValueTable>();
  const keyOf = ({ kind, day }: KeyOfSums): string => `${day} ${kind}`;

  function holdEntry(table: ValueTable, kept: ValueTable): void {
    for (const [value, { sessions, milliseconds }] of [...table]) {
      if (value === otherValue || kept.has(value)) continue;
      if (kept.size < STATISTICS_VALUES_PER_DAY) {
        kept.set(value, { sessions: 0, milliseconds: 0 });
        continue;
      }
      table.delete(value);
      addToTable(table, otherValue, sessions, milliseconds);
    }
  }

  return {
    missing: (sums) => keysOf(sums).filter((entry) => isPointer(entry.kind) && !known.has(keyOf(entry))),
    learn(kind, day, texts) {
      const table = newTable();
      for (const text of texts) addTableText(table, text);
      table.delete(otherValue);
      known.set(keyOf({ kind, day }), table);
    },
    hold(sums) {
      for (const [kind, byDay] of sums.byKind) {
        if (!isPointer(kind)) continue;
        for (const entry of byDay.values()) {
          const kept = known.get(keyOf(entry));
          if (entry.table && kept) holdEntry(entry.table, kept);
        }
      }
    },
  };
}
