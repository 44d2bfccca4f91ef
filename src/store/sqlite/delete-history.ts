// The deletion of old history in SQLite, in small steps in key order, each a write of its own.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { PRUNE_STEP_ROWS } from '../../tuning.ts';
import type { SessionStore } from '../ports/sessions.ts';
import type { StatisticsStore } from '../ports/statistics.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
import { historyStart } from '../shared/history-months.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

interface HistoryKey {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
}

export function deleteOldHistory({
  db,
  reader,
  writer,
  clock,
  statistics,
}: {
  readonly db: Database;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly statistics: Pick<StatisticsStore, 'count'>;
}): SessionStore['deleteOldHistory'] {
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
    const start = historyStart(clock.now(), days);
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
        await writer.write(() => {
          for (const row of old) deleteHistory.run(row.sequentialId, row.endedAt, row.sessionId);
        }, backgroundJobs);
      }
      after = window.length < PRUNE_STEP_ROWS ? undefined : window.at(-1);
      await clock.sleep(0);
    }
  };
}
