// The waiting calls of costly players, in a line for each. The line of the player who used the least time is served first.
import type { BatchMonitor } from '../../admission/admission-control.ts';
import { SLOW_CALLS_MAX_MILLISECONDS } from '../../limits.ts';
import { TIME_SLICE_MILLISECONDS } from '../../tuning.ts';
import { type Account, usedBy } from './player-accounts.ts';

export interface FairItem {
  /**
   * The time since which the call waits for calls of others. Waiting for calls of its own player does not count. Undefined until
   * the call waits in a line, for a queue of which nobody asks how long its quick calls wait.
   */
  queuedAt: number | undefined;
}

export interface LineOptions {
  readonly maxCalls: number;
  readonly monitor: Pick<BatchMonitor, 'moment' | 'addSetAside'>;
}

export function createLines<Item extends FairItem>({ maxCalls, monitor }: LineOptions) {
  /** The accounts with calls in their line. */
  const lines = new Set<Account<Item>>();
  let calls = 0;

  /** Takes the first call of a line. The call behind it waits for calls of others from now on. */
  function takeFirst(account: Account<Item>, now: number): Item {
    const first = account.line.shift() as Item;
    if (account.line[0]) account.line[0].queuedAt = now;
    else lines.delete(account);
    calls -= 1;
    monitor.addSetAside(-1);
    return first;
  }

  return {
    /** The number of waiting calls. */
    get length() {
      return calls;
    },
    add(account: Account<Item>, items: readonly Item[], inFront = false): void {
      if (items.length === 0) return;
      const now = monitor.moment();
      for (const item of items) item.queuedAt ??= now;
      if (inFront) account.line.unshift(...items);
      else account.line.push(...items);
      lines.add(account);
      calls += items.length;
      monitor.addSetAside(items.length);
    },
    /** One call of each line in turn, least time used first, until the expected durations fill a time slice. */
    take(): Item[] {
      const now = monitor.moment();
      const inOrder = [...lines].sort((a, b) => usedBy(a, now) - usedBy(b, now));
      const items: Item[] = [];
      let expected = 0;
      for (let from = inOrder; from.length > 0; from = from.filter((account) => lines.has(account))) {
        for (const account of from) {
          items.push(takeFirst(account, now));
          expected += account.expected;
          if (expected >= TIME_SLICE_MILLISECONDS || items.length >= maxCalls) return items;
        }
      }
      return items;
    },
    removeAll(): Item[] {
      const all = [...lines].flatMap(({ line }) => line);
      monitor.addSetAside(-calls);
      for (const account of lines) account.line = [];
      lines.clear();
      calls = 0;
      return all;
    },
    /** Will the first calls of the lines take longer than a further player may wait for them? A line waits for its own player alone. */
    areFull(): boolean {
      let expected = 0;
      for (const account of lines) expected += account.expected;
      return expected > SLOW_CALLS_MAX_MILLISECONDS;
    },
  };
}
