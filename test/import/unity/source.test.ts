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
  const first = odd.slice(0, 4).map((value, at) => item(`key ${at}`, value));
  const second = odd.slice(4).map((value, at) => item(`a/b~${at}`, value, '2023-12-31T23:59:59.123Z'));
  put('items/ANN/default-1.json', page(first, '/next'));
  put('items/ANN/default-2.json', page(second));
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
    const { values = [] } = player('unity', 'ANN') ?? {};
    const access = values.map(({ path, read, write }) => [path.join('/'), read, write]);
    expect(access.slice(-4)).toEqual([
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
  const noItem = 'has no key, no value or no time of creation';
  /** What becomes of a file, or of all; the place and the reason of the refusal. */
  const harms: readonly (readonly [
    path: string,
    content: string | Buffer | undefined,
    reason: string,
    at?: string,
  ])[] = [
    ['default-2.json', undefined, 'names a next page, which is missing', '/default-1.json'],
    ['default-1.json', undefined, 'is missing, and later pages are there'],
    ['public-1.json', undefined, 'has 0 keys of the class public, and the list of players says 1', ''],
    ['', undefined, 'has 0 keys of the class default, and the list of players says 6', ''],
    ['public-1.json', '{"results":[{"key":"name","val', 'is no JSON at its end'],
    ['public-1.json', Buffer.from(page([item('name', '"\xff"')]), 'latin1'), 'is not UTF-8'],
    [
      'public-1.json',
      '{"status":404,"title":"Not Found","code":7}',
      'is an error of the service, and no page',
    ],
    ['public-1.json', '[]', 'is no page with "results"'],
    [
      'public-1.json',
      page(['{"key":"name","created":{"date":"2024-01-01"}}']),
      noItem,
      '/public-1.json item 1',
    ],
    ['public-1.json', page(['{"key":"name","value":1}']), noItem, '/public-1.json item 1'],
    ['secret-1.json', page([]), 'is no page of an access class'],
  ];
  test.each(harms)('where the file "%s" has %p: %s', async (path, content, reason, where = `/${path}`) => {
    putTwoPlayers();
    if (content === undefined) rmSync(at('items/ANN', path), { recursive: true });
    else put(`items/ANN/${path}`, content);
    const { players, refusals } = await collect(unity, folder.path);
    expect(refusals).toEqual([{ at: `items/ANN${where}`, reason, ofPlayer: { unity: ['ANN'] } }]);
    expect(players.map(({ ids }) => ids.unity?.[0])).toEqual(['BOB', 'IDLE']);
  });

  test.each([
    ['one key stands on two pages', ['5', '6'], ' item 2', 'repeats the player and the path of'],
    [
      'a value nests deeper than the bound',
      ['['.repeat(2_000) + ']'.repeat(2_000)],
      '',
      'nests deeper than 1032',
    ],
  ])('where %s', async (_, values, where, reason) => {
    putTwoPlayers();
    put('items/BOB/default-1.json', page(values.map((value) => item('gold', value))));
    const { players, refusals } = await collect(unity, folder.path);
    const refused = { at: `items/BOB/default-1.json${where}`, reason: expect.stringContaining(reason) };
    expect(refusals).toEqual([{ ...refused, ofPlayer: { unity: ['BOB'] } }]);
    expect(players.map(({ ids }) => ids.unity?.[0])).toEqual(['ANN', 'IDLE']);
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
