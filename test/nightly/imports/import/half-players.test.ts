// A row, an element or an answer that cannot be taken leaves out whole players, in every source: half a player would stay half once the
// source is mended.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csv } from '../../../../src/import/csv/index.ts';
import { jsonl } from '../../../../src/import/jsonl/index.ts';
import { nakama } from '../../../../src/import/nakama/index.ts';
import { playfab } from '../../../../src/import/playfab/source.ts';
import type { SourceKind } from '../../../../src/import/source-kind.ts';
import { IMPORT_PART_MAX_BYTES, IMPORT_PART_MAX_DEPTH } from '../../../../src/limits.ts';
import { manualClock } from '../../../harness/clock.ts';
import { sqlite } from '../../../harness/engines.ts';
import { importPlayers } from '../../../harness/imports.ts';
import { collectFiles } from '../../../import/collected.ts';

/** The first ids of the players who come in, of those who are refused, and whether there is a note about parts of nobody. */
async function readFiles(kind: SourceKind, files: Parameters<typeof collectFiles>[1], read?: unknown) {
  const { items, notes } = await collectFiles(kind, files, read);
  const idsOf = (lists: readonly (Readonly<Record<string, readonly string[]>> | undefined)[]) =>
    lists.map((ids) => Object.values(ids ?? {})[0]?.[0] ?? 'nobody');
  return [
    idsOf(items.flatMap((item) => ('reason' in item ? [] : [item.ids]))).join(),
    idsOf(items.flatMap((item) => ('reason' in item ? [item.ofPlayer] : []))).join(),
    notes.some((note) => note.includes('refused parts of the source name no player')),
  ] as const;
}

const table = { id: 'p', key: 'k', value: 'v', columns: { v: 'json' } };
const long = 'x'.repeat(IMPORT_PART_MAX_BYTES);
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const object = (user: string, key: string, value: string) =>
  `{"collection":"save","key":"${key}","user_id":"${user}","value":${value}}`;
/** Objects of Ann, Bob and Eve, and a bad one of Ann. */
const storage = (bad: string) =>
  Buffer.from(
    `[${object('ann', 'a', '1')},${object('bob', 'a', '{"user_id":"eve"}')},${object('eve', 'a', '1')},${object('ann', 'b', bad)}]`,
    'latin1',
  );
const answer = (player: string) => `{"PlayFabId":"${player}","Data":{"k":{"Value":"1"}}}`;
const line = (request: string, player: string, own = answer(player)) =>
  `{"request":"${request}","PlayFabId":"${player}","answer":${own}}\n`;
const lines = line('GetUserData', 'A') + line('GetUserData', 'B') + line('GetUserData', 'C');
const answers = { 'A.GetUserData.json': answer('A'), 'B.GetUserData.json': answer('B') };

type Files = Parameters<typeof collectFiles>[1];
type Row = readonly [what: string, files: Files, came: string, refused: string, read?: unknown];
const csvRows: readonly Row[] = [
  ['a cell too many behind the id', { 't.csv': 'p,k,v\n42,a,1\n42,b,2,3\n43,a,1\n' }, '43', '42'],
  ['a cell too few', { 't.csv': 'p,k,v\n42,a,1\n42,b\n43,a,1\n' }, '43', '42'],
  ['a cell too many before the id', { 't.csv': 'k,v,p\na,1,42\nb,2,3,42\na,1,43\n' }, '43', '42'],
  ['a cell too many behind the last id', { 't.csv': 'k,p,v\na,42,1\nb,42,2,3\na,43,1\n' }, '43', '42'],
  ['a cell too few before the id', { 't.csv': 'k,v,p\na,1,42\nb,42\na,1,43\n' }, '43', '42'],
  ['an id with a separator', { 't.csv': 'p,k,v\n"A, B",a,1\nA, B,b,2\n43,a,1\n' }, '43', 'A, B'],
  ['a row without a value, which is none', { 't.csv': 'p,k,v\n42,a,\n43,a,1\n43,b,\n' }, '42,43', ''],
  ['rows of nobody who is known', { 't.csv': 'p,k,v\n42,a,1\n,b,2\nx,y\n' }, '42', 'nobody,nobody'],
];
const jsonlRows: readonly Row[] = [
  ...['{"id":1,"a":1,"a":2}', '{"id":1,"a":}', `{"a":${nested(2_000)},"id":1}`, `{"id":1,"a":"${long}"}`].map(
    (bad): Row => [
      `the object ${bad.slice(0, 20)}`,
      { 'a.jsonl': `${bad}\n{"id":1,"b":1}\n{"id":2}\n` },
      '2',
      '1',
    ],
  ),
  [
    'an id that stands deeper',
    { 'a.jsonl': '{"id":2,"u":{"id":1},}\n{"u":{"id":1}}\n{"u":{"id":2}}\n' },
    '2',
    '1',
    { id: '/u/id' },
  ],
];
const nakamaRows: readonly Row[] = [
  ['an element that nests too deep', { 's.json': storage(nested(IMPORT_PART_MAX_DEPTH)) }, 'bob,eve', 'ann'],
  ['an element that is not UTF-8', { 's.json': storage('"\xff"') }, 'bob,eve', 'ann'],
  ['an element that is too long', { 's.json': storage(`"${long}"`) }, 'bob,eve', 'ann'],
  [
    'a long row',
    { 's.csv': 'collection,key,user_id,value\ns,a,ann,1\ns,b,ann,1,2\ns,a,bob,1' },
    'bob',
    'ann',
  ],
];
const playfabRows: readonly Row[] = [
  ['a broken line', { 'a.jsonl': lines + line('GetUserReadOnlyData', 'A').replace('"1"', '1"') }, 'B,C', 'A'],
  ['an answer of Bob', { 'a.jsonl': lines + line('GetUserReadOnlyData', 'A', answer('B')) }, 'C', 'A,B'],
  ...[
    ['A.GetUserReadOnlyData.json', '{"Data":{'],
    ['A.GetUserReadOnlyData.json', '{"code":429,"status":"x"}'],
    ['A.GetUserReadOnlyDta.json', answer('A')],
    ['A.GetUserReadOnlyData.txt', answer('A')],
    ['x.GetUserReadOnlyData.json', '{"code":200,"data":{"PlayFabId":"A","Data":{,}}}'],
  ].map(([name = '', bad = '']): Row => [`the file ${name}`, { ...answers, [name]: bad }, 'B', 'A']),
];
const rowsOf = new Map([
  [csv, csvRows] as const,
  [jsonl, jsonlRows],
  [nakama, nakamaRows],
  [playfab, playfabRows],
]);
for (const [kind, rows] of rowsOf)
  for (const [what, files, came, refused, read] of rows)
    test(`in ${kind.name} leaves its player out: ${what}`, async () => {
      const given = read ?? (kind === csv ? table : undefined);
      expect(await readFiles(kind, files, given)).toEqual([came, refused, refused.includes('nobody')]);
    });

test('the report names the player, and a mended source brings all of it', async () => {
  const database = await sqlite.create();
  const map = { player: ['my:{id}'], values: [{ from: '/{k}', to: '/{k}' }] };
  const importTable = async (rows: string) => {
    const from = join(database.directory, 't.csv');
    writeFileSync(from, `p,k,v\n42,a,1\n${rows}\n42,c,3\n43,a,1\n`);
    const settings = { id: 'p', key: 'k', value: 'v' };
    const source = await csv.open({ from, settings, environment: {} });
    try {
      return await importPlayers(source, database.environment, manualClock(), { map });
    } finally {
      await source.close();
    }
  };
  try {
    const bad = await importTable('42,b,2,3');
    expect(bad.lines).toMatchObject([
      { type: 'refused', playerId: 'my:42', reason: 'has 4 cells where the header has 3' },
    ]);
    expect([bad.last.new, bad.last.refused]).toEqual([1, 1]);
    const mended = await importTable('42,b,2');
    expect([mended.lines, mended.last.new, mended.last.present]).toEqual([[], 1, 1]);
  } finally {
    await database.remove();
  }
});
