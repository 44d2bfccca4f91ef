// `playkeep export` and `playkeep import`: the whole database as JSON Lines, from either engine into either, in a stream.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { TRANSFER_PAGE_ROWS } from '../limits.ts';
import { type Transfer, type TransferLine, type TransferRecord, transferLine } from '../store/transfer.ts';

/** Tells how far it has come, now and then and at the end. */
export type Progress = (records: number, done: boolean) => void;

/** The file is not an export, or not a whole one; the message says where. */
export class InvalidExport extends Error {
  override readonly name = 'InvalidExport';
}

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
    const file = createWriteStream(target, { mode: 0o600 });
    await pipeline(lines, file).catch((error) => nameFile(target, error));
  } else {
    for await (const text of lines()) await target(text);
  }
  progress(records, true);
  return records;
}

/** The system says what is wrong, for instance that the disk is full, but not always where. */
function nameFile(file: string, error: unknown): never {
  const { message } = error as Error;
  if (!(error instanceof Error && 'syscall' in error) || message.includes(file)) throw error;
  throw new Error(`${file}: ${message}`, { cause: error });
}

const textOf = (lines: readonly TransferLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/**
 * Reads an export and puts it in. What is there already stays, so an import that was interrupted can be run again.
 * @throws InvalidExport
 */
export async function importFrom(
  transfer: Transfer,
  input: ReadableStream<Uint8Array>,
  progress: Progress,
): Promise<number> {
  let batch: TransferRecord[] = [];
  let lastSequentialId = 0;
  let records = 0;
  let stage: 'before' | 'within' | 'after' = 'before';
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await transfer.importRecords(batch);
    // A player may have been registered between the header of the export and its snapshot.
    for (const record of batch) {
      if ('sequentialId' in record) lastSequentialId = Math.max(lastSequentialId, record.sequentialId);
    }
    records += batch.length;
    batch = [];
    progress(records, false);
  };
  for await (const { line, number } of linesOf(input)) {
    const parsed = parseLine(line, number);
    if (stage === 'after') throw new InvalidExport(`line ${number}: comes after the end of the export`);
    if ((stage === 'before') !== (parsed.type === 'playkeep-export')) {
      throw new InvalidExport(`line ${number}: an export begins with its header, and has one`);
    }
    if (parsed.type === 'playkeep-export') {
      await transfer.reserveSequentialIds(parsed.lastSequentialId);
      stage = 'within';
    } else if (parsed.type === 'end') {
      await flush();
      if (parsed.records !== records)
        throw new InvalidExport(`${records} records came where ${parsed.records} were written`);
      stage = 'after';
    } else {
      if (batch.length >= TRANSFER_PAGE_ROWS || (batch[0] && batch[0].type !== parsed.type)) await flush();
      batch.push(parsed);
    }
  }
  if (stage !== 'after') {
    await flush();
    throw new InvalidExport(`the export ends early, after ${records} records, which were imported`);
  }
  await transfer.reserveSequentialIds(lastSequentialId);
  await transfer.forgetErasuresOfPlayers();
  progress(records, true);
  return records;
}

function parseLine(line: string, number: number): TransferLine {
  try {
    const parsed = transferLine.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
  } catch {
    // Told below, with what is no record either.
  }
  throw new InvalidExport(`line ${number}: is no record of a Playkeep export`);
}

/** A line may be many times as long as a chunk, so its pieces are put together once, when its end is there. */
async function* linesOf(input: ReadableStream<Uint8Array>): AsyncGenerator<{ line: string; number: number }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pieces: string[] = [];
  let number = 1;
  for await (const chunk of input) {
    const [rest = '', ...begun] = decoder.decode(chunk, { stream: true }).split('\n');
    pieces.push(rest);
    for (const next of begun) {
      yield { line: pieces.join(''), number };
      number += 1;
      pieces = [next];
    }
  }
  const last = pieces.join('');
  if (last !== '') yield { line: last, number };
}
