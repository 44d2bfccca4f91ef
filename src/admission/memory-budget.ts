// What large bodies may hold in memory together, on their way in and on their way out, however slowly callers send and read.
import { ApiError, tooBusy } from '../errors.ts';
import type { Reservation } from '../http/body.ts';
import { KeyMap } from '../lib/key-map.ts';
import {
  MEMORY_BUDGET_MAX_BYTES,
  MEMORY_BUDGET_MAX_BYTES_PER_PLAYER,
  RESPONSE_BACKLOG_MAX_BYTES,
} from '../limits.ts';
import { LARGE_BODY_BYTES, MEMORY_BUDGET_ANNOUNCED_MAX_BYTES } from '../tuning.ts';

/** Room for what large requests hold: bodies that are being read or worked on, and what lookups read. */
export interface MemoryBudget {
  /**
   * Holds room in the name of a player while work is done, which may fail but not throw.
   * @throws ApiError `serviceUnavailable` when there is none, or when this player holds a good part of all
   */
  withReserved<T>(playerId: string, bytes: number, work: () => Promise<T>): Promise<T>;
  /**
   * Holds as much as the work says that it takes, until it is done: a body is counted as it comes, since to announce one costs
   * nothing.
   * @param announced how large the body will be, if that is known
   * @param work is told how to hold more, which throws ApiError as above
   */
  withGrowing<T>(
    playerId: string,
    announced: number | undefined,
    work: (held: Reservation) => Promise<T>,
  ): Promise<T>;
}

export function createMemoryBudget(): MemoryBudget {
  const byPlayer = new KeyMap<number>();
  let held = 0;
  let ahead = 0;

  function hold(playerId: string, bytes: number): void {
    held += bytes;
    charge(playerId, bytes);
  }

  function charge(playerId: string, bytes: number): void {
    const own = (byPlayer.get(playerId) ?? 0) + bytes;
    if (own > 0) byPlayer.set(playerId, own);
    else byPlayer.delete(playerId);
  }

  /** For so many bytes more of a request that holds `own` already. One at least has room, however large it is. */
  function hasRoom(playerId: string, own: number, bytes: number): boolean {
    const ofPlayer = byPlayer.get(playerId) ?? 0;
    const isTooMuch = ofPlayer > own && ofPlayer + bytes > MEMORY_BUDGET_MAX_BYTES_PER_PLAYER;
    return !isTooMuch && held + bytes <= MEMORY_BUDGET_MAX_BYTES;
  }

  return {
    withReserved(playerId, bytes, work) {
      if (bytes < LARGE_BODY_BYTES) return work();
      if (!hasRoom(playerId, 0, bytes)) return Promise.reject(tooBusy());
      hold(playerId, bytes);
      return work().finally(() => hold(playerId, -bytes));
    },
    withGrowing(playerId, announced = Number.POSITIVE_INFINITY, work) {
      let own = 0;
      let isAhead = ahead + announced <= MEMORY_BUDGET_ANNOUNCED_MAX_BYTES && hasRoom(playerId, 0, announced);
      const setAhead = (bytes: number): void => {
        ahead += bytes;
        charge(playerId, bytes);
      };
      const endAhead = (): void => {
        if (isAhead) setAhead(-announced);
        isAhead = false;
      };
      const grow = (bytes: number): void => {
        endAhead();
        if (!hasRoom(playerId, own, bytes)) throw tooBusy();
        own += bytes;
        hold(playerId, bytes);
      };
      if (isAhead) setAhead(announced);
      return work({ grow, isAhead }).finally(() => {
        endAhead();
        hold(playerId, -own);
      });
    },
  };
}

/** Answers that were made and not read yet. */
export interface ResponseBacklog {
  /** Notes a large answer. @throws ApiError `serviceUnavailable` when those before it may hold too much already */
  add(bytes: number): void;
}

/**
 * The server says how many answers are not sent, not which. So they hold at most as much as the largest of those that were
 * made since none was left.
 * @param count how many answers are made and not sent
 */
export function createResponseBacklog(count: () => number): ResponseBacklog {
  let sizes: number[] = [];
  let total = 0;

  function forget(left: number): void {
    sizes = left <= 0 ? [] : sizes.toSorted((a, b) => b - a).slice(0, left);
    total = sizes.reduce((sum, size) => sum + size, 0);
  }

  return {
    add(bytes) {
      if (total + bytes > RESPONSE_BACKLOG_MAX_BYTES) forget(count());
      // Without the sentence that nothing was done: it may have been, and only its answer has no room.
      if (total + bytes > RESPONSE_BACKLOG_MAX_BYTES)
        throw new ApiError('serviceUnavailable', { reason: 'busy' });
      sizes.push(bytes);
      total += bytes;
    },
  };
}
