// The path rules that an import makes of the access at the source.
import { expect, test } from 'bun:test';
import { type AccessRulesOptions, createAccessRules } from '../../src/import/access-rules.ts';
import type { AccessedValue } from '../../src/import/map-player.ts';
import { parsePathRules } from '../../src/metadata/path-rules.ts';
import { untilAdded } from './files/inputs.ts';

type Seen = readonly [to: string, read: AccessedValue['read'], write: AccessedValue['write']];

function rulesOf(players: readonly (readonly Seen[])[], options?: Partial<AccessRulesOptions>) {
  const rules = createAccessRules(options);
  for (const [index, player] of players.entries())
    rules.see(
      player.map(([place, read, write]) => {
        const to = place === '' ? [] : place.split('/');
        return { from: ['old', ...to], to, text: '1', read, write };
      }),
      `row ${index + 1}`,
    );
  parsePathRules(rules.text());
  return { file: JSON.parse(rules.text()), notes: rules.notes() };
}

test('a part that agrees has one rule at its top, and open parts have none', () => {
  const { file } = rulesOf([
    [
      ['storage/save', 'owner', 'server'],
      ['storage/prefs', 'owner', 'server'],
      ['profile/name', 'any', 'owner'],
      ['wallet', 'any', 'server'],
    ],
  ]);
  expect(file).toEqual({ '/storage': { read: 'owner', write: 'server' }, '/wallet': { write: 'server' } });
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
    'row 1',
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

test('each rule that closes a part for all says how many players ask for it, and the first of them', () => {
  const saves = (n: number): Seen[] => [[`save/slot${n}`, 'owner', 'owner']];
  const players: Seen[][] = [
    [...saves(1), ['wallet', 'owner', 'server'], ['bag', 'owner', 'owner']],
    [...saves(2), ['save/old', 'owner', 'server'], ['save/older', 'owner', 'server']],
    [...saves(1), ['save/old', 'owner', 'server'], ['wallet', 'owner', 'server']],
    [...saves(3), ['shop', 'any', 'owner']],
  ];
  const closing = (rule: string, asks: string) => `the rule of ${rule}, for all players: values of ${asks}`;
  const write = [
    closing('/save lets the server alone write', '2 of 4 players ask for it, such as /old/save/old of row 2'),
    closing('/wallet lets the server alone write', '2 of 2 players ask for it, such as /old/wallet of row 1'),
  ];
  expect(rulesOf(players, { defaultRead: 'owner' }).notes).toEqual(write);
  // Where all read by default, a rule that the owner alone reads closes a part too.
  expect(rulesOf(players).notes.toSorted()).toEqual(
    [
      ...write,
      closing('/bag lets the owner alone read', '1 of 1 players ask for it, such as /old/bag of row 1'),
      closing(
        '/save lets the owner alone read',
        '4 of 4 players ask for it, such as /old/save/slot1 of row 1',
      ),
      closing('/wallet lets the owner alone read', '2 of 2 players ask for it, such as /old/wallet of row 1'),
    ].toSorted(),
  );
  const crowd = Array.from({ length: 30 }, (_, n): Seen[] => [[`${n}`, 'owner', 'server']]);
  const { notes } = rulesOf(crowd, { defaultRead: 'owner' });
  expect([notes.length, notes.at(-1)]).toEqual([21, '10 other rules close a place too']);
});

test('a source whose values are private by default keeps those private that come later', () => {
  const players: Seen[][] = [
    [
      ['save/slot1', 'owner', 'owner'],
      ['profile/public', 'any', 'owner'],
      ['wallet', 'owner', 'server'],
      ['shop', 'any', 'server'],
    ],
  ];
  const { file } = rulesOf(players, { defaultRead: 'owner' });
  expect(file).toEqual({
    '': { read: 'owner' },
    '/profile': { read: 'any' },
    '/shop': { read: 'any', write: 'server' },
    '/wallet': { write: 'server' },
  });
  const { visibleToOthers, findForbidden } = parsePathRules(JSON.stringify(file));
  expect(visibleToOthers('{"clan":{"a":1},"profile":{"public":2}}')).toBe('{"profile":{"public":2}}');
  expect(findForbidden('{}', '{"clan":{"a":1}}')).toBeUndefined();
  // A value that is the whole object has its own access.
  expect(rulesOf([[['', 'any', 'owner']]], { defaultRead: 'owner' }).file).toEqual({});
  expect(rulesOf([], { defaultRead: 'owner' }).file).toEqual({ '': { read: 'owner' } });
  const top = Array.from({ length: 9 }, (_, n): Seen[] => [[`${n}`, 'any', 'owner']]);
  const full = rulesOf(top, { level: 100, all: 7, defaultRead: 'owner' }).file;
  expect([full[''], full['/8']]).toEqual([{ read: 'owner' }, undefined]);
});

test('values of the server alone are counted, and their players read them', () => {
  const players: Seen[][] = [
    [['a', 'server', 'server']],
    [['a', 'server', 'owner']],
    [['b', 'server', 'server']],
  ];
  const { file, notes } = rulesOf(players);
  expect(file).toEqual({
    '/a': { read: 'owner', write: 'server' },
    '/b': { read: 'owner', write: 'server' },
  });
  expect(notes).toContain(
    'the server alone reads 3 values at the source, and the rules let their players read them, not write: /old/a, /old/b; a map leaves one out by a rule with leaveOut, before its other rules',
  );
  const many = Array.from({ length: 30 }, (_, n): Seen[] => [[`m/${n}`, 'server', 'server']]);
  expect(rulesOf(many).notes.at(-1)).toContain('/old/m/19 and others; a map');
});

test('a level with too many places becomes one, with the strictest access', () => {
  const crowd = Array.from({ length: 30 }, (_, n): Seen[] => [
    [`m/${n}/x`, 'any', n === 3 ? 'server' : 'owner'],
  ]);
  const { file, notes } = rulesOf([...crowd, [['p/q', 'owner', 'owner']]], { level: 5, all: 100 });
  expect(file).toEqual({ '/m': { write: 'server' }, '/p': { read: 'owner' } });
  expect(notes).toEqual([
    'the rule of /m lets the server alone write, for all players: values of 1 of 30 players ask for it, such as /old/m/3/x of row 4',
    'the rule of /p lets the owner alone read, for all players: values of 1 of 1 players ask for it, such as /old/p/q of row 31',
    'below /m are too many places, or too long ones, for a rule each; the strictest stands for all',
  ]);
  const all = rulesOf([...crowd, [['p/q', 'owner', 'owner']]], { level: 100, all: 7 });
  expect(all.file).toEqual({ '/m': { write: 'server' }, '/p': { read: 'owner' } });
  const top = Array.from({ length: 9 }, (_, n): Seen[] => [[`${n}`, 'owner', 'owner']]);
  const full = rulesOf([[['open', 'any', 'owner']], ...top], { level: 100, all: 7 });
  expect(full.notes).toEqual([
    'the rule of the whole object lets the owner alone read, for all players: values of 9 of 10 players ask for it, such as /old/0 of row 2',
    '3 values are at so many places, or such long ones, that only the rule of the whole object holds for them',
  ]);
  expect(full.file).toEqual({ '': { read: 'owner' }, '/open': { read: 'any' } });
});

test('places are bounded by the characters of their pointers, which hold nothing else in memory', () => {
  const long = (name: string): string => name + 'x'.repeat(50);
  const below = Array.from(
    { length: 9 },
    (_, n): Seen => [`${long('m')}/${n}`, 'any', n === 3 ? 'server' : 'owner'],
  );
  const one = rulesOf([[...below, ['p', 'owner', 'owner']]], { characters: 300 });
  expect(one.file).toEqual({ [`/${long('m')}`]: { write: 'server' }, '/p': { read: 'owner' } });
  expect(one.notes.at(-1)).toContain('are too many places, or too long ones, for a rule each');
  const top = Array.from({ length: 9 }, (_, n): Seen => [long(`${n}`), 'owner', 'owner']);
  const full = rulesOf([[['open', 'any', 'owner'], ...top]], { characters: 300 });
  expect(full.file).toEqual({ '': { read: 'owner' }, '/open': { read: 'any' } });
  expect(full.notes.at(-1)).toStartWith('4 values are at so many places, or such long ones,');
});

test('rules of many players with long names, or short ones out of long texts, take bounded memory', async () => {
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  const rules = createAccessRules();
  for (let n = 0; n < 300; n += 1) {
    const text = `${'x'.repeat(1_000_000)}/name number ${n}`;
    const [long = '', short = ''] = text.split('/');
    const access = { text: '1', read: 'owner', write: 'server' } as const;
    rules.see(
      [
        { ...access, from: [short], to: [short] },
        { ...access, from: ['old', long], to: ['new', `${n}${long}`] },
        { ...access, from: [long], to: ['one', `${n}`] },
      ],
      `row ${n}`,
    );
  }
  await untilAdded(100_000_000, before);
  expect(JSON.parse(rules.text())).toMatchObject({ '/name number 299': { read: 'owner' } });
});
