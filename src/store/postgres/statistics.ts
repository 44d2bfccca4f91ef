// The statistics in PostgreSQL. The counting has a connection of its own beside the pool. A request reads its sums by one
// statement.
import type { Metrics } from '../../lib/metrics.ts';
import { COUNT_STEP_ROWS } from '../../tuning.ts';
import type { StatisticsSettings, StatisticsStore, SumKind, SumsRow } from '../ports/statistics.ts';
import { answerOf } from '../shared/statistics-answer.ts';
import type {
  OpenSession,
  StatisticsConnection,
  StatisticsState,
  UncountedSession,
} from '../shared/statistics-database.ts';
import { createCountMetrics } from '../shared/statistics-metrics.ts';
import { createCounting } from '../shared/statistics-pass.ts';
import { bigints, texts } from './arrays.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import { beginSnapshot } from './snapshot.ts';
import findActiveDays from './sql/find-active-days.sql' with { type: 'text' };
import findEndedAt from './sql/find-ended-at.sql' with { type: 'text' };
import findSums from './sql/find-sums.sql' with { type: 'text' };
import listActiveDays from './sql/list-active-days.sql' with { type: 'text' };
import listOpenSessions from './sql/list-open-sessions.sql' with { type: 'text' };
import listUncounted from './sql/list-uncounted.sql' with { type: 'text' };
import { applyChange } from './statistics-change.ts';
import { withRetries } from './with-retries.ts';

const clockText = (parameter: string): string =>
  `coalesce(${parameter}::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)`;

const stateColumns = `zone, version::float8 AS version, as_of::float8 AS "asOf", asked_at::float8 AS "askedAt",
  merged_key AS "mergedKey", reset_position::float8 AS "resetPosition", floor_day::float8 AS "floorDay",
  floor_utc_day::float8 AS "floorUtcDay", dropped_before::float8 AS "droppedBefore", importing::float8 AS importing, counted::float8 AS counted,
  total::float8 AS total, ${clockText('$1')}::float8 AS now`;

/** A row of find-sums.sql: the state (0), a part (1) or sums of a day (2). */
interface ReadRow {
  readonly part: number;
  readonly kind: string | null;
  readonly day: number | null;
  readonly sums: string | null;
  readonly mergedKey: string | null;
  readonly counted: number | null;
  readonly total: number | null;
  readonly now: number | null;
}

const firstUuid = '00000000-0000-0000-0000-000000000000';

export function statisticsStore(
  database: Database,
  settings: StatisticsSettings,
  metrics: Metrics,
): StatisticsStore {
  const { executor, now, sessionTimeoutMilliseconds } = database;
  const counting = createCounting(
    {
      stepRows: COUNT_STEP_ROWS,
      sessionTimeoutMilliseconds,
      async connect(signal, work) {
        let result: Awaited<ReturnType<typeof work>> | undefined;
        await executor.background(
          signal,
          async (queries) => {
            result = await work(connectionOn(queries, now));
          },
          'statistics',
        );
        return result;
      },
    },
    settings,
    database.clock,
    createCountMetrics(metrics),
  );
  return {
    ...counting,
    async read(queries) {
      const rows = await withRetries(
        () =>
          executor.query<ReadRow>(findSums, [
            texts(queries.map(({ kind }) => kind)),
            bigints(queries.map(({ from }) => from)),
            bigints(queries.map(({ to }) => to)),
            now(),
          ]),
        true,
      );
      const state = rows.find(({ part }) => part === 0);
      if (!state) throw new Error('the row of statistics_state is missing');
      const stored = {
        ...{ zone: state.kind, asOf: state.day, published: state.sums, mergedKey: state.mergedKey },
        ...{ counted: state.counted ?? 0, total: state.total ?? 0, now: state.now ?? 0 },
        parts: rows.filter(({ part }) => part === 1).map(({ sums }) => sums ?? ''),
        rows: rows.filter(({ part }) => part === 2).map(toSumsRow),
      };
      return answerOf(stored, queries, settings);
    },
  };
}

const toSumsRow = ({ kind, day, sums }: Pick<ReadRow, 'kind' | 'day' | 'sums'>): SumsRow => ({
  ...{ kind: kind as SumKind, day: day ?? 0 },
  text: sums ?? '',
});

function connectionOn(queries: Queries, now: Database['now']): StatisticsConnection {
  async function findState(): Promise<StatisticsState> {
    const [row] = await queries.query<StatisticsState>(
      `SELECT ${stateColumns} FROM statistics_state WHERE id = 1`,
      [now()],
    );
    if (!row) throw new Error('the row of statistics_state is missing');
    return { ...row };
  }

  return {
    ...readsOn(queries),
    findState,
    async acquire(holder, milliseconds) {
      const taken = await queries.query(
        `UPDATE statistics_state SET lease_holder = $2::text, lease_until = ${clockText('$1')} + $3::bigint
         WHERE id = 1 AND (lease_holder IS NULL OR lease_holder = $2::text OR lease_until <= ${clockText('$1')})
         RETURNING id`,
        [now(), holder, milliseconds],
      );
      return taken.length > 0 ? findState() : undefined;
    },
    async release(holder) {
      await queries.query(
        'UPDATE statistics_state SET lease_holder = NULL, lease_until = 0 WHERE id = 1 AND lease_holder = $1::text',
        [holder],
      );
    },
    async snapshot(read) {
      await queries.query(beginSnapshot);
      try {
        return await read();
      } finally {
        await queries.query('COMMIT').catch(() => undefined);
      }
    },
    change: (change) => applyChange(queries, change, now),
  };
}

function readsOn({
  query,
}: Queries): Omit<StatisticsConnection, 'acquire' | 'release' | 'snapshot' | 'findState' | 'change'> {
  return {
    async listUncounted(after, rows) {
      const { sequentialId, endedAt, sessionId } = after ?? {
        ...{ sequentialId: 0, endedAt: 0, sessionId: firstUuid },
      };
      return query<UncountedSession>(listUncounted, [sequentialId, endedAt, sessionId, rows]);
    },
    async countUncounted() {
      const [row] = await query<{ count: number }>(
        'SELECT count(*)::float8 AS count FROM ended_sessions WHERE counted <> 1',
      );
      return { count: row?.count ?? 0, last: undefined };
    },
    async findPlayers(ids) {
      const rows = await query<{ id: number; days: string }>(findActiveDays, [bigints(ids)]);
      return new Map(rows.map(({ id, days }) => [id, days]));
    },
    async listPlayers(after, rows) {
      const found = await query<{ id: number; days: string }>(listActiveDays, [after, rows]);
      return found.map(({ id, days }) => [id, days] as const);
    },
    async findSessionAt(after, rows) {
      const [row] = await query<{ id: number }>(findEndedAt, [after, rows]);
      return row?.id;
    },
    listActive: (after, rows) => query<OpenSession>(listOpenSessions, [after, rows]),
    async listParts() {
      const rows = await query<{ sums: string }>('SELECT sums FROM statistics_parts WHERE part_id > 0');
      return rows.map(({ sums }) => sums);
    },
    async findSums(keys) {
      const rows = await query<{ kind: string; day: number; sums: string }>(
        `SELECT statistics_days.kind, statistics_days.day::float8 AS day, sums
         FROM unnest($1::text[], $2::bigint[]) AS input (kind, day)
         JOIN statistics_days ON statistics_days.kind = input.kind AND statistics_days.day = input.day`,
        [texts(keys.map(({ kind }) => kind)), bigints(keys.map(({ day }) => day))],
      );
      return rows.map(toSumsRow);
    },
  };
}
