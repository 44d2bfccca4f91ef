// The statistics that the overview reads. Each function makes one request; the zone and the date of today come first, as all
// periods depend on them.
import { STATISTICS_MAX_SERIES_VALUES } from '../../../../src/limits.ts';
import { api, dataOf, requestResponse, requestText } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { saveFile } from '../../api/save-file.ts';
import type { components } from '../../api/schema.ts';
import { curveOf, type Instants, lastTwoDays, type OnlineCurve } from './online-curve.ts';
import { type Days, dateIn, dateText, type Interval, parseDate } from './period.ts';
import { parseSessionSeries, parseSessions } from './session-values.ts';

/** A declared index on metadata. */
type Service = components['schemas']['ServiceState'];
export type DeclaredIndex = Pick<NonNullable<Service['indexes']>[number], 'pointer' | 'type'>;

export interface StatisticsContext {
  /** The date of today in the time zone of the statistics. */
  readonly today: number;
  /** The name of that zone; undefined for a key that may not read settings. */
  readonly zone: string | undefined;
  /** The declared pointers into the contexts of sessions; none for a key that may not read settings. */
  readonly pointers: readonly string[];
  /** The declared indexes on metadata that are whole; none for a key that may not read settings. */
  readonly indexes: readonly DeclaredIndex[];
  /** The time now by the clock of the service, in milliseconds since the epoch. It is late by a minute at most. */
  readonly now: () => number;
}

/** @throws ApiFailure */
export async function loadContext(mayReadSettings: boolean, signal: AbortSignal): Promise<StatisticsContext> {
  const [{ asOf }, service] = await Promise.all([
    loadOnline(signal),
    mayReadSettings ? dataOf(api.GET('/api/server/service', { signal })) : undefined,
  ]);
  const settings = new Map(service?.settings.map(({ name, value }) => [name, value]));
  const zone = settings.get('STATISTICS_TIME_ZONE') ?? undefined;
  const pointers = (settings.get('STATISTICS_CONTEXT') ?? '').split(',').filter(Boolean);
  const indexes = (service?.indexes ?? []).filter(({ state }) => state === 'whole');
  const instant = Date.parse(asOf);
  const loadedAt = performance.now();
  const today = todayIn(zone, instant) ?? (await findToday(instant, signal));
  return { today, zone, pointers, indexes, now: () => instant + performance.now() - loadedAt };
}

function todayIn(zone: string | undefined, asOf: number): number | undefined {
  try {
    return zone === undefined ? undefined : dateIn(zone, asOf);
  } catch {
    // The browser does not know the zone.
    return undefined;
  }
}

/** The date of today as the statistics have it: the first date after those whose next day is over. */
async function findToday(asOf: number, signal: AbortSignal): Promise<number> {
  const near = dateIn('UTC', asOf);
  const { cohorts } = await loadRetention({ from: near - 2, to: near + 1 }, [1], signal);
  const open = cohorts.find(({ returned }) => returned[1] === null);
  return (parseDate(open?.date ?? '') ?? near - 1) + 1;
}

/** Days, within the bound of a request. */
const longestLookBack = 3_600;

export const datesOf = ({ from, to }: Days) => ({ from: dateText(from), to: dateText(to) });

const loadOnline = (signal: AbortSignal) => dataOf(api.GET('/api/server/statistics/online', { signal }));

/** Players online now. The count of sessions is younger than that of the statistics, and needs a scope of its own. */
export async function loadOnlineNow(mayReadSessions: boolean, signal: AbortSignal): Promise<number> {
  const count = mayReadSessions
    ? dataOf(api.GET('/api/server/sessions/count', { signal }))
    : loadOnline(signal);
  return (await count).online;
}

export const loadPlayers = (days: Days, interval: Interval, signal: AbortSignal) =>
  dataOf(
    api.GET('/api/server/statistics/players', { params: { query: { ...datesOf(days), interval } }, signal }),
  );

export const loadRetention = (days: Days, after: readonly number[], signal: AbortSignal) =>
  dataOf(
    api.GET('/api/server/statistics/retention', {
      ...{ params: { query: { ...datesOf(days), days: after.join() } }, signal },
    }),
  );

const cohortQuery = (days: Days, interval: 'week' | 'month', periods: readonly number[]) => ({
  ...{ ...datesOf(days), interval, periods: periods.join() },
});

export const loadCohorts = (
  days: Days,
  interval: 'week' | 'month',
  periods: readonly number[],
  signal: AbortSignal,
) =>
  dataOf(
    api.GET('/api/server/statistics/cohorts', {
      ...{ params: { query: cohortQuery(days, interval, periods) }, signal },
    }),
  );

export const loadSessionSeries = async (
  days: Days,
  { by, interval }: { readonly by: string; readonly interval: Interval },
  signal: AbortSignal,
) => parseSessionSeries((await requestText(sessionSeriesPath(days, by, interval), { signal })).text);

export const loadLengths = (days: Days, signal: AbortSignal) =>
  dataOf(api.GET('/api/server/statistics/session-lengths', { params: { query: datesOf(days) }, signal }));

export const loadSessions = async (days: Days, by: string, signal: AbortSignal) =>
  parseSessions((await requestText(sessionsPath(days, by), { signal })).text);

export const pathOf = (name: string, query: Readonly<Record<string, string>>): string =>
  `/api/server/statistics/${name}?${new URLSearchParams(query)}`;

export const playersPath = (days: Days, interval: Interval): string =>
  pathOf('players', { ...datesOf(days), interval });
export const retentionPath = (days: Days, after: readonly number[]): string =>
  pathOf('retention', { ...datesOf(days), days: after.join() });
export const lengthsPath = (days: Days): string => pathOf('session-lengths', datesOf(days));
export const sessionsPath = (days: Days, by: string): string => pathOf('sessions', { ...datesOf(days), by });
/** As many values as the API gives: the newest version may have the fewest sessions. */
export const sessionSeriesPath = (days: Days, by: string, interval: Interval): string =>
  pathOf('sessions/series', { ...datesOf(days), by, interval, values: String(STATISTICS_MAX_SERIES_VALUES) });
export const cohortsPath = (days: Days, interval: 'week' | 'month', periods: readonly number[]): string =>
  pathOf('cohorts', cohortQuery(days, interval, periods));
export const seriesPath = ({ from, to, stepSeconds }: Instants): string =>
  pathOf('online/series', {
    ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString(), stepSeconds: `${stepSeconds}` },
  });

/**
 * The last 24 hours, and the 24 hours before at the same times of day.
 * @param now milliseconds since the epoch by the clock of the service
 */
export async function loadOnlineCurve(now: number, signal: AbortSignal): Promise<OnlineCurve> {
  const { from, to, stepSeconds } = lastTwoDays(now);
  const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), stepSeconds };
  return curveOf(
    await dataOf(api.GET('/api/server/statistics/online/series', { params: { query }, signal })),
  );
}

/** The key of statistics about a period. */
export const periodKey = ({ from, to }: Days, ...part: readonly (string | number)[]) =>
  ['statistics', ...part, from, to] as const;

export interface FirstDay {
  /** The day of the first session, in all the days that one request can read; undefined where nobody has played. */
  readonly day: number | undefined;
}

/** The first month with a player is looked for, and in it the first day. */
export async function loadFirstDay(today: number, signal: AbortSignal): Promise<FirstDay> {
  const isPlayed = ({ active }: { readonly active: number }) => active > 0;
  const months = await loadPlayers({ from: today - longestLookBack, to: today }, 'month', signal);
  const month = parseDate(months.rows.find(isPlayed)?.start ?? '');
  if (month === undefined) return { day: undefined };
  const days = await loadPlayers({ from: month, to: Math.min(month + 30, today) }, 'day', signal);
  return { day: parseDate(days.rows.find(isPlayed)?.start ?? '') ?? month };
}

/** Saves an answer as a CSV file. @throws ApiFailure */
export async function downloadCsv(path: string, fileName: string): Promise<void> {
  const response = await requestResponse(path, { headers: { accept: 'text/csv' } });
  saveFile(await response.blob(), fileName);
}

/** How far the count of sessions is. */
export interface CountProgress {
  /** Undefined while the service does not know. */
  readonly counted: number | undefined;
  readonly total: number | undefined;
}

/** The progress that a failure tells of; undefined for any other failure. */
export function countProgressOf(failure: unknown): CountProgress | undefined {
  if (!(failure instanceof ApiFailure) || !failure.isCounting) return undefined;
  const [counted, total = 0] = (failure.options.countProgress ?? '').split('/').map(Number);
  return total > 0 ? { counted, total } : { counted: undefined, total: undefined };
}
