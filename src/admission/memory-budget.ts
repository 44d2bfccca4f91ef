// The memory budget of large bodies and lookups while they are read and processed. It is bounded for all together and for each
// player or server key, since callers decide how slowly they send. One request of a player always passes, whatever its size. The key
// of a server counts like the name of a player (metadata/adapters.ts).

import { tooBusy } from '../errors/refusals.ts';
import type { BusyRefusal } from '../errors/refusals-table.ts';
import { KeyMap } from '../lib/key-map.ts';
import { MEMORY_BUDGET_MAX_BYTES, MEMORY_BUDGET_MAX_BYTES_PER_PLAYER } from '../limits.ts';
import { LARGE_BODY_BYTES, MEMORY_BUDGET_ANNOUNCED_MAX_BYTES } from '../tuning.ts';

/** The bytes that one request has reserved so far. */
export interface Reservation {
  /**
   * Reserves more bytes, before they are held.
   * @throws ApiError `serviceUnavailable` when the budget has no room for them
   */
  grow(bytes: number): void;
  /** The runtime may gather the whole body, since there is room for its announced length. `grow` then follows once, after it. */
  readonly readsWholeBody: boolean;
}

export interface MemoryBudget {
  /**
   * Reserves bytes in the name of a player until the work is done. The work may reject but not throw.
   * @throws ApiError `serviceUnavailable` when the budget has no room for them
   */
  withReserved<T>(playerId: string, bytes: number, work: () => Promise<T>): Promise<T>;
  /**
   * Does work that reserves more and more bytes, and releases all of them when it is done. A body counts as it arrives, since an
   * announcement costs its sender nothing.
   * @param announcedBytes the length of the body; infinite when it is unknown
   */
  withGrowing<T>(
    playerId: string,
    announcedBytes: number,
    work: (reservation: Reservation) => Promise<T>,
  ): Promise<T>;
}

export function createMemoryBudget(): MemoryBudget {
  /** Reserved bytes, and announced bytes of bodies that the runtime gathers. */
  const byPlayer = new KeyMap<number>();
  let reserved = 0;
  /** Announced bytes of bodies that the runtime gathers. They have a bound of their own, so that they take from no other player. */
  let announced = 0;

  function reserve(playerId: string, bytes: number): void {
    reserved += bytes;
    charge(playerId, bytes);
  }

  function announce(playerId: string, bytes: number): void {
    announced += bytes;
    charge(playerId, bytes);
  }

  function charge(playerId: string, bytes: number): void {
    const own = (byPlayer.get(playerId) ?? 0) + bytes;
    if (own > 0) byPlayer.set(playerId, own);
    else byPlayer.delete(playerId);
  }

  /** The refusal of more bytes for a request that has reserved `own` bytes already. */
  function refusalOf(playerId: string, own: number, bytes: number): BusyRefusal | undefined {
    const ofPlayer = byPlayer.get(playerId) ?? 0;
    const hasOthers = ofPlayer > own;
    if (hasOthers && ofPlayer + bytes > MEMORY_BUDGET_MAX_BYTES_PER_PLAYER) return 'playerMemoryBudget';
    return reserved + bytes > MEMORY_BUDGET_MAX_BYTES ? 'memoryBudget' : undefined;
  }

  return {
    withReserved(playerId, bytes, work) {
      if (bytes < LARGE_BODY_BYTES) return work();
      const refusal = refusalOf(playerId, 0, bytes);
      if (refusal) return Promise.reject(tooBusy(refusal));
      reserve(playerId, bytes);
      return work().finally(() => reserve(playerId, -bytes));
    },
    withGrowing(playerId, announcedBytes, work) {
      let own = 0;
      const readsWholeBody =
        announced + announcedBytes <= MEMORY_BUDGET_ANNOUNCED_MAX_BYTES &&
        refusalOf(playerId, 0, announcedBytes) === undefined;
      let isAnnounced = readsWholeBody;
      const endAnnouncement = (): void => {
        if (isAnnounced) announce(playerId, -announcedBytes);
        isAnnounced = false;
      };
      const grow = (bytes: number): void => {
        endAnnouncement();
        const refusal = refusalOf(playerId, own, bytes);
        if (refusal) throw tooBusy(refusal);
        own += bytes;
        reserve(playerId, bytes);
      };
      if (isAnnounced) announce(playerId, announcedBytes);
      return work({ grow, readsWholeBody }).finally(() => {
        endAnnouncement();
        reserve(playerId, -own);
      });
    },
  };
}
