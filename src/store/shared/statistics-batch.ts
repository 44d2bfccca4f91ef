// The sums of batches of sessions, made slice by slice so that the thread is never kept for long. The active days of the players
// are carried from batch to batch, so a player's sessions are counted in any order.
import type { Clock } from '../../lib/clock.ts';
import {
  COUNT_IDLE_TURN_MILLISECONDS,
  COUNT_REST_MILLISECONDS,
  COUNT_SLICE_MILLISECONDS,
} from '../../tuning.ts';
import { type DayRanges, decodeDays, encodeDays } from './statistics-days.ts';
import {
  addActiveDays,
  type CountedSession,
  type CountRules,
  countPlayer,
  countSession,
  type Floor,
  noFloor,
} from './statistics-sessions.ts';
import { newSums, type Sums } from './statistics-sums.ts';

/** The active days of players, as they are after the sessions that were counted. */
export type PlayerDays = Map<number, DayRanges>;

export interface Batch {
  readonly sums: Sums;
  /** The players whose days have changed. */
  readonly players: ReadonlyMap<number, string>;
}

export interface BatchSession extends CountedSession {
  readonly sequentialId: number;
  readonly floor?: Floor;
}

/** Lets other work run when the thread was kept for a slice, and rests longer if there was any. An abort ends a rest. */
export function createYielder(
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  signal: AbortSignal,
): () => Promise<void> | undefined {
  let since = clock.monotonic();
  async function rest(): Promise<void> {
    const before = clock.monotonic();
    await clock.sleep(0, signal);
    if (clock.monotonic() - before > COUNT_IDLE_TURN_MILLISECONDS)
      await clock.sleep(COUNT_REST_MILLISECONDS, signal);
    since = clock.monotonic();
  }
  return () => (clock.monotonic() - since < COUNT_SLICE_MILLISECONDS ? undefined : rest());
}

/** Adds sessions to a batch. @param days has the days of each player of the sessions, and gets the new ones */
export async function countBatch(
  sessions: readonly BatchSession[],
  days: PlayerDays,
  rules: CountRules,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<Batch> {
  const sums = newSums();
  const before = new Map<number, DayRanges>();
  for (const session of sessions) {
    const { sequentialId, floor = noFloor } = session;
    countSession(sums, session, rules, floor);
    const ranges = days.get(sequentialId) ?? [];
    if (!before.has(sequentialId)) before.set(sequentialId, ranges);
    days.set(sequentialId, addActiveDays(ranges, session, rules.zone, floor));
    const pause = yieldIfDue();
    if (pause) await pause;
  }
  const players = new Map<number, string>();
  for (const [sequentialId, ranges] of before) {
    const after = days.get(sequentialId) ?? [];
    const text = encodeDays(after);
    if (text === encodeDays(ranges)) continue;
    players.set(sequentialId, text);
    countPlayer(sums, ranges, after);
    const pause = yieldIfDue();
    if (pause) await pause;
  }
  return { sums, players };
}

export const toPlayerDays = (texts: ReadonlyMap<number, string>): PlayerDays =>
  new Map([...texts].map(([sequentialId, text]) => [sequentialId, decodeDays(text)]));
