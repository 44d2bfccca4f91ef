// The places of sessions on a time axis: a row for each day, the newest first, with the hours of the day from left to right. A
// session that goes past midnight has a bar in each of its days.
import type { EndReason } from '../../api/end-reasons.ts';

export interface AxisSession {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly reason: EndReason | 'active';
}

export interface Bar {
  readonly session: AxisSession;
  /** Shares of the day, from 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export type AxisRow =
  | { readonly kind: 'day'; readonly day: number; readonly bars: readonly Bar[] }
  /** Days without a session, at least two. */
  | { readonly kind: 'gap'; readonly day: number; readonly days: number };

export interface Axis {
  readonly rows: readonly AxisRow[];
  /** There are older days than rows. */
  readonly isCut: boolean;
}

/** Rows of an axis. More would be slow to draw, and the table has all sessions. */
const axisMaxRows = 35;

/** Midnight of the reader's zone. Days are counted by the calendar, since some have 23 or 25 hours. */
function midnight(at: number, dayOffset = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + dayOffset).getTime();
}

/** @param sessions newest first */
export function layOutAxis(sessions: readonly AxisSession[], maxRows = axisMaxRows): Axis {
  const bars = new Map<number, Bar[]>();
  let isCut = false;
  for (const session of sessions) {
    const first = midnight(session.start);
    // A session that ends at midnight has no bar in the day that begins then.
    const last = midnight(Math.max(session.start, session.end - 1));
    for (let day = last; day >= first; day = midnight(day, -1)) {
      if (bars.size >= maxRows && !bars.has(day)) {
        isCut = true;
        break;
      }
      const list = bars.get(day) ?? [];
      bars.set(day, list);
      list.push(barOf(session, day));
    }
  }
  return { rows: withGaps([...bars].sort(([a], [b]) => b - a)), isCut };
}

function barOf(session: AxisSession, day: number): Bar {
  const length = midnight(day, 1) - day;
  const share = (at: number): number => Math.min(1, Math.max(0, (at - day) / length));
  return { session, from: share(session.start), to: share(session.end) };
}

function withGaps(days: readonly (readonly [number, readonly Bar[]])[]): readonly AxisRow[] {
  return days.flatMap(([day, bars], index): readonly AxisRow[] => {
    const newer = days[index - 1]?.[0];
    // The newest last, so that it lies above others that are drawn at the same place.
    const row: AxisRow = { kind: 'day', day, bars: bars.toReversed() };
    const missing = newer === undefined ? 0 : daysBetween(day, newer) - 1;
    if (missing === 0) return [row];
    const gapDay = midnight(day, 1);
    if (missing === 1) return [{ kind: 'day', day: gapDay, bars: [] }, row];
    return [{ kind: 'gap', day: gapDay, days: missing }, row];
  });
}

/** Whole calendar days; the hour of a change to summer time rounds away. */
const daysBetween = (older: number, newer: number): number => Math.round((newer - older) / 86_400_000);
