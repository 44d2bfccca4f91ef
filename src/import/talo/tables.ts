// The files of Talo's CSV export that say something of players, row by row.
import { parseTimestamp } from '../../lib/clock.ts';
import type { CsvRow } from '../csv/rows.ts';
import type { Staging } from '../files/staging.ts';
import { SourceUnreadable, type SourceValue } from '../source.ts';
import type { TextValues } from '../text-values.ts';
import { type Columns, readColumns } from './columns.ts';
import type { Findings } from './findings.ts';

export interface TableTarget {
  readonly staging: Staging;
  readonly texts: TextValues;
  readonly findings: Findings;
}

export const tables = ['players', 'playerAliases', 'playerGameStats'] as const;
export type TableName = (typeof tables)[number];

/** The column that names the player. */
const keyColumns: Readonly<Record<TableName, string>> = {
  players: 'id',
  playerAliases: 'player.id',
  playerGameStats: 'player.id',
};

/** Reads the rows of one file, the heading first. @throws SourceUnreadable */
export async function addTable(
  table: TableName,
  name: string,
  rows: AsyncIterable<CsvRow>,
  target: TableTarget,
): Promise<void> {
  let heading: readonly string[] | undefined;
  let add: (row: CsvRow) => void = () => undefined;
  for await (const row of rows) {
    const { at, cells, problem } = row;
    if (heading === undefined) {
      if (problem !== undefined) throw new SourceUnreadable(`${at}: ${problem}`);
      heading = cells;
      add = openers[table](name, heading, target);
    } else if (cells.length !== heading.length) {
      const reason = `has ${cells.length} fields, and the heading has ${heading.length}`;
      const advice =
        'Talo does not quote a key of a prop with a comma or a line break there; quote it by hand';
      throw new SourceUnreadable(`${at}: ${reason}; ${advice}`);
    } else if (problem === undefined) add(row);
    else
      target.staging.refuse(
        { at, reason: problem },
        { key: cells[heading.indexOf(keyColumns[table])] || undefined },
      );
  }
  if (heading === undefined) throw new SourceUnreadable(`${name}: is empty`);
}

type Opener = (at: string, heading: readonly string[], target: TableTarget) => (row: CsvRow) => void;

const openers: Readonly<Record<TableName, Opener>> = {
  players(at, heading, { staging, texts, findings }) {
    const columns = readColumns(at, heading, ['id', 'createdAt'], ['lastSeenAt', 'updatedAt']);
    const dangers = findings.noteColumns(columns);
    return ({ at: place, cells: fields }) => {
      const id = columns.field(fields, 'id');
      const registeredAt = parseTimestamp(columns.field(fields, 'createdAt'));
      if (id === '') staging.refuse({ at: place, reason: 'has no id of a player' });
      else if (registeredAt === undefined)
        staging.refuse({ at: place, reason: 'has a time of creation that is none' }, { key: id });
      else {
        findings.noteRow(fields, dangers);
        staging.addPlayer(id, { at: place, registeredAt, values: valuesOf(fields, columns, texts) });
      }
    };
  },
  playerAliases(at, heading, { staging, findings }) {
    const needed = ['service', 'identifier', 'player.id'];
    const columns = readColumns(at, heading, needed, ['id', 'createdAt', 'updatedAt']);
    findings.noteColumns(columns);
    return ({ at: place, cells: fields }) => {
      const [service = '', identifier = '', player = ''] = needed.map((name) => columns.field(fields, name));
      if (player !== '' && service !== '' && identifier !== '')
        staging.addId(player, service, identifier, place);
      else
        staging.refuse(
          { at: place, reason: 'has no player, no service or no identifier' },
          { key: player || undefined },
        );
    };
  },
  playerGameStats(at, heading, { staging, findings }) {
    const needed = ['player.id', 'value', 'stat.internalName'];
    const columns = readColumns(at, heading, needed, ['id', 'stat.id', 'createdAt', 'updatedAt']);
    findings.noteColumns(columns);
    return ({ at: place, cells: fields }) => {
      const [player = '', text = '', name = ''] = needed.map((column) => columns.field(fields, column));
      if (player !== '' && name !== '' && text !== '')
        staging.addValue(player, { path: ['stats', name], text }, place);
      else
        staging.refuse(
          { at: place, reason: 'has no player, no value or no name' },
          { key: player || undefined },
        );
    };
  },
};

/** An empty field is a prop that the player does not have. The export tells no difference to an empty text. */
function valuesOf(fields: readonly string[], columns: Columns, texts: TextValues): SourceValue[] {
  const values = columns.props.flatMap(({ key, place }): SourceValue[] => {
    const text = fields[place] ?? '';
    const group = key.startsWith('META_') ? 'meta' : 'props';
    return text === '' ? [] : [{ path: [group, key], text: texts.valueOf(text) }];
  });
  const seen = columns.field(fields, 'lastSeenAt');
  return seen === '' ? values : [...values, { path: ['lastSeenAt'], text: JSON.stringify(seen) }];
}
