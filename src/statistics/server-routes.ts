// Routes of the statistics. Each answers JSON, or CSV to a caller who prefers it; errors are JSON.
import { readQuery } from '../http/query.ts';
import { okText, type Reply } from '../http/reply.ts';
import { createTimeZone } from '../lib/time-zone.ts';
import { STATISTICS_MAX_DAYS, STATISTICS_MAX_POINTS } from '../limits.ts';
import { defineServerRoute } from '../route/route.ts';
import type { ShapeName } from '../wire/named-shapes.ts';
import { prefersCsv, toCsv } from './csv.ts';
import type { StatisticsDependencies } from './dependencies.ts';
import { type ReportName, reports, toJson } from './reports.ts';
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
      by: {
        description: '`reason`, or a JSON Pointer into the context that `STATISTICS_CONTEXT` declares.',
        required: true,
        schema: { type: 'string' },
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
          statistics.make(plan.queries, async (sums): Promise<Reply> => {
            const report = await plan.make(sums);
            if (!isCsv) return okText(await toJson(report));
            return { status: 200, body: await toCsv(report), headers: csvHeaders(sums.asOf) };
          }),
        );
      };
    },
  });

const csvHeaders = (asOf: number) => ({
  'content-type': 'text/csv; charset=utf-8; header=present',
  'x-as-of': new Date(asOf).toISOString(),
});

export const statisticsRoutes = definitions.map(toRoute);
