// The bound on one player's session history: the choice of the rows to shorten, and the schedule of the checks. An engine checks
// histories in the background, at random after the end of a session, one player after the other.
import {
  SESSION_HISTORY_MAX_BYTES,
  SESSION_HISTORY_MAX_ROWS,
  SESSION_HISTORY_ROW_BYTES,
} from '../../limits.ts';
import {
  SESSION_HISTORY_CHECK_BYTES,
  SESSION_HISTORY_MAX_WAITING,
  SESSION_HISTORY_STEP_ROWS,
} from '../../tuning.ts';

/** The rows that a check reads: those that may stay, and those that one step may remove. */
export const historyCheckRows = SESSION_HISTORY_MAX_ROWS + SESSION_HISTORY_STEP_ROWS;

/** True when a history takes more than its bound in rows or in bytes. */
export const exceedsHistoryLimit = ({
  rows,
  contextBytes,
}: {
  readonly rows: number;
  readonly contextBytes: number;
}): boolean =>
  rows > SESSION_HISTORY_MAX_ROWS ||
  rows * SESSION_HISTORY_ROW_BYTES + contextBytes > SESSION_HISTORY_MAX_BYTES;

/**
 * Chooses the rows that one step shortens: rows past the bound are removed, and the oldest contexts for which no bytes are left.
 * Mirrored by shorten-history.sql.
 * @param newest the newest `historyCheckRows` rows of a player, newest first.
 */
export function chooseShortening<Row extends { readonly contextBytes: number }>(
  newest: readonly Row[],
): { readonly remove: readonly Row[]; readonly removeContext: readonly Row[]; readonly isMoreDue: boolean } {
  const staying = newest.slice(0, SESSION_HISTORY_MAX_ROWS);
  let bytesLeft = SESSION_HISTORY_MAX_BYTES - staying.length * SESSION_HISTORY_ROW_BYTES;
  const tooLong = staying.filter(({ contextBytes }) => {
    bytesLeft -= contextBytes;
    return contextBytes > 0 && bytesLeft < 0;
  });
  const removeContext = tooLong.slice(-SESSION_HISTORY_STEP_ROWS);
  return {
    remove: newest.slice(SESSION_HISTORY_MAX_ROWS),
    removeContext,
    isMoreDue: removeContext.length < tooLong.length || newest.length === historyCheckRows,
  };
}

export interface HistoryLimit {
  /**
   * Reports a session that was added to the history. The chance of a check of the player's history grows with the bytes of the
   * session, so a player who adds little almost never causes one.
   */
  ended(sequentialId: number, contextBytes: number): void;
  /** Begins no further check, and waits for the one under way. */
  stop(): Promise<void>;
}

/** @param shorten takes one step, if there is too much. It answers whether another one may be due. */
export function createHistoryLimit(shorten: (sequentialId: number) => Promise<boolean>): HistoryLimit {
  const waiting = new Set<number>();
  let checking: Promise<void> | undefined;
  let isStopped = false;

  async function checkAll(): Promise<void> {
    // The loop also visits players who are added meanwhile. The player just visited moves behind all others.
    for (const sequentialId of waiting) {
      if (isStopped) break;
      waiting.delete(sequentialId);
      // Requests already report a fault of the store. A later check finds the rows that this one has left.
      const isMoreDue = await shorten(sequentialId).catch(() => false);
      if (isMoreDue) waiting.add(sequentialId);
    }
    checking = undefined;
  }

  return {
    ended(sequentialId, contextBytes) {
      const bytes = SESSION_HISTORY_ROW_BYTES + contextBytes;
      if (Math.random() * SESSION_HISTORY_CHECK_BYTES >= bytes) return;
      if (isStopped || waiting.size >= SESSION_HISTORY_MAX_WAITING) return;
      waiting.add(sequentialId);
      checking ??= checkAll();
    },
    async stop() {
      isStopped = true;
      await checking;
    },
  };
}
