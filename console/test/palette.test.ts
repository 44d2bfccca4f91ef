// The entries of the palette: those that a text finds, their groups, and the active one.
import { expect, test } from 'bun:test';
import { activeOf, type Entry, grouped, matching, movedBy } from '../src/shell/palette/entries.ts';

const entry = (group: Entry['group'], title: string, words?: string): Entry => ({
  ...{ id: title, group, title, run: () => undefined },
  ...(words !== undefined && { words }),
});
const [live, settings, search, dark, ann] = [
  entry('Pages', 'Live sessions'),
  entry('Pages', 'Settings'),
  entry('Actions', 'Search players', 'find name'),
  entry('Actions', 'Dark theme', 'colours'),
  entry('Players', 'ann'),
];
const all = [live, settings, search, dark];

test('a text finds entries by the beginnings of their words, in any order and case', () => {
  const titles = (text: string) => matching(all, text).map(({ title }) => title);
  expect(titles('')).toEqual(all.map(({ title }) => title));
  // A title that begins with the text comes first.
  expect(titles('SE')).toEqual(['Settings', 'Search players', 'Live sessions']);
  expect(titles('theme  da')).toEqual(['Dark theme']);
  expect(titles('name')).toEqual(['Search players']);
  // A part in the middle of a word is more often a part of a name.
  expect(titles('ark')).toEqual([]);
});

test('groups have an order, and arrows go through them round the end', () => {
  const groups = grouped([ann, search, live]);
  expect(groups.map(({ group }) => group)).toEqual(['Pages', 'Actions', 'Players']);
  const entries = groups.flatMap((group) => group.entries);
  expect(activeOf(entries, undefined)).toBe(live);
  expect(activeOf(entries, 'ann')).toBe(ann);
  expect(activeOf(entries, 'gone')).toBe(live);
  expect(movedBy(entries, ann, 1)).toBe(live);
  expect(movedBy(entries, live, -1)).toBe(ann);
  expect([activeOf([], 'ann'), movedBy([], undefined, 1)]).toEqual([undefined, undefined]);
});
