// The path rules that an import makes of the access at the source.
import { expect, test } from 'bun:test';
import { createAccessRules, type PlaceBounds } from '../../src/import/access-rules.ts';
import type { AccessedValue } from '../../src/import/map-player.ts';
import { parsePathRules } from '../../src/metadata/path-rules.ts';

type Seen = readonly [to: string, read: AccessedValue['read'], write: AccessedValue['write']];

function rulesOf(players: readonly (readonly Seen[])[], bounds?: PlaceBounds) {
  const rules = createAccessRules(bounds);
  for (const player of players)
    rules.see(
      player.map(([place, read, write]) => {
        const to = place === '' ? [] : place.split('/');
        return { from: to, to, text: '1', read, write };
      }),
    );
  parsePathRules(rules.text());
  return { file: JSON.parse(rules.text()), notes: rules.notes() };
}

test('a part that agrees has one rule at its top, and open parts have none', () => {
  const { file, notes } = rulesOf([
    [
      ['storage/save', 'owner', 'server'],
      ['storage/prefs', 'owner', 'server'],
      ['profile/name', 'any', 'owner'],
      ['wallet', 'any', 'server'],
    ],
  ]);
  expect(file).toEqual({ '/storage': { read: 'owner', write: 'server' }, '/wallet': { write: 'server' } });
  expect(notes).toEqual([]);
});

test('a part that differs has its strictest access at the top and the others below, for reading and for writing apart', () => {
  const { file } = rulesOf([
    [
      ['a/b/c', 'owner', 'server'],
      ['a/b/d', 'owner', 'owner'],
      ['a/e', 'owner', 'owner'],
      ['a/x~/y', 'owner', 'server'],
    ],
  ]);
  expect(file).toEqual({
    '/a': { read: 'owner', write: 'server' },
    '/a/b/d': { write: 'owner' },
    '/a/e': { write: 'owner' },
  });
});

test('a value that comes later beside the known ones has the strictest access of these', () => {
  const rules = createAccessRules();
  const values = [
    ['a', 'owner', 'server'],
    ['b', 'owner', 'server'],
    ['pub', 'any', 'owner'],
  ] as const;
  rules.see(
    values.map(([key, read, write]) => ({ ...{ from: [], to: ['saves', key] }, text: '1', read, write })),
  );
  const { visibleToOthers, findForbidden } = parsePathRules(rules.text());
  expect(visibleToOthers('{"saves":{"a":1,"new":2,"pub":3},"else":4}')).toBe('{"saves":{"pub":3},"else":4}');
  expect(findForbidden('{"saves":{"pub":1}}', '{"saves":{"pub":2}}')).toBeUndefined();
  expect(findForbidden('{"saves":{"pub":1}}', '{"saves":{"pub":1,"new":1}}')).toBe('/saves/new');
});

test('where players differ the stricter access stands', () => {
  const players: Seen[][] = [[['a', 'any', 'server']], [['a', 'owner', 'owner']], [['b', 'any', 'owner']]];
  const file = { '/a': { read: 'owner', write: 'server' } };
  expect(rulesOf(players).file).toEqual(file);
  expect(rulesOf(players.toReversed()).file).toEqual(file);
  // A place that is a value of one player and an object of another has one rule.
  const mixed: Seen[][] = [
    [['a/b', 'any', 'server']],
    [['a', 'owner', 'owner']],
    [['a/c/d', 'any', 'owner']],
  ];
  for (const order of [mixed, mixed.toReversed()]) expect(rulesOf(order).file).toEqual(file);
});

test('the whole object has a rule only where the map fills it', () => {
  expect(rulesOf([[['a', 'owner', 'owner']], [['b', 'owner', 'owner']]]).file).toEqual({
    '/a': { read: 'owner' },
    '/b': { read: 'owner' },
  });
  expect(rulesOf([[['', 'owner', 'owner']]]).file).toEqual({ '': { read: 'owner' } });
});

test('values of the server alone are counted, and their players read them', () => {
  const { file, notes } = rulesOf([[['a', 'server', 'server']], [['a', 'server', 'owner']]]);
  expect(file).toEqual({ '/a': { read: 'owner', write: 'server' } });
  expect(notes).toEqual([
    'the server alone reads 2 values at the source; the rules let their players read them, not write',
  ]);
});

test('a level with too many places becomes one, with the strictest access', () => {
  const crowd = Array.from({ length: 30 }, (_, n): Seen[] => [
    [`m/${n}/x`, 'any', n === 3 ? 'server' : 'owner'],
  ]);
  const { file, notes } = rulesOf([...crowd, [['p/q', 'owner', 'owner']]], { level: 5, all: 100 });
  expect(file).toEqual({ '/m': { write: 'server' }, '/p': { read: 'owner' } });
  expect(notes).toEqual(['below /m are too many places for a rule each; the strictest stands for all']);
  const all = rulesOf([...crowd, [['p/q', 'owner', 'owner']]], { level: 100, all: 7 });
  expect(all.file).toEqual({ '/m': { write: 'server' }, '/p': { read: 'owner' } });
  const top = Array.from({ length: 9 }, (_, n): Seen[] => [[`${n}`, 'owner', 'owner']]);
  const full = rulesOf([[['open', 'any', 'owner']], ...top], { level: 100, all: 7 });
  expect(full.notes).toEqual([
    '3 values are at so many places that only the rule of the whole object holds for them',
  ]);
  expect(full.file).toEqual({ '': { read: 'owner' }, '/open': { read: 'any' } });
});
