// Parts of a source that are scattered come out by player, in the order of the source, and what repeats is refused with both places.
import { afterEach, expect, test } from 'bun:test';
import { fstatSync, readdirSync, readlinkSync } from 'node:fs';
import type { GatherOptions } from '../../../../../src/import/files/gather.ts';
import { fromStagedText, toStagedText } from '../../../../../src/import/files/staged-player.ts';
import { createStaging, type Staging } from '../../../../../src/import/files/staging.ts';
import {
  IMPORT_PART_MAX_BYTES,
  IMPORT_PLAYER_MAX_IDS,
  IMPORT_PLAYER_MAX_SESSIONS,
  IMPORT_PLAYER_MAX_VALUES,
} from '../../../../../src/limits.ts';
import { cpuMilliseconds } from '../../../../harness/cpu-time.ts';
import { collidingShapes } from '../../../../hostile/colliding.ts';
import { untilAdded } from '../../../../import/files/inputs.ts';

let open: Staging[] = [];
afterEach(() => {
  for (const staging of open) staging.close();
  open = [];
});
function staging(options: Partial<GatherOptions> = {}): Staging {
  const made = createStaging({ keyKind: 'user', ...options });
  open.push(made);
  return made;
}
const ofAnn = { user: ['ann'] };
const value = (path: string, text = '1') => ({ path: path.split(' '), text });

test('scattered parts come out by player, in the order of the source', () => {
  const rows = staging();
  rows.addValue('zoe', { path: ['save', 'a/b~c'], text: '0.10', read: 'any', write: 'server' }, 'line 1');
  rows.addValue('ann', value('save slot1', '{"x": 9007199254740993}'), 'line 2');
  rows.addSession('ann', { startedAt: 5, endedAt: 9, context: '{"mode": 1.0}' }, 'line 3');
  rows.addId('ann', 'device', 'd1', 'line 4');
  rows.addValue('zoe', value('a'), 'line 5');
  rows.addSession('ann', { startedAt: 1, endedAt: 2, context: null }, 'line 6');
  const ids = { device: ['d0', 'd1'] };
  rows.addPlayer('ann', { at: 'users 1', registeredAt: 17, isSuspended: true, ids });
  rows.addPlayer('eve', { at: 'users 2', isSuspended: false, values: [value('x y'), value('__proto__')] });
  expect(rows.players).toBe(3);
  const a = { path: ['save', 'a/b~c'], text: '0.10', read: 'any', write: 'server' } as const;
  const sessions = [
    { startedAt: 5, endedAt: 9, context: '{"mode": 1.0}' },
    { startedAt: 1, endedAt: 2, context: null },
  ];
  expect([...rows.read()]).toEqual([
    { at: 'line 1', ids: { user: ['zoe'] }, values: [a, value('a')] },
    {
      ...{ at: 'users 1', ids: { user: ['ann'], device: ['d0', 'd1'] }, registeredAt: 17, isSuspended: true },
      ...{ values: [value('save slot1', '{"x": 9007199254740993}')], sessions },
    },
    {
      ...{ at: 'users 2', ids: { user: ['eve'] }, isSuspended: false },
      values: [value('x y'), value('__proto__')],
    },
  ]);
});

test('a path that comes twice is refused with both places, and its player is left out', () => {
  const rows = staging();
  rows.addValue('ann', value('a b'), 'line 1');
  rows.addValue('bob', value('a b'), 'line 2');
  rows.addValue('ann', value('a b', '2'), 'line 3');
  rows.addValue('ann', value('a/b'), 'line 4');
  const reason = 'repeats the player and the path of line 1; the player is left out';
  expect([...rows.read()]).toEqual([
    { at: 'line 3', reason, ofPlayer: ofAnn },
    { at: 'line 2', ids: { user: ['bob'] }, values: [value('a b')] },
  ]);
});

test('a player who is described twice is refused with both places, and none of the two comes in', () => {
  const rows = staging();
  for (const [place, name] of ['ann', 'bob', 'ann', 'ann'].entries())
    rows.addPlayer(name, { at: `line ${place}` });
  const reason = 'is of the same player as line 0; neither is taken';
  expect([...rows.read()]).toEqual([
    { at: 'line 2', reason, ofPlayer: ofAnn },
    { at: 'line 3', reason, ofPlayer: ofAnn },
    { at: 'line 1', ids: { user: ['bob'] }, values: [] },
  ]);
});

test('an id or a path with half a character leaves its player out', () => {
  const rows = staging();
  rows.addValue('bob', value('a\ud800'), 'line 1');
  rows.addValue('\ud800', value('a'), 'line 2');
  const reason = 'holds half of a surrogate pair in an id or a name';
  expect([...rows.read()]).toEqual([
    { at: 'line 2', reason },
    { at: 'line 1', reason, ofPlayer: { user: ['bob'] } },
  ]);
});

test('each player of whom a bad part may be is left out, and the notes count the parts of nobody', () => {
  const rows = staging();
  rows.addValue('ann', value('a'), 'line 1');
  rows.refuse({ at: 'line 2', reason: 'is bad' }, { candidates: ['ann', 'zoe', 'bob', 'ann', '\ud800'] });
  rows.refuse({ at: 'line 3', reason: 'is nobody’s' }, { candidates: ['zoe'] });
  rows.refuse({ at: 'line 4', reason: 'is of Eve' }, { key: 'eve', candidates: ['eve', 'bob'] });
  rows.addValue('bob', value('a'), 'line 5');
  rows.addValue('kim', value('a'), 'line 6');
  expect([...rows.read()]).toEqual([
    { at: 'line 3', reason: 'is nobody’s' },
    { at: 'line 2', reason: 'is bad', ofPlayer: { user: ['ann'] } },
    { at: 'line 4', reason: 'is of Eve', ofPlayer: { user: ['eve'] } },
    { at: 'line 2', reason: 'is bad', ofPlayer: { user: ['bob'] } },
    { at: 'line 4', reason: 'is of Eve', ofPlayer: { user: ['bob'] } },
    { at: 'line 6', ids: { user: ['kim'] }, values: [value('a')] },
  ]);
  const note = '1 refused parts of the source name no player: one of whom such a part is came in';
  expect(rows.notes()).toEqual([expect.stringContaining(note)]);
});

test('parts of a player whom the source does not describe are refused where the source should', () => {
  const rows = staging({ undescribed: 'is of no player' });
  rows.addId('ann', 'steam', '1', 'aliases line 2');
  rows.addPlayer('bob', { at: 'players line 2' });
  rows.addId('bob', 'steam', '2', 'aliases line 3');
  expect([...rows.read()]).toEqual([
    { at: 'aliases line 2', reason: 'is of no player', ofPlayer: { ...ofAnn, steam: ['1'] } },
    { at: 'players line 2', ids: { user: ['bob'], steam: ['2'] }, values: [] },
  ]);
});

test('names with a NUL, emoji and every key of an object come back as they are', () => {
  const rows = staging();
  const keys = ['a\0b', 'a', '\u{1f3ae}', 'é', 'e\u0301', 'constructor', '', ' a'];
  const valuesOf = (key: string) => [{ path: [key, ''], text: '"\u{1f3ae}"' }];
  for (const key of keys) rows.addPlayer(key, { at: `of ${key}`, values: valuesOf(key) });
  expect([...rows.read()]).toEqual(
    keys.map((key) => ({ at: `of ${key}`, ids: { user: [key] }, values: valuesOf(key) })),
  );
});

const session = { startedAt: 1, endedAt: 2, context: null };
test.each<[string, number, (rows: Staging, index: number) => void]>([
  ['values', IMPORT_PLAYER_MAX_VALUES, (rows, n) => rows.addValue('ann', value(`${n}`), 'line 1')],
  ['sessions', IMPORT_PLAYER_MAX_SESSIONS, (rows) => rows.addSession('ann', session, 'line 1')],
  ['ids', IMPORT_PLAYER_MAX_IDS, (rows, n) => rows.addId('ann', 'device', `${n}`, 'line 1')],
])('a player has at most so many %s', (name, most, add) => {
  const rows = staging();
  for (let index = 0; index <= most; index += 1) add(rows, index);
  rows.addPlayer('bob', { at: 'line 2' });
  expect([...rows.read()]).toEqual([
    { at: 'line 1', reason: `has more than ${most} ${name}`, ofPlayer: expect.objectContaining(ofAnn) },
    { at: 'line 2', ids: { user: ['bob'] }, values: [] },
  ]);
});

const half = 'x'.repeat(IMPORT_PART_MAX_BYTES / 2);

test.each<[string, (rows: Staging, index: number) => void]>([
  ['texts of values', (rows, n) => rows.addValue('ann', value(`${n}`, `"${half}"`), 'line 2')],
  ['names of values', (rows, n) => rows.addValue('ann', value(half + n), 'line 2')],
  ['kinds of ids', (rows, n) => rows.addId('ann', half + n, '1', 'line 2')],
  ['ids', (rows, n) => rows.addId('ann', 'custom', half + n, 'line 2')],
  ['contexts of sessions', (rows) => rows.addSession('ann', { ...session, context: `${half}x` }, 'line 2')],
])('%s are counted together, beside a description too', (_, add) => {
  const reason = `has more than ${IMPORT_PART_MAX_BYTES} bytes of values, sessions, ids and names`;
  for (const described of [false, true]) {
    const rows = staging();
    rows.addPlayer('ann', { at: 'users 1', ...(described && { values: [value(half)] }) });
    add(rows, 0);
    if (!described) add(rows, 1);
    expect([...rows.read()]).toMatchObject([{ at: 'users 1', reason, ofPlayer: ofAnn }]);
  }
});

test('an id that stands in every row counts once', () => {
  const rows = staging();
  for (let row = 0; row < 4; row += 1) rows.addId('ann', 'custom', half, `line ${row}`);
  expect([...rows.read()]).toEqual([{ at: 'line 0', ids: { user: ['ann'], custom: [half] }, values: [] }]);
});

test('a piece of a player that is kept holds none of the rest in memory', async () => {
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  const places = Array.from({ length: 300 }, (_, index) => {
    const text = `"${'x'.repeat(1_000_000)}${index}"`;
    return fromStagedText(toStagedText({ at: `players.jsonl line ${index}`, values: [value('save', text)] }))
      .at;
  });
  await untilAdded(100_000_000, before);
  expect(places[7]).toBe('players.jsonl line 7');
});

test('paths with equal hashes take linear time', () => {
  const rows = staging();
  const { text = () => '' } = collidingShapes[0] ?? {};
  const names = [...text(280_000).matchAll(/"(?<name>[^"]+)"/g)].map(({ groups }) => groups?.name ?? '');
  expect(names.length).toBeGreaterThan(9_000);
  for (const name of names) rows.addValue('ann', value(name), 'line 1');
  const startedAt = cpuMilliseconds();
  const [player] = [...rows.read()];
  expect(player).toMatchObject({ values: { length: names.length } });
  expect(cpuMilliseconds() - startedAt).toBeLessThan(2_000);
});

test.skipIf(process.platform !== 'linux')(
  'the file is of this user alone, and is unlinked while it is in use',
  () => {
    const rows = staging();
    const text = `"${'x'.repeat(1_000_000)}"`;
    for (let index = 0; index < 100; index += 1) rows.addValue(`p${index}`, value('a', text), 'line 1');
    const files = readdirSync('/proc/self/fd').flatMap((descriptor) => {
      try {
        const stats = fstatSync(Number(descriptor));
        const path = readlinkSync(`/proc/self/fd/${descriptor}`);
        return stats.size > 50_000_000 && path.endsWith('(deleted)') ? [stats] : [];
      } catch {
        return [];
      }
    });
    expect(files.map(({ mode, nlink }) => [mode & 0o777, nlink])).toEqual([[0o600, 0]]);
  },
);

test('a description with far too many ids, of one kind or of many, is refused', () => {
  const rows = staging();
  // A copy of the list for each id takes many minutes.
  const device = Array.from({ length: 300_000 }, (_, index) => `d${index}`);
  rows.addPlayer('ann', { at: 'line 1', ids: { device } });
  const kinds = device.slice(0, IMPORT_PLAYER_MAX_IDS).map((id) => [id, [id]]);
  rows.addPlayer('bob', { at: 'line 2', ids: Object.fromEntries(kinds) });
  // The key is an id too.
  const most = device.slice(1, IMPORT_PLAYER_MAX_IDS);
  rows.addPlayer('eve', { at: 'line 3', ids: { device: [...most, ...most] } });
  const reason = `has more than ${IMPORT_PLAYER_MAX_IDS} ids`;
  expect([...rows.read()]).toEqual([
    { at: 'line 1', reason, ofPlayer: expect.objectContaining(ofAnn) },
    { at: 'line 2', reason, ofPlayer: expect.objectContaining({ user: ['bob'] }) },
    { at: 'line 3', ids: { user: ['eve'], device: most }, values: [] },
  ]);
});
