// Players of a source that are made to be taken wrongly: each is refused as a whole with a reason, or taken as it is.
import { expect, test } from 'bun:test';
import { buildDocument } from '../../src/import/document.ts';
import { mapPlayer } from '../../src/import/map-player.ts';
import { readyMap } from '../../src/import/read-map.ts';
import type { SourcePlayer } from '../../src/import/source.ts';
import { METADATA_MAX_DEPTH, SESSION_HISTORY_MAX_ROWS } from '../../src/limits.ts';
import { cpuMilliseconds } from '../harness/cpu-time.ts';
import { plainMap, playerOf } from '../harness/imports.ts';

const now = 1_000_000_000_000;
const maxBytes = 1_000_000;
const map = (player: SourcePlayer) => mapPlayer(player, { map: readyMap(plainMap), maxBytes, now });

const long = (letter: string) => letter.repeat(600_000);
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test.each([
  ['a value that is no JSON', { a: '{"x":1,}' }, '/a is no JSON at byte 8'],
  ['a value with more behind it', { a: '1 2' }, '/a is no JSON at byte 3'],
  ['a number with a leading zero', { a: '01' }, '/a is no JSON at byte 2'],
  ['a raw control character', { a: '"\u0000"' }, '/a is no JSON at byte 2'],
  ['half a character in a value', { a: '"\udc00"' }, '/a has a half character'],
  ['half a character in a name', { '\ud800': '1' }, '/\ufffd has a half character'],
  ['two values at one place', { a: '1', 'a/b': '2' }, '/a and /a/b go to /a and /a/b, of which one is'],
  ['a value nested too deep', { a: nested(METADATA_MAX_DEPTH) }, '/a would nest deeper than 1024 levels'],
  ['a large value', { a: `"${'x'.repeat(maxBytes)}"` }, 'the document would take more than 1000000 bytes'],
  ['values that are large together', { a: `"${long('x')}"`, b: `"${long('x')}"` }, 'more than 1000000'],
  ['large names, before a value is looked at,', { [long('a')]: '01', [long('b')]: '1' }, 'more than 1000000'],
  ['text that is short in characters and long in bytes', { a: `"${long('é')}"` }, 'more than 1000000 bytes'],
] as const)('%s refuses the player', (_, values, reason) => {
  const { player, problems } = map(playerOf('ann', values));
  expect([player, problems]).toEqual([undefined, [expect.stringContaining(reason)]]);
});

test('a value as deep as it may be, and names of every kind, come in', () => {
  const deep = nested(METADATA_MAX_DEPTH - 1);
  expect(map(playerOf('ann', { a: deep })).player?.text).toBe(`{"a":${deep}}`);
  for (const name of ['__proto__', 'constructor', 'toString', '', '\u0000', '"', '{x}'])
    expect(map({ ...playerOf('ann'), values: [{ path: [name], text: '1' }] }).player?.text).toBe(
      `{${JSON.stringify(name)}:1}`,
    );
});

test('a hundred thousand values take time in proportion', () => {
  const build = (count: number) => {
    const paths = Array.from({ length: count }, (_, n) => ['s', `${n}`]);
    const values = paths.map((path) => ({ from: path, to: path, text: '1' }));
    const started = cpuMilliseconds();
    expect(buildDocument(values, 16_000_000)).toHaveProperty('text');
    return cpuMilliseconds() - started;
  };
  build(4_000);
  const small = Math.max(4, Math.min(build(4_000), build(4_000), build(4_000)));
  // In proportion it is 25 times as long, and with the square 625 times.
  expect(build(100_000)).toBeLessThan(small * 200);
});

test('sessions that cannot be are refused one by one, and the player comes in', () => {
  const session = (startedAt: number, endedAt: number, context: string | null = null) => {
    return { startedAt, endedAt, context };
  };
  const sessions = [
    ...[session(5, 4), session(-1, 4), session(1.5, 4), session(1, now + 3_600_000), session(1, 2, '[]')],
    ...[session(1, 2, `{"x":"${'x'.repeat(5_000)}"}`), session(1, 2, '{"x":1}')],
    // The clock of another machine may be some seconds ahead.
    session(1, now + 5_000),
  ];
  const { player, problems } = map(playerOf('ann', { a: '1' }, { registeredAt: now + 3_600_000, sessions }));
  expect(problems).toEqual([
    'session 1 ends before it starts',
    'session 2 has a time before 1970',
    'session 3 has a time that is none',
    'session 4 ends in the future',
    expect.stringContaining('session 5 has a context that is not the text of a JSON object'),
    'session 6 has a context that takes more than 4096 bytes',
    'has a registration time that is no time of the past',
  ]);
  expect(player?.sessions).toHaveLength(2);
  expect(player?.registeredAt).toBeUndefined();
});

test('a registration before 1970 is told as such', () => {
  const { player, problems } = map(playerOf('ann', { a: '1' }, { registeredAt: -1 }));
  expect(problems).toEqual(['has a registration time before 1970']);
  expect(player?.registeredAt).toBeUndefined();
});

test('of more sessions than a player may have the newest come in', () => {
  const sessions = Array.from({ length: SESSION_HISTORY_MAX_ROWS + 5 }, (_, n) => ({
    ...{ startedAt: 10 * n, endedAt: 10 * n + 1, context: null },
  }));
  const { player, problems } = map(playerOf('ann', {}, { sessions }));
  expect(problems).toEqual([`has more than ${SESSION_HISTORY_MAX_ROWS} sessions; the 5 oldest are left out`]);
  expect(Math.min(...(player?.sessions ?? []).map(({ startedAt }) => startedAt))).toBe(50);
});

test.each([
  ['an empty id', { user: [''] }, 'has none of the ids that the map asks for'],
  ['no id', { user: [] }, 'has none of the ids that the map asks for'],
  ['a long id', { user: ['x'.repeat(256)] }, 'has an id that is no player id'],
  ['a control character', { user: ['a\nb'] }, 'has an id that is no player id'],
  ['a long number that a spreadsheet rounded', { user: ['7.6561E+16'] }, 'a spreadsheet rounded it'],
  ['one with a comma', { user: ['7,65612E+16'] }, 'a spreadsheet rounded it'],
  ['half a character', { user: ['a\ud800'] }, 'has an id that is no player id'],
])('%s refuses the player', (_, ids, reason) => {
  const { player, problems } = map({ ...playerOf('ann'), ids });
  expect([player, problems]).toEqual([undefined, [expect.stringContaining(reason)]]);
});

test('an id of the prototype of objects is none', () => {
  const template = readyMap({ player: ['{constructor}', 'x:{user}'], values: [] });
  expect(template.playerIdOf({ user: ['ann', 'second'] })).toBe('x:ann');
});
