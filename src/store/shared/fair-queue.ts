// A queue that is fair between players. Calls leave first in, first out, as long as none takes long. A player whose recent calls
// took long is costly: these calls wait in a line of their own and share no batch with quick calls. The line of the player who
// used the least time is served first. So a long call delays only the calls that arrived while it ran.
//
// Time is accounted in two ways. Each costly player has an account of the time used, which halves every few seconds. After a
// costly batch the quick calls have credit: they leave first until they have used `COSTLY_QUICK_FACTOR` times its duration.

import type { BatchMonitor } from '../../admission/admission-control.ts';
import { ADMISSION_MAX_WAIT_MILLISECONDS } from '../../limits.ts';
import {
  COSTLY_HALF_LIFE_MILLISECONDS,
  COSTLY_LEAST_MILLISECONDS,
  COSTLY_PAUSE,
  COSTLY_PAUSE_MAX_MILLISECONDS,
  COSTLY_QUICK_FACTOR,
  TIME_SLICE_MILLISECONDS,
} from '../../tuning.ts';
import { StoreBusy } from '../ports/errors.ts';
import type { CallQueue } from './call-queue.ts';

/** Calls of no known player. Each is quick, so they are never costly. */
export const noPlayer = 0;
/** Queue keys for work that is no player's. Each has an account like a player, and no bound on its calls. */
export const backgroundJobs = -1;
export const lookups = -2;
export const servers = -3;
export const searches = -4;

export interface FairItem {
  /** The time since which the call waits for calls of others. Waiting for calls of its own player does not count. */
  queuedAt: number;
}

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

interface Account<Item> {
  readonly player: number;
  /** Milliseconds of the thread that the player's calls used, as of `at`. Halves with time. */
  used: number;
  at: number;
  /** The expected milliseconds of the next call: those of the last one. */
  expected: number;
  isCostly: boolean;
  /** The waiting calls, while the player is costly. */
  line: Item[];
}

/** Accounts that say nothing any more are removed once per so many new ones. */
const accountsBetweenRemovals = 1_000;

export function createFairQueue<Item extends FairItem>(options: FairQueueOptions<Item>): FairQueue<Item> {
  const { playerOf, maxCalls, maxCallsOfPlayer = Number.POSITIVE_INFINITY, monitor } = options;
  const countsCalls = Number.isFinite(maxCallsOfPlayer);
  /** The calls of all players who are not costly. */
  let quick: Item[] = [];
  /** The number of waiting calls, by player. */
  const waiting = new Map<number, number>();
  const accounts = new Map<number, Account<Item>>();
  /** The accounts with calls in their line. */
  const lines = new Set<Account<Item>>();
  let callsInLines = 0;
  let accountsOpened = 0;
  /** Milliseconds that quick calls may use before the next costly batch. */
  let credit = 0;
  /** Milliseconds that the next costly batch waits for a quick call to arrive. */
  let pause = 0;

  const usedBy = ({ used, at }: Account<Item>, now: number): number =>
    used * 2 ** ((at - now) / COSTLY_HALF_LIFE_MILLISECONDS);

  /** The account of a costly player. A player whose line is empty and whose time has decayed stops being costly here. */
  function refreshCostly(player: number): Account<Item> | undefined {
    const account = accounts.get(player);
    if (!account?.isCostly) return undefined;
    if (account.line.length > 0 || usedBy(account, monitor.moment()) >= TIME_SLICE_MILLISECONDS)
      return account;
    account.isCostly = false;
    return undefined;
  }

  function lineUp(account: Account<Item>, items: readonly Item[], inFront = false): void {
    if (items.length === 0) return;
    if (inFront) account.line.unshift(...items);
    else account.line.push(...items);
    lines.add(account);
    callsInLines += items.length;
    monitor.addSetAside(items.length);
  }

  /** Takes the first call of a line. The call behind it waits for calls of others from now on. */
  function takeFirst(account: Account<Item>, now: number): Item {
    const first = account.line.shift() as Item;
    if (account.line[0]) account.line[0].queuedAt = now;
    else lines.delete(account);
    callsInLines -= 1;
    monitor.addSetAside(-1);
    return first;
  }

  /** One call of each line in turn, least time used first, until the expected durations fill a time slice. */
  function takeCostly(): Item[] {
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
  }

  function takeQuick(): readonly Item[] {
    const items = quick.length <= maxCalls ? quick : quick.slice(0, maxCalls);
    quick = quick.slice(items.length);
    return items;
  }

  function countOut(items: readonly Item[]): void {
    if (!countsCalls) return;
    // The usual case: the queue is empty.
    if (quick.length === 0 && callsInLines === 0) {
      waiting.clear();
      return;
    }
    for (const item of items) {
      const player = playerOf(item);
      const left = (waiting.get(player) ?? 0) - 1;
      if (left > 0) waiting.set(player, left);
      else waiting.delete(player);
    }
  }

  /** True when the lines are longer than can be served in good time. */
  function areLinesLate(): boolean {
    const latest = monitor.moment() - ADMISSION_MAX_WAIT_MILLISECONDS;
    for (const { line } of lines) if ((line[0]?.queuedAt ?? latest) < latest) return true;
    return false;
  }

  function chargeAccount(player: number, milliseconds: number): void {
    const now = monitor.moment();
    const account = accounts.get(player) ?? openAccount(player, now);
    account.used = usedBy(account, now) + milliseconds;
    account.at = now;
    account.expected = milliseconds;
    if (account.isCostly || account.used < TIME_SLICE_MILLISECONDS) return;
    account.isCostly = true;
    const own = quick.filter((item) => playerOf(item) === player);
    if (own.length > 0) quick = quick.filter((item) => playerOf(item) !== player);
    lineUp(account, own);
  }

  function openAccount(player: number, now: number): Account<Item> {
    accountsOpened += 1;
    if (accountsOpened % accountsBetweenRemovals === 0) removeDecayed(now);
    const account = { player, used: 0, at: now, expected: 0, isCostly: false, line: [] };
    accounts.set(player, account);
    return account;
  }

  function removeDecayed(now: number): void {
    for (const account of accounts.values()) {
      const isDecayed = usedBy(account, now) < COSTLY_LEAST_MILLISECONDS && account.line.length === 0;
      if (isDecayed) accounts.delete(account.player);
    }
  }

  return {
    get length() {
      return quick.length + callsInLines;
    },
    add(item) {
      const player = playerOf(item);
      const before = countsCalls && player > noPlayer ? (waiting.get(player) ?? 0) : 0;
      if (before >= maxCallsOfPlayer) return new StoreBusy('playerWrites');
      const account = accounts.size === 0 ? undefined : refreshCostly(player);
      if (account && player > noPlayer && areLinesLate()) {
        return new StoreBusy('slowCalls');
      }
      if (countsCalls && player > noPlayer) waiting.set(player, before + 1);
      if (account) lineUp(account, [item]);
      else quick.push(item);
      return undefined;
    },
    take() {
      const isTurnOfCostly = lines.size > 0 && (quick.length === 0 || credit <= 0);
      if (isTurnOfCostly) credit = 0;
      const items = isTurnOfCostly ? takeCostly() : takeQuick();
      countOut(items);
      return items;
    },
    putBack(items) {
      const first: Item[] = [];
      const byAccount = new Map<Account<Item>, Item[]>();
      for (const item of items) {
        const player = playerOf(item);
        if (countsCalls && player > noPlayer) waiting.set(player, (waiting.get(player) ?? 0) + 1);
        const account = refreshCostly(player);
        if (!account) first.push(item);
        else byAccount.set(account, [...(byAccount.get(account) ?? []), item]);
      }
      quick = [...first, ...quick];
      for (const [account, own] of byAccount) lineUp(account, own, true);
    },
    removeAll() {
      const all = [...quick, ...[...lines].flatMap(({ line }) => line)];
      monitor.addSetAside(-callsInLines);
      for (const account of lines) account.line = [];
      lines.clear();
      waiting.clear();
      quick = [];
      callsInLines = 0;
      return all;
    },
    oldestSince: () => quick[0]?.queuedAt,
    pauseMilliseconds: () => (quick.length === 0 && lines.size > 0 ? pause : 0),
    endPause() {
      pause = 0;
    },
    charge(player, milliseconds) {
      const isLong = milliseconds >= COSTLY_LEAST_MILLISECONDS && player !== noPlayer;
      if (isLong) chargeAccount(player, milliseconds);
      if (accounts.size === 0) return;
      if (accounts.get(player)?.isCostly) {
        credit += milliseconds * COSTLY_QUICK_FACTOR;
        pause = Math.min(pause + milliseconds * COSTLY_PAUSE, COSTLY_PAUSE_MAX_MILLISECONDS);
      } else if (credit > 0) credit -= milliseconds;
    },
  };
}
