// The reports of the statistics: each reads its parameters, names the sums that it needs, and makes of them the JSON of an answer
// and a table. The routes and the command line share them.
import { toTimestamp } from '../lib/clock.ts';
import { stringValue } from '../lib/json-places.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import type { StatisticsSettings, SumsQuery } from '../store/ports/statistics.ts';
import {
  type Cohort,
  lengthsOf,
  lengthsQueries,
  onlineOf,
  onlineQueries,
  type Pause,
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

/** The rows of a report. Their texts are made one by one, since those of all keep the thread for long. */
export interface Report {
  readonly columns: readonly string[];
  readonly size: number;
  cells(index: number): readonly Cell[];
  /** A row as it stands in the JSON answer. */
  json(index: number): string;
  /** `data` of the answer as JSON text, around the texts of all rows. */
  wrap(rows: string): string;
  readonly pause: Pause;
}

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

export const reportNames = ['online', 'series', 'players', 'retention', 'lengths', 'sessions'] as const;
export type ReportName = (typeof reportNames)[number];

/** A report of rows that are the same in JSON and in a table. */
function rowsReport<Row extends object>(
  { asOf, pause }: ExactSums,
  name: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Report {
  return {
    columns,
    size: rows.length,
    cells: (index) => columns.map((column) => rows[index]?.[column] as Cell),
    json: (index) => JSON.stringify(rows[index]),
    wrap: (texts) => `{"${name}":[${texts}],"asOf":"${toTimestamp(asOf)}"}`,
    pause,
  };
}

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
  const period = readInterval(parameters);
  const columns = ['start', 'active', 'new', 'returning', 'sessions', 'playSeconds'] as const;
  return {
    queries: playersQueries(days, period),
    make: async (sums) => rowsReport(sums, 'rows', columns, await playersOf(sums.rows, days, period)),
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
      const cohortAt = (index: number) => cohorts[index] as Cohort;
      return {
        ...rowsReport(sums, 'cohorts', [], cohorts),
        columns: ['date', 'size', ...after.map((day) => `day${day}`)],
        cells(index) {
          const { date, size, returned } = cohortAt(index);
          return [date, size, ...returned];
        },
        // An object of a hundred members for each row would take most of the time.
        json(index) {
          const { date, size, returned } = cohortAt(index);
          const members = after.map((day, at) => `"${day}":${returned[at] ?? null}`);
          return `{"date":"${date}","size":${size},"returned":{${members.join(',')}}}`;
        },
      };
    },
  };
};

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

function cellOf(value: string): Cell {
  if (value === 'null') return null;
  return value.startsWith('"') ? { text: stringValue(value) } : value;
}

/** `data` of the answer, as JSON text. */
export const toJson = async (report: Report): Promise<string> =>
  report.wrap((await textsOf(report, report.json)).join(','));

/** Makes a text of each row. */
export async function textsOf(
  { size, pause }: Pick<Report, 'size' | 'pause'>,
  make: (index: number) => string,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let index = 0; index < size; index += 1) {
    texts.push(make(index));
    const due = pause();
    if (due) await due;
  }
  return texts;
}

export const reports: Readonly<Record<ReportName, Planner>> = {
  ...{ online, series, players, retention, lengths, sessions },
};
