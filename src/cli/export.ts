// `playkeep export`: the whole database as JSON Lines, in a stream, exact. Either engine can import it.
import { describeDatabase } from '../config/database-url.ts';
import type { Transfer, TransferLine } from '../store/ports/transfer.ts';
import type { AddCommand } from './command.ts';
import { assertDatabaseExists } from './database.ts';
import { readStoreConfig } from './read-config.ts';
import { type Progress, withTransfer } from './transfer.ts';
import { writeBeside } from './write-beside.ts';

export const addExport: AddCommand = (program, context) => {
  program
    .command('export')
    .description('write every player, metadata, session and audit entry as JSON Lines')
    .argument('[file]', 'where to; standard output if there is none')
    .action(async (file: string | undefined) => {
      const { readEnvironment, output, print } = context;
      const config = readStoreConfig(readEnvironment());
      assertDatabaseExists(config.database);
      const records = await withTransfer(config, 'exported', context, (transfer, progress) =>
        exportTo(transfer, file ?? output.write, progress),
      );
      // Standard output holds the export alone.
      if (file !== undefined)
        print(`${records} records exported, database ${describeDatabase(config.database)}`);
    });
};

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
