// The doctor's check of the statistics: the sums of a day agree with each other, with the active days of the players and with the
// marks of the sessions. All reads see one moment, and differences, not sums, are told: a count meanwhile changes none of them.
import { formatDate } from '../../lib/calendar.ts';
import { decodeNumbers, type NumberList } from '../../lib/number-list.ts';
import { createTimeZone, isTimeZone, type TimeZone } from '../../lib/time-zone.ts';
import { addTableText, newTable, type PairOfSums, type ValueTable } from '../../lib/value-table.ts';
import { DOCTOR_STEP_ROWS } from '../../tuning.ts';
import type { Finding } from '../ports/doctor.ts';
import { lengthsAt, type SumKind, type SumsRow, totalsAt } from '../ports/statistics.ts';
import type { DoctorReads, StatisticsFacts } from './doctor-reads.ts';
import { decodeDays, encodeDays } from './statistics-days.ts';
import { sumOfParts } from './statistics-parts.ts';
import { addRow, newSums, rowOf, toRows } from './statistics-sums.ts';

/** The kinds that are compared. The others hold no number that another place repeats for certain. */
export const comparedKinds = ['totals', 'cohorts', 'lengths', 'reason', 'floor'] as const satisfies SumKind[];

const findingOf = (table: string, problem: string, sequentialId: number | null = null): Finding => ({
  ...{ table, sequentialId, problem },
});

export async function examineStatistics(reads: DoctorReads): Promise<readonly Finding[]> {
  const facts = await reads.findStatistics();
  if (!facts) return [findingOf('statistics_state', 'the row is missing')];
  const findings = stateProblems(facts).map((problem) => findingOf('statistics_state', problem));
  const wrongMarks = await reads.countWrongMarks();
  if (wrongMarks > 0)
    findings.push(findingOf('ended_sessions', `${wrongMarks} sessions have a mark other than 0, 1 and 2`));
  const isKnown = facts.zone !== null && isTimeZone(facts.zone);
  // An import brings sums and rows one after the other.
  if (!isKnown || facts.zone === null || facts.importing === 1) return findings;
  const numbers = readNumbers(facts);
  if (numbers === undefined) return [...findings, findingOf('statistics_parts', 'a part cannot be decoded')];
  findings.push(
    ...numbers.flatMap(({ problems }) => problems.map((problem) => findingOf('statistics_days', problem))),
    ...(await playerFindings(reads, facts, numbers)),
    ...(await markFindings(reads, facts, numbers, createTimeZone(facts.zone))),
  );
  return findings;
}

function stateProblems({ zone, asOf, hasPublished, counted, total, hasSums }: StatisticsFacts): string[] {
  const problems: string[] = [];
  if (zone === null && hasSums) problems.push('there are sums, and no time zone');
  if (zone !== null && !isTimeZone(zone)) problems.push('the time zone has no known name');
  if ((asOf === null) === Boolean(hasPublished))
    problems.push('published sums and their moment must go together');
  if (counted > total) problems.push('more sessions of the backlog are counted than there are');
  return problems;
}

/** The numbers of one day that other rows repeat, and what is wrong within the day. */
interface DayNumbers {
  readonly day: number;
  readonly active: number;
  readonly new: number;
  readonly ended: number;
  readonly endedMilliseconds: number;
  /** From the beginning of a floor's day to its first instant. */
  readonly floor: number;
  readonly problems: readonly string[];
}

/** Day by day, since the cohorts of many years are long. @returns undefined where a part is no text of the service */
function readNumbers({ sums, parts, mergedKey }: StatisticsFacts): readonly DayNumbers[] | undefined {
  const ofParts = readParts(parts, mergedKey);
  if (!ofParts) return undefined;
  const stored = Map.groupBy([...sums, ...ofParts], ({ day }) => day);
  const days = [...stored.keys()].sort((a, b) => a - b);
  return days.map((day) => numbersOf(day, stored.get(day) ?? []));
}

function readParts(parts: readonly string[], mergedKey: string | null): readonly SumsRow[] | undefined {
  try {
    return toRows(sumOfParts(parts, mergedKey));
  } catch {
    return undefined;
  }
}

function numbersOf(day: number, rows: readonly SumsRow[]): DayNumbers {
  const sums = newSums();
  for (const row of rows) addRow(sums, row);
  const listOf = (kind: SumKind): NumberList => decodeNumbers(rowOf(sums, kind, day).text);
  const table = newTable();
  addTableText(table, rowOf(sums, 'reason', day).text);
  const [totals, lengths] = [listOf('totals'), listOf('lengths')];
  return {
    day,
    active: at(totals, totalsAt.active),
    new: at(totals, totalsAt.new),
    ended: at(lengths, lengthsAt.count),
    endedMilliseconds: at(lengths, lengthsAt.milliseconds),
    floor: at(listOf('floor'), 0),
    problems: dayProblems(day, { totals, lengths, cohorts: listOf('cohorts'), reasons: sumsOf(table) }),
  };
}

const sumsOf = (table: ValueTable): PairOfSums => {
  const all = { sessions: 0, milliseconds: 0 };
  for (const [, { sessions, milliseconds }] of table) {
    all.sessions += sessions;
    all.milliseconds += milliseconds;
  }
  return all;
};

interface DayLists {
  readonly totals: NumberList;
  readonly lengths: NumberList;
  readonly cohorts: NumberList;
  /** The sums of all reasons. */
  readonly reasons: PairOfSums;
}

const at = (list: NumberList, index: number): number => list.get(index) ?? 0;
const sumFrom = (list: NumberList, first: number): number =>
  [...list].reduce((sum, [index, value]) => (index < first ? sum : sum + value), 0);

/** The sums of one day by different keys are the same. */
function dayProblems(day: number, { totals, lengths, cohorts, reasons }: DayLists): string[] {
  const compared: readonly (readonly [what: string, difference: number])[] = [
    ['sessions by reason', reasons.sessions - at(totals, totalsAt.sessions)],
    ['milliseconds of play by reason', reasons.milliseconds - at(totals, totalsAt.milliseconds)],
    ['active players by cohort', sumFrom(cohorts, 0) - at(totals, totalsAt.active)],
    ['new players by cohort', at(cohorts, 0) - at(totals, totalsAt.new)],
    ['session lengths by bucket', sumFrom(lengths, lengthsAt.buckets) - at(lengths, lengthsAt.count)],
  ];
  const date = formatDate(day);
  const problems = compared
    .filter(([, difference]) => difference !== 0)
    .map(([what, difference]) => `${date}: the ${what} are ${amountOf(difference)} than in all`);
  const all = [...totals.values(), ...lengths.values(), ...cohorts.values()];
  return all.some((value) => !(value >= 0)) ? [...problems, `${date}: a sum is negative`] : problems;
}

const amountOf = (difference: number): string =>
  Number.isNaN(difference) ? 'other' : `${Math.abs(difference)} ${difference > 0 ? 'more' : 'fewer'}`;

/** Each player is new once, and active on the days of the player's row. */
async function playerFindings(
  reads: DoctorReads,
  { resetPosition }: StatisticsFacts,
  numbers: readonly DayNumbers[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let [players, activeDays] = [0, 0];
  for (let after: number | undefined = Number.MIN_SAFE_INTEGER; after !== undefined; ) {
    const rows: readonly { sequentialId: number; days: string }[] = await reads.listActiveDays(
      ...[after, DOCTOR_STEP_ROWS],
    );
    for (const { sequentialId, days } of rows) {
      const count = countDays(days);
      if (Number.isNaN(count))
        findings.push(findingOf('statistics_players', 'the days are no sorted ranges', sequentialId));
      players += 1;
      activeDays += count;
    }
    after = rows.length < DOCTOR_STEP_ROWS ? undefined : rows.at(-1)?.sequentialId;
  }
  // A rebuild deletes sums first, and the days of players step by step.
  if (resetPosition !== null || findings.length > 0) return findings;
  const fresh = numbers.reduce((sum, of) => sum + of.new, 0) - players;
  const active = numbers.reduce((sum, of) => sum + of.active, 0) - activeDays;
  const table = 'statistics_players';
  if (fresh !== 0) findings.push(findingOf(table, `the sums have ${amountOf(fresh)} new players than rows`));
  if (active !== 0)
    findings.push(findingOf(table, `the sums have ${amountOf(active)} active days than the players`));
  return findings;
}

/** @returns NaN for a text that is no list of sorted ranges */
function countDays(text: string): number {
  const ranges = decodeDays(text);
  let [count, before] = [0, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < ranges.length; index += 2) {
    const [first, last] = [ranges[index] as number, ranges[index + 1] as number];
    if (!(first > before && last >= first)) return Number.NaN;
    count += last - first + 1;
    before = last + 1;
  }
  return count > 0 && encodeDays(ranges) === text ? count : Number.NaN;
}

/**
 * The sums have each session that is marked as counted, from the first day on of which all sessions are kept. They may have more:
 * the bound on one player's history deletes counted sessions at any time.
 */
async function markFindings(
  reads: DoctorReads,
  { resetPosition, floorDay, droppedBefore }: StatisticsFacts,
  numbers: readonly DayNumbers[],
  { dayOf, startOf }: TimeZone,
): Promise<Finding[]> {
  if (resetPosition !== null) return [];
  const firstDays = [
    ...(floorDay === null ? [] : [floorDay]),
    ...(droppedBefore === null ? [] : [dayOf(droppedBefore - 1) + 1]),
  ];
  const first = firstDays.length === 0 ? undefined : Math.max(...firstDays);
  const distance = numbers.find(({ day }) => day === first)?.floor ?? 0;
  const marked = await reads.countMarked(
    first === undefined ? Number.MIN_SAFE_INTEGER : startOf(first) + (first === floorDay ? distance : 0),
  );
  const kept = numbers.filter(({ day }) => first === undefined || day >= first);
  const sessions = marked.sessions - kept.reduce((sum, { ended }) => sum + ended, 0);
  const milliseconds =
    marked.milliseconds - kept.reduce((sum, { endedMilliseconds }) => sum + endedMilliseconds, 0);
  const table = 'ended_sessions';
  if (sessions > 0)
    return [findingOf(table, `${sessions} sessions are marked as counted, and not in the sums`)];
  if (milliseconds > 0)
    return [findingOf(table, `${milliseconds} milliseconds of counted sessions are not in the sums`)];
  return [];
}
