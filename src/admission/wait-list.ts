// A first-in, first-out list of callers that wait for a connection or a permit. A caller that waits too long is refused with
// `StoreBusy`, not as in an outage: slow calls of others are no sign that the database is down.

import type { StoreRefusal } from '../errors/refusals-table.ts';
import { StoreBusy } from '../store/ports/errors.ts';

export interface WaitList<Thing> {
  readonly length: number;
  /** @throws StoreBusy when no thing was given in time, or the error of `refuse`. */
  wait(): Promise<Thing>;
  /** Gives a thing to the caller that waits longest. @returns false when no caller waits */
  give(thing: Thing): boolean;
  /** Refuses all callers that wait. */
  refuse(error: unknown): void;
}

export interface WaitListOptions {
  readonly timeoutMilliseconds: number;
  /** The refusal of a caller that waits too long. */
  readonly refusal: StoreRefusal;
}

interface Waiting<Thing> {
  readonly resolve: (thing: Thing) => void;
  readonly reject: (error: unknown) => void;
}

export function createWaitList<Thing>({ timeoutMilliseconds, refusal }: WaitListOptions): WaitList<Thing> {
  const waiting = new Set<Waiting<Thing>>();

  async function wait(): Promise<Thing> {
    const mine = Promise.withResolvers<Thing>();
    waiting.add(mine);
    // A real timer, since a real server decides when connections are given back.
    const timer = setTimeout(() => {
      waiting.delete(mine);
      mine.reject(new StoreBusy(refusal));
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
