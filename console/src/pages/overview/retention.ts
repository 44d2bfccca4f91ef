// Retention as the heat map shows it: the share of each cohort that came back, a sentence for each cell, and all cohorts together.
// Pure.
import { formatCount } from '../../components/value-texts.ts';
import { formatShare } from './figures.ts';
import { longDate, parseDate, shortDate } from './period.ts';

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
const afterDays = (days: number): string => (days === 1 ? 'the day after' : `${days} days later`);

/** One cohort as a row. */
export function cohortRow({ date, size, returned }: Cohort, days: readonly number[]): RetentionRow {
  const day = parseDate(date) ?? 0;
  const shares = days.map((after) => {
    const back = returned[after] ?? null;
    return back === null || size === 0 ? null : back / size;
  });
  const texts = days.map((after) => (returned[after] != null && size === 0 ? '–' : undefined));
  const details = days.map((after, index) => {
    const back = returned[after] ?? null;
    const share = shares[index] ?? null;
    if (back === null) return `${longDate(day + after)}, ${afterDays(after)}, is not over yet.`;
    if (share === null) return `No player was new on ${longDate(day)}.`;
    const who = `${formatCount(back)} of the ${players(size)} who ${size === 1 ? 'was' : 'were'} new on ${longDate(day)}`;
    return `${who} played on ${longDate(day + after)}, ${afterDays(after)}: ${formatShare(share)}.`;
  });
  return { label: shortDate(day), note: formatCount(size), shares, texts, details };
}

/** All cohorts together. Each day counts the cohorts for which it is over. */
export function allCohortsRow(cohorts: readonly Cohort[], days: readonly number[]): RetentionRow {
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
      const after = afterDays(days[index] ?? 0);
      if (over === 0) return `No date of the period has a day that is over ${after}.`;
      if (size === 0) return `No player was new on a date for which ${after} is over.`;
      return `${formatCount(back)} of ${players(size)} played ${after}: ${formatShare(back / size)}. Dates for which that day is over: ${formatCount(over)}.`;
    }),
  };
}
