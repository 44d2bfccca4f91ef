// The source JSON Lines: objects on lines or in an array, member by member, and clear refusals of hostile ones.
import { describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { jsonl } from '../../src/import/jsonl/index.ts';
import { jsonObjects } from '../../src/import/jsonl/objects.ts';
import {
  IMPORT_PART_MAX_BYTES,
  IMPORT_PART_MAX_DEPTH,
  IMPORT_PLAYER_MAX_SESSIONS,
  IMPORT_PLAYER_MAX_VALUES,
} from '../../src/limits.ts';
import { cpuMilliseconds } from '../harness/cpu-time.ts';
import { collidingShapes } from '../hostile/colliding.ts';
import { collectFiles } from './collected.ts';
import { growthOf, inputOf, repeated } from './files/inputs.ts';

const reading = (content: string | Uint8Array, settings?: unknown) =>
  collectFiles(jsonl, { 'players.jsonl': content }, settings);

describe('an object a player', () => {
  test('each member but the id is a value, with every character of it', async () => {
    const lines =
      '{"id": "ann", "level": 1.0, "save":{ "gold" :9007199254740993,"x": [1E5, 0.10] }, "é\\u0041": "\\ud83c\\udfae"}\r\n\n{"id":42,"__proto__":null}';
    const { items, count, notes } = await reading(lines);
    expect(items).toEqual([
      {
        at: 'players.jsonl line 1',
        ids: { id: ['ann'] },
        values: [
          { path: ['level'], text: '1.0' },
          { path: ['save'], text: '{ "gold" :9007199254740993,"x": [1E5, 0.10] }' },
          { path: ['éA'], text: '"\\ud83c\\udfae"' },
        ],
      },
      { at: 'players.jsonl line 3', ids: { id: ['42'] }, values: [{ path: ['__proto__'], text: 'null' }] },
    ]);
    expect([count, notes]).toEqual([2, []]);
  });

  test('the file may be one array', async () => {
    const { items } = await reading('\ufeff \n[{"id":"ann","a":1},\n {"id":"bob"}]\n');
    expect(items).toEqual([
      { at: 'players.jsonl element 1', ids: { id: ['ann'] }, values: [{ path: ['a'], text: '1' }] },
      { at: 'players.jsonl element 2', ids: { id: ['bob'] }, values: [] },
    ]);
  });

  test('settings name ids, times, the suspension and the sessions', async () => {
    const settings = {
      ...{ id: '/account/id', ids: { steam: '/steam', device: '/device' } },
      ...{ registeredAt: '/created', suspended: '/banned', sessions: '/played' },
    };
    const ann = {
      ...{ account: { id: 'ann' }, steam: 76561198000000000, device: null, gold: 1 },
      ...{ created: '2024-05-01T10:00:00Z', banned: true },
      played: [
        { startedAt: 1714557600, endedAt: 1714557660000, context: { mode: 'solo' } },
        { startedAt: '2024-05-01T10:00:00Z', endedAt: '2024-05-01T11:00:00Z', context: null, other: 1 },
        { startedAt: 1714557600 },
        { startedAt: 1714557600, endedAt: null },
      ],
    };
    const { items, notes } = await reading(`${JSON.stringify(ann)}\n{"account":{"id":"bob"}}`, settings);
    const start = 1_714_557_600_000;
    const account = (id: string) => ({ path: ['account'], text: `{"id":"${id}"}` });
    expect(items).toEqual([
      {
        ...{ at: 'players.jsonl line 1', ids: { id: ['ann'], steam: ['76561198000000000'] } },
        ...{
          values: [account('ann'), { path: ['gold'], text: '1' }],
          registeredAt: start,
          isSuspended: true,
        },
        sessions: [
          { startedAt: start, endedAt: start + 60_000, context: '{"mode":"solo"}' },
          { startedAt: start, endedAt: start + 3_600_000, context: null },
        ],
      },
      { at: 'players.jsonl line 2', ids: { id: ['bob'] }, values: [account('bob')] },
    ]);
    expect(notes).toEqual([
      '2 sessions without an end were left out; a session that still runs comes in once it has ended',
    ]);
  });

  test('the notes name each pointer that leads to nothing in the whole file', async () => {
    const settings = {
      ...{ ids: { steam: '/steam', device: '/devise' }, registeredAt: '/createdAt/at' },
      ...{ suspended: '/baned', sessions: '/played', document: '/doc' },
    };
    const lines = [
      '{"id":"ann","steam":null,"banned":true,"createdAt":"2024-05-01T10:00:00Z"}',
      '{"id":"bob","device":"d","played":[],"doc":{}}',
    ];
    const { items, notes } = await reading(lines.join('\n'), settings);
    expect(items).toHaveLength(2);
    expect(notes).toEqual([
      'no object has anything at /createdAt/at; is "registeredAt" in "read" of the map right?',
      'no object has anything at /baned; is "suspended" in "read" of the map right?',
      'no object has anything at /devise; is "ids.device" in "read" of the map right?',
    ]);
  });

  test('one member may be the whole metadata', async () => {
    const { items } = await reading('{"id":"ann","save":{ "a": 1.0 },"other":1}\n{"id":"bob"}', {
      document: '/save',
    });
    expect(items).toMatchObject([
      { ids: { id: ['ann'] }, values: [{ path: [], text: '{ "a": 1.0 }' }] },
      { ids: { id: ['bob'] }, values: [] },
    ]);
  });

  test.each([
    ['no object', '[1]', 'is no JSON object'],
    ['no JSON', '{"id":"x",}', 'is no JSON at its byte 11'],
    ['a NUL', '{"id":"x\0"}', 'is no JSON at its byte 9'],
    ['two values', '{"id":"x"}{"id":"y"}', 'is no JSON at its byte 11'],
    ['a member that comes twice', '{"id":"x","a":1,"\\u0061":2}', 'has a member twice'],
    ['no id', '{"a":1}', 'has no id at /id'],
    ['an id of null', '{"id":null}', 'has no id at /id'],
    ['an empty id', '{"id":""}', 'has no id at /id'],
    ['an id with a fraction', '{"id":1.0}', 'its /id is neither a string nor an integer'],
    ['an id that is an object', '{"id":{}}', 'its /id is neither a string nor an integer'],
    ['half of a surrogate pair', '{"id":"\\ud83c"}', 'holds half of a surrogate pair'],
    ['half of a surrogate pair in a name', '{"id":"x","\\ud83c":1}', 'holds half of a surrogate pair'],
    ['a time that is none', '{"id":"x","t":"today"}', 'its /t is no time in ISO 8601'],
    ['a suspension that is neither', '{"id":"x","b":2}', 'its /b is neither true nor false'],
    ['sessions that are no array', '{"id":"x","s":{}}', 'its /s is no JSON array'],
    ['a session that is no object', '{"id":"x","s":[1]}', 'its /s has an item 1 that is no object'],
    [
      'a session without a start',
      '{"id":"x","s":[{"endedAt":1}]}',
      'its /s has an item 1 that has no startedAt',
    ],
    [
      'another end',
      '{"id":"x","s":[{"startedAt":1714557600,"endedAt":1}]}',
      'its /s has an item 1 that has an endedAt',
    ],
  ])('a bad object is refused, and the others come in: %s', async (_name, line, reason) => {
    const settings = { registeredAt: '/t', suspended: '/b', sessions: '/s' };
    const { items } = await reading(`{"id":"ann"}\n${line}\n{"id":"bob"}\n`, settings);
    const [refusal, ...more] = items.filter((item) => 'reason' in item);
    expect(more).toEqual([]);
    expect(refusal?.at).toBe('players.jsonl line 2');
    expect(refusal?.reason).toStartWith(reason);
    expect(items.filter((item) => 'ids' in item).map(({ ids }) => ids.id)).toEqual([['ann'], ['bob']]);
  });

  test('two objects of one player are refused with both places, and neither comes in', async () => {
    const { items } = await reading('{"id":42}\n{"id":"bob"}\n{"id":"42"}\n');
    const reason = 'is of the same player as players.jsonl line 1; neither is taken';
    expect(items).toMatchObject([{ at: 'players.jsonl line 3', reason }, { ids: { id: ['bob'] } }]);
  });
});

describe('hostile files', () => {
  test.each([
    ['an empty file', '', 'players.jsonl: holds no object'],
    ['blank lines', '\n \r\n', 'players.jsonl: holds no object'],
    ['an empty array', '[]', 'players.jsonl: holds no object'],
    ['a line that is cut', '{"id":"ann"}\n{"id":"bob","a":[1,', 'line 2: the file ends within this line'],
    ['an array that is cut', '[{"id":"ann"},{"id"', 'players.jsonl: ends early, after 1 whole elements'],
    ['gzip', gzipSync('{}'), 'players.jsonl: is compressed with gzip; unpack it by gunzip -k FILE'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'players.jsonl: is UTF-16; turn it into UTF-8 by iconv'],
  ])('are refused before anything comes in: %s', async (_name, content, message) => {
    const refused = reading(content);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ name: 'SourceUnreadable' });
  });

  test('a line that is not UTF-8 is refused alone', async () => {
    const { items } = await reading(Buffer.from('{"id":"ann"}\n{"id":"é"}\n{"id":"bob"}\n', 'latin1'));
    expect(items).toMatchObject([
      { at: 'players.jsonl line 2', reason: 'is not UTF-8' },
      { ids: { id: ['ann'] } },
      { ids: { id: ['bob'] } },
    ]);
  });

  test('a line of a gigabyte is passed over in bounded memory', async () => {
    const chunks = repeated('{"id":"ann"}\n{"a":"', 'x', 1024 ** 3, '"}\n{"id":"bob"}');
    const { items, bytes } = await growthOf(jsonObjects({ name: 'players.jsonl', chunks }));
    expect(items).toEqual([
      { at: 'players.jsonl line 1', text: '{"id":"ann"}' },
      {
        at: 'players.jsonl line 2',
        reason: `is longer than ${IMPORT_PART_MAX_BYTES} bytes`,
        opening: '{"a":"'.padEnd(65_536, 'x'),
      },
      { at: 'players.jsonl line 3', text: '{"id":"bob"}' },
    ]);
    expect(bytes).toBeLessThan(150 * 1024 * 1024);
  }, 60_000);

  test('objects are bounded in depth, members and sessions', async () => {
    const deep = `{"id":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const wide = `{"id":"x",${Array.from({ length: IMPORT_PLAYER_MAX_VALUES }, (_, index) => `"${index}":0`).join(',')}}`;
    const played = `{"id":"x","s":[${'0,'.repeat(IMPORT_PLAYER_MAX_SESSIONS)}0]}`;
    const { items } = await reading([deep, wide, played].join('\n'), { sessions: '/s' });
    expect(items).toMatchObject([
      { at: 'players.jsonl line 1', reason: `nests deeper than ${IMPORT_PART_MAX_DEPTH} levels` },
      { at: 'players.jsonl line 2', reason: `has more than ${IMPORT_PLAYER_MAX_VALUES} members` },
      { at: 'players.jsonl line 3', reason: `its /s has more than ${IMPORT_PLAYER_MAX_SESSIONS} items` },
    ]);
  });

  test('millions of strings and members with equal hashes take linear time', async () => {
    const strings = `{"id":"s","a":[${'"",'.repeat(3_000_000)}""]}`;
    const colliding = collidingShapes.map(({ text }, index) => `{"id":"${index}",${text(300_000).slice(1)}`);
    const startedAt = cpuMilliseconds();
    const { items } = await reading(`[${[strings, ...colliding].join(',')}]`);
    const refused = items.flatMap((item) => ('reason' in item ? [item.reason] : []));
    // One of the shapes has every key twice.
    expect(refused).toEqual(['has a member twice']);
    expect(items).toHaveLength(1 + collidingShapes.length);
    expect(cpuMilliseconds() - startedAt).toBeLessThan(20_000);
  }, 60_000);

  test.skipIf(process.platform !== 'linux')('a file that the system does not read is refused', async () => {
    // Memory at address 0, which nothing is mapped to.
    const opening = jsonl.open({ from: '/proc/self/mem', settings: undefined, environment: {} });
    await expect(opening).rejects.toThrow('/proc/self/mem: EIO');
    await expect(opening).rejects.toMatchObject({ name: 'SourceUnreadable' });
  });

  test('a folder, a file that is not there and none', async () => {
    const open = (from: string | undefined) => jsonl.open({ from, settings: undefined, environment: {} });
    await expect(open('/')).rejects.toThrow('/: is a folder; name a file');
    await expect(open('/none')).rejects.toThrow('/none: there is no such file');
    await expect(open(undefined)).rejects.toThrow('give the file: one JSON object a line, in UTF-8');
  });
});

test.each([
  ['an unknown name', { uid: '/a' }, 'Unrecognized key: "uid"'],
  ['a name that is no pointer', { id: 'a' }, 'read.id: is no JSON Pointer to a member, such as /id'],
  ['the whole object', { document: '' }, 'read.document: is no JSON Pointer to a member'],
  ['an unknown form of times', { times: 'unix' }, 'read.times: Invalid option'],
])('settings are refused with the mistake: %s', async (_name, settings, message) => {
  await expect(reading('{"id":"ann"}', settings)).rejects.toThrow(message);
});

test.each([1, 3, 1_000])('chunks of %d bytes give the same objects', async (chunkBytes) => {
  const content = '\ufeff {"id":"é🎮"}\r\n\n\t{"id":2 } ';
  const { items } = await growthOf(jsonObjects(inputOf(content, chunkBytes, 'a.jsonl')));
  expect(items).toEqual([
    { at: 'a.jsonl line 1', text: '{"id":"é🎮"}' },
    { at: 'a.jsonl line 3', text: '{"id":2 }' },
  ]);
});
