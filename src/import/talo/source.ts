// The source `talo`: the zip of a data export of Talo, or the CSV files that were in it.
import { z } from 'zod';
import { readSettings } from '../files/read-settings.ts';
import { openSourceFiles, type SourceFiles } from '../files/source-files.ts';
import { openStaged } from '../files/staged-source.ts';
import type { Staging } from '../files/staging.ts';
import type { ImportMap } from '../map.ts';
import { SourceUnreadable } from '../source.ts';
import type { SourceKind } from '../source-kind.ts';
import { createTextValues, type TextForms, textForms } from '../text-values.ts';
import { createFindings } from './findings.ts';
import { addTable, type TableName, tables } from './tables.ts';

/** Props as they are. Facts of Talo's own, and statistics, are left out. */
const plainMap: ImportMap = {
  player: ['{talo}'],
  values: [
    { from: '/props/{key}', to: '/props/{key}' },
    { from: '/meta/{key}', leaveOut: true },
    { from: '/stats/{name}', leaveOut: true },
    { from: '/lastSeenAt', leaveOut: true },
  ],
};

/** Files of the export that have no place. */
const isPassed = (path: string): boolean =>
  /(?:^|\/)(?:events|leaderboardEntries|gameStats|gameActivities|gameFeedback)-\d+\.csv$/.test(path);

export const talo: SourceKind = {
  name: 'talo',
  about: 'the zip of a data export of Talo, or a folder with its CSV files',
  plainMap,
  async open({ from, settings }) {
    const { json } = readSettings(z.strictObject({ json: textForms }), settings);
    if (from === undefined) throw new SourceUnreadable('name the zip or the folder of a data export of Talo');
    const files = await openSourceFiles(from, { isPassed });
    const undescribed = 'has no row in the files players-N.csv';
    return openStaged({ keyKind: 'talo', undescribed }, (staging) => addFiles(from, files, staging, json));
  },
};

/** @returns notes for the report */
async function addFiles(
  from: string,
  files: SourceFiles,
  staging: Staging,
  json: TextForms,
): Promise<readonly string[]> {
  // The parser is loaded where a table is read, and nowhere else.
  const { csvRows } = await import('../csv/rows.ts');
  const target = { staging, texts: createTextValues(json), findings: createFindings() };
  const parts: Record<TableName, number[]> = { players: [], playerAliases: [], playerGameStats: [] };
  for await (const file of files.read()) {
    const { name = '', digits } =
      /(?:^|\/)(?<name>\w+)-(?<digits>\d{1,9})\.csv$/.exec(file.path)?.groups ?? {};
    const table = tables.find((known) => known === name);
    if (table === undefined) {
      staging.refuse({ at: file.name, reason: 'is no file of a data export of Talo' });
      continue;
    }
    if (parts[table].includes(Number(digits)))
      throw new SourceUnreadable(`${file.name}: is there twice; name the files of one export`);
    parts[table].push(Number(digits));
    await addTable(table, file.name, csvRows(file, ','), target);
  }
  for (const table of tables) checkParts(from, table, parts[table]);
  if (parts.players.length === 0)
    throw new SourceUnreadable(`${from}: has no players-1.csv; export the players of Talo`);
  const noAliases =
    parts.playerAliases.length === 0
      ? 'the export has no aliases, so players have no id but that of Talo'
      : undefined;
  const notes = [...target.findings.notes(), noAliases, target.texts.note()];
  return notes.filter((note) => note !== undefined);
}

/** The export splits a table into parts of 100,000 rows, numbered from 1. */
function checkParts(from: string, table: TableName, numbers: readonly number[]): void {
  const missing = numbers.map((_, index) => index + 1).find((number) => !numbers.includes(number));
  if (missing !== undefined)
    throw new SourceUnreadable(`${from}: ${table}-${missing}.csv is missing, and a later part is there`);
}
