// The places of the lists that were left, so that Back comes to the same place. They are in the memory of the tab alone. The entry of
// the browser's history names the list, so a link to the players, whose entry is new, begins at the top of a new search.

/** Pixels by the number of the entry. */
const places = new Map<number, number>();
let entries = 0;
/** Numbers of another load of the tab mean nothing to this one. */
const loadId = performance.timeOrigin;

interface EntryState {
  readonly players?: { readonly loadId: number; readonly entry: number };
}

/** Names the present entry of the history. @returns its number */
export function markEntry(): number {
  const { players } = (history.state ?? {}) as EntryState;
  if (players?.loadId === loadId) return players.entry;
  entries += 1;
  history.replaceState({ ...history.state, players: { loadId, entry: entries } }, '');
  return entries;
}

/** The place of the list at an entry, in pixels, to be read and kept. */
export const placeAt = (entry: number | undefined): { current: number } => ({
  get current() {
    return entry === undefined ? 0 : (places.get(entry) ?? 0);
  },
  set current(pixels) {
    if (entry !== undefined) places.set(entry, pixels);
  },
});
