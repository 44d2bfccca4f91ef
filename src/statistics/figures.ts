// The figures of the statistics, made from sums by day, row after row. docs/statistics.md defines each of them. Between two rows the
// one who gives them may let other work run. No figure has all rows in memory.
import { formatDate, nextPeriod, type Period, periodStart } from '../lib/calendar.ts';
import { endOfBucket, middleOfBucket } from '../lib/length-buckets.ts';
import { addAt, eachNumber, type NumberList } from '../lib/number-list.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import {
  addTableText,
  bySize,
  keepLargest,
  newTable,
  otherValue,
  type ValueTable,
} from '../lib/value-table.ts';
import { STATISTICS_MAX_MERGED_VALUES, STATISTICS_MAX_VALUE_ROWS } from '../limits.ts';
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

/** The rows of a kind come in the order of their days. Those of one day add up. */
export type Rows = AsyncIterable<SumsRow> | Iterable<SumsRow>;

/** Lets other work run when it is due. */
export type Pause = () => Promise<void> | undefined;
export const noPause: Pause = () => undefined;

/** Visits the numbers of a kind. */
export async function eachOf(
  rows: Rows,
  kind: ListKind,
  visit: (day: number, index: number, value: number) => void,
): Promise<void> {
  for await (const row of rows)
    if (row.kind === kind) eachNumber(row.text, (index, value) => visit(row.day, index, value));
}

export const onlineQueries = (): SumsQuery[] => [{ kind: 'now', from: 0, to: 0 }];

export async function onlineOf(rows: Rows): Promise<number> {
  let online = 0;
  await eachOf(rows, 'now', (_day, _index, value) => {
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

export interface Point {
  readonly at: number;
  readonly online: number;
}

/** One day's curve is in memory at a time. */
export async function seriesOf(rows: Rows, { from, to, stepSeconds }: Instants): Promise<Point[]> {
  const points: Point[] = [];
  const changes = new Float64Array(dayMinutes + onlineAt.minutes);
  let current: number | undefined;
  let at = from;

  function addPoints(end: number, onlineOf: (time: number) => number): void {
    for (; at < Math.min(end, to); at += stepSeconds * 1000) points.push({ at, online: onlineOf(at) });
  }
  /** The curve of a day: from changes to numbers of sessions. */
  function endDay(day: number): void {
    for (let index = 1; index < changes.length; index += 1)
      changes[index] = (changes[index] ?? 0) + (changes[index - 1] ?? 0);
    const start = day * dayMinutes;
    addPoints(
      (start + dayMinutes) * minute,
      (time) => changes[onlineAt.minutes + time / minute - start] ?? 0,
    );
    changes.fill(0);
  }

  for await (const { kind, day, text } of rows) {
    if (kind !== 'online') continue;
    if (current !== day) {
      if (current !== undefined) endDay(current);
      current = day;
      addPoints(day * dayMinutes * minute, () => 0);
    }
    eachNumber(text, (index, value) => {
      changes[index] = (changes[index] ?? 0) + value;
    });
  }
  if (current !== undefined) endDay(current);
  addPoints(to, () => 0);
  return points;
}

/** The days of whole periods that overlap some days. */
export function wholePeriods({ from, to }: Days, period: Period): Days {
  return { from: periodStart(period, from), to: nextPeriod(period, periodStart(period, to)) - 1 };
}

/** Years have no rows here: the server API answers them with `stickiness`. */
export type PlayersPeriod = Exclude<Period, 'year'>;

export function playersQueries(days: Days, period: PlayersPeriod): SumsQuery[] {
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

export async function playersOf(rows: Rows, days: Days, period: PlayersPeriod): Promise<PlayersRow[]> {
  const byStart = new Map<number, NumberList>();
  for await (const { kind, day, text } of rows) {
    if (kind !== 'totals' && kind !== period) continue;
    const start = periodStart(period, day);
    const list: NumberList = byStart.get(start) ?? new Map();
    byStart.set(start, list);
    // The players of a week are no sum of those of its days.
    eachNumber(text, (index, value) => {
      if (kind === period) addAt(list, totalsAt.active, value);
      else if (period === 'day' || index !== totalsAt.active) addAt(list, index, value);
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

export async function retentionOf(
  rows: Rows,
  { from, to }: Days,
  after: readonly number[],
  { asOf, zone, pause = noPause }: { asOf: number; zone: Pick<TimeZone, 'dayOf'>; pause?: Pause },
): Promise<Cohort[]> {
  const ages = [0, ...after];
  /** The place of an age among those that are asked for, from 1 on. */
  const places = new Uint16Array(Math.max(...ages) + 1);
  for (const [index, age] of ages.entries()) places[age] = index + 1;
  const players = new Float64Array((to - from + 1) * ages.length);
  await eachOf(rows, 'cohorts', (day, age, value) => {
    const place = places[age] ?? 0;
    const first = day - age;
    if (place === 0 || first < from || first > to) return;
    const at = (first - from) * ages.length + place - 1;
    players[at] = (players[at] ?? 0) + value;
  });
  /** The days before it are over. */
  const today = zone.dayOf(asOf);
  const result = [];
  for (let day = from; day <= to; day += 1) {
    const at = (day - from) * ages.length;
    const returned = after.map((days, index) => (day + days < today ? (players[at + 1 + index] ?? 0) : null));
    result.push({ date: formatDate(day), size: players[at] ?? 0, returned });
    const due = pause();
    if (due) await due;
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

export async function lengthsOf(rows: Rows): Promise<Lengths> {
  const list: number[] = [];
  await eachOf(rows, 'lengths', (_day, index, value) => {
    list[index] = (list[index] ?? 0) + value;
  });
  const count = list[lengthsAt.count] ?? 0;
  const buckets = [...list.entries()]
    .filter(([index, value = 0]) => index >= lengthsAt.buckets && value > 0)
    .map(([index, value]) => ({ bucket: index - lengthsAt.buckets, count: value }));
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
    mean: count === 0 ? null : (list[lengthsAt.milliseconds] ?? 0) / count / 1000,
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

/** Most sessions first. */
export async function sessionsOf(rows: Rows, by: TableKind): Promise<SessionsRow[]> {
  const table = await tableOf(rows, by);
  if (table.size > STATISTICS_MAX_VALUE_ROWS) keepLargest(table, STATISTICS_MAX_VALUE_ROWS - 1);
  return toSessionsRows(table);
}

/** The sums of all days. Memory is bounded: after each day with many values those with the fewest sessions so far are merged. */
export async function tableOf(rows: Rows, by: TableKind): Promise<ValueTable> {
  const table = newTable();
  let current: number | undefined;
  for await (const { kind, day, text } of rows) {
    if (kind !== by) continue;
    // Between days alone, so that it does not matter in how many rows a day is stored.
    if (day !== current && table.size > STATISTICS_MAX_MERGED_VALUES)
      keepLargest(table, STATISTICS_MAX_MERGED_VALUES / 2);
    current = day;
    addTableText(table, text);
  }
  return table;
}

/** The values of a table that are not zero, most sessions first. */
export function toSessionsRows(table: ValueTable): SessionsRow[] {
  return [...table]
    .filter(([, { sessions, milliseconds }]) => sessions !== 0 || milliseconds !== 0)
    .map(([value, sums]) => ({ ...sums, value: value === otherValue ? JSON.stringify(value) : value }))
    .sort(bySize)
    .map(({ value, sessions, milliseconds }) => ({ value, sessions, playSeconds: milliseconds / 1000 }));
}
