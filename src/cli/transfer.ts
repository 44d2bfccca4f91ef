// `playkeep export` and `playkeep import`: the whole database as JSON Lines, from either engine into either, in a stream.

import type { Imported, Transfer, TransferLine, TransferRecord } from '../store/ports/transfer.ts';
import { TRANSFER_PAGE_ROWS } from '../tuning.ts';
import { createRecordCheck } from './import-checks.ts';
import { InvalidExport, linesOf, parseLine } from './import-lines.ts';
import { writeBeside } from './write-beside.ts';

/** Tells how far it has come, now and then and at the end. */
export type Progress = (records: number, done: boolean) => void;

/** @param target a file, or what writes a text and resolves when there is room for the next. @returns how many records. */
export async function exportTo(
  transfer: Transfer,
  target: string | ((text: string) => Promise<void>),
  progress: Progress,
): Promise<number> {
  let records = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const page of transfer.read()) {
      if ('lastSequentialId' in page) {
        yield textOf([{ type: 'playkeep-export', version: 2, lastSequentialId: page.lastSequentialId }]);
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

/** How an import went: the sum of what became of its records. */
export interface ImportResult extends Imported {
  readonly records: number;
}

/**
 * Reads an export and puts it in. What is there already stays, so an import that was interrupted can be run again.
 * @throws InvalidExport
 */
export async function importFrom(
  transfer: Transfer,
  input: ReadableStream<Uint8Array>,
  progress: Progress,
): Promise<ImportResult> {
  const check = createRecordCheck();
  let batch: TransferRecord[] = [];
  let lastSequentialId = 0;
  let result: ImportResult = { records: 0, added: 0, present: 0, left: 0 };
  let stage: 'before' | 'within' | 'after' = 'before';
  const flush = async (): Promise<void> => {
    if (batch.length > 0) result = sumOf(result, batch.length, await transfer.importRecords(batch));
    // A player may have been registered between the header of the export and its snapshot.
    for (const record of batch) {
      if ('sequentialId' in record) lastSequentialId = Math.max(lastSequentialId, record.sequentialId);
    }
    batch = [];
    progress(result.records, false);
  };
  for await (const line of linesOf(input)) {
    const { number } = line;
    const parsed = parseLine(line);
    if (stage === 'after') throw new InvalidExport(`line ${number}: comes after the end of the export`);
    if ((stage === 'before') !== (parsed.type === 'playkeep-export')) {
      throw new InvalidExport(`line ${number}: an export begins with its header, and has one`);
    }
    if (parsed.type === 'playkeep-export') {
      await transfer.reserveSequentialIds(parsed.lastSequentialId);
      stage = 'within';
    } else if (parsed.type === 'end') {
      await flush();
      const { records } = result;
      if (parsed.records !== records)
        throw new InvalidExport(`${records} records came where ${parsed.records} were written`);
      stage = 'after';
    } else {
      const problem = check(parsed);
      if (problem !== undefined) {
        throw new InvalidExport(`line ${number}: is no record of a Playkeep export: ${problem}`);
      }
      if (batch.length >= TRANSFER_PAGE_ROWS || (batch[0] && batch[0].type !== parsed.type)) await flush();
      batch.push(parsed);
    }
  }
  if (stage !== 'after') {
    await flush();
    throw new InvalidExport(`the export ends early, after ${result.records} records, which were imported`);
  }
  await transfer.reserveSequentialIds(lastSequentialId);
  await transfer.forgetErasuresOfPlayers();
  progress(result.records, true);
  return result;
}

/** The same, where what is wrong names the file. @throws InvalidExport */
export async function importNaming(
  name: string,
  ...parameters: Parameters<typeof importFrom>
): Promise<ImportResult> {
  try {
    return await importFrom(...parameters);
  } catch (error) {
    if (!(error instanceof InvalidExport)) throw error;
    throw new InvalidExport(`${name}: ${error.message}`, { cause: error });
  }
}

const sumOf = (result: ImportResult, records: number, imported: Imported): ImportResult => ({
  records: result.records + records,
  added: result.added + imported.added,
  present: result.present + imported.present,
  left: result.left + imported.left,
});
