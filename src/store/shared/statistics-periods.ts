// The sums that follow from the active days of a player alone: the years, weeks and months in which the player was active, and the
// cohorts of weeks and months. Sessions are counted into them as into all sums, and a backfill makes them of the days of players
// whom an earlier version counted.
import { nextPeriod, type Period, periodStart, periodsBetween } from '../../lib/calendar.ts';
import { type DayRanges, hasDayWithin } from './statistics-days.ts';
import { addToList, type Sums } from './statistics-sums.ts';

const cohortPeriods = ['week', 'month'] as const;

/** Counts a player whose active days have grown. An earlier first day may move the player to another cohort, in every period. */
export function countDerived(sums: Sums, before: DayRanges, after: DayRanges): void {
  const [cohortBefore, cohort] = [before[0], after[0]];
  if (cohort === undefined) return;
  const years = new Set(eachPeriod(before, 'year'));
  for (const year of eachPeriod(after, 'year')) if (!years.has(year)) addToList(sums, 'year', year, 0, 1);
  for (const period of cohortPeriods) {
    const kind = `${period}-cohorts` as const;
    const known = new Set(eachPeriod(before, period));
    const age = cohortBefore === undefined ? Number.NaN : periodsBetween(period, cohort, cohortBefore);
    if (cohortBefore !== undefined && age !== 0)
      for (const start of known)
        addToList(sums, kind, start, periodsBetween(period, cohortBefore, start), -1);
    for (const start of eachPeriod(after, period))
      if (age !== 0 || !known.has(start))
        addToList(sums, kind, start, periodsBetween(period, cohort, start), 1);
  }
}

/** The first days of the periods of the days, each once, in order. */
function* eachPeriod(ranges: DayRanges, period: Period): Generator<number> {
  let next = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < ranges.length; at += 2) {
    const last = ranges[at + 1] as number;
    for (let day = Math.max(ranges[at] as number, next); day <= last; day = next) {
      const start = periodStart(period, day);
      next = nextPeriod(period, start);
      yield start;
    }
  }
}

/**
 * The periods in which the days begin that a rebuild counts anew stay, without players who lost all their days in them.
 * @param floor the first of these days
 */
export function countReset(sums: Sums, before: DayRanges, kept: DayRanges, floor: number): void {
  const [cohort] = before;
  if (cohort === undefined) return;
  for (const period of ['week', 'month', 'year'] as const) {
    const first = periodStart(period, floor);
    const last = nextPeriod(period, first) - 1;
    if (first === floor || !hasDayWithin(before, first, last) || hasDayWithin(kept, first, last)) continue;
    addToList(sums, period, first, 0, -1);
    if (period !== 'year')
      addToList(sums, `${period}-cohorts`, first, periodsBetween(period, cohort, first), -1);
  }
}
