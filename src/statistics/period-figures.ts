// The figures by weeks, months and years: how often active players play, cohorts that come back, and sessions by value over time.
// docs/statistics.md defines each of them. As in figures.ts no figure has all rows in memory.
import { formatDate, nextPeriod, type Period, periodStart, periodsBetween } from '../lib/calendar.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import {
  addTableText,
  addToTable,
  keepLargest,
  newTable,
  otherValue,
  type ValueTable,
} from '../lib/value-table.ts';
import { backfillAt, type SumsQuery, type TableKind, totalsAt } from '../store/ports/statistics.ts';
import {
  type Days,
  eachOf,
  type Pause,
  type Rows,
  type SessionsRow,
  tableOf,
  toSessionsRows,
  wholePeriods,
} from './figures.ts';

/** How far the sums of years, weeks and months are made of what an earlier version counted. */
const backfillQuery: SumsQuery = { kind: 'backfill', from: 0, to: 0 };

/** The rows of a figure of these sums. @throws BackfillError at the end, where they are not complete */
async function* complete(rows: Rows): Rows {
  let isComplete = false;
  for await (const row of rows) {
    if (row.kind === 'backfill')
      await eachOf([row], 'backfill', (_day, index) => {
        isComplete ||= index === backfillAt.isComplete;
      });
    yield row;
  }
  if (!isComplete) throw new BackfillError();
}

export class BackfillError extends Error {
  override readonly name = 'BackfillError';
  override readonly message = 'the sums of years, weeks and months are not complete yet';
}

export type LongPeriod = Exclude<Period, 'day'>;

export function stickinessQueries(days: Days, period: LongPeriod): SumsQuery[] {
  const whole = wholePeriods(days, period);
  return [backfillQuery, { kind: 'totals', ...whole }, { kind: period, ...whole }];
}

export interface StickinessRow {
  readonly start: string;
  /** The days of the period that have begun. */
  readonly days: number;
  readonly active: number;
  readonly averageDaily: number;
  /** Null without an active player. */
  readonly stickiness: number | null;
}

export async function stickinessOf(
  rows: Rows,
  days: Days,
  period: LongPeriod,
  { asOf, zone }: { readonly asOf: number; readonly zone: Pick<TimeZone, 'dayOf'> },
): Promise<StickinessRow[]> {
  const byStart = new Map<number, { active: number; daily: number }>();
  for await (const row of complete(rows)) {
    if (row.kind !== 'totals' && row.kind !== period) continue;
    const start = periodStart(period, row.day);
    const sums = byStart.get(start) ?? { active: 0, daily: 0 };
    byStart.set(start, sums);
    await eachOf([row], row.kind, (_day, index, value) => {
      if (row.kind === period) sums.active += value;
      else if (index === totalsAt.active) sums.daily += value;
    });
  }
  const today = zone.dayOf(asOf);
  const result = [];
  for (let start = periodStart(period, days.from); start <= days.to; start = nextPeriod(period, start)) {
    const { active, daily } = byStart.get(start) ?? { active: 0, daily: 0 };
    const begun = Math.max(0, Math.min(nextPeriod(period, start), today + 1) - start);
    const averageDaily = begun === 0 ? 0 : daily / begun;
    result.push({
      ...{ start: formatDate(start), days: begun, active, averageDaily },
      stickiness: active === 0 ? null : averageDaily / active,
    });
  }
  return result;
}

export type CohortPeriod = 'week' | 'month';

/** @param after the periods after the first one, ascending */
export function cohortsQueries(days: Days, period: CohortPeriod, after: readonly number[]): SumsQuery[] {
  const { from } = wholePeriods(days, period);
  let last = periodStart(period, days.to);
  for (let age = after.at(-1) ?? 0; age > 0; age -= 1) last = nextPeriod(period, last);
  return [backfillQuery, { kind: `${period}-cohorts`, from, to: last }];
}

export interface PeriodCohort {
  readonly start: string;
  readonly size: number;
  /** By the periods after the first one, in the order asked; null where that period is not over. */
  readonly returned: readonly (number | null)[];
}

export async function cohortsOf(
  rows: Rows,
  days: Days,
  { period, after }: { readonly period: CohortPeriod; readonly after: readonly number[] },
  {
    asOf,
    zone,
    pause,
  }: { readonly asOf: number; readonly zone: Pick<TimeZone, 'dayOf'>; readonly pause: Pause },
): Promise<PeriodCohort[]> {
  const first = periodStart(period, days.from);
  const cohorts = Array.from(
    { length: periodsBetween(period, first, days.to) + 1 },
    () => new Map<number, number>(),
  );
  await eachOf(complete(rows), `${period}-cohorts`, (day, age, value) => {
    const cohort = cohorts[periodsBetween(period, first, day) - age];
    if (cohort && (age === 0 || after.includes(age))) cohort.set(age, (cohort.get(age) ?? 0) + value);
  });
  const today = zone.dayOf(asOf);
  /** Periods before the one of today are over. */
  const current = periodsBetween(period, first, today);
  const result = [];
  let start = first;
  for (const [index, cohort] of cohorts.entries()) {
    const returned = after.map((age) => (index + age < current ? (cohort.get(age) ?? 0) : null));
    result.push({ start: formatDate(start), size: cohort.get(0) ?? 0, returned });
    start = nextPeriod(period, start);
    const due = pause();
    if (due) await due;
  }
  return result;
}

export interface SessionsAtRow extends SessionsRow {
  readonly start: string;
}

/**
 * Sessions by value in each period. The values with the most sessions in all have rows of their own, the rest are `other`.
 * @param reread the same rows once more
 */
export async function sessionsSeriesOf(
  { rows, reread }: { readonly rows: Rows; readonly reread: () => Rows },
  days: Days,
  { by, period, values }: { readonly by: TableKind; readonly period: Period; readonly values: number },
): Promise<SessionsAtRow[]> {
  const largest = await tableOf(rows, by);
  keepLargest(largest, values);
  const byStart = new Map<number, ValueTable>();
  for await (const { kind, day, text } of reread()) {
    if (kind !== by) continue;
    const start = periodStart(period, day);
    const table = byStart.get(start) ?? newTable();
    byStart.set(start, table);
    addOf(table, text, largest);
  }
  const result: SessionsAtRow[] = [];
  for (let start = periodStart(period, days.from); start <= days.to; start = nextPeriod(period, start))
    for (const row of toSessionsRows(byStart.get(start) ?? newTable()))
      result.push({ start: formatDate(start), ...row });
  return result;
}

/** Adds the sums of a text, those of values that are not in `named` to `other`. */
function addOf(table: ValueTable, text: string, named: ValueTable): void {
  const ofDay = newTable();
  addTableText(ofDay, text);
  ofDay.forEach(({ sessions, milliseconds }, value) => {
    addToTable(table, named.has(value) ? value : otherValue, sessions, milliseconds);
  });
}
