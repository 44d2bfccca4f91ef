// Reads of the active sessions of all players in PostgreSQL: pages and counts, each a statement over a bounded number of rows.
import { ACTIVE_PAGE_MAX_ROWS } from '../../tuning.ts';
import type { PlayerSession, SessionStore } from '../ports/sessions.ts';
import { toActivePage } from '../shared/active-sessions.ts';
import type { Database } from './database.ts';
import countActiveSessions from './sql/count-active-sessions.sql' with { type: 'text' };
import listActiveSessions from './sql/list-active-sessions.sql' with { type: 'text' };
import { withRetries } from './with-retries.ts';

/** The last row that a page looks at, if there are so many. */
const findLastLookedAt = `SELECT sequential_id::float8 AS "sequentialId" FROM active_sessions
  WHERE sequential_id > $1::bigint ORDER BY sequential_id OFFSET ${ACTIVE_PAGE_MAX_ROWS - 1} LIMIT 1`;

interface CountRow {
  readonly last: number | null;
  readonly looked: number;
  readonly active: number;
}

export function activeSessionReads({
  executor,
  now,
  sessionTimeoutMilliseconds: timeout,
}: Database): Pick<SessionStore, 'listActive' | 'countActive'> {
  return {
    listActive: (after, limit) =>
      withRetries(async () => {
        const parameters = [after, limit + 1, now(), timeout, ACTIVE_PAGE_MAX_ROWS];
        const rows = await executor.query<PlayerSession>(listActiveSessions, parameters);
        const [last] =
          rows.length > limit
            ? []
            : await executor.query<{ sequentialId: number }>(findLastLookedAt, [after]);
        return toActivePage(rows, limit, last?.sequentialId);
      }, true),
    countActive: (after, rows) =>
      withRetries(async () => {
        const parameters = [after, rows, now(), timeout];
        const [step] = await executor.query<CountRow>(countActiveSessions, parameters);
        const isLast = (step?.looked ?? 0) < rows;
        return { active: step?.active ?? 0, next: isLast ? undefined : (step?.last ?? undefined) };
      }, true),
  };
}
