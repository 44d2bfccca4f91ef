// The reports of the statistics: each reads its parameters, names the sums that it needs, and makes of them the JSON of an answer
// and a table. The routes and the command line share them.
import { toTimestamp } from '../lib/clock.ts';
import { stringValue } from '../lib/json-text.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import type { StatisticsSettings, SumsQuery } from '../store/ports/statistics.ts';
import {
  lengthsOf,
  lengthsQueries,
  onlineOf,
  onlineQueries,
  playersOf,
  playersQueries,
  retentionOf,
  retentionQueries,
  seriesOf,
  seriesQueries,
  sessionsOf,
  sessionsQueries,
} from './figures.ts';
import {
  type Parameters,
  readBy,
  readDays,
  readInstants,
  readInterval,
  readRetentionDays,
} from './parameters.ts';
import type { ExactSums } from './statistics.ts';

/** A cell that holds a text of a player. */
export interface PlayersText {
  readonly text: string;
}
export type Cell = string | number | null | PlayersText;

export interface Report {
  /** `data` of the answer, as JSON text. */
  readonly json: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface ReportPlan {
  readonly queries: readonly SumsQuery[];
  readonly make: (sums: ExactSums) => Report;
}

export interface ReportContext {
  readonly settings: StatisticsSettings;
  readonly zone: TimeZone;
}

/** @throws ApiError `invalidRequest` */
type Planner = (parameters: Parameters, context: ReportContext) => ReportPlan;

export const reportNames = ['online', 'series', 'players', 'retention', 'lengths', 'sessions'] as const;
export type ReportName = (typeof reportNames)[number];

/** A report of rows that are the same in JSON and in a table. */
function rowsReport<Row extends object>(
  { asOf }: ExactSums,
  name: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Report {
  return {
    json: JSON.stringify({ [name]: rows, asOf: toTimestamp(asOf) }),
    columns,
    rows: rows.map((row) => columns.map((column) => row[column] as Cell)),
  };
}

const online: Planner = () => ({
  queries: onlineQueries(),
  make({ asOf, rows }) {
    const data = { online: onlineOf(rows), asOf: toTimestamp(asOf) };
    return { json: JSON.stringify(data), columns: ['online', 'asOf'], rows: [[data.online, data.asOf]] };
  },
});

const series: Planner = (parameters) => {
  const instants = readInstants(parameters);
  return {
    queries: seriesQueries(instants),
    make(sums) {
      const points = seriesOf(sums.rows, instants).map((point) => ({
        ...{ at: toTimestamp(point.at), online: point.online },
      }));
      return rowsReport(sums, 'points', ['at', 'online'], points);
    },
  };
};

const players: Planner = (parameters) => {
  const days = readDays(parameters);
  const period = readInterval(parameters);
  const columns = ['start', 'active', 'new', 'returning', 'sessions', 'playSeconds'] as const;
  return {
    queries: playersQueries(days, period),
    make: (sums) => rowsReport(sums, 'rows', columns, playersOf(sums.rows, days, period)),
  };
};

const retention: Planner = (parameters, { zone }) => {
  const days = readDays(parameters);
  const after = readRetentionDays(parameters);
  return {
    queries: retentionQueries(days, after),
    make({ asOf, rows }) {
      const cohorts = retentionOf(rows, days, after, { asOf, zone });
      const named = cohorts.map(({ returned, ...cohort }) => ({
        ...cohort,
        returned: Object.fromEntries(after.map((day, index) => [day, returned[index] ?? null])),
      }));
      return {
        json: JSON.stringify({ cohorts: named, asOf: toTimestamp(asOf) }),
        columns: ['date', 'size', ...after.map((day) => `day${day}`)],
        rows: cohorts.map(({ date, size, returned }) => [date, size, ...returned]),
      };
    },
  };
};

const lengths: Planner = (parameters) => {
  const days = readDays(parameters);
  return {
    queries: lengthsQueries(days),
    make({ asOf, rows }) {
      const { buckets, ...figures } = lengthsOf(rows);
      return {
        json: JSON.stringify({ ...figures, buckets, asOf: toTimestamp(asOf) }),
        columns: ['toSeconds', 'count'],
        rows: buckets.map(({ toSeconds, count }) => [toSeconds, count]),
      };
    },
  };
};

const sessions: Planner = (parameters, { settings }) => {
  const days = readDays(parameters);
  const by = readBy(parameters, settings);
  return {
    queries: sessionsQueries(days, by),
    make({ asOf, rows: sums }) {
      const rows = sessionsOf(sums, by);
      // The text of a number is passed on as the player's game sent it.
      const json = rows.map(
        ({ value, sessions, playSeconds }) =>
          `{"value":${value},"sessions":${sessions},"playSeconds":${playSeconds}}`,
      );
      return {
        json: `{"rows":[${json.join(',')}],"asOf":"${toTimestamp(asOf)}"}`,
        columns: ['value', 'sessions', 'playSeconds'],
        rows: rows.map(({ value, sessions, playSeconds }) => [cellOf(value), sessions, playSeconds]),
      };
    },
  };
};

function cellOf(value: string): Cell {
  if (value === 'null') return null;
  return value.startsWith('"') ? { text: stringValue(value) } : value;
}

export const reports: Readonly<Record<ReportName, Planner>> = {
  ...{ online, series, players, retention, lengths, sessions },
};
