// Compares every figure of a store's statistics with the reference.
import { expect } from 'bun:test';
import { formatDate, parseDate } from '../../src/lib/calendar.ts';
import { createTimeZone } from '../../src/lib/time-zone.ts';
import * as figures from '../../src/statistics/figures.ts';
import * as periods from '../../src/statistics/period-figures.ts';
import type { StatisticsStore, SumsQuery, SumsRow } from '../../src/store/ports/statistics.ts';
import { Reference, type ReferenceSession } from './reference.ts';

export const pointers = ['/platform', '/version'] as const;
const hour = 3_600_000;

interface Sums {
  readonly asOf: number;
  readonly rows: readonly SumsRow[];
}
type Read = (queries: readonly SumsQuery[]) => Promise<Sums>;

/** Sums that are exact, in the order of their days; counts where needed. */
export async function readExact(
  store: Pick<StatisticsStore, 'read' | 'count'>,
  queries: readonly SumsQuery[],
): Promise<Sums> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await store.read(queries);
    if (answer.state === 'exact') return { ...answer, rows: answer.rows.toSorted((a, b) => a.day - b.day) };
    if (answer.state === 'other-zone') throw new Error(`the zone is ${answer.zone}`);
    await store.count(new AbortController().signal, { publish: 'now' });
  }
  throw new Error('the count does not end');
}

/** The dates of the comparison, with their numbers. */
interface Span {
  readonly first: string;
  readonly last: string;
  readonly days: { readonly from: number; readonly to: number };
}

export async function expectEqualFigures(
  store: Pick<StatisticsStore, 'read' | 'count'>,
  zone: string,
  sessions: readonly ReferenceSession[],
): Promise<void> {
  await store.count(new AbortController().signal, { publish: 'now' });
  const read: Read = (queries) => readExact(store, queries);
  const { asOf, rows } = await read(figures.onlineQueries());
  const reference = new Reference(sessions, zone, asOf);
  expect(await figures.onlineOf(rows)).toBe(reference.online());
  const times = sessions.flatMap(({ start, end }) => [start, end ?? asOf]);
  const first = new Date(Math.min(...times, asOf) - 26 * hour).toISOString().slice(0, 10);
  const last = new Date(Math.max(...times, asOf) + 26 * hour).toISOString().slice(0, 10);
  const days = { from: parseDate(first) ?? 0, to: parseDate(last) ?? 0 };
  expect(formatDate(days.to)).toBe(last);
  const span = { first, last, days };
  for (const interval of ['day', 'week', 'month'] as const) {
    const found = await read(figures.playersQueries(days, interval));
    const rows = await figures.playersOf(found.rows, days, interval);
    expect([zone, rows]).toEqual([zone, reference.players(first, last, interval)]);
  }
  await expectEqualReturns(read, reference, span);
  await expectEqualSessions(read, reference, span);
  await expectEqualSeries(read, reference, span);
  await expectEqualLengths(read, reference, span);
}

async function expectEqualReturns(read: Read, reference: Reference, { first, last, days }: Span) {
  const zone = createTimeZone(reference.zone);
  const named = (ages: readonly number[], returned: readonly (number | null)[]) =>
    Object.fromEntries(ages.map((age, index) => [age, returned[index] ?? null]));
  const ages = [1, 2, 7, 30];
  const { asOf, rows } = await read(figures.retentionQueries(days, ages));
  const retention = await figures.retentionOf(rows, days, ages, { asOf, zone });
  expect(
    retention.map(({ date, size, returned }) => ({ start: date, size, returned: named(ages, returned) })),
  ).toEqual(reference.cohorts(first, last, 'day', ages));
  for (const interval of ['week', 'month', 'year'] as const) {
    const { asOf, rows } = await read(periods.stickinessQueries(days, interval));
    const found = await periods.stickinessOf(rows, days, interval, { asOf, zone });
    expect([interval, found]).toEqual([interval, reference.stickiness(first, last, interval)]);
  }
  const after = [1, 2, 5];
  for (const period of ['week', 'month'] as const) {
    const { asOf, rows } = await read(periods.cohortsQueries(days, period, after));
    const pause = () => undefined;
    const cohorts = await periods.cohortsOf(rows, days, { period, after }, { asOf, zone, pause });
    const found = cohorts.map(({ returned, ...cohort }) => ({ ...cohort, returned: named(after, returned) }));
    expect([period, found]).toEqual([period, reference.cohorts(first, last, period, after)]);
  }
}

/** Rows in one order, with their values parsed. */
const sorted = (rows: readonly { readonly start?: string; readonly value: unknown }[]) =>
  rows.toSorted((a, b) =>
    `${a.start}${JSON.stringify(a.value)}` < `${b.start}${JSON.stringify(b.value)}` ? -1 : 1,
  );
const parsed = (rows: readonly { readonly start?: string; readonly value: string }[]) =>
  sorted(rows.map((row) => ({ ...row, value: JSON.parse(row.value) })));

async function expectEqualSessions(read: Read, reference: Reference, { first, last, days }: Span) {
  for (const by of ['reason', ...pointers] as const) {
    const found = await figures.sessionsOf((await read(figures.sessionsQueries(days, by))).rows, by);
    expect([by, parsed(found)]).toEqual([by, sorted(reference.sessions(first, last, by))]);
  }
  for (const period of ['day', 'week', 'month'] as const)
    for (const values of [1, 10]) {
      const by = '/platform';
      const { rows } = await read(figures.sessionsQueries(figures.wholePeriods(days, period), by));
      const sums = { rows, reread: () => rows };
      const found = await periods.sessionsSeriesOf(sums, days, { by, period, values });
      const expected = reference.sessionsSeries(first, last, by, period, values);
      expect([period, values, parsed(found)]).toEqual([period, values, sorted(expected)]);
    }
}

async function expectEqualSeries(read: Read, reference: Reference, { days }: Span) {
  const [from, to] = [days.from * 24 * hour, (days.to + 1) * 24 * hour];
  for (const part of [
    { from, to, stepSeconds: 3_540 },
    { from: to - 48 * hour, to: to - 24 * hour, stepSeconds: 60 },
  ])
    expect(await figures.seriesOf((await read(figures.seriesQueries(part))).rows, part)).toEqual(
      reference.series(part.from, part.to, part.stepSeconds),
    );
}

async function expectEqualLengths(read: Read, reference: Reference, { first, last, days }: Span) {
  const { rows } = await read(figures.lengthsQueries(days));
  for (let day = days.from; day <= days.to; day += 1) {
    const date = formatDate(day);
    const { count } = await figures.lengthsOf(rows.filter((row) => row.day === day));
    expect([date, count]).toEqual([date, reference.lengths(date, date).length]);
  }
  const found = await figures.lengthsOf(rows);
  const lengths = reference.lengths(first, last);
  expect(found.count).toBe(lengths.length);
  if (lengths.length === 0) {
    expect(found).toEqual({ count: 0, p50: null, p90: null, p99: null, mean: null, buckets: [] });
    return;
  }
  const sum = lengths.reduce((total, length) => total + Math.round(length * 1000), 0);
  expect(found.mean).toBe(sum / lengths.length / 1000);
  for (const percent of [50, 90, 99] as const) {
    const exact = lengths[Math.ceil((percent * lengths.length) / 100) - 1] ?? Number.NaN;
    expect(Math.abs((found[`p${percent}`] ?? Number.NaN) - exact)).toBeLessThanOrEqual(exact * 0.01);
  }
  let below = Number.NEGATIVE_INFINITY;
  for (const { toSeconds, count } of found.buckets) {
    const within = lengths.filter((length) => length > below && length <= toSeconds).length;
    expect([toSeconds, count]).toEqual([toSeconds, within]);
    below = toSeconds;
  }
}
