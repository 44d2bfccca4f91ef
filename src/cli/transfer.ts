// The common part of `playkeep export` and `playkeep import`: the open database and the display of progress.
import { openTransfer } from '../app.ts';
import type { Config } from '../config/config.ts';
import { systemClock } from '../lib/clock.ts';
import { createCommandLog } from '../lib/log.ts';
import type { Transfer } from '../store/ports/transfer.ts';
import type { CommandContext } from './command.ts';

/** Receives the number of records from time to time, and at the end with `done`. */
export type Progress = (records: number, done: boolean) => void;

/** The number of records between two displays of progress. */
const progressRecords = 10_000;

/**
 * Opens the database for a transfer and closes it in any case. Progress is shown on a terminal alone.
 * @param verb a participle for the records, for instance `exported`
 */
export async function withTransfer<Result>(
  config: Config,
  verb: string,
  { errors, isTerminal }: CommandContext,
  work: (transfer: Transfer, progress: Progress) => Promise<Result>,
): Promise<Result> {
  const transfer = await openTransfer(config, { clock: systemClock, log: createCommandLog() });
  let shown = 0;
  const progress: Progress = (records, done) => {
    if (!isTerminal || (!done && records - shown < progressRecords)) return;
    shown = records;
    void errors.write(`\r${records} records ${verb}${done ? '\n' : ''}`);
  };
  try {
    return await work(transfer, progress);
  } finally {
    await transfer.close();
  }
}
