// The search that was left last, so that Back comes to the same players at the same place of the list. It is in the memory of the tab
// alone. The entry of the browser's history names it, so a link to the list, whose entry is new, searches anew.
import type { SearchProgress } from './use-player-search.ts';

export interface LeftSearch {
  /** Names the filters. */
  readonly key: string;
  readonly progress: SearchProgress;
  /** The moment from which the search counts days, milliseconds since the epoch. */
  readonly startedAt: number;
  /** The place of the list, in pixels. */
  readonly offset: number;
}

/** Older rows would tell of too different a time. */
const keepMilliseconds = 5 * 60_000;

let left: (LeftSearch & { readonly entry: number; readonly leftAt: number }) | undefined;
let entries = 0;
/** Numbers of another load of the tab mean nothing to this one. */
const loadId = performance.timeOrigin;

interface EntryState {
  readonly players?: { readonly loadId: number; readonly entry: number };
}

function currentEntry(): number | undefined {
  const { players } = (history.state ?? {}) as EntryState;
  return players?.loadId === loadId ? players.entry : undefined;
}

/** Names the present entry of the history. @returns its number */
export function markEntry(): number {
  const marked = currentEntry();
  if (marked !== undefined) return marked;
  entries += 1;
  history.replaceState({ ...history.state, players: { loadId, entry: entries } }, '');
  return entries;
}

/** @param entry from `markEntry` */
export function keepSearch(entry: number, search: LeftSearch): void {
  left = { ...search, entry, leftAt: performance.now() };
}

/** @returns the search of these filters that was left at the present entry of the history */
export function findLeftSearch(key: string | undefined): LeftSearch | undefined {
  if (left === undefined || left.key !== key || left.entry !== currentEntry()) return undefined;
  return performance.now() - left.leftAt > keepMilliseconds ? undefined : left;
}
