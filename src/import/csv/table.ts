// The rows of a CSV file below its header: each becomes a player, or a value of one. A cell that is not of its type refuses the row.
import { quoted } from '../../lib/quoted.ts';
import type { Staging } from '../files/staging.ts';
import { readTime } from '../files/times.ts';
import { isRounded, isRoundedId } from '../rounded-id.ts';
import type { SourceValue } from '../source.ts';
import { cellText, readBoolean } from './cells.ts';
import type { Column, Columns } from './columns.ts';
import type { CsvRow } from './rows.ts';
import { type CsvSettings, separatorOf } from './settings.ts';
import { mayBeAt } from './uneven.ts';

/** The kind of id that the column of the id has, by the name that a map gives it. */
export const keyKind = 'id';

/** A row that cannot be taken. The message is the reason, which quotes no cell. */
class BadRow extends Error {}

/** Adds the player or the value of a row. */
export function addRow(row: CsvRow, columns: Columns, settings: CsvSettings, staging: Staging): void {
  const player = row.cells[columns.id.index] ?? '';
  try {
    if (row.cells.length !== columns.count)
      throw new BadRow(`has ${row.cells.length} cells where the header has ${columns.count}`);
    if (row.problem !== undefined) throw new BadRow(row.problem);
    const read = createCellReader(row, settings);
    if (read.isEmpty(columns.id)) throw new BadRow(`has nothing in the column ${quoted(columns.id.name)}`);
    // Before the rows of one id meet.
    if (isRounded(player)) throw new BadRow(isRoundedId);
    if (columns.key) addValue(row, columns, read, staging);
    else addPlayer(row, columns, read, staging);
  } catch (error) {
    if (!(error instanceof BadRow)) throw error;
    const refusal = { at: row.at, reason: error.message };
    if (row.cells.length === columns.count) staging.refuse(refusal, { key: player || undefined });
    else {
      const candidates = mayBeAt(row.cells, columns.id.index, columns.count, separatorOf(settings));
      staging.refuse(refusal, { candidates });
    }
  }
}

function addPlayer(row: CsvRow, columns: Columns, read: CellReader, staging: Staging): void {
  const { registeredAt, suspended } = columns;
  const time = registeredAt && read.time(registeredAt);
  const isSuspended = suspended && read.boolean(suspended);
  const values = columns.rest.flatMap((column) => read.value(column, [column.name]));
  staging.addPlayer(read.text(columns.id), {
    at: row.at,
    ids: Object.fromEntries(idsOf(columns, read).map(({ kind, id }) => [kind, [id]])),
    values,
    ...(time !== undefined && { registeredAt: time }),
    ...(isSuspended !== undefined && { isSuspended }),
  });
}

function addValue(row: CsvRow, columns: Columns, read: CellReader, staging: Staging): void {
  const player = read.text(columns.id);
  const { key = [], value } = columns;
  const path = key.map((column) => {
    if (read.isEmpty(column)) throw new BadRow(`has nothing in the column ${quoted(column.name)}`);
    return read.text(column);
  });
  const values = value ? read.value(value, path) : [];
  for (const each of values) staging.addValue(player, each, row.at);
  // A row whose cell is empty is a sign of the player as well.
  if (values.length === 0) staging.addId(player, keyKind, player, row.at);
  for (const { kind, id } of idsOf(columns, read)) staging.addId(player, kind, id, row.at);
}

const idsOf = ({ ids }: Columns, read: CellReader): { readonly kind: string; readonly id: string }[] =>
  ids.flatMap(({ kind, column }) => (read.isEmpty(column) ? [] : [{ kind, id: read.text(column) }]));

type CellReader = ReturnType<typeof createCellReader>;

function createCellReader({ cells }: CsvRow, { empty, null: nullText, times }: CsvSettings) {
  const text = ({ index }: Column): string => cells[index] ?? '';
  const isEmpty = (column: Column): boolean => text(column) === '' || text(column) === nullText;
  const bad = ({ name }: Column, problem: string): never => {
    throw new BadRow(`the cell of the column ${quoted(name)} ${problem}`);
  };
  return {
    text,
    isEmpty,
    /** The value of a cell; none where it is empty, unless the settings say otherwise. */
    value(column: Column, path: readonly string[]): SourceValue[] {
      if (isEmpty(column) && empty === 'null') return [{ path, text: 'null' }];
      if (isEmpty(column) && (empty === 'leave-out' || text(column) === nullText)) return [];
      const read = cellText(text(column), column.type);
      return [{ path, text: 'text' in read ? read.text : bad(column, read.problem) }];
    },
    time(column: Column): number | undefined {
      if (isEmpty(column)) return undefined;
      const read = readTime(text(column), times);
      return typeof read === 'number' ? read : bad(column, read.problem);
    },
    boolean(column: Column): boolean | undefined {
      if (isEmpty(column)) return undefined;
      return readBoolean(text(column)) ?? bad(column, 'is neither true nor false');
    },
  };
}
