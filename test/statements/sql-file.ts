// The form of an SQL file with a statement. It begins with comment lines: a description, then `Parameters:`, `Columns:` and `Tables:`
// with what they declare. The statement names a parameter as `:ids`, as psql does, without its type. A name that is no parameter is
// a fragment, a file in fragments/ that several statements share. Lines that begin with `--+` belong to the statement that also tells
// events, which is another one with the ending `-with-events`.
//
//   Parameters: ids bigint[], texts packed text?[], now bigint?     `?` is for what may be null; `packed` are three parameters
//   Columns: sequentialId float8, endedAt float8?, reason end_reason
//   Columns: :player_row, registeredAt float8                      the columns that a described fragment declares, and one more
//   Events: toldType int, toldData packed text[]                    parameters that the statement has where it tells events
//   Tables: keys idempotency_keys, server_idempotency_keys          a statement for each table that `:keys` may be

export interface Type {
  readonly base: string;
  /** The closed list in TypeScript that a text is of. */
  readonly list: string | undefined;
  readonly isNullable: boolean;
  readonly isArray: boolean;
  /** All values of the array come as one string of bytes, each by its start and its length. */
  readonly isPacked: boolean;
}

export interface Field {
  readonly name: string;
  readonly type: Type;
}

export interface SqlFile {
  readonly path: string;
  readonly parameters: readonly Field[];
  readonly columns: readonly Field[];
  /** The name that stands for a table, and the tables; undefined where the statement names its tables. */
  readonly tables: { readonly placeholder: string; readonly names: readonly string[] } | undefined;
  /** The statement without its comments. */
  readonly body: string;
}

const bases = ['bigint', 'int', 'float8', 'text', 'uuid', 'boolean', 'bytea'];

/** Texts that are one of a closed list in TypeScript, each with the port that has the list. */
export const lists: Readonly<Record<string, { readonly type: string; readonly port: string }>> = {
  end_reason: { type: 'EndReason', port: 'sessions' },
  audit_action: { type: 'AuditAction', port: 'audit' },
  writer: { type: 'Writer', port: 'versions' },
};

/** The parameters and columns that fragments declare, by their names; undefined where there is none of that name. */
export type Declarations = (
  fragment: string,
) => { readonly parameters: readonly Field[]; readonly columns: readonly Field[] } | undefined;

/** @throws Error with the path, for a form that is not known */
export function parseSqlFile(
  path: string,
  text: string,
  declarations: Declarations = () => undefined,
  tellsEvents = false,
): SqlFile {
  const declared = declarationsOf(text);
  const parametersOf = (keyword: string) =>
    parseFields(path, declared.get(keyword), (name) => declarations(name)?.parameters);
  const tables = /^(?<placeholder>\w+) (?<names>\w+(?:, \w+)*)$/.exec(declared.get('Tables') ?? '')?.groups;
  return {
    path: tellsEvents ? `${path} with events` : path,
    parameters: [...parametersOf('Parameters'), ...(tellsEvents ? parametersOf('Events') : [])],
    columns: parseFields(path, declared.get('Columns'), (name) => declarations(name)?.columns),
    tables: tables && { placeholder: tables.placeholder ?? '', names: (tables.names ?? '').split(', ') },
    body: withoutComments(tellsEvents ? text.replaceAll(eventMark, '') : text),
  };
}

const eventMark = /^--\+ ?/gm;
export const mayTellEvents = (text: string): boolean => text.search(eventMark) >= 0;

/** The text after each keyword of the opening comment, its further lines included. */
function declarationsOf(text: string): Map<string, string> {
  const comment = /^(?:--.*\n)*/.exec(text)?.[0] ?? '';
  const lines = comment.split('\n').map((line) => line.replace(/^-- ?/, ''));
  const declared = new Map<string, string>();
  let keyword: string | undefined;
  for (const line of lines) {
    const begun = /^(?<keyword>Parameters|Events|Columns|Tables): (?<rest>.*)$/.exec(line)?.groups;
    keyword = begun?.keyword ?? keyword;
    if (keyword === undefined) continue;
    const before = begun ? '' : `${declared.get(keyword)} `;
    declared.set(keyword, `${before}${begun?.rest ?? line}`.trim());
  }
  return declared;
}

function parseFields(
  path: string,
  list: string | undefined,
  ofFragment: (name: string) => readonly Field[] | undefined,
): readonly Field[] {
  if (list === undefined) return [];
  return list.split(/,\s*/).flatMap((item) => {
    const fields = item.startsWith(':') ? ofFragment(item.slice(1)) : undefined;
    if (fields) return fields;
    const parts = /^(?<name>[a-z]\w*) (?<packed>packed )?(?<base>\w+)(?<nullable>\?)?(?<array>\[\])?$/.exec(
      item,
    )?.groups;
    if (!parts?.name || !parts.base || !(bases.includes(parts.base) || parts.base in lists))
      throw new Error(`${path} declares “${item}”, which is not a name and a type`);
    const type = {
      base: parts.base in lists ? 'text' : parts.base,
      list: lists[parts.base]?.type,
      isNullable: parts.nullable !== undefined,
      isArray: parts.array !== undefined,
      isPacked: parts.packed !== undefined,
    };
    return { name: parts.name, type };
  });
}

export const withoutComments = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s*--/.test(line))
    .join('\n')
    .trim();

/** The names after a colon, outside of texts in quotes and comments; the two colons of a cast are none. */
const placeholder = /--[^\n]*|'(?:[^']|'')*'|::|:(?<name>[a-z]\w*)/g;

/** Replaces the names in a statement. */
export const replaceNames = (sql: string, replacement: (name: string) => string): string =>
  sql.replaceAll(placeholder, (match, ...rest) => {
    const { name } = rest.at(-1) as { name?: string };
    return name === undefined ? match : replacement(name);
  });
