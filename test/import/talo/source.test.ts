// The source `talo`: every field of a data export as an independent reader of the CSV finds it, and the trap of columns that end
// alike; and exports that are broken or hostile: rows that leave their player out, and exports that are refused before a player came.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SourceUnreadable } from '../../../src/import/source.ts';
import { readColumns } from '../../../src/import/talo/columns.ts';
import { createFindings } from '../../../src/import/talo/findings.ts';
import { talo } from '../../../src/import/talo/source.ts';
import { collect, textsOf } from '../collected.ts';
import { makeZip } from '../files/made-zip.ts';
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
        const cells = heading.map((name, n) => [name, row[n]] as const);
        const expected = cells
          .filter(([name, cell]) => name.startsWith('props.') && cell !== '')
          .map(([name, cell]) => [name.replace('props.', name.includes('META_') ? 'meta/' : 'props/'), cell]);
        const values = Object.entries(textsOf(found)).filter(([path]) => /^(?:props|meta)\//.test(path));
        const parsed = values.map(([path, text]) => [path, JSON.parse(text)]);
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
    const props = (...given: readonly (readonly [string, string])[]) => given;
    const confused = taloFiles([
      { id: 'a', props: props(['gold', '5'], ['oldgold', '7']) },
      { id: 'b', props: props(['oldgold', '8'], ['gold', '9']) },
      { id: 'c', props: props(['gold', '3']) },
      { id: 'd', props: props(['s.level', '1'], ['level', '2']) },
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
    const tags = (item: string) => ['tags[]', item] as const;
    const files = taloFiles([{ id: 'a', props: [tags('red'), tags('blue')] }]);
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

describe('a player is left out, and the others come,', () => {
  test('where the id or the time is none, or the player stands twice', async () => {
    const none = ['', 'y', 'y'].map((id) => ({ id, props: [] }));
    const files = taloFiles([ann, bob, { id: 'x', createdAt: 'yesterday', props: [] }, ...none]);
    const { players, refusals } = await collect(talo, putZip(files));
    expect(players.map(({ ids }) => ids.talo?.[0])).toEqual([ann.id, bob.id]);
    const reasons = refusals.map(({ at, reason }) => `${at}: ${reason}`).toSorted();
    const endings = ['has a time of creation that is none', 'has no id of a player'].map(
      (text) => `: ${text}`,
    );
    const each = [
      expect.stringContaining('is of the same player as'),
      ...endings.map((end) => expect.stringContaining(end)),
    ];
    expect(reasons).toEqual(expect.arrayContaining(each));
    expect(reasons).toHaveLength(3);
  });

  test('where a row holds a NUL or is not UTF-8', async () => {
    const files = taloFiles([ann, bob, { id: 'nul', props: [['level', 'a\0b']] }]);
    put('players-1.csv', files['players-1.csv'] ?? '');
    const aliases = (files['playerAliases-1.csv'] ?? '').replace('b-1', '\xff');
    put('playerAliases-1.csv', Buffer.from(aliases, 'latin1'));
    const { players, refusals } = await collect(talo, folder.path);
    expect(players.map(({ ids }) => ids.talo?.[0])).toEqual([ann.id]);
    const reasons = refusals.map(({ reason }) => reason).toSorted();
    expect(reasons).toEqual(['holds a NUL in column 7', 'is not UTF-8 in column 3']);
  });

  test('where an alias or a statistic has no row in the players', async () => {
    const files = taloFiles([bob]);
    files['playerAliases-1.csv'] +=
      '9,steam,1,ghost,2025-01-01,2025-01-01\n10,,1,ghost2,2025-01-01,2025-01-01\n11,steam,1,,x,x\n';
    files['playerGameStats-1.csv'] += `3,${bob.id},,7,gold,x,x\n`;
    const { players, refusals } = await collect(talo, putZip(files));
    expect(players).toEqual([]);
    expect(refusals.map(({ reason }) => reason).sort()).toEqual([
      'has no player, no service or no identifier',
      'has no player, no service or no identifier',
      'has no player, no value or no name',
      'has no row in the files players-N.csv',
    ]);
  });
});

describe('the source is refused as a whole, before a player came,', () => {
  const refusal = async (from: string | undefined = folder.path, settings?: unknown): Promise<string> => {
    const error = await collect(talo, from, settings).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SourceUnreadable);
    return (error as Error).message.replaceAll(folder.path, 'F');
  };

  test('where a part is missing, there twice, or of another version', async () => {
    const files = taloFiles([bob]);
    putFiles({ 'playerAliases-1.csv': files['playerAliases-1.csv'] ?? '' });
    expect(await refusal()).toBe('F: has no players-1.csv; export the players of Talo');
    const players = files['players-1.csv'] ?? '';
    putFiles({ 'players-1.csv': players, 'players-3.csv': players });
    expect(await refusal()).toBe('F: players-2.csv is missing, and a later part is there');
    put('more/players-1.csv', players);
    expect(await refusal()).toMatch(/players-1\.csv: is there twice; name the files of one export$/);
    const old = putZip({ 'players-1.csv': 'uuid,created\n1,2\n' }, '../old.zip');
    expect(await refusal(old)).toMatch(
      /players-1\.csv: has no column id, createdAt; is it of another version of Talo\?$/,
    );
    const twice = putZip({ 'players-1.csv': 'id,createdAt,props.a,props.a\n' }, '../twice.zip');
    expect(await refusal(twice)).toMatch(/players-1\.csv: has two columns of one name$/);
    const empty = putZip({ 'players-1.csv': '' }, '../empty.zip');
    expect(await refusal(empty)).toMatch(/players-1\.csv: is empty$/);
  });

  test('where a key with a comma broke the heading, which Talo does not quote', async () => {
    expect(await refusal(putZip(taloFiles([{ id: 'a', props: [['x,y', '1']] }])))).toMatch(
      /players-1\.csv line 2: has 5 fields, and the heading has 6; Talo does not quote a key of a prop with a comma/,
    );
    expect(await refusal(putZip(taloFiles([{ id: 'a', props: [['x"y', '1']] }])))).toMatch(
      /players-1\.csv: a cell of row 1 has a quote within/,
    );
  });

  test('where the name of a column is far longer than a key of Talo', async () => {
    // To look at each end of such a name took hours.
    put('players-1.csv', `id,createdAt,props.a,props.${'b'.repeat(2_000_000)}\n`);
    expect(await refusal()).toMatch(/players-1\.csv: the name of column 4 has more than 512 characters$/);
  });

  test('where a checksum in the zip is wrong', async () => {
    const data = taloFiles([bob])['players-1.csv'] ?? '';
    put('export.zip', makeZip([{ name: 'players-1.csv', data, says: { crc: 1 } }]));
    const message = await refusal(join(folder.path, 'export.zip'));
    expect(message).toEndWith('players-1.csv does not have the checksum that the zip says');
  });

  test('where the argument or a setting is none', async () => {
    const error = await collect(talo, undefined).catch((reason: unknown) => reason);
    expect((error as Error).message).toBe('name the zip or the folder of a data export of Talo');
    expect(await refusal(folder.path, { times: 'utc' })).toMatch(/^the map has settings .* used: .*times/);
  });

  test('and a file of something else is refused alone', async () => {
    putFiles({ ...taloFiles([bob]), 'notes.txt': 'x' });
    const { players, refusals } = await collect(talo, folder.path);
    expect(players).toHaveLength(1);
    expect(refusals).toEqual([{ at: 'notes.txt', reason: 'is no file of a data export of Talo' }]);
  });
});

test('of names of columns that end alike in each other only the pairs of the report are counted in rows', () => {
  const names = Array.from({ length: 500 }, (_, index) => `props.${'a'.repeat(index + 1)}`);
  const findings = createFindings();
  const counted = findings.noteColumns(readColumns('players-1.csv', names, [], []));
  expect(counted).toHaveLength(20);
  findings.noteRow(
    names.map(() => '1'),
    counted,
  );
  expect(findings.notes()).toHaveLength(20);
  for (const note of findings.notes()) expect(note).toEndWith(': 1');
});
