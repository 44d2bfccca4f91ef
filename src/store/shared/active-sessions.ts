// Pages of the active sessions of all players, the same on both engines.
import type { ActivePage, PlayerSession } from '../ports/sessions.ts';
import { toActiveSession } from './session-rules.ts';

/**
 * A page of active sessions.
 * @param rows the active sessions found, one more than `limit` where there are so many.
 * @param lastLookedAt the sequential id where the page ends if it has no more than `limit` rows; undefined at the end.
 */
export function toActivePage(
  rows: readonly PlayerSession[],
  limit: number,
  lastLookedAt: number | undefined,
): ActivePage {
  const sessions = rows
    .slice(0, limit)
    .map((row) => ({ ...toActiveSession(row), sequentialId: row.sequentialId }));
  return { sessions, next: rows.length > limit ? sessions.at(-1)?.sequentialId : lastLookedAt };
}
