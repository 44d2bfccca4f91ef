// The notices of new events: what waits for an event after an id. Events of this process are told, and those of others are looked for
// while somebody waits. Nothing runs while nobody waits.
import type { Clock } from '../lib/clock.ts';
import type { EventStore } from '../store/ports/events.ts';
import { EVENTS_PAUSE_MILLISECONDS } from '../tuning.ts';

export interface EventNotices {
  /**
   * Resolves when there is an event after this id (null: any event), when the signal aborts, or when the service drains. It may also
   * resolve without one, so whoever waits looks and waits again. Never rejects.
   */
  wait(after: number | null, signal: AbortSignal): Promise<void>;
  /** Ends all waits, and lets none begin any more. */
  drain(): void;
  readonly isDraining: () => boolean;
  /** Aborts when the service drains. */
  readonly draining: AbortSignal;
}

interface Wait {
  readonly after: number;
  readonly end: () => void;
}

export function createEventNotices(
  store: Pick<EventStore, 'newest' | 'onEvents'>,
  clock: Clock,
): EventNotices {
  const waits = new Set<Wait>();
  let stopLooking: (() => void) | undefined;
  let isLooking = false;
  let isAsked = false;
  const draining = new AbortController();
  const isDraining = (): boolean => draining.signal.aborted;

  /** One look at a time. Events that are told during one are looked for by the next. */
  async function look(): Promise<void> {
    isAsked = true;
    if (isLooking) return;
    isLooking = true;
    while (isAsked && waits.size > 0) {
      isAsked = false;
      // A database that does not answer is looked at again. The reads of whoever waits tell of it.
      const newest = await store.newest().catch(() => null);
      for (const wait of waits) if (newest !== null && newest > wait.after) wait.end();
    }
    isLooking = false;
  }

  store.onEvents(() => void look());

  return {
    isDraining,
    draining: draining.signal,
    wait(after, signal) {
      if (isDraining() || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wait: Wait = {
          after: after ?? 0,
          end() {
            if (!waits.delete(wait)) return;
            signal.removeEventListener('abort', wait.end);
            if (waits.size === 0) {
              stopLooking?.();
              stopLooking = undefined;
            }
            resolve();
          },
        };
        waits.add(wait);
        signal.addEventListener('abort', wait.end);
        stopLooking ??= clock.every(EVENTS_PAUSE_MILLISECONDS, () => void look());
        void look();
      });
    },
    drain() {
      draining.abort();
      for (const { end } of waits) end();
    },
  };
}
