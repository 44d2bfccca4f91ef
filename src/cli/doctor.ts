// `playkeep doctor`: checks all stored rows against the rules between them, beside a running service or without one. It reads only.
// Standard output has one line for each finding, and the sums at its end. A finding makes the exit status 1.

import { InvalidArgumentError } from 'commander';
import { lookAtSurroundings, openDoctor } from '../app.ts';
import type { Config } from '../config/config.ts';
import { describeDatabase } from '../config/database-url.ts';
import { systemClock } from '../lib/clock.ts';
import { createCommandLog } from '../lib/log.ts';
import type { Doctor, Finding } from '../store/ports/doctor.ts';
import type { Look } from '../store/ports/surroundings.ts';
import { type AddCommand, type CommandContext, exitStatus } from './command.ts';
import { assertDatabaseExists } from './database.ts';
import { readStoreConfig } from './read-config.ts';

/** The number of players between two displays of progress. */
const progressPlayers = 10_000;

export const addDoctor: AddCommand = (program, context) => {
  program
    .command('doctor')
    .description('check the stored data, reading only; status 1 when something is wrong')
    .option('--surroundings', 'look at settings, machine, database server and key set first')
    .option('--url <url>', 'look through the proxy at this public address too', parseUrl)
    .action(async ({ surroundings, url }: DoctorOptions) => {
      const config = readStoreConfig(context.readEnvironment());
      assertDatabaseExists(config.database);
      const runtime = { clock: systemClock, log: createCommandLog() };
      if (surroundings || url !== undefined) {
        const findings = await printLooks(lookAtSurroundings(config, runtime, url), context);
        if (findings > 0) context.setStatus(exitStatus.failure);
      }
      const doctor = await openDoctor(config, runtime);
      try {
        await examine(doctor, config, context);
      } finally {
        await doctor.close();
      }
    });
};

interface DoctorOptions {
  readonly surroundings?: boolean;
  readonly url?: string;
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It is a URL such as https://play.example.com.');
}

/** A line for each look: `ok` and the value, or the fault and the change that ends it. @returns the number of findings */
async function printLooks(looks: AsyncIterable<Look>, { print }: CommandContext): Promise<number> {
  let findings = 0;
  for await (const { about, words, isFinding } of looks) {
    if (isFinding) findings += 1;
    print(`${isFinding ? '' : 'ok: '}${about}: ${words}`.replaceAll(/\s+/g, ' '));
  }
  print(`surroundings: ${findings === 0 ? 'nothing is wrong' : `${findings} findings`}`);
  return findings;
}

async function examine(
  doctor: Doctor,
  { auditDays, database }: Config,
  { print, setStatus, ...context }: CommandContext,
): Promise<void> {
  const progress = showProgress(context);
  const sums = { players: 0, findings: 0, toBeMended: 0 };
  for await (const step of doctor.examine(auditDays)) {
    sums.players += step.players;
    sums.findings += step.findings.length;
    sums.toBeMended += step.toBeMended;
    for (const finding of step.findings) print(lineOf(finding));
    progress(sums.players, false);
  }
  progress(sums.players, true);
  if (sums.findings > 0) setStatus(exitStatus.failure);
  const found = sums.findings === 0 ? 'nothing is wrong' : `${sums.findings} findings`;
  print(
    `${found}: ${sums.players} players examined, ${sums.toBeMended} of them wait for the service to mend their index entries, database ${describeDatabase(database)}`,
  );
}

/** `audit_entries of player 5: …`. A problem of the file may quote a name with a line break. */
function lineOf({ table, sequentialId, problem }: Finding): string {
  const where = sequentialId === null ? table : `${table} of player ${sequentialId}`;
  return `${where}: ${problem}`.replaceAll(/\s+/g, ' ');
}

/** Shows the number of players on standard error: one line that changes on a terminal, otherwise a line from time to time. */
function showProgress({
  errors,
  isTerminal,
  printError,
}: Pick<CommandContext, 'errors' | 'isTerminal' | 'printError'>) {
  let shown = 0;
  return (players: number, done: boolean): void => {
    if (!done && players - shown < progressPlayers) return;
    shown = players;
    if (isTerminal) void errors.write(`\r${players} players examined${done ? '\n' : ''}`);
    else if (!done) printError(`${players} players examined`);
  };
}
