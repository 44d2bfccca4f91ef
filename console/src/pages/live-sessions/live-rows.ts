// The rows of the live list over its refreshes: sessions that have come since the one before are marked as new for a while, and those that
// are over stay for as long, marked as ended, so that nobody looks for them. Pure.
import type { ActiveSession } from '../../api/active-session.ts';

export interface LiveRow extends ActiveSession {
  /** Undefined for a session that was there before and goes on. */
  readonly mark?: 'new' | 'ended' | undefined;
  /** When the mark was set, in milliseconds since the epoch. */
  readonly markedAt?: number;
}

export interface LiveRows {
  readonly rows: readonly LiveRow[];
  /** The sessions of the last refresh. */
  readonly source: readonly ActiveSession[];
  /** There were no further ones. */
  readonly isWhole: boolean;
  /** When they came, in milliseconds since the epoch. */
  readonly now: number;
  /** Sessions that were ended here. An answer that was on its way may still have them. */
  readonly gone: ReadonlySet<string>;
}

/** How long a mark is seen. */
export const markMilliseconds = 20_000;
/** After a longer pause nobody knows the rows of before any more. */
const pauseMilliseconds = 60_000;

export interface Refresh extends Pick<LiveRows, 'source' | 'isWhole' | 'now'> {
  /** Is a row in use, for instance by the focus? Then it stays after its time. */
  readonly isInUse?: (row: LiveRow) => boolean;
}

/**
 * The rows after a refresh, or after a further page, in the order of the players.
 * @param before undefined for the first ones, of which none is new
 */
export function refreshed(before: LiveRows | undefined, refresh: Refresh): LiveRows {
  const { source, isWhole, now, isInUse = () => false } = refresh;
  const gone = before?.gone ?? new Set();
  const facts = { source, isWhole, now, gone };
  const sessions = source.filter(({ sessionId }) => !gone.has(sessionId));
  if (before === undefined || now - before.now > pauseMilliseconds) return { rows: sessions, ...facts };
  const known = new Map(before.rows.map((row) => [row.sessionId, row]));
  const listed = new Set(source.map(({ sessionId }) => sessionId));
  const reachedBefore = reachOf(before);
  const reached = reachOf(refresh);
  const isFresh = ({ markedAt = 0 }: LiveRow) => now - markedAt < markMilliseconds;
  const present = sessions.map((session): LiveRow => {
    const row = known.get(session.sessionId);
    if (row?.mark === 'new') return isFresh(row) ? { ...row, ...session } : session;
    // A session further down than the list reached before may be as old as any.
    const isNew = row === undefined && session.sequentialId <= reachedBefore;
    return isNew ? { ...session, mark: 'new', markedAt: now } : session;
  });
  const ended = before.rows
    .filter(({ sessionId, sequentialId }) => !listed.has(sessionId) && sequentialId <= reached)
    .map((row): LiveRow => (row.mark === 'ended' ? row : { ...row, mark: 'ended', markedAt: now }))
    .filter((row) => isFresh(row) || isInUse(row));
  return { rows: merged(ended, present), ...facts };
}

/** The last player of whom the list knows whether they play. */
const reachOf = ({ source, isWhole }: Pick<LiveRows, 'source' | 'isWhole'>): number =>
  isWhole ? Number.POSITIVE_INFINITY : (source.at(-1)?.sequentialId ?? 0);

/** Both in the order of the players. The ended session of a player comes before the present one. */
function merged(ended: readonly LiveRow[], present: readonly LiveRow[]): readonly LiveRow[] {
  if (ended.length === 0) return present;
  return [...ended, ...present].sort((a, b) => a.sequentialId - b.sequentialId);
}

/** The rows without sessions that a person has ended here, who knows that they are over. */
export const without = (live: LiveRows, sessionIds: ReadonlySet<string>): LiveRows => ({
  ...live,
  rows: live.rows.filter(({ sessionId }) => !sessionIds.has(sessionId)),
  gone: new Set([...live.gone, ...sessionIds]),
});
