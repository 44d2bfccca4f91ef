// Master player exports of PlayFab in zips and folders: every value as an independent reader of the same text finds it, exports of several
// titles, and exports of another form than the import knows.
import { describe, expect, test } from 'bun:test';
import { playfab } from '../../../src/import/playfab/source.ts';
import { IMPORT_PART_MAX_BYTES } from '../../../src/limits.ts';
import { collect, textsOf } from '../collected.ts';
import { makeZip } from '../files/made-zip.ts';
import { scalarsOf } from '../independent.ts';
import { useFolder } from '../test-folder.ts';
import { dataOf, quotedTexts } from './answers.ts';

const folder = useFolder();
const { put } = folder;

describe('master player exports', () => {
  const master = (id: string, titles: readonly string[], more = ''): string =>
    `{"SchemaVersion":1,"PlayFabId":"${id}","Created":"2022-01-01T00:00:00Z",${more}"PublisherData":${dataOf({ guild: '"7"' })},"Titles":[${titles.join(',')}]}`;
  const title = (id: string, data: string): string =>
    `{"TitleId":"${id}","TitlePlayerAccountId":"TPA-${id}","CustomData":${data},"Statistics":[{"StatisticName":"xp","Value":3}],"CustomObjects":{"look":{"ObjectName":"look","DataObject":{"hat":1.0}}},"Friends":[]}`;
  const zipOf = (json: string) =>
    makeZip([
      { name: 'master_player_export.json', data: json },
      { name: 'CustomFiles/TitlePlayerFiles/TPA/save.zip', data: 'PK' },
      { name: 'TitlePlayerEvents/AAA/event-history_1.jsonl', data: '{"EventName":"player_logged_in"}' },
    ]);

  test('in zips give every value of custom data, publisher data and objects', async () => {
    const linked = '"LinkedAccounts":[{"Platform":"Steam","PlatformUserId":"765"}],';
    put('exports/one.zip', zipOf(master('P1', [title('AAA', dataOf(quotedTexts))], linked)));
    put('exports/two.zip', zipOf(master('P2', [title('AAA', '{"plain":"text"}')])));
    const { player, refusals, notes, count } = await collect(playfab, folder.path);
    expect(refusals).toEqual([]);
    expect(count).toBe(2);
    const one = player('playfab', 'P1');
    const texts = textsOf(one);
    expect(scalarsOf(texts['data/save'] ?? '')).toEqual(scalarsOf(JSON.parse(quotedTexts.save ?? '')));
    const others = { 'publisherData/guild': '"7"', 'objects/look': '{"hat":1.0}', 'statistics/xp': '3' };
    expect(texts).toMatchObject(others);
    expect(Object.keys(texts)).toHaveLength(Object.keys(quotedTexts).length + 3);
    expect({ ...one?.ids }).toEqual({ playfab: ['P1'], steam: ['765'], titlePlayer: ['TPA-AAA'] });
    expect(one?.registeredAt).toBe(Date.parse('2022-01-01T00:00:00Z'));
    expect(textsOf(player('playfab', 'P2'))['data/plain']).toBe('"text"');
    expect(notes[1]).toContain('read-only and internal data from the rest only where its records say it');
    expect(notes[2]).toBe('these members of master player exports have no place: Friends');
  });

  test('that were unpacked are read from folders, without files and events of players', async () => {
    put('P1/master_player_export.json', master('P1', []));
    put('P1/CustomFiles/MasterPlayerFiles/photo.png', 'PNG');
    put('P1/CustomFiles/MasterPlayerFiles/save.zip', 'no zip at all');
    put('P1/TitlePlayerEvents/AAA/event-history_1.jsonl', 'no JSON');
    const { players, refusals } = await collect(playfab, folder.path);
    expect([players.length, refusals]).toEqual([1, []]);
  });

  test('of several titles need the title from the map', async () => {
    put('one.zip', zipOf(master('P1', [title('AAA', '{"a":"1"}'), title('BBB', '{"a":"2"}')])));
    const { refusals, players } = await collect(playfab, folder.path);
    expect(players).toEqual([]);
    const at = 'one.zip: master_player_export.json';
    const reason = 'has data of the titles AAA, BBB; name one by read.title of the map';
    expect(refusals).toEqual([{ at, reason, ofPlayer: { playfab: ['P1'] } }]);
    const chosen = await collect(playfab, folder.path, { title: 'BBB' });
    expect(textsOf(chosen.player('playfab', 'P1'))['data/a']).toBe('"2"');
    expect(chosen.notes.filter((note) => note.includes('BBB'))).toEqual([]);
    const none = await collect(playfab, folder.path, { title: 'CCC' });
    expect(none.notes).toContain('1 of 1 master player exports have no data of the title CCC');
    expect(textsOf(none.player('playfab', 'P1'))).toEqual({ 'publisherData/guild': '"7"' });
  });

  test('of one player in two zips leave the player out', async () => {
    put('one.zip', zipOf(master('P1', [title('AAA', '{}')])));
    put('two.zip', zipOf(master('P1', [title('AAA', '{}')])));
    const { players, refusals } = await collect(playfab, folder.path);
    expect(players).toEqual([]);
    const reason = expect.stringContaining('one.zip: master_player_export.json');
    expect(refusals).toMatchObject([{ at: 'two.zip: master_player_export.json', reason }]);
  });

  test('of another form are refused, and nothing is guessed', async () => {
    put('a/master_player_export.json', master('P1', [title('AAA', '[{"Key":"a","Value":"1"}]')]));
    put('b/master_player_export.json', '{"Titles":[]}');
    put('c/master_player_export.json', '[]');
    put('d/master_player_export.json', master('P4', ['{"CustomObjects":[]}']));
    const { players, refusals } = await collect(playfab, folder.path);
    expect(players).toEqual([]);
    expect(refusals.map(({ at, reason }) => `${at[0]}: ${reason}`).sort()).toEqual([
      'a: is no object of at most 100000 keys and values',
      'b: is no master player export: it names no PlayFab id',
      'c: is no master player export: it names no PlayFab id',
      'd: has custom objects that are no object',
    ]);
  });

  test('with a ban or a time that cannot be read are refused', async () => {
    put('a.json', '{"PlayFabId":"P1","UserInfo":{"isBanned":1.5},"Titles":[]}');
    put('b.json', '{"PlayFabId":"P2","Created":"then","Titles":[]}');
    const { players, refusals } = await collect(playfab, folder.path);
    expect(players).toEqual([]);
    expect(refusals.map(({ reason }) => reason)).toEqual([
      'has an isBanned that is neither true nor false',
      'has a time of creation that is none',
    ]);
  });

  test('with more linked accounts than a player has ids are refused', async () => {
    const linked = Array.from({ length: 100_000 }, (_, n) => ({ Platform: 'Steam', PlatformUserId: `${n}` }));
    put('a.json', JSON.stringify({ PlayFabId: 'P1', LinkedAccounts: linked, Titles: [] }));
    const { players, refusals } = await collect(playfab, folder.path);
    expect(players).toEqual([]);
    const reason = 'has more than 1000 ids';
    expect(refusals).toMatchObject([{ at: 'a.json', reason, ofPlayer: { playfab: ['P1'] } }]);
  });

  test('that are longer than any player, or a line of answers that is, go no further than themselves', async () => {
    put('a.json', `{"PlayFabId":"P1","Titles":[],"Junk":"${'x'.repeat(IMPORT_PART_MAX_BYTES)}"}`);
    const answer = (player: string, junk: number) =>
      `{"request":"GetUserData","PlayFabId":"${player}","answer":{"PlayFabId":"${player}","Data":{},"Junk":"${'x'.repeat(junk)}"}}\n`;
    put('b.jsonl', answer('P2', IMPORT_PART_MAX_BYTES) + answer('P3', 1));
    const { players, refusals } = await collect(playfab, folder.path);
    expect(players.map(({ ids }) => ids.playfab?.[0])).toEqual(['P3']);
    const reason = `is longer than ${IMPORT_PART_MAX_BYTES} bytes`;
    expect(refusals).toEqual(['a.json', 'b.jsonl line 1'].map((at) => ({ at, reason })));
  });

  test('with half a surrogate pair or a NUL in a key go no further than their player', async () => {
    put('a.json', master('P1', [title('AAA', String.raw`{"\ud800":"1"}`)]));
    put('b.json', master('P2', [title('AAA', String.raw`{"a\u0000":"1"}`)]));
    const { players, refusals } = await collect(playfab, folder.path);
    expect(refusals.map(({ at }) => at)).toEqual(['a.json']);
    // A NUL is for the import to judge, which knows the rules of metadata.
    expect(textsOf(players[0])['data/a\0']).toBe('"1"');
  });
});
