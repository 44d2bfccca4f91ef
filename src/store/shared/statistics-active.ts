// The sums of active sessions up to a moment, page after page beside the active days of their players. A session that has
// expired counts as ended at its last activity, whether or not it was moved to the history.
import { COUNT_PAGE_ROWS } from '../../tuning.ts';
import { isExpired } from './session-rules.ts';
import { type BatchSession, countBatch, type PlayerDays } from './statistics-batch.ts';
import type { OpenSession } from './statistics-database.ts';
import { decodeDays } from './statistics-days.ts';
import type { Pass } from './statistics-pass-state.ts';
import { addSums, addToList, newSums, type Sums } from './statistics-sums.ts';

/** @param days the active days of players whose ended sessions are not stored yet */
export async function countActive(pass: Pass, now: number, days: PlayerDays): Promise<Sums> {
  const { connection, rules, yieldIfDue, sessionTimeoutMilliseconds: timeout } = pass;
  const all = newSums();
  addToList(all, 'now', 0, 0, 0);
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: readonly OpenSession[] = await connection.listActive(after, COUNT_PAGE_ROWS);
    const daysOfPage: PlayerDays = new Map(
      rows.map((row) => [row.sequentialId, days.get(row.sequentialId) ?? decodeDays(row.days ?? '')]),
    );
    const sessions = rows.map((row) => asCounted(row, now, timeout));
    const { sums } = await countBatch(sessions, daysOfPage, rules, yieldIfDue);
    addSums(all, sums);
    addToList(all, 'now', 0, 0, sessions.filter(({ reason }) => reason === 'active').length);
    after = rows.length < COUNT_PAGE_ROWS ? undefined : rows.at(-1)?.sequentialId;
  }
  return all;
}

function asCounted(row: OpenSession, now: number, timeout: number): BatchSession {
  const { sequentialId, startedAt, lastActivity, context } = row;
  return isExpired(row, now, timeout)
    ? { sequentialId, startedAt, endedAt: Math.max(startedAt, lastActivity), reason: 'expired', context }
    : { sequentialId, startedAt, endedAt: Math.max(startedAt, now), reason: 'active', context };
}
