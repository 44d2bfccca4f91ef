// Routes of the statistics. Each answers JSON, or CSV to a caller who prefers it; errors are JSON.
import { assertScope } from '../auth/access/server.ts';
import { readQuery } from '../http/query.ts';
import { okText, type Reply } from '../http/reply.ts';
import { createTimeZone } from '../lib/time-zone.ts';
import {
  STATISTICS_MAX_DAYS,
  STATISTICS_MAX_DISTRIBUTION_ROWS,
  STATISTICS_MAX_POINTS,
  STATISTICS_MAX_SERIES_VALUES,
} from '../limits.ts';
import { defineServerRoute } from '../route/route.ts';
import { indexTypes } from '../store/ports/indexes.ts';
import type { ShapeName } from '../wire/named-shapes.ts';
import { prefersCsv, toCsv } from './csv.ts';
import type { DistributionDependencies, StatisticsDependencies } from './dependencies.ts';
import { createDistributions } from './distributions.ts';
import { DISTRIBUTION_ROWS, readDistribution, SERIES_VALUES } from './parameters.ts';
import { distributionReport, type Report, toJson } from './report.ts';
import { type ReportName, reports } from './reports.ts';
import { createSharedWork } from './shared-work.ts';

interface StatisticsRoute {
  readonly report: ReportName;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly dataShape: ShapeName;
  readonly parameters: Readonly<
    Record<string, { readonly description: string; readonly schema: object; readonly required?: true }>
  >;
}

const date = (description: string) =>
  ({ description, required: true, schema: { type: 'string', format: 'date' } }) as const;
const instant = (description: string) =>
  ({ description, required: true, schema: { type: 'string', format: 'date-time' } }) as const;
const days = {
  from: date('The first date, in the time zone of the statistics.'),
  to: date(`The last date. A request spans ${STATISTICS_MAX_DAYS} days at most.`),
};

const byParameter = {
  description: '`reason`, or a JSON Pointer into the context that `STATISTICS_CONTEXT` declares.',
  required: true,
  schema: { type: 'string' },
} as const;

const definitions: readonly StatisticsRoute[] = [
  {
    report: 'online',
    path: '/api/server/statistics/online',
    operationId: 'getPlayersOnline',
    summary: 'Count players online',
    description: 'The number of active sessions.',
    dataShape: 'PlayersOnline',
    parameters: {},
  },
  {
    report: 'series',
    path: '/api/server/statistics/online/series',
    operationId: 'getOnlineSeries',
    summary: 'List players online over time',
    description: `The number of sessions on at each instant, at most ${STATISTICS_MAX_POINTS} points. An active session counts up to now.`,
    dataShape: 'OnlineSeries',
    parameters: {
      from: instant('The first instant, on a whole minute.'),
      to: instant('The end, on a whole minute, which is not among the points.'),
      stepSeconds: {
        description: 'Seconds between two points, in whole minutes.',
        schema: { type: 'integer', minimum: 60, maximum: 86_400, multipleOf: 60, default: 3_600 },
      },
    },
  },
  {
    report: 'players',
    path: '/api/server/statistics/players',
    operationId: 'getPlayerStatistics',
    summary: 'Count players and sessions by period',
    description:
      'Active, new and returning players of each period that overlaps the dates. Periods are whole.',
    dataShape: 'PlayerStatistics',
    parameters: {
      ...days,
      interval: {
        description: 'Days, weeks from Monday, or calendar months.',
        schema: { type: 'string', enum: ['day', 'week', 'month'], default: 'day' },
      },
    },
  },
  {
    report: 'stickiness',
    path: '/api/server/statistics/stickiness',
    operationId: 'getStickiness',
    summary: 'Compare daily players with those of a period',
    description:
      'Active players of each week, month or year that overlaps the dates, the average of those of its days, and the ratio of both (DAU/MAU for a month). Periods are whole.',
    dataShape: 'Stickiness',
    parameters: {
      ...days,
      interval: {
        description: 'Weeks from Monday, calendar months, or years.',
        schema: { type: 'string', enum: ['week', 'month', 'year'], default: 'month' },
      },
    },
  },
  {
    report: 'retention',
    path: '/api/server/statistics/retention',
    operationId: 'getRetention',
    summary: 'Count players who came back',
    description:
      'For each date the players who were new on it, and those of them who were active days later.',
    dataShape: 'Retention',
    parameters: {
      ...days,
      days: {
        description: 'Days after the date, with commas between them.',
        schema: { type: 'string', default: '1,7,30' },
      },
    },
  },
  {
    report: 'cohorts',
    path: '/api/server/statistics/cohorts',
    operationId: 'getCohorts',
    summary: 'Count players who came back by week or month',
    description:
      'For each week or month that overlaps the dates the players who were new in it, and those of them who were active weeks or months later.',
    dataShape: 'Cohorts',
    parameters: {
      ...days,
      interval: {
        description: 'Weeks from Monday, or calendar months.',
        schema: { type: 'string', enum: ['week', 'month'], default: 'week' },
      },
      periods: {
        description: 'Weeks or months after the first one, with commas between them.',
        schema: { type: 'string', default: '1,2,3,4' },
      },
    },
  },
  {
    report: 'lengths',
    path: '/api/server/statistics/session-lengths',
    operationId: 'getSessionLengths',
    summary: 'Get the lengths of sessions',
    description: 'Percentiles by nearest rank, mean and histogram of the sessions that ended in the period.',
    dataShape: 'SessionLengths',
    parameters: days,
  },
  {
    report: 'sessions',
    path: '/api/server/statistics/sessions',
    operationId: 'getSessionStatistics',
    summary: 'Count sessions by reason or context',
    description:
      'Sessions by the reason of their end, `active` for those still on, or by a value of their context.',
    dataShape: 'SessionStatistics',
    parameters: {
      ...days,
      by: byParameter,
    },
  },
  {
    report: 'sessions-series',
    path: '/api/server/statistics/sessions/series',
    operationId: 'getSessionSeries',
    summary: 'Count sessions by reason or context over time',
    description:
      'Sessions of each day, week or month that overlaps the dates, by the reason of their end or by a value of their context. Periods are whole.',
    dataShape: 'SessionSeries',
    parameters: {
      ...days,
      by: byParameter,
      interval: {
        description: 'Days, weeks from Monday, or calendar months.',
        schema: { type: 'string', enum: ['day', 'week', 'month'], default: 'day' },
      },
      values: {
        description:
          'The number of values with rows of their own: those with the most sessions in all. The rest count as `other`.',
        schema: {
          type: 'integer',
          minimum: 1,
          maximum: STATISTICS_MAX_SERIES_VALUES,
          default: SERIES_VALUES,
        },
      },
    },
  },
];

const toRoute = ({ report, path, dataShape, parameters, ...about }: StatisticsRoute) =>
  defineServerRoute({
    scope: 'statistics:read',
    method: 'GET',
    path,
    operation: {
      ...about,
      tag: 'Statistics',
      dataShape,
      hasCsv: true,
      queryParameters: parameters,
      errors: ['invalidRequest'],
    },
    handler: ({ statistics, config }: StatisticsDependencies) => {
      const context = { settings: config.statistics, zone: createTimeZone(config.statistics.zone) };
      const share = createSharedWork<Reply>();
      const names = Object.keys(parameters);
      return async (request): Promise<Reply> => {
        const query = readQuery(request, names);
        const plan = reports[report]((name) => query[name] ?? null, context);
        const isCsv = prefersCsv(request.headers.get('accept'));
        return share(JSON.stringify([isCsv, query]), () =>
          statistics.make(plan.queries, async (sums) => replyOf(request, await plan.make(sums), sums.asOf)),
        );
      };
    },
  });

const csvHeaders = (asOf: number) => ({
  'content-type': 'text/csv; charset=utf-8; header=present',
  'x-as-of': new Date(asOf).toISOString(),
});

const distributionParameters = {
  pointer: {
    description: 'A JSON Pointer into the metadata that `METADATA_INDEXES` declares.',
    required: true,
    schema: { type: 'string' },
  },
  type: {
    description: 'The type of the index, where the pointer has several; the newest one unless given.',
    schema: { type: 'string', enum: indexTypes },
  },
  rows: {
    description: 'The most ranges of numbers, or values with rows of their own.',
    schema: {
      ...{ type: 'integer', minimum: 1, maximum: STATISTICS_MAX_DISTRIBUTION_ROWS },
      default: DISTRIBUTION_ROWS,
    },
  },
} as const;

const distributionRoute = defineServerRoute({
  scope: 'statistics:read',
  method: 'GET',
  path: '/api/server/statistics/metadata',
  operation: {
    operationId: 'getMetadataDistribution',
    summary: 'Count players by a value of their metadata',
    description:
      'The players by the values of a declared index: numbers in ranges of equal width, strings and booleans by value. Each player counts as the index was when it was read. Strings need the scope `players:read` too. While the index is being built, the answer is 503.',
    tag: 'Statistics',
    dataShape: 'MetadataDistribution',
    hasCsv: true,
    queryParameters: distributionParameters,
    errors: ['invalidRequest'],
  },
  handler: ({ store, clock }: DistributionDependencies) => {
    const distributions = createDistributions(store.indexes, clock);
    return async (request, server): Promise<Reply> => {
      const query = readQuery(request, Object.keys(distributionParameters));
      const wanted = readDistribution((name) => query[name] ?? null);
      const index = await distributions.choose(wanted);
      // A text may name somebody.
      if (index.type === 'string') assertScope(server, 'players:read');
      const found = await distributions.count(index, wanted.rows);
      return replyOf(request, distributionReport(wanted, found), found.asOf);
    };
  },
});

/** The answer in the form that the caller prefers. */
async function replyOf(request: Request, report: Report, asOf: number): Promise<Reply> {
  if (!prefersCsv(request.headers.get('accept'))) return okText(await toJson(report));
  return { status: 200, body: await toCsv(report), headers: csvHeaders(asOf) };
}

export const statisticsRoutes = [...definitions.map(toRoute), distributionRoute];
