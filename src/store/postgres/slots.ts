// Slots for what only so many may do at once, given in the order of asking. Who waits for one too long is refused: that
// others take their time says nothing of the server.
import { StoreUnavailable } from '../store.ts';

export interface Slots {
  /** Does work in a slot. @throws StoreUnavailable when none was free in time */
  hold<T>(work: () => Promise<T>): Promise<T>;
}

export function createSlots(count: number, timeoutMilliseconds: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();

  function wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(go);
        reject(new StoreUnavailable('no connection to PostgreSQL was free in time'));
      }, timeoutMilliseconds);
      function go(): void {
        clearTimeout(timer);
        resolve();
      }
      waiting.add(go);
    });
  }

  /** Whoever waits longest gets the slot. */
  function leave(): void {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    async hold(work) {
      if (free > 0) free -= 1;
      else await wait();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
