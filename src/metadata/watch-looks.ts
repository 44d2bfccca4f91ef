// The looks for what ends waits without a sign from this process: changes of other processes, and the time. They run while somebody
// waits, and one at a time.
import type { Clock } from '../lib/clock.ts';
import type { ChangeStore } from '../store/ports/changes.ts';
import { CHANGES_PAUSE_MILLISECONDS } from '../tuning.ts';
import { type ListedWatch, touch, type WatchList } from './watch-list.ts';

export interface Looks {
  /** Looks again and again, if it does not yet. */
  start(): void;
  stop(): void;
}

export function createLooks(list: WatchList, changes: ChangeStore, clock: Clock): Looks {
  let stop: (() => void) | undefined;
  let isLooking = false;

  function endOverdue(): void {
    const now = clock.monotonic();
    for (const { settle, until } of list.all()) if (until <= now) settle?.('over');
  }

  /** Ends the waits for these players that the look is about. Those that began later know a newer state. */
  function endChanged(known: readonly ListedWatch[], step: readonly number[]): void {
    if (step.length === 0) return;
    const changed = new Set(step);
    for (const watch of known) if (changed.has(watch.sequentialId)) touch(watch);
  }

  async function look(): Promise<void> {
    endOverdue();
    const watches = list.all();
    const known = watches.filter(({ settle }) => settle !== undefined);
    if (isLooking || known.length === 0) return;
    // A watch that reads may know a state from before this look, and wait after it. So it reads again.
    for (const watch of watches) if (!watch.settle) touch(watch);
    isLooking = true;
    try {
      for await (const step of changes.listChanged(known)) endChanged(known, step);
    } catch {
      // A database that does not answer is looked at again. Other requests tell of it.
    } finally {
      isLooking = false;
    }
  }

  return {
    start() {
      stop ??= clock.every(CHANGES_PAUSE_MILLISECONDS, () => void look());
    },
    stop() {
      stop?.();
      stop = undefined;
    },
  };
}
