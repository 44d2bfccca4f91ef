// The number of waiting calls of each player, for the bound on them. Nothing is counted without a bound.

export interface CallCounts {
  /** The waiting calls of a player; 0 for a key that is no player's. */
  of(player: number): number;
  add(player: number): void;
  remove(player: number): void;
  clear(): void;
}

const uncounted: CallCounts = { of: () => 0, add: () => {}, remove: () => {}, clear: () => {} };

export function createCallCounts(maxCallsOfPlayer: number): CallCounts {
  if (!Number.isFinite(maxCallsOfPlayer)) return uncounted;
  const waiting = new Map<number, number>();
  return {
    of: (player) => waiting.get(player) ?? 0,
    // Keys that are no player's are not above 0.
    add: (player) => void (player > 0 && waiting.set(player, (waiting.get(player) ?? 0) + 1)),
    remove(player) {
      const left = (waiting.get(player) ?? 0) - 1;
      if (left > 0) waiting.set(player, left);
      else waiting.delete(player);
    },
    clear: () => waiting.clear(),
  };
}
