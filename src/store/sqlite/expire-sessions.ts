// The expiry of sessions in SQLite: one step of the background job reads a window of active sessions and writes only where
// there is something to do.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { isFromClockSetBack } from '../../lib/clock-skew.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { SessionStore } from '../ports/sessions.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
import { isExpired, type SessionRow } from '../shared/session-rules.ts';
import { type EndSession, findSessionRow } from './end-session.ts';
import { activity } from './expressions.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

interface ExpiryOptions {
  readonly db: Database;
  readonly endSession: EndSession;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly sessionTimeout: number;
}

export function createExpiry({
  db,
  endSession,
  writer,
  reader,
  clock,
  sessionTimeout,
}: ExpiryOptions): SessionStore['expire'] {
  const listWindow = reader.db.query<{ id: number; expiresFrom: number }, [number, number]>(
    `SELECT sequential_id AS id, ${activity} AS expiresFrom FROM active_sessions
     WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2`,
  );
  const correctClock = db.prepare<object, [number, number, number]>(
    `UPDATE active_sessions SET corrected_activity = ?2 WHERE sequential_id = ?1 AND ${activity} > ?3`,
  );
  const findRow = db.prepare<SessionRow, [number]>(findSessionRow);

  /** Ends the sessions that are still there and still expired at the time of the write. */
  function endExpired(ids: readonly number[], now: number): number {
    const isStillExpired = (id: number): boolean => {
      const row = findRow.get(id);
      return row !== null && isExpired(row, now, sessionTimeout);
    };
    return ids.filter((id) => isStillExpired(id) && endSession(id, 'expired', now)).length;
  }

  return async (afterSequentialId, rows) => {
    const window = await reader.read(() => listWindow.all(afterSequentialId, rows), backgroundJobs);
    const next = window.length < rows ? undefined : window.at(-1)?.id;
    const time = clock.now();
    const ahead = window.filter((row) => isFromClockSetBack(row.expiresFrom, time));
    if (ahead.length > 0) {
      await writer.write((now) => {
        for (const { id } of ahead) correctClock.run(id, now, now + CLOCK_SKEW_MILLISECONDS);
      }, backgroundJobs);
    }
    const expired = window.filter((row) => isExpired(row, time, sessionTimeout)).map(({ id }) => id);
    const active = window.length - expired.length;
    if (expired.length === 0) return { moved: 0, active, next };
    const moved = await writer.write((now) => endExpired(expired, now), backgroundJobs);
    return { moved, active, next };
  };
}
