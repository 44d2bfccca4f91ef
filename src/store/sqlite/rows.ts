// The SQL of the described tables (ports/rows/) on SQLite: how each kind of column is read, written and bound.
import type { SQLQueryBindings } from 'bun:sqlite';
import {
  type Column,
  columnsOf,
  type Kind,
  type NameOf,
  type RecordOf,
  type Table,
  toRecordOf,
} from '../ports/rows/table.ts';

interface Form {
  /** The expression that is read, and the one that is stored, of a column and of a parameter. */
  readonly reads?: (column: string) => string;
  readonly writes?: (parameter: string) => string;
  /** The value that is made of one that was read, and the one that is bound. */
  readonly toValue?: (read: never) => unknown;
  readonly toBinding?: (value: never) => SQLQueryBindings;
}

const forms: Readonly<Record<Kind, Form>> = {
  ...{ integer: {}, small: {}, text: {}, uuid: {}, writer_name: {}, end_reason: {}, audit_action: {} },
  boolean: { toValue: (read: number) => read !== 0, toBinding: (value: boolean) => (value ? 1 : 0) },
  writer: {
    reads: (column) => `CASE WHEN ${column} THEN 'server' ELSE 'player' END`,
    writes: (parameter) => `${parameter} = 'server'`,
  },
  player: {
    reads: (column) => `nullif(${column}, 0)`,
    writes: (parameter) => `ifnull(${parameter}, 0)`,
  },
  digest: { reads: (column) => `lower(hex(${column}))`, writes: (parameter) => `unhex(${parameter})` },
  binary: {
    reads: (column) => `nullif(lower(hex(${column})), '')`,
    writes: (parameter) => `unhex(${parameter})`,
  },
  bytes: {
    toValue: (read: Uint8Array) => Buffer.from(read).toString('base64'),
    toBinding: (value: string | Uint8Array) =>
      typeof value === 'string' ? Buffer.from(value, 'base64') : value,
  },
};

/** The columns of a `SELECT`, each under the name of its member: all, or those of some names. */
export function selectionOf<T extends Table>(table: T, names?: readonly NameOf<T>[]): string {
  const selected = columnsOf(table).filter(([name]) => !names || names.includes(name as NameOf<T>));
  return selected
    .map(([name, each]) => {
      const column = each.reads ?? `${each.table ?? table.table}.${each.column}`;
      return `${forms[each.kind].reads?.(column) ?? column} AS "${name}"`;
    })
    .join(', ');
}

const valuesIn = (row: object): Record<string, never> => row as Record<string, never>;

/** Makes the values of a row out of what was read, where these differ. */
export function readingOf(table: Table): <Row extends object>(row: object) => Row {
  const changed = columnsOf(table).flatMap(([name, { kind }]) => {
    const { toValue } = forms[kind];
    return toValue ? [[name, toValue] as const] : [];
  });
  if (changed.length === 0) return (row) => row as never;
  return (row) => {
    const values: Record<string, unknown> = { ...row };
    for (const [name, toValue] of changed)
      if (name in values) values[name] = toValue(valuesIn(row)[name] as never);
    return values as never;
  };
}

/** The record of a row that was read by `selectionOf`. */
export function recordReadingOf<T extends Table>(table: T): (row: object) => RecordOf<T> {
  const read = readingOf(table);
  const toRecord = toRecordOf(table);
  return (row) => toRecord(read(row));
}

export interface Insertion<Row> {
  /** The columns of an `INSERT`, and their values. */
  readonly columns: string;
  readonly values: string;
  /** The parameter of a member, as `?3`. */
  parameter(name: keyof Row & string): string;
  bind(row: Row): SQLQueryBindings[];
}

/**
 * The insertion of rows into a table, without columns that another table has.
 * @param instead the expressions of members that are not stored as they come, made of their parameters
 */
export function insertionOf<T extends Table, Row extends object = RecordOf<T>>(
  table: T,
  instead: Partial<Record<NameOf<T>, (value: string, parameter: (name: NameOf<T>) => string) => string>> = {},
): Insertion<Row> {
  const own = columnsOf(table).filter(([, each]) => each.table === undefined) as [NameOf<T>, Column][];
  const parameter = (name: string): string => `?${own.findIndex(([each]) => each === name) + 1}`;
  const storedOf = ([name, { kind }]: [NameOf<T>, Column]): string => {
    const value = forms[kind].writes?.(parameter(name)) ?? parameter(name);
    return instead[name]?.(value, parameter) ?? value;
  };
  const bindings = own.map(([name, { kind }]) => [name, forms[kind].toBinding] as const);
  return {
    columns: own.map(([, each]) => each.column).join(', '),
    values: own.map(storedOf).join(', '),
    parameter,
    bind(row) {
      const bound: SQLQueryBindings[] = [];
      for (const [name, toBinding] of bindings) {
        const value = valuesIn(row)[name] as SQLQueryBindings | undefined;
        bound.push(toBinding && value !== undefined ? toBinding(value as never) : (value ?? null));
      }
      return bound;
    },
  };
}
