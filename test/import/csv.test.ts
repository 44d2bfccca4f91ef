// The source CSV: tables of one row a player and of one row a value, cell by cell, and clear refusals of hostile ones.
import { describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { csv } from '../../src/import/csv/index.ts';
import { csvRows } from '../../src/import/csv/rows.ts';
import type { SourceItem } from '../../src/import/source.ts';
import { IMPORT_PART_MAX_BYTES, IMPORT_ROW_MAX_CELLS } from '../../src/limits.ts';
import { cpuMilliseconds } from '../harness/cpu-time.ts';
import { collidingShapes } from '../hostile/colliding.ts';
import { collectFiles } from './collected.ts';
import { all, growthOf, inputOf, repeated } from './files/inputs.ts';

const reading = (content: string | Uint8Array, settings?: unknown) =>
  collectFiles(csv, { 'players.csv': content }, settings);

const textsOf = (items: readonly SourceItem[]) =>
  items.map((item) => ('values' in item ? item.values?.map(({ text }) => text) : item));

describe('one row a player', () => {
  test('without settings the first column is the id, and each other one a string', async () => {
    const table = 'player,level,note\r\nann,007,"a ""b"", c\nd"\r\nbob,1.50,\r\n\r\n"eve 🎮",,x';
    const { items, count, notes } = await reading(table);
    const level = (text: string) => ({ path: ['level'], text });
    const note = (text: string) => ({ path: ['note'], text });
    expect(items).toEqual([
      {
        at: 'players.csv line 2',
        ids: { id: ['ann'] },
        values: [level('"007"'), note('"a \\"b\\", c\\nd"')],
      },
      { at: 'players.csv line 4', ids: { id: ['bob'] }, values: [level('"1.50"')] },
      { at: 'players.csv line 6', ids: { id: ['eve 🎮'] }, values: [note('"x"')] },
    ]);
    expect([count, notes]).toEqual([3, []]);
  });

  test('columns have types, and digits stay', async () => {
    const columns = { gold: 'number', rate: 'number', save: 'json', vip: 'boolean' };
    const table =
      'id;gold;rate;save;vip\nann;9007199254740993;0.10;"{""x"": 1.0, ""y"":[ 1E5 ]}";t\nbob;-0;1e400; [] ;FALSE\n';
    const { items } = await reading(table, { separator: ';', columns });
    expect(textsOf(items)).toEqual([
      ['9007199254740993', '0.10', '{"x": 1.0, "y":[ 1E5 ]}', 'true'],
      ['-0', '1e400', '[]', 'false'],
    ]);
  });

  test('settings name ids, the registration and the suspension', async () => {
    const settings = {
      ...{ id: 'account', ids: { steam: 'steam_id', device: 'device' } },
      ...{ registeredAt: 'created', suspended: 'banned' },
    };
    const table =
      'level,account,steam_id,device,created,banned\n5,a1,7656,,2024-05-01 10:00:00.5+02,1\n6,a2,,d 2,1714557600,0\n7,a3,,,,\n';
    const { items } = await reading(table, settings);
    const level = (n: string) => [{ path: ['level'], text: `"${n}"` }];
    expect(items).toEqual([
      {
        ...{ at: 'players.csv line 2', ids: { id: ['a1'], steam: ['7656'] } },
        ...{ registeredAt: Date.parse('2024-05-01T08:00:00.500Z'), isSuspended: true, values: level('5') },
      },
      {
        ...{ at: 'players.csv line 3', ids: { id: ['a2'], device: ['d 2'] } },
        ...{ registeredAt: 1_714_557_600_000, isSuspended: false, values: level('6') },
      },
      { at: 'players.csv line 4', ids: { id: ['a3'] }, values: level('7') },
    ]);
  });

  test('empty cells are left out, null or kept, as the settings say', async () => {
    const table = 'id,a,b\nann,,\\N\n';
    const valuesWith = async (settings: unknown) => textsOf((await reading(table, settings)).items);
    expect(await valuesWith({ null: '\\N' })).toEqual([[]]);
    expect(await valuesWith({ null: '\\N', empty: 'null' })).toEqual([['null', 'null']]);
    expect(await valuesWith({ null: '\\N', empty: 'keep' })).toEqual([['""']]);
    expect(await valuesWith({})).toEqual([['"\\\\N"']]);
  });

  test.each([
    ['another number of cells', 'x', 'has 1 cells where the header has 2'],
    ['more cells', 'x,1,2', 'has 3 cells where the header has 2'],
    ['no id', ',1', 'has nothing in the column "id"'],
    ['a cell that is no number', 'x,1.', 'the cell of the column "n" is no number of JSON'],
    ['a number with white space', 'x, 1', 'the cell of the column "n" is no number of JSON'],
    ['a number of another grammar', 'x,0x10', 'the cell of the column "n" is no number of JSON'],
    ['a NUL', 'x\0,1', 'holds a NUL in column 1'],
  ])('a bad row is refused, and the others come in: %s', async (_name, row, reason) => {
    const { items } = await reading(`id,n\nann,1\n${row}\nbob,2\n`, { columns: { n: 'number' } });
    const [id = ''] = row.split(',');
    const ofPlayer = reason.includes('column') && id !== '' && { ofPlayer: { id: [id] } };
    expect(items.filter((item) => 'reason' in item)).toEqual([
      { at: 'players.csv line 3', reason, ...ofPlayer },
    ]);
    expect(items.filter((item) => 'ids' in item).map(({ ids }) => ids.id)).toEqual([['ann'], ['bob']]);
  });

  test('a row that is not UTF-8 is refused with its column', async () => {
    const latin1 = Buffer.from('id,n\nann,1\nbob,Größe\neve,2\n', 'latin1');
    const { items } = await reading(latin1);
    expect(items).toMatchObject([
      { ids: { id: ['ann'] } },
      { at: 'players.csv line 3', reason: 'is not UTF-8 in column 2' },
      { ids: { id: ['eve'] } },
    ]);
  });

  test('rows whose ids a spreadsheet rounded are refused, also where these have become the same', async () => {
    const { items } = await reading('id,n\n7.6561E+16,1\n7.6561E+16,2\n76561198000000001,3\n');
    const reason = expect.stringContaining('a spreadsheet rounded it');
    const ofPlayer = { id: ['7.6561E+16'] };
    expect(items).toMatchObject([
      { at: 'players.csv line 2', reason, ofPlayer },
      { at: 'players.csv line 3', reason, ofPlayer },
      { ids: { id: ['76561198000000001'] } },
    ]);
  });

  test('two rows of one player are refused with both places, and neither comes in', async () => {
    const { items } = await reading('id,n\nann,1\nbob,2\nann,3\n');
    expect(items).toMatchObject([
      { at: 'players.csv line 4', reason: 'is of the same player as players.csv line 2; neither is taken' },
      { ids: { id: ['bob'] } },
    ]);
  });
});

describe('one row a value', () => {
  const settings = { id: 'player', key: ['collection', 'key'], value: 'value', columns: { value: 'json' } };

  test('rows of a player may stand far apart', async () => {
    const table =
      'value,key,player,collection\n{},a.b,ann,save\n1.0,k,bob,stats\n[9007199254740993],k,ann,stats\n';
    const { items } = await reading(table, settings);
    const stats = (text: string) => ({ path: ['stats', 'k'], text });
    const save = { path: ['save', 'a.b'], text: '{}' };
    expect(items).toEqual([
      { at: 'players.csv line 2', ids: { id: ['ann'] }, values: [save, stats('[9007199254740993]')] },
      { at: 'players.csv line 3', ids: { id: ['bob'] }, values: [stats('1.0')] },
    ]);
  });

  test('one column may be the key, and other columns are named in the notes', async () => {
    const table = 'player,key,value,updated\nann,gold,10,2024\nann,name,Ann,2024\n';
    const { items, notes } = await reading(table, { key: 'key', value: 'value' });
    expect(items).toMatchObject([{ values: [{ path: ['gold'], text: '"10"' }, { path: ['name'] }] }]);
    expect(notes).toEqual(['columns that "read" of the map does not name were not read: "updated"']);
  });

  test('a bad row and a repeated key leave their players out', async () => {
    const rows = ['ann,a,k,1', 'ann,a,k,2', 'bob,a,k,tru', 'bob,a,l,1', 'eve,a,,1', 'zoe,a,k,1'];
    const { items } = await reading(`player,collection,key,value\n${rows.join('\n')}\n`, settings);
    expect(items).toMatchObject([
      { at: 'players.csv line 3', reason: expect.stringContaining('and the path of players.csv line 2') },
      { at: 'players.csv line 4', reason: 'the cell of the column "value" is no JSON at its end' },
      { at: 'players.csv line 6', reason: 'has nothing in the column "key"' },
      { ids: { id: ['zoe'] } },
    ]);
  });
});

describe('a file that cannot be trusted is refused before anything comes in', () => {
  test.each([
    ['an empty file', '', 'players.csv: is empty; the first row is the header'],
    ['two columns of one name', 'id,a,a\n', 'players.csv line 1: two columns are named "a"'],
    ['a column without a name', 'id,,a\n', 'players.csv line 1: column 2 has no name'],
    ['old line ends', 'id,a\rann,1\r', 'players.csv line 1: the name of column 2 has a line break'],
    ['a NUL in the header', 'id,a\0\n', 'players.csv line 1: the header holds a NUL in column 2'],
    ['a quote that is not closed', 'id,a\nann,"1\nbob,2\n', 'ends within the quotes of a cell of row 2'],
    ['a quote that is not doubled', 'id,a\nann,"a"b"\n', 'a cell of row 2 goes on behind its closing quote'],
    ['a quote within', 'id,a\nann,a"b\n', 'a cell of row 2 has a quote within, and none around'],
    ['gzip', gzipSync('id,a\n'), 'players.csv: is compressed with gzip; unpack it by gunzip -k FILE'],
    ['UTF-16', Buffer.from('\ufeffid,a\n', 'utf16le'), 'players.csv: is UTF-16; turn it into UTF-8 by iconv'],
    ['a row of too many cells', `id,a\n${','.repeat(5_000_000)}\n`, 'row 2 has more than 4096 cells'],
    ['a header of too many cells', ','.repeat(5_000), 'row 1 has more than 4096 cells'],
    ['semicolons, and no separator', 'id;coins\n42;7\n', 'with "separator": ";" in "read" of the map'],
    [
      'tabs, and no separator',
      'id\tcoins\n42\t7\n',
      'with "separator": "\\t" in "read" of the map it separates',
    ],
    ['bars, and no separator', 'id|coins\n42|7\n', 'the header is one column with "|" in its name'],
    ['the line of Excel', 'sep=;\nid;a\n1;x\n', 'the line "sep=;" is of Excel and no header; take it out'],
  ])('%s', async (_name, content, message) => {
    const refused = reading(content);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ name: 'SourceUnreadable' });
  });

  test.each([
    ['in quotes', 'id,a\nann,"', 'x\n""\0'],
    ['without quotes', 'id,a\nann,', 'x'],
  ])(
    'a row of a gigabyte %s, in bounded memory',
    async (_name, before, piece) => {
      const chunks = repeated(before, piece, 1024 ** 3, '"\n');
      const { items, message, bytes } = await growthOf(csvRows({ name: 'players.csv', chunks }, ','));
      expect(items.length).toBeLessThan(2);
      expect(message).toBe(
        `players.csv: row 2 is longer than ${IMPORT_PART_MAX_BYTES} bytes; is a quote in it not closed?`,
      );
      expect(bytes).toBeLessThan(200 * 1024 * 1024);
    },
    60_000,
  );

  test('but for a name with a separator, where the map says so or other columns are there', async () => {
    const { items } = await reading('a;b\nann\n', { separator: ',' });
    expect(items).toMatchObject([{ ids: { id: ['ann'] } }]);
    expect((await reading('id,a;b\nann,1\n')).items).toMatchObject([{ values: [{ path: ['a;b'] }] }]);
  });

  test('a folder, and a file that is not there', async () => {
    const open = (from: string | undefined) => csv.open({ from, settings: undefined, environment: {} });
    await expect(open('/')).rejects.toThrow('/: is a folder; name a file');
    await expect(open('/none/players.csv')).rejects.toThrow('/none/players.csv: there is no such file');
    await expect(open(undefined)).rejects.toThrow('give the file: a table in CSV, in UTF-8');
  });
});

describe('the settings', () => {
  test.each([
    ['an unknown name', { ID: 'x' }, 'Unrecognized key: "ID"'],
    ['a column that is not there', { id: 'x' }, 'there is no column "x"'],
    ['a typed column that is not there', { columns: { x: 'json' } }, 'there is no column "x"'],
    ['an unknown type', { columns: { a: 'float' } }, 'read.columns.a: Invalid option'],
    ['another separator', { separator: '::' }, 'read.separator: Invalid option'],
    ['a key without a value', { key: 'a' }, 'key and value come together'],
    [
      'a registration with a key',
      { key: 'a', value: 'b', registeredAt: 'a' },
      'are for a file of one row a player',
    ],
  ])('are refused with the mistake: %s', async (_name, settings, message) => {
    await expect(reading('id,a,b\nann,1,2\n', settings)).rejects.toThrow(message);
  });

  test('say in which form times are', async () => {
    const read = async (times: string) =>
      (await reading('id,t\nann,86400\n', { registeredAt: 't', times })).items;
    expect(await read('seconds')).toMatchObject([{ registeredAt: 86_400_000 }]);
    const reason = 'the cell of the column "t" is no time in ISO 8601, such as 2026-01-31T12:00:00Z';
    expect(await read('iso')).toEqual([{ at: 'players.csv line 2', reason, ofPlayer: { id: ['ann'] } }]);
  });
});

test('columns with equal hashes take linear time', async () => {
  const names = [...(collidingShapes[0]?.text(100_000) ?? '').matchAll(/"(?<name>[^"]+)"/g)]
    .map(({ groups }) => groups?.name ?? '')
    .slice(0, IMPORT_ROW_MAX_CELLS - 1);
  const table = `id,${names.join(',')}\n${'x,'.repeat(names.length)}y\n`;
  const startedAt = cpuMilliseconds();
  const { items } = await reading(table);
  expect(items).toMatchObject([{ values: { length: names.length } }]);
  expect(cpuMilliseconds() - startedAt).toBeLessThan(3_000);
});

test.each([1, 2, 3, 50])('chunks of %d bytes give the same rows', async (chunkBytes) => {
  const content = '\ufeffid,a\r\n"é\r\n🎮","x,""y"""\n\nb,\r\n';
  expect(await all(csvRows(inputOf(content, chunkBytes, 'a.csv'), ','))).toEqual([
    { at: 'a.csv line 1', cells: ['id', 'a'] },
    { at: 'a.csv line 2', cells: ['é\r\n🎮', 'x,"y"'] },
    { at: 'a.csv line 5', cells: ['b', ''] },
  ]);
});
