// The deletion of old history in SQLite, in small steps in key order, each a write of its own. The last activity of a player whose
// whole history is old is noted first.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { PRUNE_STEP_ROWS, SQLITE_STEP_ROWS } from '../../tuning.ts';
import type { SessionStore } from '../ports/sessions.ts';
import type { StatisticsStore } from '../ports/statistics.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
import { historyStart } from '../shared/history-months.ts';
import { certainTimeOn } from './clock.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

interface HistoryKey {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
}

interface HistoryOptions {
  readonly db: Database;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly statistics: Pick<StatisticsStore, 'count'>;
}

export function deleteOldHistory(options: HistoryOptions): SessionStore['deleteOldHistory'] {
  const { db, reader, writer, clock, statistics } = options;
  const noteLastSeen = lastSeenNotes(options);
  const certain = certainTimeOn(reader.db);
  const listHistory = reader.db.query<HistoryKey, [number, number, string, number]>(
    `SELECT sequential_id AS sequentialId, ended_at AS endedAt, session_id AS sessionId FROM ended_sessions
     WHERE (sequential_id, ended_at, session_id) > (?1, ?2, ?3)
     ORDER BY sequential_id, ended_at, session_id LIMIT ?4`,
  );
  const deleteHistory = db.prepare<object, [number, number, string]>(
    'DELETE FROM ended_sessions WHERE sequential_id = ?1 AND ended_at = ?2 AND session_id = ?3 AND counted = 1',
  );
  // A rebuild of the statistics keeps the days of which sessions may be missing.
  const announceDrop = db.query<object, [number]>(
    `UPDATE statistics_state SET dropped_before = ?1, version = version + 1
     WHERE id = 1 AND reset_position IS NULL AND (dropped_before IS NULL OR dropped_before < ?1)`,
  );
  const isAnnounced = db.query<object, [number]>(
    'SELECT 1 FROM statistics_state WHERE id = 1 AND dropped_before >= ?1 AND reset_position IS NULL',
  );

  return async (days, signal) => {
    await statistics.count(signal, { publish: 'if-asked' });
    const start = await reader.read(() => historyStart(certain(clock.now()), days), backgroundJobs);
    const mayDelete = await writer.write(() => {
      announceDrop.run(start);
      return isAnnounced.get(start) !== null;
    }, backgroundJobs);
    if (!mayDelete) return;
    let after: HistoryKey | undefined = { sequentialId: 0, endedAt: 0, sessionId: '' };
    while (after && !signal.aborted) {
      const { sequentialId, endedAt, sessionId }: HistoryKey = after;
      const window: HistoryKey[] = await reader.read(
        () => listHistory.all(sequentialId, endedAt, sessionId, PRUNE_STEP_ROWS),
        backgroundJobs,
      );
      const old = window.filter((row) => row.endedAt < start);
      if (old.length > 0) {
        await noteLastSeen(old, start);
        await writer.write(() => {
          for (const row of old) deleteHistory.run(row.sequentialId, row.endedAt, row.sessionId);
        }, backgroundJobs);
      }
      after = window.length < PRUNE_STEP_ROWS ? undefined : window.at(-1);
      await clock.sleep(0, signal);
    }
  };
}

/** Notes the newest of old sessions, for players without a newer one. Other players have it in the history that stays. */
function lastSeenNotes({ db, reader, writer }: HistoryOptions) {
  const hasNewer = reader.db.query<object, [number, number]>(
    'SELECT 1 FROM ended_sessions WHERE sequential_id = ?1 AND ended_at >= ?2 LIMIT 1',
  );
  const note = db.prepare<object, [number, number]>(
    'UPDATE metadata SET last_seen_at = ?2 WHERE sequential_id = ?1 AND ifnull(last_seen_at, 0) < ?2',
  );
  return async (old: readonly HistoryKey[], start: number): Promise<void> => {
    // The last row of a player is the newest.
    const newest = new Map(old.map((row) => [row.sequentialId, row.endedAt]));
    const gone = await reader.read(
      () => [...newest].filter(([sequentialId]) => !hasNewer.get(sequentialId, start)),
      backgroundJobs,
    );
    // SQLite writes a row with its text anew, so each note is a call of its own: no batch takes longer than a time slice.
    for (let from = 0; from < gone.length; from += SQLITE_STEP_ROWS) {
      const step = gone.slice(from, from + SQLITE_STEP_ROWS);
      await Promise.all(
        step.map(([sequentialId, endedAt]) =>
          writer.write(() => void note.run(sequentialId, endedAt), backgroundJobs),
        ),
      );
    }
  };
}
