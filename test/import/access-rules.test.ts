// The path rules that an import makes of the access at the source.
import { expect, test } from 'bun:test';
import { type AccessRulesOptions, createAccessRules } from '../../src/import/access-rules.ts';
import type { AccessedValue } from '../../src/import/map-player.ts';
import { parsePathRules } from '../../src/metadata/path-rules.ts';
import { untilAdded } from './files/inputs.ts';

/** The values of a player: the place, who reads it and who writes it, such as `save/slot1 owner server`. */
type Player = readonly string[];

function rulesOf(players: readonly Player[], options?: Partial<AccessRulesOptions>) {
  const rules = createAccessRules(options);
  for (const [index, values] of players.entries()) {
    const seen = values.map((value) => {
      const [place = '', read, write] = value.split(' ') as [
        string,
        AccessedValue['read'],
        AccessedValue['write'],
      ];
      const to = place === '' ? [] : place.split('/');
      return { from: ['old', ...to], to, text: '1', read, write };
    });
    rules.see(seen, `row ${index + 1}`);
  }
  parsePathRules(rules.text());
  return { text: rules.text(), file: JSON.parse(rules.text()), notes: rules.notes() };
}
/** So many players with one value each. */
const crowd = (count: number, value: (n: number) => string): Player[] =>
  Array.from({ length: count }, (_, n) => [value(n)]);

test('a part that agrees has one rule at its top, and open parts have none', () => {
  const player = [
    'storage/save owner server',
    'storage/prefs owner server',
    'name any owner',
    'wallet any server',
  ];
  const file = { '/storage': { read: 'owner', write: 'server' }, '/wallet': { write: 'server' } };
  expect(rulesOf([player]).file).toEqual(file);
});

test('a part that differs has its strictest access at the top and the others below, for reading and for writing apart', () => {
  const player = ['a/b/c owner server', 'a/b/d owner owner', 'a/e owner owner', 'a/x~/y owner server'];
  expect(rulesOf([player]).file).toEqual({
    '/a': { read: 'owner', write: 'server' },
    '/a/b/d': { write: 'owner' },
    '/a/e': { write: 'owner' },
  });
});

test('a value that comes later beside the known ones has the strictest access of these', () => {
  const { text } = rulesOf([['saves/a owner server', 'saves/b owner server', 'saves/pub any owner']]);
  const { visibleToOthers, findForbidden } = parsePathRules(text);
  expect(visibleToOthers('{"saves":{"a":1,"new":2,"pub":3},"else":4}')).toBe('{"saves":{"pub":3},"else":4}');
  expect(findForbidden('{"saves":{"pub":1}}', '{"saves":{"pub":2}}')).toBeUndefined();
  expect(findForbidden('{"saves":{"pub":1}}', '{"saves":{"pub":1,"new":1}}')).toBe('/saves/new');
});

test('where players differ the stricter access stands', () => {
  const file = { '/a': { read: 'owner', write: 'server' } };
  for (const players of [
    [['a any server'], ['a owner owner'], ['b any owner']],
    // A place that is a value of one player and an object of another has one rule.
    [['a/b any server'], ['a owner owner'], ['a/c/d any owner']],
  ])
    for (const order of [players, players.toReversed()]) expect(rulesOf(order).file).toEqual(file);
});

test('the whole object has a rule only where the map fills it', () => {
  const file = { '/a': { read: 'owner' }, '/b': { read: 'owner' } };
  expect(rulesOf([['a owner owner'], ['b owner owner']]).file).toEqual(file);
  expect(rulesOf([[' owner owner']]).file).toEqual({ '': { read: 'owner' } });
});

test('each rule that closes a part for all says how many players ask for it, and the first of them', () => {
  const players: Player[] = [
    ['save/slot1 owner owner', 'wallet owner server', 'bag owner owner'],
    ['save/slot2 owner owner', 'save/old owner server', 'save/older owner server'],
    ['save/slot1 owner owner', 'save/old owner server', 'wallet owner server'],
    ['save/slot3 owner owner', 'shop any owner'],
  ];
  const closing = (rule: string, asks: string) => `the rule of ${rule}, for all players: values of ${asks}`;
  const write = [
    closing('/save lets the server alone write', '2 of 4 players ask for it, such as /old/save/old of row 2'),
    closing('/wallet lets the server alone write', '2 of 2 players ask for it, such as /old/wallet of row 1'),
  ];
  expect(rulesOf(players, { defaultRead: 'owner' }).notes).toEqual(write);
  // Where all read by default, a rule that the owner alone reads closes a part too.
  const read = [
    closing('/bag lets the owner alone read', '1 of 1 players ask for it, such as /old/bag of row 1'),
    closing('/save lets the owner alone read', '4 of 4 players ask for it, such as /old/save/slot1 of row 1'),
    closing('/wallet lets the owner alone read', '2 of 2 players ask for it, such as /old/wallet of row 1'),
  ];
  expect(rulesOf(players).notes.toSorted()).toEqual([...write, ...read].toSorted());
  const { notes } = rulesOf(
    crowd(30, (n) => `${n} owner server`),
    { defaultRead: 'owner' },
  );
  expect([notes.length, notes.at(-1)]).toEqual([21, '10 other rules close a place too']);
});

test('a source whose values are private by default keeps those private that come later', () => {
  const player = [
    'save/slot1 owner owner',
    'profile/public any owner',
    'wallet owner server',
    'shop any server',
  ];
  const options = { defaultRead: 'owner' } as const;
  const { file, text } = rulesOf([player], options);
  expect(file).toEqual({
    ...{ '': { read: 'owner' }, '/profile': { read: 'any' } },
    ...{ '/shop': { read: 'any', write: 'server' }, '/wallet': { write: 'server' } },
  });
  const { visibleToOthers, findForbidden } = parsePathRules(text);
  expect(visibleToOthers('{"clan":{"a":1},"profile":{"public":2}}')).toBe('{"profile":{"public":2}}');
  expect(findForbidden('{}', '{"clan":{"a":1}}')).toBeUndefined();
  // A value that is the whole object has its own access.
  expect(rulesOf([[' any owner']], options).file).toEqual({});
  expect(rulesOf([], options).file).toEqual({ '': { read: 'owner' } });
  const top = crowd(9, (n) => `${n} any owner`);
  const full = rulesOf(top, { level: 100, all: 7, ...options }).file;
  expect([full[''], full['/8']]).toEqual([{ read: 'owner' }, undefined]);
});

test('values of the server alone are counted, and their players read them', () => {
  const { file, notes } = rulesOf([['a server server'], ['a server owner'], ['b server server']]);
  const closed = { read: 'owner', write: 'server' };
  expect(file).toEqual({ '/a': closed, '/b': closed });
  expect(notes).toContain(
    'the server alone reads 3 values at the source, and the rules let their players read them, not write: /old/a, /old/b; a map leaves one out by a rule with leaveOut, before its other rules',
  );
  const many = rulesOf(crowd(30, (n) => `m/${n} server server`));
  expect(many.notes.at(-1)).toContain('/old/m/19 and others; a map');
});

test('a level with too many places becomes one, with the strictest access', () => {
  const many = [...crowd(30, (n) => `m/${n}/x any ${n === 3 ? 'server' : 'owner'}`), ['p/q owner owner']];
  const { file, notes } = rulesOf(many, { level: 5, all: 100 });
  expect(file).toEqual({ '/m': { write: 'server' }, '/p': { read: 'owner' } });
  expect(notes).toEqual([
    'the rule of /m lets the server alone write, for all players: values of 1 of 30 players ask for it, such as /old/m/3/x of row 4',
    'the rule of /p lets the owner alone read, for all players: values of 1 of 1 players ask for it, such as /old/p/q of row 31',
    'below /m are too many places, or too long ones, for a rule each; the strictest stands for all',
  ]);
  expect(rulesOf(many, { level: 100, all: 7 }).file).toEqual(file);
  const top = [['open any owner'], ...crowd(9, (n) => `${n} owner owner`)];
  const full = rulesOf(top, { level: 100, all: 7 });
  expect(full.notes).toEqual([
    'the rule of the whole object lets the owner alone read, for all players: values of 9 of 10 players ask for it, such as /old/0 of row 2',
    '3 values are at so many places, or such long ones, that only the rule of the whole object holds for them',
  ]);
  expect(full.file).toEqual({ '': { read: 'owner' }, '/open': { read: 'any' } });
});

test('places are bounded by the characters of their pointers, which hold nothing else in memory', () => {
  const long = (name: string): string => name + 'x'.repeat(50);
  const below = crowd(9, (n) => `${long('m')}/${n} any ${n === 3 ? 'server' : 'owner'}`).flat();
  const one = rulesOf([[...below, 'p owner owner']], { characters: 300 });
  expect(one.file).toEqual({ [`/${long('m')}`]: { write: 'server' }, '/p': { read: 'owner' } });
  expect(one.notes.at(-1)).toContain('are too many places, or too long ones, for a rule each');
  const top = crowd(9, (n) => `${long(`${n}`)} owner owner`).flat();
  const full = rulesOf([['open any owner', ...top]], { characters: 300 });
  expect(full.file).toEqual({ '': { read: 'owner' }, '/open': { read: 'any' } });
  expect(full.notes.at(-1)).toStartWith('4 values are at so many places, or such long ones,');
});

test('rules of many players with long names, or short ones out of long texts, take bounded memory', async () => {
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  const rules = createAccessRules();
  for (let n = 0; n < 300; n += 1) {
    const [long = '', short = ''] = `${'x'.repeat(1_000_000)}/name number ${n}`.split('/');
    const access = { text: '1', read: 'owner', write: 'server' } as const;
    const values = [
      { ...access, from: [short], to: [short] },
      { ...access, from: ['old', long], to: ['new', `${n}${long}`] },
      { ...access, from: [long], to: ['one', `${n}`] },
    ];
    rules.see(values, `row ${n}`);
  }
  await untilAdded(100_000_000, before);
  expect(JSON.parse(rules.text())).toMatchObject({ '/name number 299': { read: 'owner' } });
});
