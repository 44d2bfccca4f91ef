// The columns of a CSV file: its header, and the meaning that the settings give to each.
import { quoted } from '../../lib/quoted.ts';
import { SourceUnreadable } from '../source.ts';
import type { CsvRow } from './rows.ts';
import { type CellType, type CsvSettings, separators } from './settings.ts';

export interface Column {
  readonly name: string;
  readonly index: number;
  readonly type: CellType;
}

export interface Columns {
  readonly count: number;
  readonly id: Column;
  readonly ids: readonly { readonly kind: string; readonly column: Column }[];
  readonly registeredAt: Column | undefined;
  readonly suspended: Column | undefined;
  /** The columns of the path of a value, for one row a value. */
  readonly key: readonly Column[] | undefined;
  readonly value: Column | undefined;
  /** The columns that no setting gives another meaning. */
  readonly rest: readonly Column[];
}

/** @returns the reason why the comma, which no map names, does not seem to be the separator */
function otherSeparatorIn([name = '', ...others]: readonly string[]): string | undefined {
  if (others.length > 0) return undefined;
  if (/^sep=.$/i.test(name))
    return `the line ${quoted(name)} is of Excel and no header; take it out, and name the separator by "separator" in "read" of the map`;
  const found = separators.find((separator) => name.includes(separator));
  return (
    found &&
    `the header is one column with ${JSON.stringify(found)} in its name; with "separator": ${JSON.stringify(found)} in "read" of the map it separates columns, and with "separator": "," it does not`
  );
}

/** @throws SourceUnreadable for a header that does not fit the settings */
export function readColumns(header: CsvRow, settings: CsvSettings): Columns {
  const refuse = (reason: string): never => {
    throw new SourceUnreadable(`${header.at}: ${reason}`);
  };
  if (header.problem !== undefined) refuse(`the header ${header.problem}`);
  const other = settings.separator === undefined ? otherSeparatorIn(header.cells) : undefined;
  if (other !== undefined) refuse(other);
  const types = new Map(Object.entries(settings.columns ?? {}));
  const columns = header.cells.map((name, index) => ({ name, index, type: types.get(name) ?? 'string' }));
  const byName = new Map<string, Column>();
  for (const column of columns) {
    const { name, index } = column;
    if (name === '') refuse(`column ${index + 1} has no name`);
    if (/[\r\n]/.test(name))
      refuse(`the name of column ${index + 1} has a line break; rows end in LF or CRLF`);
    if (byName.has(name)) refuse(`two columns are named ${quoted(name)}`);
    byName.set(name, column);
  }
  const find = (name: string): Column =>
    byName.get(name) ??
    refuse(`there is no column ${quoted(name)}; are the separator and "read" of the map right?`);
  const findAny = (name: string | undefined): Column | undefined =>
    name === undefined ? undefined : find(name);

  for (const name of types.keys()) find(name);
  const [first = refuse('the header is empty')] = columns;
  const meanings = {
    id: findAny(settings.id) ?? first,
    ids: Object.entries(settings.ids ?? {}).map(([kind, name]) => ({ kind, column: find(name) })),
    registeredAt: findAny(settings.registeredAt),
    suspended: findAny(settings.suspended),
    key: settings.key?.map(find),
    value: findAny(settings.value),
  };
  const { id, ids, registeredAt, suspended, key = [], value } = meanings;
  const meant = new Set([id, registeredAt, suspended, value, ...key, ...ids.map(({ column }) => column)]);
  const rest = columns.filter((column) => !meant.has(column));
  return { ...meanings, count: columns.length, rest };
}
