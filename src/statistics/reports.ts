// The reports of the statistics: each reads its parameters, names the sums that it needs, and makes of them the JSON of an answer
// and a table. The routes and the command line share them.
import { toTimestamp } from '../lib/clock.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import type { StatisticsSettings, SumsQuery } from '../store/ports/statistics.ts';
import {
  type Cohort,
  lengthsOf,
  lengthsQueries,
  onlineOf,
  onlineQueries,
  type Point,
  playersOf,
  playersQueries,
  retentionOf,
  retentionQueries,
  type SessionsRow,
  seriesOf,
  seriesQueries,
  sessionsOf,
  sessionsQueries,
  wholePeriods,
} from './figures.ts';
import {
  type Parameters,
  readBy,
  readDays,
  readInstants,
  readInterval,
  readRetentionDays,
  readRetentionPeriods,
  readValues,
} from './parameters.ts';
import {
  cohortsOf,
  cohortsQueries,
  type PeriodCohort,
  type SessionsAtRow,
  sessionsSeriesOf,
  stickinessOf,
  stickinessQueries,
} from './period-figures.ts';
import { cellOf, type Report, rowsReport } from './report.ts';
import type { ExactSums } from './statistics.ts';

export interface ReportPlan {
  readonly queries: readonly SumsQuery[];
  readonly make: (sums: ExactSums) => Promise<Report>;
}

export interface ReportContext {
  readonly settings: StatisticsSettings;
  readonly zone: TimeZone;
}

/** @throws ApiError `invalidRequest` */
type Planner = (parameters: Parameters, context: ReportContext) => ReportPlan;

export const reportNames = [
  ...(['online', 'series', 'players', 'stickiness', 'retention', 'cohorts', 'lengths', 'sessions'] as const),
  'sessions-series',
] as const;
export type ReportName = (typeof reportNames)[number];

const online: Planner = () => ({
  queries: onlineQueries(),
  async make({ asOf, rows, pause }) {
    const data = { online: await onlineOf(rows), asOf: toTimestamp(asOf) };
    return {
      ...{ columns: ['online', 'asOf'], size: 1, pause },
      cells: () => [data.online, data.asOf],
      json: () => JSON.stringify(data),
      wrap: (text) => text,
    };
  },
});

const series: Planner = (parameters) => {
  const instants = readInstants(parameters);
  return {
    queries: seriesQueries(instants),
    async make(sums) {
      const points = await seriesOf(sums.rows, instants);
      const pointAt = (index: number) => {
        const { at, online } = points[index] as Point;
        return { at: toTimestamp(at), online };
      };
      return {
        ...rowsReport(sums, 'points', ['at', 'online'], points),
        cells: (index) => Object.values(pointAt(index)),
        json: (index) => JSON.stringify(pointAt(index)),
      };
    },
  };
};

const players: Planner = (parameters) => {
  const days = readDays(parameters);
  const period = readInterval(parameters, ['day', 'week', 'month']);
  const columns = ['start', 'active', 'new', 'returning', 'sessions', 'playSeconds'] as const;
  return {
    queries: playersQueries(days, period),
    make: async (sums) => rowsReport(sums, 'rows', columns, await playersOf(sums.rows, days, period)),
  };
};

const stickiness: Planner = (parameters, { zone }) => {
  const days = readDays(parameters);
  const period = readInterval(parameters, ['month', 'week', 'year']);
  const columns = ['start', 'days', 'active', 'averageDaily', 'stickiness'] as const;
  return {
    queries: stickinessQueries(days, period),
    async make(sums) {
      const rows = await stickinessOf(sums.rows, days, period, { asOf: sums.asOf, zone });
      return rowsReport(sums, 'rows', columns, rows);
    },
  };
};

const retention: Planner = (parameters, { zone }) => {
  const days = readDays(parameters);
  const after = readRetentionDays(parameters);
  return {
    queries: retentionQueries(days, after),
    async make(sums) {
      const { asOf, pause } = sums;
      const cohorts = await retentionOf(sums.rows, days, after, { asOf, zone, pause });
      return cohortsReport(sums, cohorts, after, {
        ...{ first: 'date', age: 'day' },
        firstOf: ({ date }: Cohort) => date,
      });
    },
  };
};

const cohorts: Planner = (parameters, { zone }) => {
  const days = readDays(parameters);
  const period = readInterval(parameters, ['week', 'month']);
  const after = readRetentionPeriods(parameters, period);
  return {
    queries: cohortsQueries(days, period, after),
    async make(sums) {
      const { asOf, pause } = sums;
      const cohorts = await cohortsOf(sums.rows, days, { period, after }, { asOf, zone, pause });
      return cohortsReport(sums, cohorts, after, {
        ...{ first: 'start', age: period },
        firstOf: ({ start }: PeriodCohort) => start,
      });
    },
  };
};

/** The name of the date of a cohort, the name of the columns of ages, and the date itself. */
interface CohortNames<Row> {
  readonly first: string;
  readonly age: string;
  readonly firstOf: (row: Row) => string;
}

/** A report of cohorts and those of them who came back, by the days or periods after the first one. */
function cohortsReport<Row extends { readonly size: number; readonly returned: readonly (number | null)[] }>(
  sums: ExactSums,
  cohorts: readonly Row[],
  after: readonly number[],
  { first, age, firstOf }: CohortNames<Row>,
): Report {
  return {
    ...rowsReport(sums, 'cohorts', [], cohorts),
    columns: [first, 'size', ...after.map((number) => `${age}${number}`)],
    cells(index) {
      const row = cohorts[index] as Row;
      return [firstOf(row), row.size, ...row.returned];
    },
    // An object of a hundred members for each row would take most of the time.
    json(index) {
      const row = cohorts[index] as Row;
      const members = after.map((number, at) => `"${number}":${row.returned[at] ?? null}`);
      return `{"${first}":"${firstOf(row)}","size":${row.size},"returned":{${members.join(',')}}}`;
    },
  };
}

const lengths: Planner = (parameters) => {
  const days = readDays(parameters);
  return {
    queries: lengthsQueries(days),
    async make(sums) {
      const { buckets, ...figures } = await lengthsOf(sums.rows);
      const report = rowsReport(sums, 'buckets', ['toSeconds', 'count'], buckets);
      const before = JSON.stringify(figures).slice(0, -1);
      return { ...report, wrap: (texts) => `${before},${report.wrap(texts).slice(1)}` };
    },
  };
};

const sessions: Planner = (parameters, { settings }) => {
  const days = readDays(parameters);
  const by = readBy(parameters, settings);
  return {
    queries: sessionsQueries(days, by),
    async make(sums) {
      const rows = await sessionsOf(sums.rows, by);
      const rowAt = (index: number) => rows[index] as SessionsRow;
      return {
        ...rowsReport(sums, 'rows', ['value', 'sessions', 'playSeconds'], rows),
        cells(index) {
          const { value, sessions, playSeconds } = rowAt(index);
          return [cellOf(value), sessions, playSeconds];
        },
        // The text of a number is passed on as the player's game sent it.
        json(index) {
          const { value, sessions, playSeconds } = rowAt(index);
          return `{"value":${value},"sessions":${sessions},"playSeconds":${playSeconds}}`;
        },
      };
    },
  };
};

const sessionsSeries: Planner = (parameters, { settings }) => {
  const days = readDays(parameters);
  const by = readBy(parameters, settings);
  const period = readInterval(parameters, ['day', 'week', 'month']);
  const values = readValues(parameters);
  return {
    queries: sessionsQueries(wholePeriods(days, period), by),
    async make(sums) {
      const rows = await sessionsSeriesOf(sums, days, { by, period, values });
      const rowAt = (index: number) => rows[index] as SessionsAtRow;
      return {
        ...rowsReport(sums, 'rows', ['start', 'value', 'sessions', 'playSeconds'], rows),
        cells(index) {
          const { start, value, sessions, playSeconds } = rowAt(index);
          return [start, cellOf(value), sessions, playSeconds];
        },
        json(index) {
          const { start, value, sessions, playSeconds } = rowAt(index);
          return `{"start":"${start}","value":${value},"sessions":${sessions},"playSeconds":${playSeconds}}`;
        },
      };
    },
  };
};

export const reports: Readonly<Record<ReportName, Planner>> = {
  ...{ online, series, players, stickiness, retention, cohorts, lengths, sessions },
  'sessions-series': sessionsSeries,
};
