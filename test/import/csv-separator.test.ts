// The separator of a CSV file that the map does not name: a header that is one column by mistake makes no wrong players.
import { expect, test } from 'bun:test';
import { csv } from '../../src/import/csv/index.ts';
import { readSource } from './files/source-of.ts';

const read = (content: string, settings?: unknown) => readSource(csv, content, settings, 'players.csv');

test.each([
  [
    'semicolons where the map names no separator',
    'id;coins\n42;7\n',
    'the header is one column with ";" in its name; with "separator": ";" in "read" of the map',
  ],
  ['tabs likewise', 'id\tcoins\n42\t7\n', 'with "separator": "\\t" in "read" of the map it separates'],
  ['bars likewise', 'id|coins\n42|7\n', 'the header is one column with "|" in its name'],
  ['the line of Excel', 'sep=;\nid;a\n1;x\n', 'the line "sep=;" is of Excel and no header; take it out'],
])('a table is refused with %s', async (_name, content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

test('a name with a semicolon is one column where the map says so, or beside others', async () => {
  const { items } = await read('a;b\nann\n', { separator: ',' });
  expect(items).toMatchObject([{ ids: { id: ['ann'] } }]);
  expect((await read('id,a;b\nann,1\n')).items).toMatchObject([{ values: [{ path: ['a;b'] }] }]);
});
