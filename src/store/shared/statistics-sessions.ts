// The additions of one session to the sums: its start and end, the play time on each day, and the days on which its player was
// active. The definitions are in docs/statistics.md. PostgreSQL and SQLite share this file.
import { monthStartOf, weekStartOf } from '../../lib/calendar.ts';
import { memberOf } from '../../lib/json-edit.ts';
import { stringValue } from '../../lib/json-places.ts';
import { parsePointer } from '../../lib/json-pointer.ts';
import { openObject, toText } from '../../lib/json-text.ts';
import { isObject } from '../../lib/json-values.ts';
import { bucketOf } from '../../lib/length-buckets.ts';
import type { TimeZone } from '../../lib/time-zone.ts';
import { countedValue } from '../../lib/value-table.ts';
import { lengthsAt, onlineAt, type TableKind, totalsAt } from '../ports/statistics.ts';
import { type DayRanges, eachDay, hasDayWithin, withRange } from './statistics-days.ts';
import { countDerived } from './statistics-periods.ts';
import { addToList, addToValue, type Sums } from './statistics-sums.ts';

export interface CountedSession {
  readonly startedAt: number;
  /** The end, or the present for an active session. Never before `startedAt`. */
  readonly endedAt: number;
  /** `active` for a session that has not ended. */
  readonly reason: string;
  readonly context: string | null;
}

export interface CountRules {
  readonly zone: TimeZone;
  readonly pointers: readonly ParsedPointer[];
}

export interface ParsedPointer {
  readonly kind: TableKind;
  readonly tokens: readonly string[];
}

export const parsePointers = (pointers: readonly string[]): readonly ParsedPointer[] =>
  pointers.map((pointer) => ({ kind: pointer as TableKind, tokens: parsePointer(pointer) ?? [] }));

/** Days before these are left out, in the zone and in UTC: they were counted before a rebuild. */
export interface Floor {
  readonly day: number;
  readonly utcDay: number;
  /**
   * The first instant of the first day: where the day before it ended in the zone in which that was counted. All time counts once,
   * on one of the two days.
   */
  readonly at: number;
}

const always = Number.NEGATIVE_INFINITY;
export const noFloor: Floor = { day: always, utcDay: always, at: always };

/** The first and the last day of a session from the floor on; undefined for a session that is before it as a whole. */
function daysOf(
  { startedAt, endedAt }: CountedSession,
  { dayOf }: TimeZone,
  floor: Floor,
): { readonly first: number; readonly last: number } | undefined {
  if (startedAt < floor.at && endedAt <= floor.at) return undefined;
  const first = Math.max(dayOf(Math.max(startedAt, floor.at)), floor.day);
  return { first, last: endedAt > startedAt ? Math.max(dayOf(endedAt - 1), first) : first };
}

const minute = 60_000;
const minutesOfDay = 1_440;

/** Adds what a session adds by itself. `countPlayer` adds the rest. */
export function countSession(sums: Sums, session: CountedSession, rules: CountRules, floor = noFloor): void {
  const { startedAt, endedAt, reason } = session;
  const values: readonly (readonly [kind: TableKind, value: string])[] = [
    ['reason', JSON.stringify(reason)],
    ...rules.pointers.map(({ kind, tokens }) => [kind, valueAt(session.context, tokens)] as const),
  ];
  const { first, last } = daysOf(session, rules.zone, floor) ?? { first: 0, last: -1 };
  for (let day = first; day <= last; day += 1) {
    const milliseconds = playOn(session, day, rules.zone, floor);
    const sessions = day === first && startedAt >= floor.at ? 1 : 0;
    if (milliseconds === 0 && sessions === 0) continue;
    addToList(sums, 'totals', day, totalsAt.sessions, sessions);
    addToList(sums, 'totals', day, totalsAt.milliseconds, milliseconds);
    for (const [kind, value] of values) addToValue(sums, kind, day, value, { sessions, milliseconds });
  }
  countLength(sums, session, rules, floor);
  countOnline(sums, startedAt, endedAt, floor.utcDay);
}

/** The milliseconds of a session within a day. */
function playOn(
  { startedAt, endedAt }: CountedSession,
  day: number,
  { startOf }: TimeZone,
  floor: Floor,
): number {
  const start = Math.max(floor.at, day === floor.day ? floor.at : startOf(day));
  return Math.max(0, Math.min(endedAt, startOf(day + 1)) - Math.max(startedAt, start));
}

function countLength(sums: Sums, session: CountedSession, { zone }: CountRules, floor: Floor): void {
  const { startedAt, endedAt, reason } = session;
  if (reason === 'active' || endedAt < floor.at) return;
  const day = Math.max(zone.dayOf(endedAt), floor.day);
  const length = endedAt - startedAt;
  addToList(sums, 'lengths', day, lengthsAt.count, 1);
  addToList(sums, 'lengths', day, lengthsAt.milliseconds, length);
  addToList(sums, 'lengths', day, lengthsAt.buckets + bucketOf(length), 1);
}

/** A session is on at a whole minute when it started by then and ended later. Days are those of UTC. */
function countOnline(sums: Sums, startedAt: number, endedAt: number, floor: number): void {
  const first = Math.ceil(startedAt / minute);
  const end = Math.ceil(endedAt / minute);
  if (first === end) return;
  const addChange = (at: number, change: 1 | -1) => {
    const day = Math.floor(at / minutesOfDay);
    if (day >= floor) addToList(sums, 'online', day, onlineAt.minutes + at - day * minutesOfDay, change);
  };
  addChange(first, 1);
  addChange(end, -1);
  const lastDay = Math.floor(end / minutesOfDay);
  for (let day = Math.max(Math.floor(first / minutesOfDay) + 1, floor); day <= lastDay; day += 1)
    addToList(sums, 'online', day, onlineAt.before, 1);
}

/** Adds the days of a session to those of its player. A day without length is left out. */
export function addActiveDays(
  ranges: DayRanges,
  session: CountedSession,
  zone: TimeZone,
  floor = noFloor,
): DayRanges {
  const days = daysOf(session, zone, floor);
  if (!days) return ranges;
  const { startOf } = zone;
  const { last } = days;
  let result = ranges;
  let { first } = days;
  for (let day = first; day <= last; day += 1) {
    if (startOf(day) < startOf(day + 1)) continue;
    if (first < day) result = withRange(result, first, day - 1);
    first = day + 1;
  }
  return first <= last ? withRange(result, first, last) : result;
}

/** Counts a player whose active days have grown. An earlier first day moves the player to another cohort, on every day. */
export function countPlayer(sums: Sums, before: DayRanges, after: DayRanges): void {
  const [cohortBefore, cohort] = [before[0], after[0]];
  if (cohort === undefined) return;
  countDerived(sums, before, after);
  const isMoved = cohortBefore !== cohort;
  if (isMoved && cohortBefore !== undefined) {
    for (const day of eachDay(before)) addToList(sums, 'cohorts', day, day - cohortBefore, -1);
    addToList(sums, 'totals', cohortBefore, totalsAt.new, -1);
  }
  if (isMoved) addToList(sums, 'totals', cohort, totalsAt.new, 1);
  let [week, month] = [Number.NaN, Number.NaN];
  for (const day of eachDay(after)) {
    const isFresh = !hasDayWithin(before, day, day);
    if (isFresh || isMoved) addToList(sums, 'cohorts', day, day - cohort, 1);
    if (!isFresh) continue;
    addToList(sums, 'totals', day, totalsAt.active, 1);
    if (weekStartOf(day) !== week) {
      week = weekStartOf(day);
      if (!hasDayWithin(before, week, week + 6)) addToList(sums, 'week', week, 0, 1);
    }
    if (monthStartOf(day) !== month) {
      month = monthStartOf(day);
      if (!hasDayWithin(before, month, monthStartOf(day, 1) - 1)) addToList(sums, 'month', month, 0, 1);
    }
  }
}

/** The JSON text of the value at a pointer, or what it counts as; that of null where there is none, or an object or array. */
export function valueAt(context: string | null, tokens: readonly string[]): string {
  let text = context;
  for (const token of tokens) {
    if (text === null || !isObject(text)) return 'null';
    const member = memberOf(openObject(text), token);
    text = member === undefined ? null : toText(member.value);
  }
  if (text === null || text.startsWith('{') || text.startsWith('[')) return 'null';
  return countedValue(text.startsWith('"') ? JSON.stringify(stringValue(text)) : text);
}
