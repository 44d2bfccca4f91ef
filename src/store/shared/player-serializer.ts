// The order of one player's calls that take several steps: one after the other, whatever others do meanwhile.
import { isOutage, StoreBusy } from '../ports/store.ts';

interface Calls {
  last: Promise<unknown>;
  count: number;
}

export interface PlayerSerializer {
  /**
   * Runs the calls of one player one after the other, in the order in which they came, whatever each of them takes. One that
   * would wait behind too many is refused with `StoreBusy`, one behind a call that found the database gone like that one.
   */
  run<T>(sequentialId: number, call: () => Promise<T>): Promise<T>;
  /** Resolves when no call is under way, be it that it still has several steps to take. */
  drain(): Promise<void>;
}

/** @param maxCalls of one player, under way and waiting */
export function createPlayerSerializer(maxCalls: number): PlayerSerializer {
  const underWay = new Map<number, Calls>();

  function run<T>(sequentialId: number, call: () => Promise<T>): Promise<T> {
    const before = underWay.get(sequentialId);
    if (before && before.count >= maxCalls) {
      return Promise.reject(new StoreBusy('too many calls of one player wait'));
    }
    // None waits for a time-out of its own.
    const afterFailure = (error: unknown): Promise<T> => (isOutage(error) ? Promise.reject(error) : call());
    const mine = before ? before.last.then(call, afterFailure) : call();
    const calls = before ?? { last: mine, count: 0 };
    calls.last = mine;
    calls.count += 1;
    if (!before) underWay.set(sequentialId, calls);
    const forget = (): void => {
      calls.count -= 1;
      if (calls.count === 0) underWay.delete(sequentialId);
    };
    mine.then(forget, forget);
    return mine;
  }

  return {
    run,
    async drain() {
      while (underWay.size > 0) await Promise.allSettled([...underWay.values()].map(({ last }) => last));
    },
  };
}
