// Compares every figure of a store's statistics with the reference.
import { expect } from 'bun:test';
import { formatDate, parseDate } from '../../src/lib/calendar.ts';
import { createTimeZone } from '../../src/lib/time-zone.ts';
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
  wholePeriods,
} from '../../src/statistics/figures.ts';
import {
  cohortsOf,
  cohortsQueries,
  sessionsSeriesOf,
  stickinessOf,
  stickinessQueries,
} from '../../src/statistics/period-figures.ts';
import type { StatisticsStore, SumsQuery, SumsRow } from '../../src/store/ports/statistics.ts';
import { Reference, type ReferenceSession } from './reference.ts';

export const pointers = ['/platform', '/version'] as const;
const retentionDays = [1, 2, 7, 30];

interface Subject {
  readonly store: Pick<StatisticsStore, 'read' | 'count'>;
  readonly zone: string;
  /** Makes the sums exact as of now. */
  readonly refresh: boolean;
}

interface Sums {
  readonly asOf: number;
  readonly rows: readonly SumsRow[];
}

/** Sums that are exact, in the order of their days; counts where needed. */
export async function readExact(store: Subject['store'], queries: readonly SumsQuery[]): Promise<Sums> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await store.read(queries);
    if (answer.state === 'exact') return { ...answer, rows: answer.rows.toSorted((a, b) => a.day - b.day) };
    if (answer.state === 'other-zone') throw new Error(`the zone is ${answer.zone}`);
    await store.count(new AbortController().signal, { publish: 'now' });
  }
  throw new Error('the count does not end');
}

export async function expectEqualFigures(
  { store, zone, refresh }: Subject,
  sessions: readonly ReferenceSession[],
): Promise<void> {
  if (refresh) await store.count(new AbortController().signal, { publish: 'now' });
  const read = (queries: readonly SumsQuery[]) => readExact(store, queries);
  const { asOf, rows } = await read(onlineQueries());
  const reference = new Reference(sessions, zone, asOf);
  expect(await onlineOf(rows)).toBe(reference.online());
  const times = sessions.flatMap(({ start, end }) => [start, end ?? asOf]);
  const first = new Date(Math.min(...times, asOf) - 26 * 3_600_000).toISOString().slice(0, 10);
  const last = new Date(Math.max(...times, asOf) + 26 * 3_600_000).toISOString().slice(0, 10);
  const days = { from: parseDate(first) ?? 0, to: parseDate(last) ?? 0 };
  expect(formatDate(days.to)).toBe(last);
  for (const interval of ['day', 'week', 'month'] as const) {
    const found = await read(playersQueries(days, interval));
    expect([zone, await playersOf(found.rows, days, interval)]).toEqual([
      zone,
      reference.players(first, last, interval),
    ]);
  }
  await expectEqualRetention(read, reference, { first, last, days, zone });
  await expectEqualPeriods(read, reference, { first, last, days, zone });
  await expectEqualSeries(read, reference, days);
  await expectEqualLengths(read, reference, { first, last, days });
  for (const by of ['reason', ...pointers] as const) {
    const found = await sessionsOf((await read(sessionsQueries(days, by))).rows, by);
    const all = found.map((row) => ({ ...row, value: JSON.parse(row.value) }));
    const order = (a: { value: unknown }, b: { value: unknown }) =>
      JSON.stringify(a.value) < JSON.stringify(b.value) ? -1 : 1;
    expect([by, all.sort(order)]).toEqual([by, reference.sessions(first, last, by).sort(order)]);
  }
}

type Read = (queries: readonly SumsQuery[]) => Promise<Sums>;
interface Span {
  readonly first: string;
  readonly last: string;
  readonly days: { readonly from: number; readonly to: number };
}

async function expectEqualRetention(
  read: Read,
  reference: Reference,
  span: Span & { readonly zone: string },
) {
  const { first, last, days, zone } = span;
  const found = await read(retentionQueries(days, retentionDays));
  const cohorts = await retentionOf(found.rows, days, retentionDays, {
    asOf: found.asOf,
    zone: createTimeZone(zone),
  });
  const named = cohorts.map(({ returned, ...cohort }) => ({
    ...cohort,
    returned: Object.fromEntries(retentionDays.map((day, index) => [day, returned[index] ?? null])),
  }));
  expect(named).toEqual(reference.retention(first, last, retentionDays));
}

async function expectEqualPeriods(read: Read, reference: Reference, span: Span & { readonly zone: string }) {
  const { first, last, days, zone: name } = span;
  const zone = createTimeZone(name);
  for (const interval of ['week', 'month', 'year'] as const) {
    const { asOf, rows } = await read(stickinessQueries(days, interval));
    const found = await stickinessOf(rows, days, interval, { asOf, zone });
    expect([name, interval, found]).toEqual([name, interval, reference.stickiness(first, last, interval)]);
  }
  const after = [1, 2, 5];
  for (const period of ['week', 'month'] as const) {
    const { asOf, rows } = await read(cohortsQueries(days, period, after));
    const pause = () => undefined;
    const cohorts = await cohortsOf(rows, days, { period, after }, { asOf, zone, pause });
    const named = cohorts.map(({ returned, ...cohort }) => ({
      ...cohort,
      returned: Object.fromEntries(after.map((age, index) => [age, returned[index] ?? null])),
    }));
    expect([name, period, named]).toEqual([name, period, reference.cohorts(first, last, period, after)]);
  }
  for (const period of ['day', 'week', 'month'] as const)
    for (const values of [1, 10]) {
      const { rows } = await read(sessionsQueries(wholePeriods(days, period), '/platform'));
      const options = { by: '/platform', period, values } as const;
      const found = await sessionsSeriesOf({ rows, reread: () => rows }, days, options);
      const all = found.map((row) => ({ ...row, value: JSON.parse(row.value) }));
      const wanted = reference.sessionsSeries(first, last, '/platform', period, values);
      expect([period, values, all.sort(byStartAndValue)]).toEqual([
        period,
        values,
        wanted.sort(byStartAndValue),
      ]);
    }
}

const byStartAndValue = (a: { start: string; value: unknown }, b: { start: string; value: unknown }) =>
  a.start + JSON.stringify(a.value) < b.start + JSON.stringify(b.value) ? -1 : 1;

async function expectEqualSeries(read: Read, reference: Reference, days: Span['days']) {
  const hour = 3_600_000;
  const from = days.from * 24 * hour;
  const to = (days.to + 1) * 24 * hour;
  const coarse = { from, to, stepSeconds: 3_540 };
  expect(await seriesOf((await read(seriesQueries(coarse))).rows, coarse)).toEqual(
    reference.series(from, to, coarse.stepSeconds),
  );
  const fine = { from: to - 48 * hour, to: to - 24 * hour, stepSeconds: 60 };
  expect(await seriesOf((await read(seriesQueries(fine))).rows, fine)).toEqual(
    reference.series(fine.from, fine.to, 60),
  );
}

async function expectEqualLengths(read: Read, reference: Reference, { first, last, days }: Span) {
  const found = await lengthsOf((await read(lengthsQueries(days))).rows);
  const lengths = reference.lengths(first, last);
  expect(found.count).toBe(lengths.length);
  if (lengths.length === 0) {
    expect(found).toEqual({ count: 0, p50: null, p90: null, p99: null, mean: null, buckets: [] });
    return;
  }
  const sum = lengths.reduce((total, length) => total + Math.round(length * 1000), 0);
  expect(found.mean).toBe(sum / lengths.length / 1000);
  for (const [name, percent] of [
    ['p50', 50],
    ['p90', 90],
    ['p99', 99],
  ] as const) {
    const exact = lengths[Math.ceil((percent * lengths.length) / 100) - 1] ?? Number.NaN;
    expect(Math.abs((found[name] ?? Number.NaN) - exact)).toBeLessThanOrEqual(exact * 0.01);
  }
  let below = Number.NEGATIVE_INFINITY;
  for (const { toSeconds, count } of found.buckets) {
    const within = lengths.filter((length) => length > below && length <= toSeconds).length;
    expect([toSeconds, count]).toEqual([toSeconds, within]);
    below = toSeconds;
  }
}
