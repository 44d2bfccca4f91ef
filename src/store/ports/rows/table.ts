// The description of a table whose rows travel between databases: for each column its name in the tables, its kind and the shape of
// its values. Export, import and doctor of every engine read it, and so do the facts of the server API.
import { z } from 'zod';

/** The kind of a column: its type on each engine, and how a value is read and written. */
export type Kind =
  /** A whole number, or a time in milliseconds since the Unix epoch. */
  | 'integer'
  /** A whole number of 32 bits. */
  | 'small'
  | 'text'
  | 'uuid'
  | 'boolean'
  /** Texts of the closed lists of the ports. `writer` is stored as whether a server wrote, `writer_name` as its text. */
  | 'writer'
  | 'writer_name'
  | 'end_reason'
  | 'audit_action'
  /** A sequential id that is 0 in the table where there is no player. */
  | 'player'
  /** Bytes in hexadecimal. */
  | 'digest'
  /** Some bytes in hexadecimal, null for none. */
  | 'binary'
  /** Bytes in base64. */
  | 'bytes';

export interface Column<Shape extends z.ZodType = z.ZodType> extends Marks {
  readonly column: string;
  readonly kind: Kind;
  /** The values of the column: type and bounds, and a default where exports of earlier versions have no such member. */
  readonly shape: Shape;
  /** The sentence about it in docs/schema.md. */
  readonly about: string;
}

/** Whatever sets a column apart from others. */
export interface Marks {
  /** The expression that is read in the place of the column, in the SQL of every engine. */
  readonly reads?: string;
  /** The table that has the column, if it is another one. */
  readonly table?: string;
  /** PostgreSQL has the column in this table too: Citus joins no table of names with one of sequential ids. */
  readonly isRepeated?: true;
  /** The facts about a player in the server API have it. */
  readonly isShown?: true;
}

export const column = <Shape extends z.ZodType, const More extends Marks = Marks>(
  name: string,
  kind: Kind,
  shape: Shape,
  about: string,
  marks?: More,
): Column<Shape> & More => ({ column: name, kind, shape, about, ...(marks as More) });

export type Columns = Readonly<Record<string, Column>>;

export interface Table<Type extends string = string, C extends Columns = Columns> {
  /** The type of its records. */
  readonly type: Type;
  readonly table: string;
  /** In the order of the members of a record. */
  readonly columns: C;
  readonly record: z.ZodObject<
    { readonly type: z.ZodLiteral<Type> } & { readonly [Name in keyof C]: C[Name]['shape'] },
    z.core.$strict
  >;
}

/** The record of a row. */
export type RecordOf<T extends Table> = z.output<T['record']>;
export type NameOf<T extends Table> = keyof T['columns'] & string;

export function describeTable<const Type extends string, const C extends Columns>(
  type: Type,
  table: string,
  columns: C,
): Table<Type, C> {
  const shapes = Object.entries(columns).map(([name, { shape }]) => [name, shape] as const);
  const record = z.strictObject({ type: z.literal(type), ...Object.fromEntries(shapes) });
  return { type, table, columns, record: record as unknown as Table<Type, C>['record'] };
}

export const namesOf = <T extends Table>({ columns }: T): readonly NameOf<T>[] =>
  Object.keys(columns) as NameOf<T>[];

/** The names of all columns but some, in their order. */
export function namesWithout<T extends Table, const Left extends NameOf<T>>(
  table: T,
  left: readonly Left[],
): readonly Exclude<NameOf<T>, Left>[] {
  const names = new Set<string>(left);
  return namesOf(table).filter((name): name is Exclude<NameOf<T>, Left> => !names.has(name));
}

/** The columns by name. */
export const columnsOf = ({ columns }: Table): readonly (readonly [string, Column])[] =>
  Object.entries(columns);

/** The record of a row that has its members in any order. */
export function toRecordOf<T extends Table>(table: T): (row: object) => RecordOf<T> {
  const names = namesOf(table);
  return (row) => {
    const record: Record<string, unknown> = { type: table.type };
    for (const name of names) record[name] = (row as Record<string, unknown>)[name];
    return record as RecordOf<T>;
  };
}

/**
 * The check of rows that have columns of a table.
 * @returns the columns with values that no import takes, each with the reason
 */
export function checkOf<T extends Table>(
  { columns }: T,
  names: readonly NameOf<T>[],
): (row: object) => readonly string[] {
  const shape = z.object(
    Object.fromEntries(names.map((name) => [name, (columns as Columns)[name]?.shape])) as z.ZodRawShape,
  );
  return (row) => {
    const { error } = shape.safeParse(row);
    return (error?.issues ?? []).map(
      ({ path, message }) => `${(columns as Columns)[String(path[0])]?.column}: ${message}`,
    );
  };
}

/** Up to the end of the year 9999. */
export const time = z.int().min(0).max(253_402_300_799_999);
/** The bound on sequential ids and versions: half of the integers that are exact, so that there is room to count on. */
const mostId = 2 ** 52 - 1;
export const id = z.int().min(1).max(mostId);
export const count = z.int().min(0).max(mostId);
