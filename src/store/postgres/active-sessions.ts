// Reads of the active sessions of all players in PostgreSQL: pages and counts, each a statement over a bounded number of rows.
import { ACTIVE_PAGE_MAX_ROWS } from '../../tuning.ts';
import type { SessionStore } from '../ports/sessions.ts';
import { toActivePage } from '../shared/active-sessions.ts';
import type { Database } from './database.ts';
import { countActiveSessions, findLastActive, listActiveSessions } from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

export function activeSessionReads({
  executor,
  now,
  sessionTimeoutMilliseconds: timeout,
}: Database): Pick<SessionStore, 'listActive' | 'countActive'> {
  return {
    listActive: (after, limit) =>
      withRetries(async () => {
        const page = { after, limit: limit + 1, rows: ACTIVE_PAGE_MAX_ROWS };
        const rows = await executor.run(listActiveSessions, { ...page, now: now(), timeout });
        const [last] =
          rows.length > limit
            ? []
            : await executor.run(findLastActive, { after, skipped: ACTIVE_PAGE_MAX_ROWS - 1 });
        return toActivePage(rows, limit, last?.sequentialId);
      }, true),
    countActive: (after, rows) =>
      withRetries(async () => {
        const [step] = await executor.run(countActiveSessions, { after, rows, now: now(), timeout });
        const isLast = (step?.looked ?? 0) < rows;
        return { active: step?.active ?? 0, next: isLast ? undefined : (step?.last ?? undefined) };
      }, true),
  };
}
