// The backfill of the sums that versions before 0.3 did not count (statistics-periods.ts), from the active days of the players. It
// goes player by player, and is complete before anything else is counted, so no day is missing or counts twice. How far it is
// stands among the sums, so it goes on after a kill, and an export carries it along.
import { COUNT_MAX_PARTS } from '../../tuning.ts';
import { backfillAt } from '../ports/statistics.ts';
import { decodeDays } from './statistics-days.ts';
import { mergeParts } from './statistics-merge.ts';
import { encodePart } from './statistics-parts.ts';
import { commit, type Pass } from './statistics-pass-state.ts';
import { countDerived } from './statistics-periods.ts';
import { addRow, addSums, addToList, listOf, newSums, rowOf, type Sums } from './statistics-sums.ts';

/** The sums that say that nothing is left to do. */
export function completeBackfill(): Sums {
  const sums = newSums();
  addToList(sums, 'backfill', 0, backfillAt.isComplete, 1);
  return sums;
}

/**
 * Goes on with the backfill until it is complete. The parts of the pass are loaded. Where nothing was ever counted there is nothing to
 * do, and the first count says so (`countStep`).
 */
export async function backfill(pass: Pass): Promise<void> {
  if (pass.state.zone === null) return;
  let { position, isComplete } = await findProgress(pass);
  while (!isComplete && !pass.signal.aborted) {
    const players = await pass.connection.listPlayers(position, pass.stepRows);
    isComplete = players.length < pass.stepRows;
    const sums = isComplete ? completeBackfill() : newSums();
    for (const [, days] of players) {
      countDerived(sums, [], decodeDays(days));
      const pause = pass.yieldIfDue();
      if (pause) await pause;
    }
    const last = players.at(-1)?.[0] ?? position;
    addToList(sums, 'backfill', 0, backfillAt.position, last - position);
    position = last;
    const part = encodePart(sums);
    await commit(pass, {
      part,
      // The sums of an earlier version that are published beside these lack them too.
      state: { asOf: null, published: null },
    });
    addSums(pass.parts, sums);
    pass.partCount += 1;
    pass.partCharacters += part.length;
    if (pass.partCount >= COUNT_MAX_PARTS) await mergeParts(pass);
  }
}

async function findProgress({ connection, parts }: Pass): Promise<{ position: number; isComplete: boolean }> {
  const sums = newSums();
  for (const row of await connection.findSums([{ kind: 'backfill', day: 0 }])) addRow(sums, row);
  addRow(sums, rowOf(parts, 'backfill', 0));
  const list = listOf(sums, 'backfill', 0);
  return {
    position: list.get(backfillAt.position) ?? 0,
    isComplete: (list.get(backfillAt.isComplete) ?? 0) > 0,
  };
}
