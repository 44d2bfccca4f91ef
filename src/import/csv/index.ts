// The source CSV: any table, one row a player or one row a value.
import { openFile } from '../files/input.ts';
import { readSettings } from '../files/read-settings.ts';
import { openStaged } from '../files/staged-source.ts';
import type { Staging } from '../files/staging.ts';
import type { ImportMap } from '../map.ts';
import { SourceUnreadable } from '../source.ts';
import type { SourceKind } from '../source-kind.ts';
import { type Columns, readColumns } from './columns.ts';
import { type CsvSettings, csvSettings, separatorOf } from './settings.ts';
import { addRow, keyKind } from './table.ts';

/** The first column is the id, and each other one a string of its name. */
const plainMap: ImportMap = {
  player: ['{id}'],
  values: [{ from: '/{column}', to: '/{column}' }],
};

export const csv: SourceKind = {
  name: 'csv',
  about: 'a table with a header: one row a player, or with "read" in the map one row a value',
  plainMap,
  async open({ from, settings }) {
    const read = readSettings(csvSettings, settings);
    if (from === undefined) throw new SourceUnreadable('give the file: a table in CSV, in UTF-8');
    return openStaged({ keyKind }, (staging) => load(from, read, staging));
  },
};

async function load(path: string, settings: CsvSettings, staging: Staging): Promise<readonly string[]> {
  // The parser is loaded where a table is read, and nowhere else.
  const { csvRows } = await import('./rows.ts');
  let columns: Columns | undefined;
  for await (const row of csvRows(openFile(path), separatorOf(settings))) {
    if (columns) addRow(row, columns, settings, staging);
    else columns = readColumns(row, settings);
  }
  if (!columns) throw new SourceUnreadable(`${path}: is empty; the first row is the header`);
  const { key, rest } = columns;
  const unused = key ? rest.map(({ name }) => JSON.stringify(name)) : [];
  return unused.length === 0
    ? []
    : [`columns that "read" of the map does not name were not read: ${unused.join(', ')}`];
}
