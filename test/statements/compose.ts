// Makes statements of SQL files: fragments are put in, tables are chosen, and parameters get numbers and types.
import { type Field, replaceNames, type SqlFile, type Type } from './sql-file.ts';

export interface Composed {
  /** The name of the statement. */
  readonly name: string;
  readonly file: SqlFile;
  /** The table, for a file about several. */
  readonly table: string | undefined;
  readonly text: string;
  /** The parameters that the text has, in the order of their numbers. */
  readonly used: readonly Field[];
}

/** Finds the text of a fragment; undefined where there is none of that name. */
export type Fragments = (name: string) => string | undefined;

/** @throws Error for a name that is neither a parameter nor a fragment, or a parameter that is declared in vain */
export function compose(
  name: string,
  file: SqlFile,
  fragments: Fragments,
  { mayLeaveOut = false }: { readonly mayLeaveOut?: boolean } = {},
): readonly Composed[] {
  const tables = file.tables?.names ?? [undefined];
  return tables.map((table) => {
    const sql = putIn(file, file.body, fragments, table);
    const present = new Set<string>();
    replaceNames(sql, (each) => {
      present.add(each);
      return each;
    });
    const used = file.parameters.filter((field) => namesOf(field).some((each) => present.has(each)));
    const unused = file.parameters.filter((field) => !used.includes(field)).map((field) => field.name);
    if (unused.length > 0 && !mayLeaveOut)
      throw new Error(`${file.path} declares the parameters ${unused}, and does not use them`);
    return { name: table ? `${name} on ${table}` : name, file, table, text: number(sql, used), used };
  });
}

function putIn(file: SqlFile, sql: string, fragments: Fragments, table: string | undefined): string {
  const parameters = new Set(file.parameters.flatMap(namesOf));
  return replaceNames(sql, (name) => {
    if (name === file.tables?.placeholder) return table ?? name;
    if (parameters.has(name)) return `:${name}`;
    const fragment = fragments(name);
    if (fragment === undefined)
      throw new Error(`${file.path} has “:${name}”, which is neither a parameter nor a fragment`);
    return putIn(file, fragment, fragments, table);
  });
}

/** A packed parameter has three names in a statement. */
const namesOf = ({ name, type }: Field): readonly string[] =>
  type.isPacked ? [`${name}_starts`, `${name}_lengths`, `${name}_bytes`] : [name];

const packedTypes = ['int[]', 'int[]', 'bytea'];

export const postgresType = ({ base, isArray }: Type): string => `${base}${isArray ? '[]' : ''}`;

/** The names and types of the parameters that PostgreSQL gets, in the order of their numbers. */
export const numberedOf = (used: readonly Field[]): readonly { name: string; type: string }[] =>
  used.flatMap((field) =>
    namesOf(field).map((name, index) => ({
      name,
      type: field.type.isPacked ? (packedTypes[index] ?? '') : postgresType(field.type),
    })),
  );

/** Each number carries its type, so that a statement means the same wherever it stands. */
function number(sql: string, used: readonly Field[]): string {
  const numbered = numberedOf(used);
  return replaceNames(sql, (name) => {
    const index = numbered.findIndex((each) => each.name === name);
    return `$${index + 1}::${numbered[index]?.type}`;
  });
}
