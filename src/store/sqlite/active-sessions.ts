// Reads of the active sessions of all players in SQLite: pages and counts, each over a bounded number of rows. They wait apart
// from the reads of players, since each keeps the thread for a millisecond and more.
import type { Clock } from '../../lib/clock.ts';
import { ACTIVE_PAGE_MAX_ROWS } from '../../tuning.ts';
import { activeSessions } from '../ports/rows/sessions.ts';
import type { PlayerSession, SessionStore } from '../ports/sessions.ts';
import { toActivePage } from '../shared/active-sessions.ts';
import { lookups } from '../shared/fair-queue.ts';
import { activity } from './expressions.ts';
import type { Reader } from './reader.ts';
import { selectionOf } from './rows.ts';

interface CountRow {
  readonly last: number | null;
  readonly looked: number;
  readonly active: number;
}

export function createActiveSessionReads({
  reader,
  clock,
  sessionTimeout,
}: {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly sessionTimeout: number;
}): Pick<SessionStore, 'listActive' | 'countActive'> {
  const find = reader.db.query<PlayerSession, [number, number, number]>(
    `SELECT * FROM (
       SELECT ${selectionOf(activeSessions)}, ${activity} AS activity
       FROM active_sessions WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ${ACTIVE_PAGE_MAX_ROWS})
     WHERE activity > ?3 LIMIT ?2`,
  );
  const findLastLookedAt = reader.db.query<{ sequentialId: number }, [number]>(
    `SELECT sequential_id AS sequentialId FROM active_sessions WHERE sequential_id > ?1
     ORDER BY sequential_id LIMIT 1 OFFSET ${ACTIVE_PAGE_MAX_ROWS - 1}`,
  );
  const count = reader.db.query<CountRow, [number, number, number]>(
    `SELECT max(sequential_id) AS last, count(*) AS looked, count(*) FILTER (WHERE activity > ?3) AS active
     FROM (SELECT sequential_id, ${activity} AS activity FROM active_sessions
       WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2)`,
  );

  return {
    listActive: (after, limit) =>
      reader.read(() => {
        const rows = find.all(after, limit + 1, clock.now() - sessionTimeout);
        const last = rows.length > limit ? null : findLastLookedAt.get(after);
        return toActivePage(rows, limit, last?.sequentialId);
      }, lookups),
    countActive: (after, rows) =>
      reader.read(() => {
        const step = count.get(after, rows, clock.now() - sessionTimeout);
        const isLast = (step?.looked ?? 0) < rows;
        return { active: step?.active ?? 0, next: isLast ? undefined : (step?.last ?? undefined) };
      }, lookups),
  };
}
