// The statistics in exports from and imports into SQLite. They are imported where no session was counted and none has ended. Until
// the import is complete nothing is counted.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type {
  Imported,
  StatisticsDayRecord,
  StatisticsPlayerRecord,
  StatisticsRecord,
  TransferRecord,
} from '../ports/transfer.ts';
import { type ExportedState, statisticsRecords, toSumsRow } from '../shared/statistics-transfer.ts';

/** The records before those of players, as pages. */
export function* readStatistics(db: Database, pageRows: number): Generator<readonly TransferRecord[]> {
  const state = db
    .query<ExportedState, []>(
      `SELECT zone, merged_key AS mergedKey, reset_position AS resetPosition, floor_day AS floorDay,
         floor_utc_day AS floorUtcDay, dropped_before AS droppedBefore
       FROM statistics_state WHERE id = 1 AND zone IS NOT NULL AND importing = 0`,
    )
    .get();
  if (!state) return;
  const rows = db
    .query<{ kind: string; day: number; sums: string }, []>('SELECT kind, day, sums FROM statistics_days')
    .all();
  const parts = db.query<{ sums: string }, []>('SELECT sums FROM statistics_parts').all();
  const { head, days } = statisticsRecords(
    state,
    rows.map(toSumsRow),
    parts.map(({ sums }) => sums),
  );
  yield [head];
  for (let start = 0; start < days.length; start += pageRows) yield days.slice(start, start + pageRows);
}

type Outcome = keyof Imported;

export interface StatisticsImport {
  readonly head: (row: StatisticsRecord) => Outcome;
  readonly day: (row: StatisticsDayRecord) => Outcome;
  readonly player: (row: StatisticsPlayerRecord) => Outcome;
  /** Are the sums of this export those of the database? Then the marks of its sessions hold. */
  readonly isAccepted: () => boolean;
}

export function statisticsImportOn(db: Database): StatisticsImport {
  const accept = db.query<object, SQLQueryBindings[]>(
    `UPDATE statistics_state SET zone = ?1, reset_position = ?2, floor_day = ?3, floor_utc_day = ?4, dropped_before = ?5,
       import_digest = ?6, importing = 1, version = version + 1
     WHERE id = 1 AND zone IS NULL AND NOT EXISTS (SELECT 1 FROM ended_sessions)`,
  );
  const find = db.query<{ importing: number }, [string]>(
    'SELECT importing FROM statistics_state WHERE id = 1 AND import_digest = ?1',
  );
  const insertDay = db.query<object, [string, number, string]>(
    'INSERT OR IGNORE INTO statistics_days (kind, day, sums) VALUES (?1, ?2, ?3)',
  );
  const insertPlayer = db.query<object, [number, string]>(
    'INSERT OR IGNORE INTO statistics_players (sequential_id, days) VALUES (?1, ?2)',
  );
  let state: { importing: number } | null = null;
  const outcome = (insert: () => { changes: number }): Outcome => {
    if (!state) return 'left';
    return state.importing === 1 && insert().changes > 0 ? 'added' : 'present';
  };
  return {
    isAccepted: () => state !== null,
    head({ digest, zone, resetPosition, floorDay, floorUtcDay, droppedBefore }) {
      const { changes } = accept.run(zone, resetPosition, floorDay, floorUtcDay, droppedBefore, digest);
      state = find.get(digest);
      if (changes > 0) return 'added';
      return state ? 'present' : 'left';
    },
    day: ({ kind, day, sums }) => outcome(() => insertDay.run(kind, day, sums)),
    player: ({ sequentialId, days }) => outcome(() => insertPlayer.run(sequentialId, days)),
  };
}

export const completeStatistics = 'UPDATE statistics_state SET importing = 0 WHERE id = 1 AND importing = 1';
