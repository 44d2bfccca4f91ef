// A queue that is fair between players. Calls leave in the order of their coming, as long as none takes long. A player whose
// calls took long of late is costly: their calls wait in a line of their own, leave apart from everybody else's, and of those
// lines the one comes first whose player had least of the thread. So a long call holds up nobody but who came while it ran.

import type { BatchMonitor } from '../../admission/admission-control.ts';
import {
  ADMISSION_MAX_WAIT_MILLISECONDS,
  COSTLY_HALF_LIFE_MILLISECONDS,
  COSTLY_LEAST_MILLISECONDS,
  COSTLY_PAUSE,
  COSTLY_PAUSE_MAX_MILLISECONDS,
  COSTLY_SHARE,
  TIME_SLICE_MILLISECONDS,
} from '../../tuning.ts';
import { StoreBusy } from '../ports/store.ts';
import type { CallQueue } from './call-queue.ts';

/** Calls that belong to no player that is known, each of which is quick: they are never costly. */
export const noPlayer = 0;
/** Queues of their own, as if each were a player, but for the number that may wait: background jobs, and what looks at many players. */
export const backgroundJobs = -1;
export const lookups = -2;

export interface FairItem {
  /** Since when it has waited for others than its own player's calls. */
  queuedAt: number;
}

export interface FairQueueOptions<Item extends FairItem> {
  /** A sequential id, or one of those above. */
  readonly playerOf: (item: Item) => number;
  readonly maxCalls: number;
  /** Calls of one player that may wait; as many as there are unless said. */
  readonly maxCallsOfPlayer?: number;
  readonly monitor: Pick<BatchMonitor, 'moment' | 'addSetAside'>;
}

export interface FairQueue<Item extends FairItem> extends CallQueue<Item> {
  /** Is told how long each call of a player kept the thread. */
  took(player: number, milliseconds: number): void;
}

/** A player whose calls took some time of late. */
interface Account<Item> {
  readonly player: number;
  /** How long their calls kept the thread, halved with time; as of `at`. */
  used: number;
  at: number;
  /** How long the last one did. */
  expected: number;
  isCostly: boolean;
  line: Item[];
}

/** So many accounts may be made before those are looked for that say nothing any more. */
const accountsBetweenLooks = 1_000;

export function createFairQueue<Item extends FairItem>(options: FairQueueOptions<Item>): FairQueue<Item> {
  const { playerOf, maxCalls, maxCallsOfPlayer = Number.POSITIVE_INFINITY, monitor } = options;
  const counts = Number.isFinite(maxCallsOfPlayer);
  /** The calls of all who are not costly. */
  let common: Item[] = [];
  const waiting = new Map<number, number>();
  const accounts = new Map<number, Account<Item>>();
  /** Those with calls in their line. */
  const lines = new Set<Account<Item>>();
  let inLines = 0;
  let made = 0;
  /** How long the common calls may keep the thread before costly ones have their turn. */
  let owed = 0;
  /** How long costly calls let the others come before their next turn. */
  let rest = 0;

  const usedBy = ({ used, at }: Account<Item>, now: number): number =>
    used * 2 ** ((at - now) / COSTLY_HALF_LIFE_MILLISECONDS);

  function costly(player: number): Account<Item> | undefined {
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
    inLines += items.length;
    monitor.addSetAside(items.length);
  }

  /** The first of a line waits for others from when it is the first. */
  function takeFirst(account: Account<Item>, now: number): Item {
    const first = account.line.shift() as Item;
    if (account.line[0]) account.line[0].queuedAt = now;
    else lines.delete(account);
    inLines -= 1;
    monitor.addSetAside(-1);
    return first;
  }

  /** One of each line in turn, whoever had least first, up to a turn of the thread as far as is known before. */
  function takeCostly(): Item[] {
    const now = monitor.moment();
    const serialize = [...lines].sort((a, b) => usedBy(a, now) - usedBy(b, now));
    const items: Item[] = [];
    let expected = 0;
    for (let from = serialize; from.length > 0; from = from.filter((account) => lines.has(account))) {
      for (const account of from) {
        items.push(takeFirst(account, now));
        expected += account.expected;
        if (expected >= TIME_SLICE_MILLISECONDS || items.length >= maxCalls) return items;
      }
    }
    return items;
  }

  function countOut(items: readonly Item[]): void {
    if (!counts) return;
    // As nearly always.
    if (common.length === 0 && inLines === 0) {
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

  /** As they are, more would come than can be done. */
  const areLinesLate = (): boolean => {
    const latest = monitor.moment() - ADMISSION_MAX_WAIT_MILLISECONDS;
    for (const { line } of lines) if ((line[0]?.queuedAt ?? latest) < latest) return true;
    return false;
  };

  function charge(player: number, milliseconds: number): void {
    const now = monitor.moment();
    const account = accounts.get(player) ?? open(player, now);
    account.used = usedBy(account, now) + milliseconds;
    account.at = now;
    account.expected = milliseconds;
    if (account.isCostly || account.used < TIME_SLICE_MILLISECONDS) return;
    account.isCostly = true;
    const own = common.filter((item) => playerOf(item) === player);
    if (own.length > 0) common = common.filter((item) => playerOf(item) !== player);
    lineUp(account, own);
  }

  function open(player: number, now: number): Account<Item> {
    made += 1;
    if (made % accountsBetweenLooks === 0) forgetOld(now);
    const account = { player, used: 0, at: now, expected: 0, isCostly: false, line: [] };
    accounts.set(player, account);
    return account;
  }

  function forgetOld(now: number): void {
    for (const account of accounts.values()) {
      const saysNothing = usedBy(account, now) < COSTLY_LEAST_MILLISECONDS && account.line.length === 0;
      if (saysNothing) accounts.delete(account.player);
    }
  }

  return {
    get length() {
      return common.length + inLines;
    },
    add(item) {
      const player = playerOf(item);
      const before = counts && player > noPlayer ? (waiting.get(player) ?? 0) : 0;
      if (before >= maxCallsOfPlayer) return new StoreBusy('too many calls of one player wait');
      const account = accounts.size === 0 ? undefined : costly(player);
      if (account && player > noPlayer && areLinesLate()) {
        return new StoreBusy('too many calls wait that take long');
      }
      if (counts && player > noPlayer) waiting.set(player, before + 1);
      if (account) lineUp(account, [item]);
      else common.push(item);
      return undefined;
    },
    take() {
      if (lines.size > 0 && (common.length === 0 || owed <= 0)) {
        owed = 0;
        const items = takeCostly();
        countOut(items);
        return items;
      }
      const items = common.length <= maxCalls ? common : common.slice(0, maxCalls);
      common = common.slice(items.length);
      countOut(items);
      return items;
    },
    putBack(items) {
      const first: Item[] = [];
      const byAccount = new Map<Account<Item>, Item[]>();
      for (const item of items) {
        const player = playerOf(item);
        if (counts && player > noPlayer) waiting.set(player, (waiting.get(player) ?? 0) + 1);
        const account = costly(player);
        if (!account) first.push(item);
        else byAccount.set(account, [...(byAccount.get(account) ?? []), item]);
      }
      common = [...first, ...common];
      for (const [account, own] of byAccount) lineUp(account, own, true);
    },
    removeAll() {
      const all = [...common, ...[...lines].flatMap(({ line }) => line)];
      monitor.addSetAside(-inLines);
      for (const account of lines) account.line = [];
      lines.clear();
      waiting.clear();
      common = [];
      inLines = 0;
      return all;
    },
    oldest: () => common[0]?.queuedAt,
    pause: () => (common.length === 0 && lines.size > 0 ? rest : 0),
    paused() {
      rest = 0;
    },
    took(player, milliseconds) {
      const isLong = milliseconds >= COSTLY_LEAST_MILLISECONDS && player !== noPlayer;
      if (isLong) charge(player, milliseconds);
      if (accounts.size === 0) return;
      if (accounts.get(player)?.isCostly) {
        owed += milliseconds * COSTLY_SHARE;
        rest = Math.min(rest + milliseconds * COSTLY_PAUSE, COSTLY_PAUSE_MAX_MILLISECONDS);
      } else if (owed > 0) owed -= milliseconds;
    },
  };
}
