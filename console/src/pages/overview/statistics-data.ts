// The statistics that the overview reads. Each function makes one request; the zone and the date of today come first, as all
// periods depend on them.
import { api, dataOf, requestResponse, requestText } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { type Days, dateIn, dateText, type Interval, parseDate } from './period.ts';
import { parseSessions } from './session-values.ts';

export interface StatisticsContext {
  /** The date of today in the time zone of the statistics. */
  readonly today: number;
  /** The name of that zone; undefined for a key that may not read settings. */
  readonly zone: string | undefined;
  /** The declared pointers into the contexts of sessions; none for a key that may not read settings. */
  readonly pointers: readonly string[];
  readonly areSettingsKnown: boolean;
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
  const today = todayIn(zone, Date.parse(asOf)) ?? (await findToday(Date.parse(asOf), signal));
  return { today, zone, pointers, areSettingsKnown: service !== undefined };
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

const datesOf = ({ from, to }: Days) => ({ from: dateText(from), to: dateText(to) });

export const loadOnline = (signal: AbortSignal) =>
  dataOf(api.GET('/api/server/statistics/online', { signal }));

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

export const loadLengths = (days: Days, signal: AbortSignal) =>
  dataOf(api.GET('/api/server/statistics/session-lengths', { params: { query: datesOf(days) }, signal }));

export const loadSessions = async (days: Days, by: string, signal: AbortSignal) =>
  parseSessions((await requestText(sessionsPath(days, by), { signal })).text);

const pathOf = (name: string, query: Readonly<Record<string, string>>): string =>
  `/api/server/statistics/${name}?${new URLSearchParams(query)}`;

export const playersPath = (days: Days, interval: Interval): string =>
  pathOf('players', { ...datesOf(days), interval });
export const retentionPath = (days: Days, after: readonly number[]): string =>
  pathOf('retention', { ...datesOf(days), days: after.join() });
export const lengthsPath = (days: Days): string => pathOf('session-lengths', datesOf(days));
export const sessionsPath = (days: Days, by: string): string => pathOf('sessions', { ...datesOf(days), by });
export const seriesPath = ({ from, to, stepSeconds }: Instants): string =>
  pathOf('online/series', {
    ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString(), stepSeconds: `${stepSeconds}` },
  });

export interface Instants {
  /** Milliseconds since the epoch, on whole minutes; `to` is not one of the points. */
  readonly from: number;
  readonly to: number;
  readonly stepSeconds: number;
}

const step = 300;
const dayMilliseconds = 86_400_000;

/** Two days of five-minute points up to now. */
export function lastTwoDays(now: number): Instants {
  const last = now - (now % (step * 1000));
  return { from: last - 2 * dayMilliseconds + step * 1000, to: last + step * 1000, stepSeconds: step };
}

export interface OnlineCurve {
  /** Seconds since the epoch. */
  readonly at: readonly number[];
  readonly today: readonly (number | null)[];
  /** A day before each instant. */
  readonly yesterday: readonly (number | null)[];
  readonly highest: { readonly at: number; readonly online: number } | undefined;
  readonly asOf: string;
}

/** The last 24 hours, and the 24 hours before at the same times of day. */
export async function loadOnlineCurve(signal: AbortSignal): Promise<OnlineCurve> {
  const instants = lastTwoDays(Date.now());
  const query = {
    ...instants,
    from: new Date(instants.from).toISOString(),
    to: new Date(instants.to).toISOString(),
  };
  const data = await dataOf(api.GET('/api/server/statistics/online/series', { params: { query }, signal }));
  return curveOf(data);
}

/** An instant after `asOf` is not known yet. */
export function curveOf({
  points,
  asOf,
}: {
  readonly points: readonly { readonly at: string; readonly online: number }[];
  readonly asOf: string;
}): OnlineCurve {
  const half = points.length / 2;
  const values = points.map(({ at, online }) => (at <= asOf ? online : null));
  const at = points.slice(half).map((point) => Date.parse(point.at) / 1000);
  const today = values.slice(half);
  const highest = today.reduce<OnlineCurve['highest']>(
    (best, online, index) =>
      online !== null && (best === undefined || online > best.online) ? { at: at[index] ?? 0, online } : best,
    undefined,
  );
  return { at, today, yesterday: values.slice(0, half), highest, asOf };
}

/** Is there any session in all the days that one request can read? */
export async function hasAnySession(today: number, signal: AbortSignal): Promise<boolean> {
  const { rows } = await loadPlayers({ from: today - 3_600, to: today }, 'month', signal);
  return rows.some(({ active }) => active > 0);
}

/** Saves an answer as a CSV file. @throws ApiFailure */
export async function downloadCsv(path: string, fileName: string): Promise<void> {
  const response = await requestResponse(path, { headers: { accept: 'text/csv' } });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the file after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
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
  const found = /: (\d+) of (\d+) sessions/.exec(failure.detail ?? '');
  return { counted: found ? Number(found[1]) : undefined, total: found ? Number(found[2]) : undefined };
}
