// The period of the overview: presets and chosen dates, kept in the query of the address so that a link shows the same. Dates are
// numbers of days since 1970-01-01. Pure.
import { formatCount } from '../../components/value-texts.ts';

export const presets = [
  ...(['today', 'yesterday', '7d', '28d', '90d', '12m'] as const),
  ...(['month', 'last-month', 'year'] as const),
] as const;
export type Preset = (typeof presets)[number];
export const intervals = ['day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

/** Dates, both included. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

export interface Period extends Days {
  readonly choice: Preset | 'custom';
  /** The address has malformed dates, or dates that the statistics refuse. The default takes their place. */
  readonly problem?: string;
}

const dayMilliseconds = 86_400_000;
/** The most days for which the server API answers at once. */
const longestDays = 3_700;

/** The number of a date `YYYY-MM-DD`; undefined for any other text. */
export function parseDate(text: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const day = time / dayMilliseconds;
  return dateText(day) === text ? day : undefined;
}

/** `YYYY-MM-DD` */
export const dateText = (day: number): string => new Date(day * dayMilliseconds).toISOString().slice(0, 10);

/** The date of an instant in a time zone (IANA). @throws RangeError for a zone that the browser does not know */
export function dateIn(zone: string, time: number): number {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return (
    Date.UTC(Number(parts.get('year')), Number(parts.get('month')) - 1, Number(parts.get('day'))) /
    dayMilliseconds
  );
}

/** The same date of the month a year before; 28 February for the 29th. */
function yearBefore(day: number): number {
  const date = new Date(day * dayMilliseconds);
  const [year, month] = [date.getUTCFullYear() - 1, date.getUTCMonth()];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) / dayMilliseconds;
}

/** The first of the month of a date, or of a `later` one. */
export function monthStart(day: number, later = 0): number {
  const date = new Date(day * dayMilliseconds);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / dayMilliseconds;
}

/**
 * The days of a preset. All but `today` and those of the calendar that are not over end yesterday, so that whole days are compared
 * with whole days.
 */
export function daysOf(preset: Preset, today: number): Days {
  if (preset === 'month') return { from: monthStart(today), to: today };
  if (preset === 'last-month') return { from: monthStart(today, -1), to: monthStart(today) - 1 };
  if (preset === 'year')
    return {
      from: Date.UTC(new Date(today * dayMilliseconds).getUTCFullYear(), 0) / dayMilliseconds,
      to: today,
    };
  if (preset === 'today') return { from: today, to: today };
  if (preset === 'yesterday') return { from: today - 1, to: today - 1 };
  if (preset === '12m') return { from: yearBefore(today), to: today - 1 };
  return { from: today - Number.parseInt(preset, 10), to: today - 1 };
}

/** Why the statistics would refuse dates; undefined for dates that they take. */
export function problemOf(
  from: number | undefined,
  to: number | undefined,
  today: number,
): string | undefined {
  if (from === undefined || to === undefined) return 'Enter both dates.';
  if (to < from) return 'The first date is after the last.';
  if (to > today) return 'The last date is in the future.';
  if (to - from >= longestDays) return `A period has at most ${formatCount(longestDays)} days.`;
  return undefined;
}

const defaultPreset: Preset = '28d';

/** The period that the query of an address names; the default for none. */
export function periodOf(query: URLSearchParams, today: number): Period {
  const [from, to] = ['from', 'to'].map((name) => query.get(name));
  if (from != null || to != null) {
    const [first, last] = [parseDate(from ?? ''), parseDate(to ?? '')];
    const problem = problemOf(first, last, today);
    if (problem !== undefined) return { choice: defaultPreset, ...daysOf(defaultPreset, today), problem };
    return { choice: 'custom', from: first as number, to: last as number };
  }
  const choice = presets.find((preset) => preset === query.get('period')) ?? defaultPreset;
  return { choice, ...daysOf(choice, today) };
}

/** The query with another period. Its other members stay. */
export function withPeriod(query: URLSearchParams, choice: Preset | Days): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ['period', 'from', 'to', 'interval']) next.delete(name);
  if (typeof choice === 'object') {
    next.set('from', dateText(choice.from));
    next.set('to', dateText(choice.to));
  } else if (choice !== defaultPreset) next.set('period', choice);
  return next;
}

export const lengthOf = ({ from, to }: Days): number => to - from + 1;

/** As many days, right before. */
export const daysBefore = (days: Days): Days => ({ from: days.from - lengthOf(days), to: days.from - 1 });

/** Only whole periods are compared: they are over, and began after the first session of the game. */
export type Comparison = 'whole' | 'not-over' | 'none-before';

/** @param firstDay the day of the first session of all */
export function comparisonOf(days: Days, today: number, firstDay: number): Comparison {
  if (firstDay > daysBefore(days).from) return 'none-before';
  return days.to >= today ? 'not-over' : 'whole';
}

/** The days of a period on which there was a game: those since its first session. */
export const daysSince = ({ from, to }: Days, firstDay: number): number =>
  Math.max(0, to - Math.max(from, firstDay) + 1);

/** The interval that the address names, or the one that gives a readable number of bars. */
export function intervalOf(query: URLSearchParams, days: Days): Interval {
  const chosen = intervals.find((interval) => interval === query.get('interval'));
  if (chosen !== undefined) return chosen;
  const length = lengthOf(days);
  return length <= 92 ? 'day' : length <= 731 ? 'week' : 'month';
}

const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options });
const dayAndMonth = dateFormat({ day: 'numeric', month: 'short' });
const withYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const monthAndYear = dateFormat({ month: 'short', year: 'numeric' });
const withWeekday = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** `Nov 3` */
export const shortDate = (day: number): string => dayAndMonth.format(day * dayMilliseconds);
/** `Tue, Nov 3, 2026` */
export const longDate = (day: number): string => withWeekday.format(day * dayMilliseconds);
/** `Oct 25 – Nov 21, 2026` */
export const formatDays = ({ from, to }: Days): string =>
  withYear.formatRange(from * dayMilliseconds, to * dayMilliseconds);

/** The first date of a row, as the axis names it. */
export const intervalLabel = (interval: Interval, start: number): string =>
  (interval === 'month' ? monthAndYear : dayAndMonth).format(start * dayMilliseconds);

/** The dates of a row in full. */
export function intervalTitle(interval: Interval, start: number): string {
  if (interval === 'day') return longDate(start);
  return interval === 'week'
    ? formatDays({ from: start, to: start + 6 })
    : monthAndYear.format(start * dayMilliseconds);
}
