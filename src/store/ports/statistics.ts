// The port for statistics: sums that are kept by day, and the job that counts ended sessions into them. Each ended session is
// counted once. The sums together with the part that is not counted yet are exact as of one moment.
import type { NumberList } from '../../lib/number-list.ts';

/**
 * The kinds of sums by day. A text that begins with `/` is a pointer into the context. Days are those of the time zone, but for
 * `online`, whose days are those of UTC. Lists of numbers have these indexes:
 * - `totals`: 0 sessions that started, 1 milliseconds of play, 2 active players, 3 new players
 * - `week`, `month`, `year`, by the first day: 0 active players
 * - `cohorts`: the active players who were new so many days before
 * - `week-cohorts`, `month-cohorts`, by the first day: the active players who were new so many weeks or months before
 * - `lengths`, by the day of the end: 0 sessions, 1 milliseconds of all together, from 2 on the buckets (length-buckets.ts)
 * - `online`: 0 sessions on before midnight, then the change at each minute of the day
 * - `floor`, by the first day that a rebuild made anew: 0 milliseconds from its beginning in the zone to the first instant that
 *   counts on it, negative for one before
 * - `now`, day 0: 0 sessions active at the moment of the answer
 * - `backfill`, day 0: how far the sums of `DerivedKind` were made of the active days of players whom an earlier version counted:
 *   0 the sequential id up to which they are, 1 whether they are complete
 */
export type ListKind =
  | 'totals'
  | 'week'
  | 'month'
  | 'year'
  | 'cohorts'
  | 'week-cohorts'
  | 'month-cohorts'
  | 'lengths'
  | 'online'
  | 'floor'
  | 'now'
  | 'backfill';
/** Kinds that versions before 0.3 do not count. They follow from the active days of the players alone. */
export type DerivedKind = 'year' | 'week-cohorts' | 'month-cohorts';
/** Sums by value. */
export type TableKind = 'reason' | `/${string}`;
export type SumKind = ListKind | TableKind;

/** Indexes of the lists above. */
export const totalsAt = { sessions: 0, milliseconds: 1, active: 2, new: 3 } as const;
export const lengthsAt = { count: 0, milliseconds: 1, buckets: 2 } as const;
export const onlineAt = { before: 0, minutes: 1 } as const;
export const backfillAt = { position: 0, isComplete: 1 } as const;

/** One row of a table: the JSON text of a value, or `other` for values past the bound, and its sums. */
export interface ValueSums {
  readonly value: string;
  readonly sessions: number;
  readonly milliseconds: number;
}

export interface SumsQuery {
  readonly kind: SumKind;
  /** Days, both included. */
  readonly from: number;
  readonly to: number;
}

/** The sums of one kind and day, encoded (number-list.ts, value-table.ts). There may be several, which add up. */
export interface SumsRow {
  readonly kind: SumKind;
  readonly day: number;
  readonly text: string;
}

export interface StatisticsSettings {
  /** The IANA name of the time zone. */
  readonly zone: string;
  /** Pointers into the context. */
  readonly pointers: readonly string[];
}

export type StatisticsAnswer =
  | {
      readonly state: 'exact';
      /** The moment as of which the sums are exact. */
      readonly asOf: number;
      /** Milliseconds since then, by the clock of the store. */
      readonly age: number;
      readonly rows: readonly SumsRow[];
    }
  /** The sums are of another zone than that of the settings. */
  | { readonly state: 'other-zone'; readonly zone: string }
  /** Sessions remain to be counted: so many of so many are. No numbers before the first count. */
  | { readonly state: 'counting'; readonly counted: number; readonly total: number };

export interface CountOptions {
  /**
   * Makes the sums exact as of now, active sessions included. `now`: for a request that waits. `if-asked`: while requests ask for
   * statistics. `no`: counts ended sessions alone.
   */
  readonly publish: 'now' | 'if-asked' | 'no';
}

/** `done`: nothing remains. `busy`: another process counts. `other-zone`: nothing was counted. */
export type CountResult = 'done' | 'busy' | 'other-zone';

export interface StatisticsStore {
  read(queries: readonly SumsQuery[]): Promise<StatisticsAnswer>;
  /** Counts ended sessions in small transactions, until none remains. An abort ends it after a transaction. */
  count(signal: AbortSignal, options: CountOptions): Promise<CountResult>;
  /**
   * Begins to make the sums anew, in the zone of the settings, from the sessions that are kept. Earlier days stay. `count` does
   * the work.
   */
  rebuild(): Promise<'begun' | 'busy'>;
}

export type { NumberList };
