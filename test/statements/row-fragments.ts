// How a fragment of PostgreSQL is made of the description of a row: the columns of a `SELECT`, and what an `INSERT` takes from arrays.
import {
  type Column,
  columnsOf,
  type Kind,
  type NameOf,
  type Table,
} from '../../src/store/ports/rows/table.ts';
import { type Field, lists } from './sql-file.ts';

export interface RowFragment {
  readonly name: string;
  readonly about: string;
  readonly parameters: readonly Field[];
  readonly columns: readonly Field[];
  readonly body: string;
}

interface Form {
  /** The types of a column that is read, and of a parameter. */
  readonly type: string;
  readonly parameter: string;
  readonly reads?: (column: string) => string;
  readonly writes?: (value: string) => string;
}

const plain = (type: string): Form => ({ type, parameter: type });

const forms: Readonly<Record<Kind, Form>> = {
  integer: { type: 'float8', parameter: 'bigint', reads: (column) => `${column}::float8` },
  small: { ...plain('int'), reads: (column) => `${column}::int` },
  text: plain('text'),
  uuid: { type: 'text', parameter: 'uuid', reads: (column) => `${column}::text` },
  boolean: plain('boolean'),
  writer: {
    ...plain('writer'),
    reads: (column) => `CASE WHEN ${column} THEN 'server' ELSE 'player' END`,
    writes: (value) => `${value} = 'server'`,
  },
  writer_name: plain('writer'),
  end_reason: plain('end_reason'),
  audit_action: plain('audit_action'),
  player: {
    type: 'float8',
    parameter: 'bigint',
    reads: (column) => `nullif(${column}, 0)::float8`,
    writes: (value) => `coalesce(${value}, 0)`,
  },
  digest: plain('text'),
  binary: {
    ...plain('text'),
    reads: (column) => `encode(${column}, 'hex')`,
    writes: (value) => `decode(${value}, 'hex')`,
  },
  bytes: {
    type: 'text',
    parameter: 'bytea',
    // PostgreSQL breaks lines.
    reads: (column) => `translate(encode(${column}, 'base64'), chr(10), '')`,
  },
};

/** Does the table of the description have the column on PostgreSQL? */
const isOwn = ({ table, isRepeated }: Column): boolean => table === undefined || isRepeated === true;

const isNullable = ({ shape }: Column): boolean => shape.safeParse(null).success;

function fieldOf(name: string, type: string, marks: Partial<Field['type']>): Field {
  const list = lists[type]?.type;
  const form = { base: list ? 'text' : type, list, isNullable: false, isArray: false, isPacked: false };
  return { name, type: { ...form, ...marks } };
}

const pick = <T extends Table>(table: T, names?: readonly NameOf<T>[]): [string, Column][] =>
  columnsOf(table)
    .filter(([name, each]) => isOwn(each) && (!names || names.includes(name as NameOf<T>)))
    .map(([name, each]) => [name, each]);

/** Joins items by commas, in lines of some length. */
export const lines = (items: readonly string[]): string => {
  const rows = [''];
  for (const item of items) {
    const last = rows.at(-1) ?? '';
    if (last === '') rows[rows.length - 1] = item;
    else if (last.length + item.length > maxLine) rows.push(item);
    else rows[rows.length - 1] = `${last}, ${item}`;
  }
  return rows.join(',\n  ');
};
const maxLine = 120;

/** The columns of a `SELECT`, under the names of the members of a record. */
export function selection<T extends Table>(
  name: string,
  about: string,
  table: T,
  names?: readonly NameOf<T>[],
): RowFragment {
  const picked = pick(table, names);
  const items = picked.map(([member, { column, kind, reads }]) => {
    const source = reads === undefined ? `${table.table}.${column}` : `(${reads})`;
    return `${forms[kind].reads?.(source) ?? source} AS "${member}"`;
  });
  const columns = picked.map(([member, each]) =>
    fieldOf(member, forms[each.kind].type, { isNullable: isNullable(each) }),
  );
  return { name, about, parameters: [], columns, body: lines(items) };
}

interface InsertionOptions<T extends Table> {
  readonly names?: readonly NameOf<T>[];
  /** Stands before the names of the parameters, where a statement has others of the same names. */
  readonly prefix?: string;
  /** The name of the rows. */
  readonly alias?: string;
}

/** The distribution column. A statement gives its value by itself: on Citus it is that of a row of the same shard. */
const key = 'sequential_id';
const keyFirst = (columns: readonly string[]): readonly string[] =>
  columns.includes(key) ? [key, ...columns.filter((column) => column !== key)] : columns;

const parameterOf = (member: string, prefix: string): string =>
  prefix === '' ? member : `${prefix}${member.replace(/^./, (letter) => letter.toUpperCase())}`;

/**
 * The fragments of an `INSERT` of rows: the columns `<name>_columns`, the input `<name>_input` out of arrays, and the values
 * `<name>_values` of a row of the input, without its sequential id.
 */
export function insertion<T extends Table>(
  name: string,
  about: string,
  table: T,
  { names, prefix = '', alias = 'input' }: InsertionOptions<T> = {},
): readonly RowFragment[] {
  const picked = pick(table, names).map(([member, each]) => ({
    each,
    form: forms[each.kind],
    isPacked: each.kind === 'bytes',
    column: each.column,
    parameter: parameterOf(member, prefix),
  }));
  const parameters = picked.map(({ each, parameter, form, isPacked }) =>
    fieldOf(parameter, form.parameter, { isNullable: isNullable(each), isArray: true, isPacked }),
  );
  const arrays = picked.flatMap(({ parameter, isPacked }) =>
    isPacked ? [`:${parameter}_starts`, `:${parameter}_lengths`] : [`:${parameter}`],
  );
  const named = picked.flatMap(({ column, isPacked }) =>
    isPacked ? [`${column}_start`, `${column}_length`] : [column],
  );
  const values = picked
    .filter(({ column }) => column !== key)
    .map(({ column, form, parameter, isPacked }) => {
      const value = `${alias}.${column}`;
      if (isPacked) return `substring(:${parameter}_bytes FROM ${value}_start FOR ${value}_length)`;
      return form.writes?.(value) ?? value;
    });
  const columns = keyFirst(picked.map(({ column }) => column));
  const part = { columns: [], parameters: [] };
  return [
    { ...part, name: `${name}_columns`, about: `The columns of ${about}.`, body: lines(columns) },
    {
      ...part,
      name: `${name}_input`,
      about: `The rows of ${about}, out of arrays.`,
      parameters,
      body: `unnest(${lines(arrays)})\n  AS ${alias} (${lines(named)})`,
    },
    {
      ...part,
      name: `${name}_values`,
      about: `The values of ${about} after the sequential id.`,
      body: lines(values),
    },
  ];
}

/** The values of one row after its sequential id, each a parameter. */
export function oneRow<T extends Table>(
  name: string,
  about: string,
  table: T,
  { names, prefix = '' }: InsertionOptions<T>,
): RowFragment {
  const picked = pick(table, names).filter(([, { column }]) => column !== key);
  const parameters = picked.map(([member, each]) =>
    fieldOf(parameterOf(member, prefix), forms[each.kind].parameter, { isNullable: isNullable(each) }),
  );
  const values = picked.map(([member, { kind }]) => {
    const value = `:${parameterOf(member, prefix)}`;
    return forms[kind].writes?.(value) ?? value;
  });
  return { name, about, parameters, columns: [], body: lines(values) };
}
