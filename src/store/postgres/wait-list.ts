// A first-in, first-out queue for a scarce resource. A call that waits too long is refused with `StoreBusy`, not as an
// outage: slow calls of others are no sign that the server is down.
import { StoreBusy } from '../ports/store.ts';

export interface Queue<Thing> {
  readonly length: number;
  /** @throws StoreBusy when none was given in time, or what it was refused with. */
  wait(): Promise<Thing>;
  /** To whoever waits longest. @returns false when nobody waits */
  give(thing: Thing): boolean;
  /** Refuses all who wait. */
  refuse(error: unknown): void;
}

interface Waiting<Thing> {
  readonly resolve: (thing: Thing) => void;
  readonly reject: (error: unknown) => void;
}

export function createWaitList<Thing>(timeoutMilliseconds: number): Queue<Thing> {
  const waiting = new Set<Waiting<Thing>>();

  async function wait(): Promise<Thing> {
    const mine = Promise.withResolvers<Thing>();
    waiting.add(mine);
    const timer = setTimeout(() => {
      waiting.delete(mine);
      mine.reject(new StoreBusy('no connection to PostgreSQL was free in time'));
    }, timeoutMilliseconds);
    try {
      return await mine.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    get length() {
      return waiting.size;
    },
    wait,
    give(thing) {
      const [next] = waiting;
      if (!next) return false;
      waiting.delete(next);
      next.resolve(thing);
      return true;
    },
    refuse(error) {
      for (const { reject } of waiting) reject(error);
      waiting.clear();
    },
  };
}
