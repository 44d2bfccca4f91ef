// The doctor's reads of the statistics in SQLite.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type { SumsRow } from '../ports/statistics.ts';
import type { DoctorReads, StatisticsFacts } from '../shared/doctor-reads.ts';
import { comparedKinds } from '../shared/doctor-statistics.ts';

type StatisticsReads = Pick<
  DoctorReads,
  'findStatistics' | 'countWrongMarks' | 'countMarked' | 'listActiveDays'
>;

const findState = `SELECT zone, as_of AS asOf, published IS NOT NULL AS hasPublished, merged_key AS mergedKey,
    reset_position AS resetPosition, floor_day AS floorDay, dropped_before AS droppedBefore, importing, counted, total,
    EXISTS (SELECT 1 FROM statistics_days) OR EXISTS (SELECT 1 FROM statistics_parts)
      OR EXISTS (SELECT 1 FROM statistics_players) AS hasSums
  FROM statistics_state WHERE id = 1`;

// The marks are looked up in the index of sessions that are not counted.
const countWrongMarks = `SELECT count(*) AS count FROM ended_sessions INDEXED BY ended_sessions_uncounted
  WHERE counted <> 1 AND counted <> 0 AND counted <> 2`;

const countMarked = `SELECT count(*) AS sessions, ifnull(sum(ended_at - started_at), 0) AS milliseconds
  FROM ended_sessions WHERE counted = 1 AND ended_at >= ?1`;

export function statisticsReads(db: Database): StatisticsReads {
  const all = <Row>(text: string, ...values: SQLQueryBindings[]): Row[] =>
    db.query<Row, SQLQueryBindings[]>(text).all(...values);
  return {
    async findStatistics() {
      const [state] = all<Omit<StatisticsFacts, 'parts' | 'sums'>>(findState);
      if (!state) return undefined;
      const parts = all<{ sums: string }>('SELECT sums FROM statistics_parts');
      const sums = comparedKinds.flatMap((kind) =>
        all<SumsRow>('SELECT kind, day, sums AS text FROM statistics_days WHERE kind = ?1', kind),
      );
      return { ...state, parts: parts.map((part) => part.sums), sums };
    },
    countWrongMarks: async () => all<{ count: number }>(countWrongMarks)[0]?.count ?? 0,
    async countMarked(from) {
      const [row] = all<{ sessions: number; milliseconds: number }>(countMarked, from);
      return row ?? { sessions: 0, milliseconds: 0 };
    },
    listActiveDays: async (after, rows) =>
      all<{ sequentialId: number; days: string }>(
        `SELECT sequential_id AS sequentialId, days FROM statistics_players WHERE sequential_id > ?1
         ORDER BY sequential_id LIMIT ?2`,
        ...[after, rows],
      ),
  };
}
