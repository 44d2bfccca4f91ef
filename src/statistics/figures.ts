// The figures of the statistics, made from sums by day. docs/statistics.md defines each of them. Pure.
import { formatDate, nextPeriod, type Period, periodStart } from '../lib/calendar.ts';
import { endOfBucket, middleOfBucket } from '../lib/length-buckets.ts';
import { addAt, eachNumber, type NumberList } from '../lib/number-list.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import { addTableText, newTable } from '../lib/value-table.ts';
import {
  type ListKind,
  lengthsAt,
  onlineAt,
  type SumsQuery,
  type SumsRow,
  type TableKind,
  totalsAt,
} from '../store/ports/statistics.ts';

/** Days, both included, as in calendar.ts. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const dayMinutes = 1_440;

/** Visits the numbers of a kind. */
function eachOf(
  rows: readonly SumsRow[],
  kind: ListKind,
  visit: (day: number, index: number, value: number) => void,
): void {
  for (const row of rows)
    if (row.kind === kind) eachNumber(row.text, (index, value) => visit(row.day, index, value));
}

export const onlineQueries = (): SumsQuery[] => [{ kind: 'now', from: 0, to: 0 }];

export function onlineOf(rows: readonly SumsRow[]): number {
  let online = 0;
  eachOf(rows, 'now', (_day, _index, value) => {
    online += value;
  });
  return online;
}

/** Instants of a curve in milliseconds, on whole minutes; `to` is not one of them. */
export interface Instants {
  readonly from: number;
  readonly to: number;
  readonly stepSeconds: number;
}

export function seriesQueries({ from, to }: Instants): SumsQuery[] {
  const dayOf = (time: number): number => Math.floor(time / minute / dayMinutes);
  return from < to ? [{ kind: 'online', from: dayOf(from), to: dayOf(to - 1) }] : [];
}

export function seriesOf(
  rows: readonly SumsRow[],
  { from, to, stepSeconds }: Instants,
): { at: number; online: number }[] {
  const changes = new Map<number, Float64Array>();
  for (const { kind, day, text } of rows) {
    if (kind !== 'online') continue;
    const list = changes.get(day) ?? new Float64Array(dayMinutes + onlineAt.minutes);
    changes.set(day, list);
    eachNumber(text, (index, value) => {
      list[index] = (list[index] ?? 0) + value;
    });
  }
  /** The curve of each day: from changes to numbers of sessions. */
  for (const list of changes.values())
    for (let index = 1; index < list.length; index += 1)
      list[index] = (list[index] ?? 0) + (list[index - 1] ?? 0);
  const points = [];
  for (let at = from; at < to; at += stepSeconds * 1000) {
    const minutes = at / minute;
    const day = Math.floor(minutes / dayMinutes);
    const online = changes.get(day)?.[onlineAt.minutes + minutes - day * dayMinutes] ?? 0;
    points.push({ at, online });
  }
  return points;
}

/** The days of whole periods that overlap some days. */
function wholePeriods({ from, to }: Days, period: Period): Days {
  return { from: periodStart(period, from), to: nextPeriod(period, periodStart(period, to)) - 1 };
}

export function playersQueries(days: Days, period: Period): SumsQuery[] {
  const whole = wholePeriods(days, period);
  const totals: SumsQuery = { kind: 'totals', ...whole };
  return period === 'day' ? [totals] : [totals, { kind: period, ...whole }];
}

export interface PlayersRow {
  readonly start: string;
  readonly active: number;
  readonly new: number;
  readonly returning: number;
  readonly sessions: number;
  readonly playSeconds: number;
}

export function playersOf(rows: readonly SumsRow[], days: Days, period: Period): PlayersRow[] {
  const byStart = new Map<number, NumberList>();
  eachOf(rows, 'totals', (day, index, value) => {
    const start = periodStart(period, day);
    const list: NumberList = byStart.get(start) ?? new Map();
    byStart.set(start, list);
    if (period === 'day' || index !== totalsAt.active) addAt(list, index, value);
  });
  if (period !== 'day') {
    eachOf(rows, period, (day, _index, value) => {
      const list = byStart.get(day);
      if (list) addAt(list, totalsAt.active, value);
    });
  }
  const result = [];
  for (let start = periodStart(period, days.from); start <= days.to; start = nextPeriod(period, start)) {
    const list = byStart.get(start);
    const at = (index: number): number => list?.get(index) ?? 0;
    const active = at(totalsAt.active);
    const fresh = at(totalsAt.new);
    result.push({
      ...{ start: formatDate(start), active, new: fresh, returning: active - fresh },
      sessions: at(totalsAt.sessions),
      playSeconds: at(totalsAt.milliseconds) / 1000,
    });
  }
  return result;
}

/** @param after the days after the first one for which players are looked for */
export function retentionQueries({ from, to }: Days, after: readonly number[]): SumsQuery[] {
  const queries: { kind: 'cohorts'; from: number; to: number }[] = [];
  for (const days of [0, ...after].sort((a, b) => a - b)) {
    const last = queries.at(-1);
    if (last && from + days <= last.to + 1) last.to = Math.max(last.to, to + days);
    else queries.push({ kind: 'cohorts', from: from + days, to: to + days });
  }
  return queries;
}

export interface Cohort {
  readonly date: string;
  readonly size: number;
  /** By the days after the date, in the order asked; null where that day is not over. */
  readonly returned: readonly (number | null)[];
}

export function retentionOf(
  rows: readonly SumsRow[],
  { from, to }: Days,
  after: readonly number[],
  { asOf, zone }: { readonly asOf: number; readonly zone: Pick<TimeZone, 'startOf'> },
): Cohort[] {
  const wanted = new Map([0, ...after].map((days) => [days, new Map<number, number>()]));
  eachOf(rows, 'cohorts', (day, age, value) => {
    const players = wanted.get(age);
    if (players) addAt(players, day - age, value);
  });
  const result = [];
  for (let day = from; day <= to; day += 1) {
    const returned = after.map((days) =>
      zone.startOf(day + days + 1) <= asOf ? (wanted.get(days)?.get(day) ?? 0) : null,
    );
    result.push({ date: formatDate(day), size: wanted.get(0)?.get(day) ?? 0, returned });
  }
  return result;
}

export const lengthsQueries = (days: Days): SumsQuery[] => [{ kind: 'lengths', ...days }];

export interface Lengths {
  readonly count: number;
  /** In seconds; null where there is no session. */
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
  readonly mean: number | null;
  /** Sessions that lasted up to `toSeconds`, and longer than the bucket before. */
  readonly buckets: readonly { readonly toSeconds: number; readonly count: number }[];
}

export function lengthsOf(rows: readonly SumsRow[]): Lengths {
  const list: NumberList = new Map();
  eachOf(rows, 'lengths', (_day, index, value) => addAt(list, index, value));
  const count = list.get(lengthsAt.count) ?? 0;
  const buckets = [...list]
    .filter(([index, value]) => index >= lengthsAt.buckets && value > 0)
    .map(([index, value]) => ({ bucket: index - lengthsAt.buckets, count: value }))
    .sort((a, b) => a.bucket - b.bucket);
  /** By nearest rank. */
  function percentile(percent: number): number | null {
    let rank = Math.ceil((percent * count) / 100);
    const found = buckets.find((each) => {
      rank -= each.count;
      return rank <= 0;
    });
    return found ? Math.round(middleOfBucket(found.bucket) * 1000) / 1_000_000 : null;
  }
  return {
    ...{ count, p50: percentile(50), p90: percentile(90), p99: percentile(99) },
    mean: count === 0 ? null : (list.get(lengthsAt.milliseconds) ?? 0) / count / 1000,
    buckets: buckets.map((each) => ({ toSeconds: endOfBucket(each.bucket) / 1000, count: each.count })),
  };
}

export const sessionsQueries = (days: Days, by: TableKind): SumsQuery[] => [{ kind: by, ...days }];

export interface SessionsRow {
  /** JSON text of a string, number, boolean or null. */
  readonly value: string;
  readonly sessions: number;
  readonly playSeconds: number;
}

/** The values past the bound of a day. */
const otherText = 'other';

/** Most sessions first. */
export function sessionsOf(rows: readonly SumsRow[], by: TableKind): SessionsRow[] {
  const table = newTable();
  for (const row of rows) if (row.kind === by) addTableText(table, row.text);
  return [...table]
    .filter(([, { sessions, milliseconds }]) => sessions !== 0 || milliseconds !== 0)
    .map(([value, { sessions, milliseconds }]) => ({
      value: value === otherText ? JSON.stringify(otherText) : value,
      ...{ sessions, playSeconds: milliseconds / 1000 },
    }))
    .sort((a, b) => b.sessions - a.sessions || b.playSeconds - a.playSeconds || (a.value < b.value ? -1 : 1));
}
