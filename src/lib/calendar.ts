// Dates without a time of day, as numbers of days since 1970-01-01 in the proleptic Gregorian calendar. Weeks begin on Monday
// (ISO 8601). Pure.

const dayMilliseconds = 86_400_000;

/** The number of a date `YYYY-MM-DD`; undefined for a text that is no date of the years 0000 to 9999. */
export function parseDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || formatDate(time / dayMilliseconds) !== text
    ? undefined
    : time / dayMilliseconds;
}

/** `YYYY-MM-DD`. */
export const formatDate = (day: number): string => {
  const text = new Date(day * dayMilliseconds).toISOString();
  return text.slice(0, text.indexOf('T'));
};

/** The Monday of the week of a date. */
export const weekStartOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);

/** The first of the month of a date, or of a `later` month. */
export function monthStartOf(day: number, later = 0): number {
  const date = new Date(day * dayMilliseconds);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / dayMilliseconds;
}

/** The first of January of the year of a date, or of a `later` year. */
function yearStartOf(day: number, later = 0): number {
  const year = new Date(day * dayMilliseconds).getUTCFullYear();
  return new Date(0).setUTCFullYear(year + later, 0, 1) / dayMilliseconds;
}

export const periods = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** The first date of the period of a date. */
export function periodStart(period: Period, day: number): number {
  if (period === 'day') return day;
  if (period === 'week') return weekStartOf(day);
  return period === 'month' ? monthStartOf(day) : yearStartOf(day);
}

/** The first date of the next period. @param start the first date of a period */
export function nextPeriod(period: Period, start: number): number {
  if (period === 'day') return start + 1;
  if (period === 'week') return start + 7;
  return period === 'month' ? monthStartOf(start, 1) : yearStartOf(start, 1);
}

/** The number of weeks or months from one date to another, by the periods in which they lie. */
export function periodsBetween(period: 'week' | 'month', from: number, to: number): number {
  if (period === 'week') return (weekStartOf(to) - weekStartOf(from)) / 7;
  const [first, last] = [new Date(from * dayMilliseconds), new Date(to * dayMilliseconds)];
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  return 12 * years + last.getUTCMonth() - first.getUTCMonth();
}
