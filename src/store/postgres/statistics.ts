// The statistics in PostgreSQL. The counting has a connection of its own beside the pool. A request reads its sums by one
// statement.
import type { Metrics } from '../../lib/metrics.ts';
import { CLOCK_SKEW_MILLISECONDS, COUNT_STEP_ROWS } from '../../tuning.ts';
import type { StatisticsSettings, StatisticsStore, SumKind, SumsRow } from '../ports/statistics.ts';
import { answerOf } from '../shared/statistics-answer.ts';
import type {
  StatisticsConnection,
  StatisticsState,
  UncountedSession,
} from '../shared/statistics-database.ts';
import { createCountMetrics } from '../shared/statistics-metrics.ts';
import { createCounting } from '../shared/statistics-pass.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import {
  acquireCount,
  beginSnapshot,
  countUncounted,
  type FindSumsRow,
  findActiveDays,
  findDaySums,
  findEndedAt,
  findStatisticsState,
  findSums,
  listActiveDays,
  listLongSums,
  listOpenSessions,
  listParts,
  listUncounted,
  releaseCount,
} from './sql/statements.ts';
import { applyChange } from './statistics-change.ts';
import { withRetries } from './with-retries.ts';

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
          executor.run(findSums, {
            kinds: queries.map(({ kind }) => kind),
            firstDays: queries.map(({ from }) => from),
            lastDays: queries.map(({ to }) => to),
            now: now(),
          }),
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

const toSumsRow = ({ kind, day, sums }: Pick<FindSumsRow, 'kind' | 'day' | 'sums'>): SumsRow => ({
  ...{ kind: kind as SumKind, day: day ?? 0 },
  text: sums ?? '',
});

function connectionOn(queries: Queries, now: Database['now']): StatisticsConnection {
  async function findState(): Promise<StatisticsState> {
    const [row] = await queries.run(findStatisticsState, { now: now() });
    if (!row) throw new Error('the row of statistics_state is missing');
    return { ...row };
  }

  return {
    ...readsOn(queries),
    findState,
    async acquire(holder, milliseconds) {
      const taken = await queries.run(acquireCount, {
        now: now(),
        holder,
        milliseconds,
        skew: CLOCK_SKEW_MILLISECONDS,
      });
      return taken.length > 0 ? findState() : undefined;
    },
    async release(holder) {
      await queries.run(releaseCount, { holder });
    },
    async snapshot(read) {
      await queries.run(beginSnapshot, {});
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
  run,
}: Queries): Omit<StatisticsConnection, 'acquire' | 'release' | 'snapshot' | 'findState' | 'change'> {
  return {
    async listUncounted(after, rows) {
      const { sequentialId, endedAt, sessionId } = after ?? {
        ...{ sequentialId: 0, endedAt: 0, sessionId: firstUuid },
      };
      return run(listUncounted, { sequentialId, endedAt, sessionId, limit: rows }) as Promise<
        readonly UncountedSession[]
      >;
    },
    async countUncounted() {
      const [row] = await run(countUncounted, {});
      return { count: row?.count ?? 0, last: undefined };
    },
    async findPlayers(ids) {
      const rows = await run(findActiveDays, { ids });
      return new Map(rows.map(({ id, days }) => [id, days]));
    },
    async listPlayers(after, rows) {
      const found = await run(listActiveDays, { after, limit: rows });
      return found.map(({ id, days }) => [id, days] as const);
    },
    async findSessionAt(after, rows) {
      const [row] = await run(findEndedAt, { after, rows });
      return row?.id;
    },
    listActive: (after, rows) => run(listOpenSessions, { after, limit: rows }),
    async listParts() {
      const rows = await run(listParts, {});
      return rows.map(({ sums }) => sums);
    },
    async listLong(bytes) {
      const rows = await run(listLongSums, { bytes });
      return rows.map(({ kind, day }) => ({ kind: kind as SumKind, day }));
    },
    async findSums(keys) {
      const rows = await run(findDaySums, {
        kinds: keys.map(({ kind }) => kind),
        days: keys.map(({ day }) => day),
      });
      return rows.map(toSumsRow);
    },
  };
}
