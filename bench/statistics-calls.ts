// The requests for statistics of the benchmark: every route over all days, in JSON and CSV, and a dashboard's overview. Each is
// measured by sequential calls, or by several dashboards at once.
import { formatDate } from '../src/lib/calendar.ts';
import { STATISTICS_MAX_POINTS, STATISTICS_MAX_RETENTION_DAYS } from '../src/limits.ts';
import { dayMilliseconds } from './session-history.ts';

export const serverKey = 'a server key for benchmarks, used nowhere else: 0123456789';

export interface Call {
  readonly name: string;
  readonly path: string;
}

const minute = 60_000;

/** The shortest step of whole minutes whose points over some days an answer may have. */
const shortestStep = (days: number): number =>
  Math.ceil((days * dayMilliseconds) / minute / STATISTICS_MAX_POINTS) * 60;

/** @param until midnight after the last day */
export function callsOver(days: number, until: number): readonly Call[] {
  const dateOf = (time: number): string => formatDate(time / dayMilliseconds);
  const period = `from=${dateOf(until - days * dayMilliseconds)}&to=${dateOf(until - dayMilliseconds)}`;
  const curve = (milliseconds: number, stepSeconds: number): string =>
    `from=${new Date(until - milliseconds).toISOString()}&to=${new Date(until).toISOString()}&stepSeconds=${stepSeconds}`;
  const everyFourth = Array.from({ length: STATISTICS_MAX_RETENTION_DAYS }, (_, index) => 1 + 4 * index);
  const call = (name: string, path: string): Call => ({ name, path: `/api/server/statistics/${path}` });
  return [
    call('online', 'online'),
    ...[...new Set([shortestStep(days), 3_600, 21_600, 86_400])]
      .filter((step) => step >= shortestStep(days))
      .map((step) =>
        call(`series, a point each ${step} s`, `online/series?${curve(days * dayMilliseconds, step)}`),
      ),
    call(
      `series, a point each 60 s of ${STATISTICS_MAX_POINTS} minutes`,
      `online/series?${curve(STATISTICS_MAX_POINTS * minute, 60)}`,
    ),
    ...['day', 'week', 'month'].map((interval) =>
      call(`players by ${interval}`, `players?${period}&interval=${interval}`),
    ),
    call('retention of days 1, 7, 30', `retention?${period}&days=1,7,30`),
    call(`retention of ${everyFourth.length} days`, `retention?${period}&days=${everyFourth.join(',')}`),
    call('session lengths', `session-lengths?${period}`),
    ...['reason', '/platform', '/version'].map((by) =>
      call(`sessions by ${by}`, `sessions?${period}&by=${encodeURIComponent(by)}`),
    ),
  ];
}

interface Answer {
  readonly milliseconds: number;
  readonly body: string;
}

/** @throws unless the status is 200 */
export async function ask(url: string, path: string, accept = 'application/json'): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${serverKey}`, accept },
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body.slice(0, 300)}`);
  return { milliseconds: performance.now() - startedAt, body };
}

/** @returns the milliseconds until an answer came, with those of refusals while the sums were made */
export async function timeUntilReady(url: string): Promise<number> {
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${serverKey}` };
  for (;;) {
    const response = await fetch(`${url}/api/server/statistics/online`, { headers });
    await response.text();
    if (response.status === 200) return performance.now() - startedAt;
    if (response.status !== 503) throw new Error(`the statistics answer ${response.status}`);
    await Bun.sleep(50);
  }
}

export interface Latencies {
  readonly first: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

function latenciesOf(all: readonly number[]): Latencies {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (rank: number): number => sorted[Math.max(0, Math.ceil(rank * sorted.length) - 1)] ?? Number.NaN;
  return { first: all[0] ?? Number.NaN, p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Sends one call again and again. */
export async function measureCall(
  url: string,
  { path }: Call,
  accept: string,
  times: number,
): Promise<Latencies & { readonly bytes: number }> {
  const all: number[] = [];
  let bytes = 0;
  for (let time = 0; time < times; time += 1) {
    const { milliseconds, body } = await ask(url, path, accept);
    all.push(milliseconds);
    bytes = Buffer.byteLength(body);
  }
  return { ...latenciesOf(all), bytes };
}

/** One call of each route, as an overview shows them. */
export function overviewOf(calls: readonly Call[]): readonly Call[] {
  const routeOf = ({ path }: Call): string => path.replace(/\?.*/, '');
  return calls.filter(
    (call, index) => calls.findIndex((other) => routeOf(other) === routeOf(call)) === index,
  );
}

/** Dashboards that poll at the same moments: each asks for its overview, call after call, then all pause. */
export async function measureDashboards(
  url: string,
  overview: readonly Call[],
  { dashboards, rounds, pause }: { dashboards: number; rounds: number; pause: number },
): Promise<Latencies & { readonly calls: number }> {
  const all: number[] = [];
  async function poll(): Promise<void> {
    for (const { path } of overview) all.push((await ask(url, path)).milliseconds);
  }
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(Array.from({ length: dashboards }, poll));
    await Bun.sleep(pause);
  }
  return { ...latenciesOf(all), calls: all.length };
}

/** The sessions that started within all days, from the answer of the route for players. */
export async function sessionsWithin(url: string, calls: readonly Call[]): Promise<number> {
  const byDay = calls.find(({ name }) => name === 'players by day');
  const { data } = JSON.parse((await ask(url, byDay?.path ?? '')).body) as {
    data: { rows: readonly { sessions: number }[] };
  };
  return data.rows.reduce((sum, { sessions }) => sum + sessions, 0);
}

/** Asks until there is an answer, which there is once all is counted. @returns the seconds */
export async function waitUntilCounted(url: string, tell: (progress: string) => void): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const response = await fetch(`${url}/api/server/statistics/online`, {
      headers: { authorization: `Bearer ${serverKey}` },
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const body = await response.text();
    if (response.status === 200) return seconds;
    if (response.status !== 503) throw new Error(`${response.status} ${body}`);
    tell(`${seconds.toFixed(0)} s: ${JSON.parse(body).error?.detail ?? body}`);
    await Bun.sleep(200);
  }
}
