// The entries of the palette, and those that a text finds. Pure.

export const groups = ['Pages', 'Actions', 'Players'] as const;
export type Group = (typeof groups)[number];

export interface Entry {
  /** Names the entry among the others. */
  readonly id: string;
  readonly group: Group;
  readonly title: string;
  /** Further words that find it. */
  readonly words?: string;
  readonly run: () => void;
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The entries that have, for every word of the text, a word that begins with it; those first whose title begins with the text. */
export function matching<E extends Entry>(entries: readonly E[], text: string): readonly E[] {
  const wanted = wordsOf(text);
  const found = entries.filter(({ title, words = '' }) => {
    const all = wordsOf(`${title} ${words}`);
    return wanted.every((word) => all.some((each) => each.startsWith(word)));
  });
  const isNear = ({ title }: Entry) => title.toLowerCase().startsWith(wanted.join(' '));
  return [...found.filter(isNear), ...found.filter((entry) => !isNear(entry))];
}

export interface EntryGroup<E extends Entry> {
  readonly group: Group;
  readonly entries: readonly E[];
}

/** The entries by group, in the order of the groups, without empty groups. */
export const grouped = <E extends Entry>(entries: readonly E[]): readonly EntryGroup<E>[] =>
  groups
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter((part) => part.entries.length > 0);

/** The entry that is active: the one that was chosen by the arrows while it is still there, else the first. */
export const activeOf = <E extends Entry>(entries: readonly E[], chosen: string | undefined): E | undefined =>
  entries.find(({ id }) => id === chosen) ?? entries[0];

/** The entry so many places further, round the end. */
export function movedBy<E extends Entry>(
  entries: readonly E[],
  from: E | undefined,
  places: number,
): E | undefined {
  const index = from === undefined ? -1 : entries.indexOf(from);
  return entries[(index + places + entries.length) % Math.max(1, entries.length)];
}
