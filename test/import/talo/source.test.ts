// The source `talo`: every field of a data export as an independent reader of the CSV finds it, and the trap of columns that end
// alike.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { talo } from '../../../src/import/talo/source.ts';
import { collect, textsOf } from '../collected.ts';
import { useFolder } from '../test-folder.ts';
import { ann, bob, taloFiles, taloZip } from './export.ts';

const folder = useFolder();
const { put } = folder;
function putZip(files: Readonly<Record<string, string>>, name = 'export.zip'): string {
  put(name, taloZip(files));
  return join(folder.path, name);
}
function putFiles(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) put(name, text);
}
/** Rows of a CSV, found by one regular expression that shares no code with the import. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const { groups } of csv.matchAll(/(?:"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^,\n]*))(?<end>,|\n|$)/g)) {
    rows.at(-1)?.push(groups?.quoted?.replaceAll('""', '"') ?? groups?.plain ?? '');
    if (groups?.end === '\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}

describe('a data export', () => {
  test('gives every field of players, as a zip and as a folder', async () => {
    const files = taloFiles([ann, bob]);
    const [heading = [], ...rows] = rowsOf(files['players-1.csv'] ?? '');
    putFiles(files);
    for (const from of [putZip(files, '../talo.zip'), folder.path]) {
      const { players, refusals, count, player } = await collect(talo, from, { json: 'nothing' });
      expect(refusals).toEqual([]);
      expect([count, players.length]).toEqual([2, 2]);
      for (const row of rows) {
        const found = player('talo', row[0] ?? '');
        expect(found?.registeredAt).toBe(Date.parse(row[2] ?? ''));
        const expected = heading.flatMap((name, at) =>
          name.startsWith('props.') && row[at] !== ''
            ? [
                [name.replace('props.', name.includes('META_') ? 'meta/' : 'props/'), row[at]] as [
                  string,
                  unknown,
                ],
              ]
            : [],
        );
        const values = Object.entries(textsOf(found)).filter(([path]) => /^(?:props|meta)\//.test(path));
        const parsed = values.map(([path, text]): [string, unknown] => [path, JSON.parse(text)]);
        expect(Object.fromEntries(parsed)).toEqual(Object.fromEntries(expected));
        expect(textsOf(found).lastSeenAt).toBe(JSON.stringify(row[1]));
      }
    }
  });

  test('gives aliases as ids, and statistics', async () => {
    const { player } = await collect(talo, putZip(taloFiles([ann, bob])));
    expect({ ...player('talo', ann.id)?.ids }).toEqual({
      talo: [ann.id],
      steam: ['76561197960287930', '2'],
      username: ['ann, the "first"'],
    });
    expect(textsOf(player('talo', ann.id))['stats/gold-collected']).toBe('1e+21');
    expect({ ...player('talo', bob.id)?.ids }).toEqual({ talo: [bob.id], custom: ['b-1'] });
  });

  test('gives JSON objects and arrays of props as that, digit by digit, and other texts as strings', async () => {
    const { player, notes } = await collect(talo, putZip(taloFiles([ann, bob])));
    expect(textsOf(player('talo', ann.id))).toMatchObject({
      'props/save': '{"gold":1.00,"big":9007199254740993,"note":"a, b"}',
      'props/list': '[1, 2]',
      'props/level': '"012"',
      'props/flag': '"true"',
      'props/name': '" Ünï 🎮 "',
    });
    expect(notes).toEqual([
      '2 of 8 values that are texts hold JSON objects or arrays and became that; read.json of the map decides it',
    ]);
  });

  test('may have several parts, as a table of more than 100,000 rows has', async () => {
    const first = taloFiles([ann]);
    const second = taloFiles([bob]);
    const heading = 'id,lastSeenAt,createdAt,updatedAt,props.level\n';
    const row = (id: string) =>
      `${id},2025-01-01T00:00:00.000Z,2024-01-01T00:00:00.000Z,2025-01-01T00:00:00.000Z,1\n`;
    putFiles({ 'players-1.csv': heading + row(ann.id), 'players-2.csv': heading + row(bob.id) });
    putFiles({
      'playerAliases-1.csv': first['playerAliases-1.csv'] ?? '',
      'playerAliases-2.csv': second['playerAliases-1.csv'] ?? '',
    });
    const { players, player } = await collect(talo, folder.path);
    expect(players).toHaveLength(2);
    expect(player('talo', bob.id)?.ids.custom).toEqual(['b-1']);
  });

  test('without aliases says so', async () => {
    put('players-1.csv', taloFiles([bob])['players-1.csv'] ?? '');
    const { players, notes } = await collect(talo, folder.path);
    expect(players).toHaveLength(1);
    expect(notes[0]).toBe('the export has no aliases, so players have no id but that of Talo');
  });
});

describe('the report warns', () => {
  test('of columns that Talo may have filled from another prop', async () => {
    // The first prop of the first player ends the name of the other's column, so Talo writes 5 into both.
    const confused = taloFiles([
      {
        id: 'a',
        props: [
          ['gold', '5'],
          ['oldgold', '7'],
        ],
      },
      {
        id: 'b',
        props: [
          ['oldgold', '8'],
          ['gold', '9'],
        ],
      },
      { id: 'c', props: [['gold', '3']] },
      {
        id: 'd',
        props: [
          ['s.level', '1'],
          ['level', '2'],
        ],
      },
    ]);
    expect(confused['players-1.csv']).toContain(',5,,5');
    const { notes } = await collect(talo, putZip(confused));
    const [levelNote, goldNote, own] = notes.filter((note) => note.startsWith('Talo may have'));
    expect(goldNote).toBe(
      'Talo may have written the prop "gold" into the column "props.oldgold", whose name it ends; rows in which the two are equal, so that only Talo can tell which prop it was: 2',
    );
    // The dot of the prefix is a part of the name, too.
    expect([levelNote, own]).toEqual([
      expect.stringContaining('the prop "s.level" into the column "props.level"'),
      expect.stringContaining('the prop "level" into the column "props.s.level"'),
    ]);
  });

  test('of lists, and of columns that have no place', async () => {
    const files = taloFiles([
      {
        id: 'a',
        props: [
          ['tags[]', 'red'],
          ['tags[]', 'blue'],
        ],
      },
    ]);
    const text = (files['players-1.csv'] ?? '')
      .replace('updatedAt', 'updatedAt,team')
      .replace(/Z,red/, 'Z,,red');
    put('players-1.csv', text);
    const { notes, players } = await collect(talo, folder.path);
    expect(textsOf(players[0])['props/tags[]']).toBe('"red"');
    expect(notes.slice(0, 2)).toEqual([
      'Talo exports the first item alone of props that are lists: "tags[]"',
      'these columns have no place: "team"',
    ]);
  });
});
