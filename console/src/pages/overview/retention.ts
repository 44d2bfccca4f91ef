// Retention as the heat map shows it: the share of each cohort that came back, a sentence for each cell, and all cohorts together.
// Pure.
import { formatCount } from '../../components/value-texts.ts';
import { formatShare } from './figures.ts';
import {
  type Interval,
  intervalLabel,
  intervalTitle,
  longDate,
  monthStart,
  parseDate,
  shortDate,
} from './period.ts';

export const fewDays = [1, 3, 7, 14, 30] as const;
export const allDays: readonly number[] = Array.from({ length: 30 }, (_, index) => index + 1);

export interface Cohort {
  readonly date: string;
  /** The players who were new on the date. */
  readonly size: number;
  /** By the number of days later; null where that day is not over. */
  readonly returned: Readonly<Record<string, number | null>>;
}

export interface RetentionRow {
  readonly label: string;
  readonly note: string;
  readonly isSummary?: boolean;
  /** From 0 to 1; null where the day is not over or the cohort has no players. */
  readonly shares: readonly (number | null)[];
  /** Instead of a share. */
  readonly texts: readonly (string | undefined)[];
  /** A sentence for each cell. */
  readonly details: readonly string[];
}

const players = (value: number): string => `${formatCount(value)} ${value === 1 ? 'player' : 'players'}`;

/** How the cohorts of days, weeks or months are told. */
export interface CohortWords {
  readonly label: (start: number) => string;
  readonly title: (start: number) => string;
  /** The first date of a later period. */
  readonly after: (start: number, count: number) => number;
  /** `2 weeks later` */
  readonly later: (count: number) => string;
}

const laterWords = (interval: Interval) => (count: number) =>
  count === 1 ? `the ${interval} after` : `${count} ${interval}s later`;

export const dayWords: CohortWords = {
  label: shortDate,
  title: longDate,
  after: (start, count) => start + count,
  later: laterWords('day'),
};
export const periodWords = (interval: 'week' | 'month'): CohortWords => ({
  label: (start) => intervalLabel(interval, start),
  title: (start) => intervalTitle(interval, start),
  after: (start, count) => (interval === 'week' ? start + 7 * count : monthStart(start, count)),
  later: laterWords(interval),
});

/** One cohort as a row. */
export function cohortRow(
  { date, size, returned }: Cohort,
  days: readonly number[],
  words = dayWords,
): RetentionRow {
  const day = parseDate(date) ?? 0;
  const shares = days.map((after) => {
    const back = returned[after] ?? null;
    return back === null || size === 0 ? null : back / size;
  });
  const texts = days.map((after) => (returned[after] != null && size === 0 ? '–' : undefined));
  const details = days.map((after, index) => {
    const back = returned[after] ?? null;
    const share = shares[index] ?? null;
    const then = `${words.title(words.after(day, after))}, ${words.later(after)}`;
    if (back === null) return `${then}, is not over yet.`;
    if (share === null) return `No player was new on ${words.title(day)}.`;
    const who = `${formatCount(back)} of the ${players(size)} who ${size === 1 ? 'was' : 'were'} new on ${words.title(day)}`;
    return `${who} played on ${then}: ${formatShare(share)}.`;
  });
  return { label: words.label(day), note: formatCount(size), shares, texts, details };
}

/** All cohorts together. Each day counts the cohorts for which it is over. */
export function allCohortsRow(
  cohorts: readonly Cohort[],
  days: readonly number[],
  words = dayWords,
): RetentionRow {
  const sums = days.map((after) => {
    const over = cohorts.filter(({ returned }) => returned[after] != null);
    return {
      size: over.reduce((sum, { size }) => sum + size, 0),
      back: over.reduce((sum, { returned }) => sum + (returned[after] ?? 0), 0),
      cohorts: over.length,
    };
  });
  const total = cohorts.reduce((sum, { size }) => sum + size, 0);
  return {
    label: 'All dates',
    isSummary: true,
    note: formatCount(total),
    shares: sums.map(({ size, back }) => (size === 0 ? null : back / size)),
    texts: sums.map((sum) => (sum.cohorts > 0 && sum.size === 0 ? '–' : undefined)),
    details: sums.map(({ size, back, cohorts: over }, index) => {
      const after = words.later(days[index] ?? 0);
      if (over === 0) return `No date of the period has a day that is over ${after}.`;
      if (size === 0) return `No player was new on a date for which ${after} is over.`;
      return `${formatCount(back)} of ${players(size)} played ${after}: ${formatShare(back / size)}. Dates for which that day is over: ${formatCount(over)}.`;
    }),
  };
}
