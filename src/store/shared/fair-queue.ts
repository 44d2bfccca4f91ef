// A queue that is fair between players. Calls leave first in, first out, as long as none takes long. A player whose recent calls
// took long is costly: these calls wait in a line of their own and share no batch with quick calls. The line of the player who
// used the least time is served first. So a long call delays only the calls that arrived while it ran.
//
// Time is accounted in two ways. Each costly player has an account of the time used, which halves every few seconds. After a
// costly batch the quick calls have credit: they leave first until they have used `COSTLY_QUICK_FACTOR` times its duration.

import type { BatchMonitor } from '../../admission/admission-control.ts';
import {
  COSTLY_LEAST_MILLISECONDS,
  COSTLY_PAUSE,
  COSTLY_PAUSE_MAX_MILLISECONDS,
  COSTLY_QUICK_FACTOR,
} from '../../tuning.ts';
import { StoreBusy } from '../ports/errors.ts';
import { createCallCounts } from './call-counts.ts';
import type { CallQueue } from './call-queue.ts';
import { createLines, type FairItem } from './costly-lines.ts';
import { createAccounts } from './player-accounts.ts';

/** Calls of no known player. Each is quick, so they are never costly. */
export const noPlayer = 0;
/** Queue keys for work that is no player's. Each has an account like a player, and no bound on its calls. */
export const backgroundJobs = -1;
export const lookups = -2;
export const servers = -3;
export const searches = -4;

export interface FairQueueOptions<Item extends FairItem> {
  /** A sequential id, or one of the keys above. */
  readonly playerOf: (item: Item) => number;
  readonly maxCalls: number;
  /** The bound on the waiting calls of one player; none by default. */
  readonly maxCallsOfPlayer?: number;
  readonly monitor: Pick<BatchMonitor, 'moment' | 'addSetAside'>;
}

export interface FairQueue<Item extends FairItem> extends CallQueue<Item> {
  /** Charges a player for the time that one call kept the thread. Every call has to be reported. */
  charge(player: number, milliseconds: number): void;
}

/** The turns of costly batches among quick ones. */
function createTurns() {
  /** Milliseconds that quick calls may use before the next costly batch. */
  let credit = 0;
  /** Milliseconds that the next costly batch waits for a quick call to arrive. */
  let pause = 0;

  return {
    hasCredit: () => credit > 0,
    begin() {
      credit = 0;
    },
    pause: () => pause,
    endPause() {
      pause = 0;
    },
    charge(milliseconds: number, isCostly: boolean): void {
      if (isCostly) {
        credit += milliseconds * COSTLY_QUICK_FACTOR;
        pause = Math.min(pause + milliseconds * COSTLY_PAUSE, COSTLY_PAUSE_MAX_MILLISECONDS);
      } else if (credit > 0) credit -= milliseconds;
    },
  };
}

/** The calls of all players who are not costly, first in, first out. */
function createQuickCalls<Item>(playerOf: (item: Item) => number, maxCalls: number) {
  let calls: Item[] = [];

  return {
    get length() {
      return calls.length;
    },
    first: () => calls[0],
    add(item: Item) {
      calls.push(item);
    },
    addInFront(items: readonly Item[]) {
      calls = [...items, ...calls];
    },
    take(): readonly Item[] {
      const items = calls.length <= maxCalls ? calls : calls.slice(0, maxCalls);
      calls = calls.slice(items.length);
      return items;
    },
    removeOf(player: number): readonly Item[] {
      const own = calls.filter((item) => playerOf(item) === player);
      if (own.length > 0) calls = calls.filter((item) => playerOf(item) !== player);
      return own;
    },
    removeAll(): readonly Item[] {
      const all = calls;
      calls = [];
      return all;
    },
  };
}

export function createFairQueue<Item extends FairItem>(options: FairQueueOptions<Item>): FairQueue<Item> {
  const { playerOf, maxCalls, maxCallsOfPlayer = Number.POSITIVE_INFINITY, monitor } = options;
  const quick = createQuickCalls(playerOf, maxCalls);
  const waiting = createCallCounts(maxCallsOfPlayer);
  const accounts = createAccounts<Item>(() => monitor.moment());
  const lines = createLines<Item>({ maxCalls, monitor });
  const turns = createTurns();

  function countOut(items: readonly Item[]): void {
    if (!Number.isFinite(maxCallsOfPlayer)) return;
    // The usual case: the queue is empty.
    if (quick.length === 0 && lines.length === 0) waiting.clear();
    else for (const item of items) waiting.remove(playerOf(item));
  }

  return {
    get length() {
      return quick.length + lines.length;
    },
    add(item) {
      const player = playerOf(item);
      if (waiting.of(player) >= maxCallsOfPlayer) return new StoreBusy('playerWrites');
      const account = accounts.isEmpty() ? undefined : accounts.findCostly(player);
      if (account && player > noPlayer && lines.areFull()) return new StoreBusy('slowCalls');
      waiting.add(player);
      if (account) lines.add(account, [item]);
      else quick.add(item);
      return undefined;
    },
    take() {
      const isTurnOfCostly = lines.length > 0 && (quick.length === 0 || !turns.hasCredit());
      if (isTurnOfCostly) turns.begin();
      const items = isTurnOfCostly ? lines.take() : quick.take();
      countOut(items);
      return items;
    },
    putBack(items) {
      for (const item of items) waiting.add(playerOf(item));
      const byAccount = Map.groupBy(items, (item) => accounts.findCostly(playerOf(item)));
      for (const [account, own] of byAccount) {
        if (account) lines.add(account, own, true);
        else quick.addInFront(own);
      }
    },
    removeAll() {
      waiting.clear();
      return [...quick.removeAll(), ...lines.removeAll()];
    },
    oldestSince: () => quick.first()?.queuedAt,
    pauseMilliseconds: () => (quick.length === 0 && lines.length > 0 ? turns.pause() : 0),
    endPause: turns.endPause,
    charge(player, milliseconds) {
      const isLong = milliseconds >= COSTLY_LEAST_MILLISECONDS && player !== noPlayer;
      const costly = isLong ? accounts.charge(player, milliseconds) : undefined;
      if (costly) lines.add(costly, quick.removeOf(player));
      if (!accounts.isEmpty()) turns.charge(milliseconds, accounts.isCostly(player));
    },
  };
}
