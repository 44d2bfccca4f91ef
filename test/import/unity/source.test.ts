// The source `unity`: every value of the pages of the Cloud Save Admin API, as an independent reader of the same files finds it; and pages
// that are missing, broken or hostile.
import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { SourceUnreadable } from '../../../src/import/source.ts';
import { unity } from '../../../src/import/unity/source.ts';
import { collect, textsOf } from '../collected.ts';
import { scalarsOf } from '../independent.ts';
import { useFolder } from '../test-folder.ts';

const folder = useFolder();
const { put } = folder;
const at = (...names: readonly string[]): string => join(folder.path, ...names);

const page = (results: readonly string[], next = ''): string =>
  `{"results":[${results.join(',\n')}],"links":{"next":${JSON.stringify(next)}}}`;
const listed = (id: string, keys: Record<string, number>): string =>
  JSON.stringify({
    id,
    accessClasses: Object.fromEntries(
      Object.entries(keys).map(([name, numKeys]) => [name, { numKeys, totalSize: 2 }]),
    ),
  });
const item = (key: string, value: string, created = '2024-03-01T10:00:00Z'): string =>
  `{"key":${JSON.stringify(key)},"value":${value},"writeLock":"7b6a","modified":{"date":"2025-01-01T00:00:00Z"},"created":{"date":"${created}"}}`;

/** Values whose texts a parser of numbers would change. */
const odd = [
  '{"gold":1.00,"id":9007199254740993}',
  '"\\u0041 \\/ \\ud83c\\udfae"',
  '[1E+2,-0, null ]',
  'null',
  '""',
  '{}',
];

function putTwoPlayers(): void {
  put('players-1.json', page([listed('ANN', { default: 6, public: 1, protected: 1, private: 1 })], '/next'));
  put('players-2.json', page([listed('BOB', { default: 1 }), listed('IDLE', {})]));
  put(
    'items/ANN/default-1.json',
    page(
      odd.slice(0, 4).map((value, at) => item(`key ${at}`, value)),
      '/next',
    ),
  );
  put(
    'items/ANN/default-2.json',
    page(odd.slice(4).map((value, at) => item(`a/b~${at}`, value, '2023-12-31T23:59:59.123Z'))),
  );
  put('items/ANN/public-1.json', page([item('name', '"Ann"')]));
  put('items/ANN/protected-1.json', page([item('key 0', '12')]));
  put('items/ANN/private-1.json', page([item('flags', '[]')]));
  put('items/BOB/default-1.json', page([item('gold', '5')]));
}

describe('pages', () => {
  test('give every value as the files have it, with access by class', async () => {
    putTwoPlayers();
    const { players, refusals, count, player } = await collect(unity, folder.path);
    expect(refusals).toEqual([]);
    expect([count, players.length]).toEqual([3, 3]);
    for (const id of readdirSync(at('items'))) {
      const expected: Record<string, string> = {};
      for (const file of readdirSync(at('items', id))) {
        const scalars = scalarsOf(readFileSync(at('items', id, file), 'utf8'));
        for (const [path, source] of Object.entries(scalars)) {
          const { index, rest } = /^\/results\/(?<index>\d+)\/value(?<rest>.*)$/s.exec(path)?.groups ?? {};
          if (index === undefined) continue;
          const key = JSON.parse(scalars[`/results/${index}/key`] ?? '');
          expected[`${file.split('-')[0]}/${key}${rest}`] = source;
        }
      }
      const found: Record<string, string> = {};
      for (const { path, text } of player('unity', id)?.values ?? [])
        for (const [rest, source] of Object.entries(scalarsOf(text)))
          found[`${path.join('/')}${rest}`] = source;
      expect(found).toEqual(expected);
    }
    const access = player('unity', 'ANN')?.values.map(({ path, read, write }) => [
      path.join('/'),
      read,
      write,
    ]);
    expect(access?.slice(-4)).toEqual([
      ['default/a/b~1', 'owner', 'owner'],
      ['public/name', 'any', 'owner'],
      ['protected/key 0', 'owner', 'server'],
      ['private/flags', 'server', 'server'],
    ]);
    expect(textsOf(player('unity', 'IDLE'))).toEqual({});
  });

  test('give the time of the oldest item as that of the registration, and say so', async () => {
    putTwoPlayers();
    const { player, notes } = await collect(unity, folder.path);
    expect(player('unity', 'ANN')?.registeredAt).toBe(Date.parse('2023-12-31T23:59:59.123Z'));
    expect(player('unity', 'IDLE')?.registeredAt).toBeUndefined();
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain('passes numbers as doubles');
    expect(notes[1]).toContain('oldest item');
  });

  test('may name a player on two pages of the list', async () => {
    put('players-1.json', page([listed('BOB', { default: 1 })], 'next'));
    put('players-2.json', page([listed('BOB', { default: 1 })]));
    put('items/BOB/default-1.json', page([item('gold', '5')]));
    const { players, refusals } = await collect(unity, folder.path);
    expect([players.length, refusals.length]).toEqual([1, 0]);
  });

  test('of an id with strange characters lie in an escaped folder, and no id leaves the folder', async () => {
    const ids = ['../../etc', 'a b', 'ä🎮', '..'];
    put('players-1.json', page([...ids.map((id) => listed(id, { default: 1 })), '{"id":"\\ud800"}']));
    put('items/..%2F..%2Fetc/default-1.json', page([item('x', '1')]));
    put('items/a%20b/default-1.json', page([item('x', '2')]));
    put('items/%C3%A4%F0%9F%8E%AE/default-1.json', page([item('x', '3')]));
    const { players, refusals } = await collect(unity, folder.path);
    expect(players.map((player) => player.ids.unity?.[0])).toEqual(ids.slice(0, 3));
    expect(refusals.map(({ at }) => at)).toEqual(['players-1.json result 4', 'players-1.json result 5']);
  });

  test('of players whom no list names are counted in a note', async () => {
    putTwoPlayers();
    put('items/CARL/default-1.json', page([item('gold', '5')]));
    put('items/DORA/default-1.json', page([item('gold', '5')]));
    const { notes } = await collect(unity, folder.path);
    expect(notes[2]).toBe('items/ has 4 folders, and the list names 3 players; the others were not read');
  });
});

describe('a player is left out, and the others come,', () => {
  test.each([
    [
      'a page is missing',
      () => rmSync(at('items/ANN/default-2.json')),
      'items/ANN/default-1.json',
      'names a next page, which is missing',
    ],
    [
      'an earlier page is missing',
      () => rmSync(at('items/ANN/default-1.json')),
      'items/ANN/default-1.json',
      'is missing, and later pages are there',
    ],
    [
      'a class is missing',
      () => rmSync(at('items/ANN/public-1.json')),
      'items/ANN',
      'has 0 keys of the class public, and the list of players says 1',
    ],
    [
      'the whole folder is missing',
      () => rmSync(at('items/ANN'), { recursive: true }),
      'items/ANN',
      'has 0 keys of the class default, and the list of players says 6',
    ],
    [
      'a page is cut off',
      () => put('items/ANN/public-1.json', '{"results":[{"key":"name","val'),
      'items/ANN/public-1.json',
      'is no JSON at its end',
    ],
    [
      'a page is no UTF-8',
      () => put('items/ANN/public-1.json', Buffer.from(page([item('name', '"\xff"')]), 'latin1')),
      'items/ANN/public-1.json',
      'is not UTF-8',
    ],
    [
      'a page is an error of the service',
      () => put('items/ANN/public-1.json', '{"status":404,"title":"Not Found","code":7}'),
      'items/ANN/public-1.json',
      'is an error of the service, and no page',
    ],
    [
      'a page has no results',
      () => put('items/ANN/public-1.json', '[]'),
      'items/ANN/public-1.json',
      'is no page with "results"',
    ],
    [
      'an item has no value',
      () => put('items/ANN/public-1.json', page(['{"key":"name","created":{"date":"2024-01-01"}}'])),
      'items/ANN/public-1.json item 1',
      'has no key, no value or no time of creation',
    ],
    [
      'an item has no time',
      () => put('items/ANN/public-1.json', page(['{"key":"name","value":1}'])),
      'items/ANN/public-1.json item 1',
      'has no key, no value or no time of creation',
    ],
    [
      'a file of another kind is there',
      () => put('items/ANN/secret-1.json', page([])),
      'items/ANN/secret-1.json',
      'is no page of an access class',
    ],
  ] as const)('where %s', async (_name, harm, at, reason) => {
    putTwoPlayers();
    harm();
    const { players, refusals } = await collect(unity, folder.path);
    expect(refusals).toEqual([{ at, reason, ofPlayer: { unity: ['ANN'] } }]);
    expect(players.map(({ ids }) => ids.unity?.[0])).toEqual(['BOB', 'IDLE']);
  });

  test('where one key stands on two pages', async () => {
    putTwoPlayers();
    put('items/BOB/default-1.json', page([item('gold', '5'), item('gold', '6')]));
    const { players, refusals } = await collect(unity, folder.path);
    expect(refusals).toEqual([
      {
        at: 'items/BOB/default-1.json item 2',
        reason: 'repeats the player and the path of items/BOB/default-1.json item 1; the player is left out',
        ofPlayer: { unity: ['BOB'] },
      },
    ]);
    expect(players.map(({ ids }) => ids.unity?.[0])).toEqual(['ANN', 'IDLE']);
  });

  test('where a value nests deeper than the bound', async () => {
    putTwoPlayers();
    put('items/BOB/default-1.json', page([item('gold', '['.repeat(2_000) + ']'.repeat(2_000))]));
    const { refusals } = await collect(unity, folder.path);
    expect(refusals).toEqual([
      {
        at: 'items/BOB/default-1.json',
        reason: 'nests deeper than 1032 levels',
        ofPlayer: { unity: ['BOB'] },
      },
    ]);
  });
});

describe('the source is refused as a whole', () => {
  const refusal = async (settings?: unknown): Promise<string> => {
    const error = await collect(unity, folder.path, settings).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SourceUnreadable);
    return (error as Error).message.replaceAll(folder.path, 'F');
  };

  test('where a page of the list is missing or broken', async () => {
    expect(await refusal()).toBe(
      'F: is no folder with players-1.json, the first page of the list of players',
    );
    putTwoPlayers();
    rmSync(at('players-2.json'));
    expect(await refusal()).toBe('F/players-2.json: is missing, and the page before it names a next one');
    put('players-2.json', '{"results":');
    expect(await refusal()).toBe('F/players-2.json: is no JSON at its end');
  });

  test('where the map has a setting that it does not know, and without an argument', async () => {
    putTwoPlayers();
    expect(await refusal({ json: 'nothing' })).toMatch(/^the map has settings that cannot be used: .*json/);
    const error = await collect(unity, undefined).catch((reason: unknown) => reason);
    expect((error as Error).message).toBe('name the folder with the pages of Unity');
  });
});

test('a link in the folder may lead out of it, and is refused', async () => {
  putTwoPlayers();
  mkdirSync(at('elsewhere'));
  for (const name of ['players-2.json', 'items/ANN/default-1.json', 'items/ANN', 'items']) {
    renameSync(at(name), at('elsewhere', 'moved'));
    symlinkSync(at('elsewhere', 'moved'), at(name));
    const reading = collect(unity, folder.path);
    await expect(reading).rejects.toThrow(`${name}: is no plain file, but a link or a device`);
    rmSync(at(name));
    renameSync(at('elsewhere', 'moved'), at(name));
  }
});
