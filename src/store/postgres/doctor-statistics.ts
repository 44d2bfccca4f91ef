// The doctor's reads of the statistics in PostgreSQL. The sums are one read, and so are the marks: both are of all players.
import type { SumsRow } from '../ports/statistics.ts';
import type { DoctorReads, StatisticsFacts } from '../shared/doctor-reads.ts';
import { comparedKinds } from '../shared/doctor-statistics.ts';
import { texts } from './arrays.ts';
import type { Queries } from './executor.ts';
import listActiveDays from './sql/list-active-days.sql' with { type: 'text' };

type StatisticsReads = Pick<
  DoctorReads,
  'findStatistics' | 'countWrongMarks' | 'countMarked' | 'listActiveDays'
>;

export const findState = `SELECT zone, as_of::float8 AS "asOf", published IS NOT NULL AS "hasPublished", merged_key AS "mergedKey",
    reset_position::float8 AS "resetPosition", floor_day::float8 AS "floorDay", dropped_before::float8 AS "droppedBefore",
    importing::float8 AS importing, counted::float8 AS counted, total::float8 AS total,
    EXISTS (SELECT FROM statistics_days) OR EXISTS (SELECT FROM statistics_parts)
      OR EXISTS (SELECT FROM statistics_players) AS "hasSums"
  FROM statistics_state WHERE id = 1`;

// The marks are looked up in the index of sessions that are not counted.
const countWrongMarks =
  'SELECT count(*)::float8 AS count FROM ended_sessions WHERE counted <> 1 AND counted <> 0 AND counted <> 2';

const countMarked = `SELECT count(*)::float8 AS sessions, coalesce(sum(ended_at - started_at), 0)::float8 AS milliseconds
  FROM ended_sessions WHERE counted = 1 AND ended_at >= $1::bigint`;

export const statisticsReads = ({ query }: Queries): StatisticsReads => ({
  async findStatistics() {
    const [state] = await query<Omit<StatisticsFacts, 'parts' | 'sums'>>(findState);
    if (!state) return undefined;
    const parts = await query<{ sums: string }>('SELECT sums FROM statistics_parts');
    const sums = await query<SumsRow>(
      'SELECT kind, day::float8 AS day, sums AS text FROM statistics_days WHERE kind = ANY ($1::text[])',
      [texts(comparedKinds)],
    );
    return { ...state, parts: parts.map((part) => part.sums), sums: sums.map((row) => ({ ...row })) };
  },
  countWrongMarks: async () => (await query<{ count: number }>(countWrongMarks))[0]?.count ?? 0,
  async countMarked(from) {
    const [row] = await query<{ sessions: number; milliseconds: number }>(countMarked, [from]);
    return row ?? { sessions: 0, milliseconds: 0 };
  },
  async listActiveDays(after, rows) {
    const found = await query<{ id: number; days: string }>(listActiveDays, [after, rows]);
    return found.map(({ id, days }) => ({ sequentialId: id, days }));
  },
});
