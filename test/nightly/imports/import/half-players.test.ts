// A row, an element or an answer that cannot be taken leaves out whole players, in every source: half a player would stay half once the
// source is mended.
import { describe, expect, test } from 'bun:test';
import { csv } from '../../../../src/import/csv/index.ts';
import { jsonl } from '../../../../src/import/jsonl/index.ts';
import { nakama } from '../../../../src/import/nakama/index.ts';
import { playfab } from '../../../../src/import/playfab/source.ts';
import type { SourceKind } from '../../../../src/import/source-kind.ts';
import { IMPORT_PART_MAX_BYTES, IMPORT_PART_MAX_DEPTH } from '../../../../src/limits.ts';
import { manualClock } from '../../../harness/clock.ts';
import { engines } from '../../../harness/engines.ts';
import { importPlayers } from '../../../harness/imports.ts';
import { collect } from '../../../import/collected.ts';
import { useFolder } from '../../../import/test-folder.ts';

const folder = useFolder();
const ofNobody = expect.stringContaining('refused parts of the source name no player');

/** The first ids of the players who come in, and of those who are refused, and the notes about parts of nobody. */
async function readFiles(
  kind: SourceKind,
  files: Readonly<Record<string, string | Uint8Array>>,
  read?: unknown,
) {
  for (const [name, content] of Object.entries(files)) folder.put(name, content);
  const [only = ''] = Object.keys(files);
  const from = Object.keys(files).length === 1 ? `${folder.path}/${only}` : folder.path;
  const { players, refusals, notes } = await collect(kind, from, read);
  const firstOf = (ids: Readonly<Record<string, readonly string[]>> | undefined) =>
    ids && Object.values(ids)[0]?.[0];
  return {
    came: players.map(({ ids }) => firstOf(ids)),
    refused: refusals.map(({ ofPlayer }) => firstOf(ofPlayer)),
    nobodys: notes.filter((note) => note.includes('name no player')),
  };
}

describe('a table of one row a value', () => {
  const read = { id: 'p', key: 'k', value: 'v', columns: { v: 'json' } };
  test.each([
    ['a cell too many behind the id', 'p,k,v', '42,b,2,3'],
    ['a cell too few', 'p,k,v', '42,b'],
    ['a cell too many before the id', 'k,v,p', 'b,2,3,42'],
    ['a cell too many behind the last id', 'k,p,v', 'b,42,2,3'],
    ['a cell too few before the id', 'k,v,p', 'b,42'],
  ])('%s leaves the player out', async (_name, header, bad) => {
    const [row, other] = [header, header].map((names, at) =>
      names
        .replace('p', at === 0 ? '42' : '43')
        .replace('k', 'a')
        .replace('v', '1'),
    );
    const found = await readFiles(csv, { 't.csv': `${header}\n${row}\n${bad}\n${other}\n` }, read);
    expect(found).toEqual({ came: ['43'], refused: ['42'], nobodys: [] });
  });

  test('an id with a separator of its own is found', async () => {
    const table = 'p,k,v\n"Smith, Ann",a,1\nSmith, Ann,b,2\n43,a,1\n';
    expect(await readFiles(csv, { 't.csv': table }, read)).toEqual({
      came: ['43'],
      refused: ['Smith, Ann'],
      nobodys: [],
    });
  });

  test('a row without a value names its player, who comes in', async () => {
    expect(await readFiles(csv, { 't.csv': 'p,k,v\n42,a,\n43,a,1\n43,b,\n' }, read)).toEqual({
      came: ['42', '43'],
      refused: [],
      nobodys: [],
    });
  });

  test('a row of nobody who is known is told in the notes', async () => {
    expect(await readFiles(csv, { 't.csv': 'p,k,v\n42,a,1\n,b,2\nx,y\n' }, read)).toEqual({
      came: ['42'],
      refused: [undefined, undefined],
      nobodys: [ofNobody],
    });
  });
});

describe('objects', () => {
  test.each([
    ['a member twice', '{"id":1,"a":1,"a":2}'],
    ['broken JSON', '{"id":1,"a":}'],
    ['too deep', `{"a":${'['.repeat(2_000)}${']'.repeat(2_000)},"id":1}`],
    ['too long', `{"id":1,"a":"${'x'.repeat(IMPORT_PART_MAX_BYTES)}"}`],
  ])('%s leaves the player out, whose other object is good', async (_name, bad) => {
    const lines = `${bad}\n{"id":1,"b":1}\n{"id":2}\n`;
    const found = await readFiles(jsonl, { 'a.jsonl': lines });
    expect(found).toEqual({ came: ['2'], refused: ['1'], nobodys: [] });
  });

  test('the id may stand deeper', async () => {
    const lines = '{"id":2,"u":{"id":1},}\n{"u":{"id":1}}\n{"u":{"id":2}}\n';
    const found = await readFiles(jsonl, { 'a.jsonl': lines }, { id: '/u/id' });
    expect(found).toEqual({ came: ['2'], refused: ['1'], nobodys: [] });
  });
});

describe('storage of Nakama', () => {
  const object = (user: string, key: string, value: string) =>
    `{"collection":"save","key":"${key}","user_id":"${user}","value":${value}}`;
  const deep = '['.repeat(IMPORT_PART_MAX_DEPTH) + ']'.repeat(IMPORT_PART_MAX_DEPTH);
  test.each([
    ['nests too deep', Buffer.from(object('ann', 'b', deep))],
    ['is not UTF-8', Buffer.from(object('ann', 'b', '"\xff"'), 'latin1')],
    ['is too long', Buffer.from(object('ann', 'b', `"${'x'.repeat(IMPORT_PART_MAX_BYTES)}"`))],
  ])('an element that %s leaves its user out', async (_name, bad) => {
    const before = `[${object('ann', 'a', '1')},${object('bob', 'a', '{"user_id":"eve"}')},${object('eve', 'a', '1')},`;
    const file = Buffer.concat([Buffer.from(before), bad, Buffer.from(']')]);
    const found = await readFiles(nakama, { 'storage.json': file });
    expect(found).toEqual({ came: ['bob', 'eve'], refused: ['ann'], nobodys: [] });
  });

  test('a row with one cell too many leaves its user out', async () => {
    const rows = ['save,a,ann,1', 'save,b,ann,1,2', 'save,a,bob,1'].join('\n');
    const found = await readFiles(nakama, { 's.csv': `collection,key,user_id,value\n${rows}\n` });
    expect(found).toEqual({ came: ['bob'], refused: ['ann'], nobodys: [] });
  });
});

describe('answers of PlayFab', () => {
  const line = (request: string, player: string) =>
    `{"request":"${request}","PlayFabId":"${player}","answer":{"PlayFabId":"${player}","Data":{"k":{"Value":"1"}}}}`;
  const answer = (player: string) => `{"PlayFabId":"${player}","Data":{"k":{"Value":"1"}}}`;

  test('a line that is broken leaves its player out', async () => {
    const bad = line('GetUserReadOnlyData', 'A').replace('"1"', '1"');
    const lines = [line('GetUserData', 'A'), bad, line('GetUserData', 'B')].join('\n');
    const found = await readFiles(playfab, { 'all.jsonl': `${lines}\n` });
    expect(found).toEqual({ came: ['B'], refused: ['A'], nobodys: [] });
  });

  test.each([
    ['A.GetUserReadOnlyData.json', '{"Data":{'],
    ['A/GetUserReadOnlyData.json', '{"code":429,"status":"x"}'],
    ['A.GetUserReadOnlyDta.json', answer('A')],
    ['A.GetUserReadOnlyData.txt', answer('A')],
    ['x.GetUserReadOnlyData.json', '{"code":200,"data":{"PlayFabId":"A","Data":{,}}}'],
  ])('the file %s that cannot be taken leaves its player out', async (name, bad) => {
    const good = { 'A.GetUserData.json': answer('A'), 'B.GetUserData.json': answer('B') };
    const found = await readFiles(playfab, { ...good, [name]: bad });
    expect(found).toEqual({ came: ['B'], refused: ['A'], nobodys: [] });
  });

  test('an answer of another player than the one who was asked for leaves out both', async () => {
    const wrong = `{"request":"GetUserReadOnlyData","PlayFabId":"A","answer":${answer('B')}}`;
    const lines = [line('GetUserData', 'A'), line('GetUserData', 'B'), line('GetUserData', 'C'), wrong].join(
      '\n',
    );
    const found = await readFiles(playfab, { 'all.jsonl': `${lines}\n` });
    expect(found).toEqual({ came: ['C'], refused: ['A', 'B'], nobodys: [] });
  });
});

test('the report names the player, and a mended source brings all of it', async () => {
  const [engine] = engines;
  if (!engine) throw new Error('there is no engine');
  const database = await engine.create();
  const map = { player: ['my:{id}'], values: [{ from: '/{k}', to: '/{k}' }] };
  const importTable = async (rows: string) => {
    folder.put('t.csv', `p,k,v\n42,a,1\n${rows}\n42,c,3\n43,a,1\n`);
    const settings = { id: 'p', key: 'k', value: 'v' };
    const source = await csv.open({ from: `${folder.path}/t.csv`, settings, environment: {} });
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
