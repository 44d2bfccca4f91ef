// The time of the thread that the calls of each player used. It halves every few seconds. A player whose recent calls took long
// is costly until that time has decayed and no call of the player waits.
import {
  COSTLY_HALF_LIFE_MILLISECONDS,
  COSTLY_LEAST_MILLISECONDS,
  TIME_SLICE_MILLISECONDS,
} from '../../tuning.ts';

export interface Account<Item> {
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

export const usedBy = ({ used, at }: Account<unknown>, now: number): number =>
  used * 2 ** ((at - now) / COSTLY_HALF_LIFE_MILLISECONDS);

/** Accounts that say nothing any more are removed once per so many new ones. */
const accountsBetweenRemovals = 1_000;

/** @param moment the time of a clock that never goes back, in milliseconds. */
export function createAccounts<Item>(moment: () => number) {
  const accounts = new Map<number, Account<Item>>();
  let opened = 0;

  function open(player: number, now: number): Account<Item> {
    opened += 1;
    if (opened % accountsBetweenRemovals === 0) removeDecayed(now);
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
    isEmpty: () => accounts.size === 0,
    isCostly: (player: number) => accounts.get(player)?.isCostly === true,
    /** The account of a costly player. A player whose line is empty and whose time has decayed stops being costly here. */
    findCostly(player: number): Account<Item> | undefined {
      const account = accounts.get(player);
      if (!account?.isCostly) return undefined;
      if (account.line.length > 0 || usedBy(account, moment()) >= TIME_SLICE_MILLISECONDS) return account;
      account.isCostly = false;
      return undefined;
    },
    /** @returns the account of a player whom this charge makes costly. */
    charge(player: number, milliseconds: number): Account<Item> | undefined {
      const now = moment();
      const account = accounts.get(player) ?? open(player, now);
      account.used = usedBy(account, now) + milliseconds;
      account.at = now;
      account.expected = milliseconds;
      if (account.isCostly || account.used < TIME_SLICE_MILLISECONDS) return undefined;
      account.isCostly = true;
      return account;
    },
  };
}
