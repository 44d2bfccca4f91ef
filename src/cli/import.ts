// `playkeep import`: reads an export in a stream and stores its records in batches. Records that are already stored stay as they
// are, so an interrupted import can be run again. An import that added something leaves an entry in the audit, in its last commit.
import { existsSync } from 'node:fs';
import { Option } from 'commander';
import { describeDatabase } from '../config/database-url.ts';
import { existingRules } from '../import/outcomes.ts';
import { sources } from '../import/sources.ts';
import type { Imported, Transfer, TransferRecord } from '../store/ports/transfer.ts';
import { TRANSFER_PAGE_ROWS } from '../tuning.ts';
import { commandLineAuthor } from './author.ts';
import { type AddCommand, UsageError } from './command.ts';
import { createRecordCheck } from './import-checks.ts';
import { type ImportOptions, importFrom } from './import-from.ts';
import { InvalidExport, type Line, linesOf, parseLine } from './import-lines.ts';
import { readStoreConfig, withoutEvents } from './read-config.ts';
import { type Progress, withTransfer } from './transfer.ts';

export const addImport: AddCommand = (program, context) => {
  program
    .command('import')
    .description(
      'read what export wrote, into either engine, or move in from another service; may be run again',
    )
    .argument(
      '[file]',
      'where from; standard input if there is none, with --from a file, a folder or a URL of that service',
    )
    .option('--from <name>', 'the other service or kind of file, one of the sources below')
    .option('--map <file>', 'which ids, values and places; without it the plain map of the source')
    .option('--print-map', 'print the plain map of the source, for editing, and end')
    .addOption(
      new Option('--existing <rule>', 'players who are here already with metadata')
        .choices(existingRules)
        .default('keep'),
    )
    .option('--quiet', 'tell no event `player.registered` of new players, whatever EVENTS says')
    .option('--dry-run', 'write nothing, and report what would be done')
    .option('--report <file>', 'write the report into a file instead of standard output')
    .option(
      '--rules <file>',
      'write the access to values at the source as a file for METADATA_RULES, to look at',
    )
    .addHelpText(
      'after',
      `\nSources:\n${sources.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join('\n')}`,
    )
    .action(async (file: string | undefined, { from, quiet, ...given }: GivenOptions) => {
      if (from !== undefined) return importFrom(sources, context, { from, source: file, quiet, ...given });
      assertNoneOf(given);
      const telling = readStoreConfig(context.readEnvironment());
      const config = quiet ? withoutEvents(telling) : telling;
      const result = await withTransfer(config, 'imported', context, (transfer, progress) =>
        importFile(file, transfer, progress),
      );
      context.print(
        `${result.records} records imported, database ${describeDatabase(config.database)}: ${result.added} new, ${result.present} already there, ${result.left} left as they are`,
      );
    });
};

type GivenOptions = Partial<Pick<ImportOptions, 'from'>> & Omit<ImportOptions, 'from' | 'source'>;

/** @throws UsageError for options that mean nothing without `--from` */
function assertNoneOf({ existing, ...given }: Omit<GivenOptions, 'from' | 'quiet'>): void {
  if (existing !== 'keep' || Object.values(given).some((value) => value !== undefined))
    throw new UsageError('these options go with --from, which names the other service');
}

/** The result of an import: the number of records, and how many of them were added, were present, or were left as they are. */
export interface ImportResult extends Imported {
  readonly records: number;
}

/** @param file undefined for standard input. @throws InvalidExport that names the file. */
async function importFile(
  file: string | undefined,
  transfer: Transfer,
  progress: Progress,
): Promise<ImportResult> {
  if (file !== undefined && !existsSync(file)) throw new Error(`${file}: there is no such file`);
  const input = file === undefined ? Bun.stdin.stream() : Bun.file(file).stream();
  try {
    return await importExport(transfer, input, progress);
  } catch (error) {
    if (!(error instanceof InvalidExport)) throw error;
    throw new InvalidExport(`${file ?? 'standard input'}: ${error.message}`, { cause: error });
  }
}

/** @throws InvalidExport that names the line. Batches before it are imported. */
export async function importExport(
  transfer: Transfer,
  input: ReadableStream<Uint8Array>,
  progress: Progress,
): Promise<ImportResult> {
  const batch = createBatch(transfer, progress);
  try {
    await importLines(transfer, input, batch);
  } catch (error) {
    // The first error tells more than a failure to record it.
    await recordImport(transfer, batch.result()).catch(() => undefined);
    throw error;
  }
  const result = batch.result();
  await recordImport(transfer, result);
  progress(result.records, true);
  return result;
}

async function recordImport(transfer: Transfer, { records, added }: ImportResult): Promise<void> {
  if (added === 0) return;
  await transfer.recordImport({ author: commandLineAuthor, action: 'import', detail: { records, added } });
}

/** @throws InvalidExport */
async function importLines(
  transfer: Transfer,
  input: ReadableStream<Uint8Array>,
  batch: Batch,
): Promise<void> {
  const check = createRecordCheck();
  let stage: 'before' | 'within' | 'after' = 'before';
  for await (const line of linesOf(input)) {
    const parsed = parseLine(line);
    if (stage === 'after') throw invalid(line, 'comes after the end of the export');
    if ((stage === 'before') !== (parsed.type === 'playkeep-export')) {
      throw invalid(line, 'the header must be the first line, and occur once');
    }
    if (parsed.type === 'playkeep-export') {
      await transfer.reserveSequentialIds(parsed.lastSequentialId);
      stage = 'within';
    } else if (parsed.type === 'end') {
      const { records } = await batch.flush();
      if (parsed.records !== records)
        throw new InvalidExport(`${records} records came where ${parsed.records} were written`);
      stage = 'after';
    } else {
      const problem = check(parsed);
      if (problem !== undefined) throw invalid(line, `is no record of a Playkeep export: ${problem}`);
      await batch.add(parsed);
    }
  }
  const { records } = await batch.flush();
  if (stage !== 'after') {
    throw new InvalidExport(`the export ends early, after ${records} records, which were imported`);
  }
  await transfer.reserveSequentialIds(batch.lastSequentialId());
  await transfer.forgetErasuresOfPlayers();
  await transfer.completeStatistics();
}

const invalid = ({ number }: Line, reason: string): InvalidExport =>
  new InvalidExport(`line ${number}: ${reason}`);

/** Records of one kind that are committed together. */
interface Batch {
  add(record: TransferRecord): Promise<void>;
  /** Imports all records so far. @returns the result of all batches. */
  flush(): Promise<ImportResult>;
  /** The result of the batches so far. */
  result(): ImportResult;
  /** The highest id in the records. It may exceed the header's: a player may register between the header and the snapshot. */
  lastSequentialId(): number;
}

function createBatch(transfer: Transfer, progress: Progress): Batch {
  let waiting: TransferRecord[] = [];
  let highest = 0;
  let result: ImportResult = { records: 0, added: 0, present: 0, left: 0 };

  async function flush(): Promise<ImportResult> {
    if (waiting.length === 0) return result;
    result = sumOf(result, waiting.length, await transfer.importRecords(waiting));
    for (const record of waiting) {
      if ('sequentialId' in record) highest = Math.max(highest, record.sequentialId ?? 0);
    }
    waiting = [];
    progress(result.records, false);
    return result;
  }

  return {
    async add(record) {
      const isOther = waiting[0] !== undefined && waiting[0].type !== record.type;
      if (isOther || waiting.length >= TRANSFER_PAGE_ROWS) await flush();
      waiting.push(record);
    },
    flush,
    result: () => result,
    lastSequentialId: () => highest,
  };
}

const sumOf = (result: ImportResult, records: number, imported: Imported): ImportResult => ({
  records: result.records + records,
  added: result.added + imported.added,
  present: result.present + imported.present,
  left: result.left + imported.left,
});
