// One transaction of the counting in SQLite: it takes effect as a whole, or not at all.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { type StatisticsChange, StatisticsConflict } from '../shared/statistics-database.ts';

/** The columns of the state, by the names of the port. */
const columns = {
  zone: 'zone',
  asOf: 'as_of',
  published: 'published',
  askedAt: 'asked_at',
  mergedKey: 'merged_key',
  resetPosition: 'reset_position',
  floorDay: 'floor_day',
  floorUtcDay: 'floor_utc_day',
  droppedBefore: 'dropped_before',
  counted: 'counted',
  total: 'total',
  importing: 'importing',
} as const satisfies Record<keyof StatisticsChange['state'], string>;

/** @returns a function to run within the writer's transaction, which rolls back when it throws. */
export function prepareChange(
  db: Database,
  leaseMilliseconds: number,
): (change: StatisticsChange, now: number) => void {
  const mark = db.query<object, [number, number, string]>(
    `UPDATE ended_sessions SET counted = 1
     WHERE sequential_id = ?1 AND ended_at = ?2 AND session_id = ?3 AND counted <> 1`,
  );
  const putPlayer = db.query<object, [number, string]>(
    `INSERT INTO statistics_players (sequential_id, days) VALUES (?1, ?2)
     ON CONFLICT (sequential_id) DO UPDATE SET days = excluded.days`,
  );
  const deletePlayer = db.query<object, [number]>('DELETE FROM statistics_players WHERE sequential_id = ?1');
  const addPart = db.query<object, [string]>('INSERT INTO statistics_parts (sums) VALUES (?1)');
  const deleteParts = db.query<object, []>('DELETE FROM statistics_parts');
  const putSums = db.query<object, [string, number, string]>(
    `INSERT INTO statistics_days (kind, day, sums) VALUES (?1, ?2, ?3)
     ON CONFLICT (kind, day) DO UPDATE SET sums = excluded.sums`,
  );
  const deleteSums = db.query<object, [string, number]>(
    'DELETE FROM statistics_days WHERE kind = ?1 AND day = ?2',
  );
  const deleteFrom = db.query<object, [number, number]>(
    `DELETE FROM statistics_days WHERE day >= iif(kind = 'online', ?2, ?1)`,
  );
  const recount = db.query<object, [number, number]>(
    'UPDATE ended_sessions SET counted = 2 WHERE sequential_id > ?1 AND sequential_id <= ?2 AND counted = 1',
  );

  function applyState({ holder, version, state }: StatisticsChange, now: number): void {
    const entries = Object.entries(state) as [keyof typeof columns, SQLQueryBindings][];
    const sets = entries.map(([name], index) => `, ${columns[name]} = ?${index + 5}`).join('');
    const { changes } = db
      .query<object, SQLQueryBindings[]>(
        `UPDATE statistics_state SET version = version + 1, lease_until = ?1${sets}
         WHERE id = 1 AND version = ?2 AND lease_holder = ?3 AND lease_until > ?4`,
      )
      .run(now + leaseMilliseconds, version, holder, now, ...entries.map(([, value]) => value));
    if (changes === 0) throw new StatisticsConflict();
  }

  return (change, now) => {
    applyState(change, now);
    for (const { sequentialId, endedAt, sessionId } of change.counted ?? [])
      if (mark.run(sequentialId, endedAt, sessionId).changes === 0) throw new StatisticsConflict();
    for (const [sequentialId, days] of change.players ?? []) {
      if (days === null) deletePlayer.run(sequentialId);
      else putPlayer.run(sequentialId, days);
    }
    if (change.part !== undefined) addPart.run(change.part);
    if (change.deletesParts) deleteParts.run();
    if (change.deletesFrom) {
      const { day, utcDay } = change.deletesFrom;
      deleteFrom.run(Math.max(day, Number.MIN_SAFE_INTEGER), Math.max(utcDay, Number.MIN_SAFE_INTEGER));
    }
    for (const { kind, day, text } of change.sums ?? []) {
      if (text === '') deleteSums.run(kind, day);
      else putSums.run(kind, day, text);
    }
    if (change.recounts) recount.run(change.recounts.after, change.recounts.upTo);
  };
}
