// The schedule by which an engine checks the histories of ended sessions: now and then after a session ends, in the
// background, one player after the other.
import { SESSION_HISTORY_ROW_BYTES } from '../../limits.ts';
import { SESSION_HISTORY_CHECK_BYTES, SESSION_HISTORY_MAX_WAITING } from '../../tuning.ts';

export interface HistoryLimit {
  /**
   * Reports a session that was added to the history. The more bytes it takes, the likelier is a check of the player's history: a
   * player who adds little almost never pays for one.
   */
  ended(sequentialId: number, contextBytes: number): void;
  /** Begins no further look, and waits for the one under way. */
  stop(): Promise<void>;
}

/** @param shorten takes one step, if there is too much; answers whether another one may be due. */
export function createHistoryLimit(shorten: (sequentialId: number) => Promise<boolean>): HistoryLimit {
  const waiting = new Set<number>();
  let underWay: Promise<void> | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    // The loop also visits players who are added meanwhile. The player just visited goes behind all others.
    for (const sequentialId of waiting) {
      if (isStopped) break;
      waiting.delete(sequentialId);
      // A fault of the store is told of by the requests that meet it. A later look finds what this one has left.
      const isMoreDue = await shorten(sequentialId).catch(() => false);
      if (isMoreDue) waiting.add(sequentialId);
    }
    underWay = undefined;
  }

  return {
    ended(sequentialId, contextBytes) {
      const bytes = SESSION_HISTORY_ROW_BYTES + contextBytes;
      if (Math.random() * SESSION_HISTORY_CHECK_BYTES >= bytes) return;
      if (isStopped || waiting.size >= SESSION_HISTORY_MAX_WAITING) return;
      waiting.add(sequentialId);
      underWay ??= look();
    },
    async stop() {
      isStopped = true;
      await underWay;
    },
  };
}
