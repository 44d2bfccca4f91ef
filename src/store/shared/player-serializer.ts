// Per-player serialization of calls that take several steps: the calls of one player run one after the other, and calls of
// different players run concurrently.
import type { StoreRefusal } from '../../errors/refusals-table.ts';
import { isLockedRow, isOutage, StoreBusy } from '../ports/errors.ts';

/** The calls of one player that run or wait. */
interface Chain {
  last: Promise<unknown>;
  count: number;
}

export interface PlayerSerializer {
  /**
   * Runs a call after the earlier calls of the player. A call behind one that found the database gone fails with the same error,
   * so that it does not wait for a time-out of its own. So does one behind a call whose row was locked up to the time-out.
   * @throws StoreBusy when too many calls of the player wait
   */
  run<T>(sequentialId: number, call: () => Promise<T>): Promise<T>;
  /** Resolves when no call runs or waits. */
  drain(): Promise<void>;
}

/**
 * @param maxCalls the bound on the calls of one player, running and waiting.
 * @param refusal of a call past the bound.
 */
export function createPlayerSerializer(maxCalls: number, refusal: StoreRefusal): PlayerSerializer {
  const chains = new Map<number, Chain>();

  function run<T>(sequentialId: number, call: () => Promise<T>): Promise<T> {
    const before = chains.get(sequentialId);
    if (before && before.count >= maxCalls) {
      return Promise.reject(new StoreBusy(refusal));
    }
    const afterFailure = (error: unknown): Promise<T> =>
      isOutage(error) || isLockedRow(error) ? Promise.reject(error) : call();
    const mine = before ? before.last.then(call, afterFailure) : call();
    const chain = before ?? { last: mine, count: 0 };
    chain.last = mine;
    chain.count += 1;
    if (!before) chains.set(sequentialId, chain);
    const countDown = (): void => {
      chain.count -= 1;
      if (chain.count === 0) chains.delete(sequentialId);
    };
    mine.then(countDown, countDown);
    return mine;
  }

  return {
    run,
    async drain() {
      while (chains.size > 0) await Promise.allSettled([...chains.values()].map(({ last }) => last));
    },
  };
}
