// `playkeep export`: the whole database as JSON Lines, in a stream, exact. Either engine can import it. With `--format csv` it writes
// players and sessions as tables.
import { Option } from 'commander';
import type { Config } from '../config/config.ts';
import { describeDatabase } from '../config/database-url.ts';
import type { Transfer, TransferLine } from '../store/ports/transfer.ts';
import { readIndexes } from '../surroundings/setting-files.ts';
import { type AddCommand, type CommandContext, UsageError } from './command.ts';
import { assertDatabaseExists } from './database.ts';
import { csvFiles, writeCsv } from './export-csv.ts';
import { exportSchemaText } from './export-schema.ts';
import { readStoreConfig } from './read-config.ts';
import { type Progress, withTransfer } from './transfer.ts';
import { placeAllNew, writeBeside } from './write-beside.ts';

export const addExport: AddCommand = (program, context) => {
  program
    .command('export')
    .description(
      'write every player, metadata, session and audit entry as JSON Lines, or players and sessions as CSV',
    )
    .argument('[file]', 'where to; standard output if there is none; a folder for CSV')
    .addOption(new Option('--format <format>', 'how to write it').choices(['jsonl', 'csv']).default('jsonl'))
    .option('--without-metadata', 'leave the texts of metadata out of the tables')
    .option('--schema', 'print the JSON Schema of the lines, and export nothing')
    .action(async (target: string | undefined, options: ExportOptions) => {
      if (options.schema) return void (await context.output.write(exportSchemaText()));
      if (options.format === 'csv') return exportTables(target, options, context);
      if (options.withoutMetadata) throw new UsageError('--without-metadata is for --format csv');
      await exportRecords(target, context);
    });
};

interface ExportOptions {
  readonly format: 'jsonl' | 'csv';
  readonly withoutMetadata?: boolean;
  readonly schema?: boolean;
}

function openConfig({ readEnvironment }: CommandContext): Config {
  const config = readStoreConfig(readEnvironment());
  assertDatabaseExists(config.database);
  return config;
}

async function exportRecords(file: string | undefined, context: CommandContext): Promise<void> {
  const { output, print } = context;
  const config = openConfig(context);
  const records = await withTransfer(config, 'exported', context, (transfer, progress) =>
    exportTo(transfer, file ?? output.write, progress),
  );
  // Standard output holds the export alone.
  if (file !== undefined) print(`${records} records exported, database ${describeDatabase(config.database)}`);
}

async function exportTables(
  folder: string | undefined,
  { withoutMetadata = false }: ExportOptions,
  context: CommandContext,
): Promise<void> {
  if (folder === undefined) throw new UsageError('--format csv needs a folder for its two files');
  const config = openConfig(context);
  const options = {
    hasMetadata: !withoutMetadata,
    name: config.labels?.name,
    pointers: [
      ...(config.labels?.columns ?? []),
      ...readIndexes(config.metadataIndexesFile).map(({ pointer }) => pointer),
    ],
  };
  const { players, sessions } = await withTransfer(config, 'exported', context, (transfer, progress) =>
    placeAllNew(folder, csvFiles, (write) =>
      transfer.readPlay((tables) => writeCsv(tables, write, options, progress)),
    ),
  );
  context.print(
    `${players} players and ${sessions} sessions exported, database ${describeDatabase(config.database)}`,
  );
}

/**
 * @param target a file, or a function that writes a text and resolves when it can take the next text
 * @returns the number of records
 */
async function exportTo(
  transfer: Transfer,
  target: string | ((text: string) => Promise<void>),
  progress: Progress,
): Promise<number> {
  let records = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const page of transfer.read()) {
      if ('lastSequentialId' in page) {
        yield textOf([{ type: 'playkeep-export', version: 4, lastSequentialId: page.lastSequentialId }]);
      } else {
        yield textOf(page);
        records += page.length;
        progress(records, false);
      }
    }
    yield textOf([{ type: 'end', records }]);
  }
  if (typeof target === 'string') {
    await writeBeside(target, lines());
  } else {
    for await (const text of lines()) await target(text);
  }
  progress(records, true);
  return records;
}

const textOf = (lines: readonly TransferLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
