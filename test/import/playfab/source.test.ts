// The source `playfab`: answers of the API, each value as an independent reader of the same text finds it; and
// files that are broken, contradict each other or are hostile.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { playfab } from '../../../src/import/playfab/source.ts';
import { SourceUnreadable } from '../../../src/import/source.ts';
import { type Collected, collect, textsOf } from '../collected.ts';
import { makeZip } from '../files/made-zip.ts';
import { scalarsOf } from '../independent.ts';
import { useFolder } from '../test-folder.ts';
import { dataOf, quotedTexts } from './answers.ts';

const folder = useFolder();
const { put } = folder;

/** The text of an answer of the HTTP API. */
const wrapped = (data: string): string => `{"code":200,"status":"OK","data":${data}}`;
const line = (request: string, player: string, answer: string): string =>
  `{"request":"Admin/${request}","PlayFabId":"${player}","answer":${answer}}`;
const account =
  `{"UserInfo":{"PlayFabId":"P1","Created":"2023-01-02T03:04:05.678Z","Username":"ann","TitleInfo":
  {"DisplayName":"Ann \\"the\\" 🎮","Created":"2023-02-02T00:00:00Z","isBanned":true,
  "TitlePlayerAccount":{"Id":"TPA1","Type":"title_player_account"}},"PrivateInfo":{"Email":"ann@example.com"},
  "CustomIdInfo":{"CustomId":"device-1"},"SteamInfo":{"SteamId":"76561197960287930","SteamName":"ann"},
  "GoogleInfo":{"GoogleId":"g-1","GoogleEmail":"ann@example.com"},
  "OpenIdInfo":[{"ConnectionId":"own","Issuer":"https://id.example","Subject":"sub-1"}]}}`.replaceAll(
    /\n */g,
    '',
  );
const idsOf = ({ players }: Collected) => players.map(({ ids }) => ids.playfab?.[0]);
const reasonsOf = ({ refusals }: Collected) =>
  refusals.map(({ at, reason }) => `${at}: ${reason}`).toSorted();

describe('answers of the API', () => {
  function putAnswers(): void {
    const data = (texts: Readonly<Record<string, string>>, permission?: string): string =>
      `{"PlayFabId":"P1","DataVersion":3,"Data":${dataOf(texts, permission)}}`;
    const xp = '{"StatisticName":"xp","Value":12,"Version":0}';
    const items = '"VirtualCurrency":{"GO":5,"RU":0},"Inventory":[{"ItemId":"a", "RemainingUses":1}]';
    const lines = [
      line('GetUserAccountInfo', 'P1', wrapped(account)),
      line('GetUserData', 'P1', wrapped(data(quotedTexts))),
      line('GetUserReadOnlyData', 'P1', data({ save: '"x"' }, 'Public')),
      line('GetUserInternalData', 'P1', data({ seed: '"7"' })),
      line('GetUserPublisherData', 'P1', data({ name: '"Ann"' }, 'Public')),
      line('GetPlayerStatistics', 'P1', `{"PlayFabId":"P1","Statistics":[${xp}]}`),
      line('GetUserInventory', 'P1', `{"PlayFabId":"P1",${items}}`),
      line('GetUserData', 'P2', wrapped('{"PlayFabId":"P2","DataVersion":0,"Data":{}}')),
    ];
    put('answers.jsonl', `${lines.join('\r\n')}\r\n\n`);
  }

  /** The value that a text becomes: the JSON container that it holds, or the string as it was written. */
  const expectedOf = (quoted: string): string => {
    const text: string = JSON.parse(quoted);
    try {
      return typeof JSON.parse(text) === 'object' ? text : quoted;
    } catch {
      return quoted;
    }
  };

  test('give every value as the answers have it', async () => {
    putAnswers();
    const { players, refusals, player, count } = await collect(playfab, folder.path);
    expect(refusals).toEqual([]);
    expect([players.length, count]).toEqual([2, 2]);
    const texts = textsOf(player('playfab', 'P1'));
    for (const [key, quoted] of Object.entries(quotedTexts))
      expect([key, scalarsOf(texts[`data/${key}`] ?? '')]).toEqual([key, scalarsOf(expectedOf(quoted))]);
    expect(texts['data/list']).toBe('[1E+2, -0,\tnull]');
    expect(texts['data/escaped']).toBe(quotedTexts.escaped);
    const rest = Object.entries(texts).filter(([path]) => !path.startsWith('data/'));
    expect(Object.fromEntries(rest)).toEqual({
      'profile/displayName': '"Ann \\"the\\" 🎮"',
      'readOnlyData/save': '"x"',
      'internalData/seed': '"7"',
      'publisherData/name': '"Ann"',
      'statistics/xp': '12',
      'virtualCurrency/GO': '5',
      'virtualCurrency/RU': '0',
      inventory: '[{"ItemId":"a", "RemainingUses":1}]',
    });
    expect(player('playfab', 'P2')?.values).toEqual([]);
  });

  test('give access as PlayFab has it', async () => {
    putAnswers();
    const { player } = await collect(playfab, folder.path);
    const values = player('playfab', 'P1')?.values ?? [];
    const access = Object.fromEntries(values.map(({ path, read, write }) => [path.join('/'), [read, write]]));
    expect(access).toMatchObject({
      ...{ 'data/save': ['owner', 'owner'], 'readOnlyData/save': ['any', 'server'] },
      ...{ 'internalData/seed': ['server', 'server'], 'publisherData/name': ['any', 'owner'] },
      'statistics/xp': [undefined, 'server'],
    });
  });

  test('give ids, the day of the registration in the title, and a ban', async () => {
    putAnswers();
    const { player } = await collect(playfab, folder.path);
    const { ids, registeredAt, isSuspended } = player('playfab', 'P1') ?? {};
    expect({ ...ids }).toEqual({
      ...{ playfab: ['P1'], custom: ['device-1'], steam: ['76561197960287930'], google: ['g-1'] },
      ...{ openId: ['sub-1'], username: ['ann'], titlePlayer: ['TPA1'] },
    });
    expect([registeredAt, isSuspended]).toEqual([Date.parse('2023-02-02T00:00:00Z'), true]);
  });

  test('take texts as the map says', async () => {
    putAnswers();
    const everything = await collect(playfab, folder.path, { json: 'everything' });
    expect(textsOf(everything.player('playfab', 'P1'))).toMatchObject({
      ...{ 'data/word': 'true', 'data/number': '"0012"', 'data/nested': '"{}"' },
    });
    const kept = await collect(playfab, folder.path, { json: 'nothing' });
    expect(textsOf(kept.player('playfab', 'P1'))['data/save']).toBe(quotedTexts.save);
    expect(kept.notes).toEqual([expect.stringContaining('11 values are texts and stay strings')]);
    const { notes } = await collect(playfab, folder.path);
    expect(notes).toEqual([
      '2 of 11 values that are texts hold JSON objects or arrays and became that; read.json of the map decides it',
    ]);
  });

  test('may be files with the request in their names, one answer or several, and of SDKs', async () => {
    put('P1.GetUserData.json', wrapped(`{"PlayFabId":"P1","Data":${dataOf({ a: '"1"' })}}`));
    put(
      'all/GetUserInternalData.json',
      `[{"PlayFabId":"P1","Data":${dataOf({ b: '"2"' })}},{"PlayFabId":"P2","Data":null}]`,
    );
    const payload = `{"AccountInfo":{"PlayFabId":"P3","TitleInfo":{"isBanned":false}},"UserData":${dataOf({ c: '"3"' })},"UserReadOnlyData":{},"UserVirtualCurrency":{"GO":1},"PlayerStatistics":[]}`;
    put('GetPlayerCombinedInfo-3.json', `{"PlayFabId":"P3","InfoResultPayload":${payload}}`);
    const { players, refusals, player } = await collect(playfab, folder.path);
    expect(refusals).toEqual([]);
    expect(players.map(({ ids }) => ids.playfab?.[0]).sort()).toEqual(['P1', 'P2', 'P3']);
    expect(textsOf(player('playfab', 'P1'))).toEqual({ 'data/a': '"1"', 'internalData/b': '"2"' });
    expect(textsOf(player('playfab', 'P3'))).toEqual({ 'data/c': '"3"', 'virtualCurrency/GO': '1' });
    expect(player('playfab', 'P3')?.isSuspended).toBe(false);
  });

  test.each([
    ['GetUserData', '{"code":400,"error":"AccountNotFound"}', 'is an error of PlayFab: AccountNotFound'],
    ['GetUserData', '{"code":429}', 'is an error of PlayFab: 429'],
    ['GetUserData', '{"PlayFabId":"P2","Data":{}}', 'is of another player than the one who was asked for'],
    ['GetUserData', '{"Data":{"a":{"Value":1}}}', 'has a key of data without a text as its value'],
    ['GetUserData', '{"Data":[]}', 'is no object of at most 100000 keys and values'],
    ['GetUserAccountInfo', '{"UserInfo":null}', 'has no account'],
    ['GetUserAccountInfo', '{"UserInfo":{"Created":"yesterday"}}', 'has a time of creation that is none'],
    ['GetPlayerStatistics', '{"Statistics":[{"Value":1}]}', 'has statistics without a name or a value'],
    ['GetCharacterData', '{}', 'is the answer of a request that is not read'],
    [undefined, '{}', 'has no "request" and "answer"'],
  ])('%s with %s leaves its player out, and the others come', async (request, answer, reason) => {
    const good = (player: string, key: string) =>
      line('GetUserReadOnlyData', player, `{"PlayFabId":"${player}","Data":${dataOf({ [key]: '"1"' })}}`);
    const bad = request === undefined ? '{"PlayFabId":"P1","answer":{}}' : line(request, 'P1', answer);
    put('answers.jsonl', [good('P1', 'a'), bad, good('P9', 'b')].join('\n'));
    const collected = await collect(playfab, folder.path);
    const { refusals } = collected;
    expect(refusals).toEqual([{ at: 'answers.jsonl line 2', reason, ofPlayer: { playfab: ['P1'] } }]);
    expect(idsOf(collected)).toEqual(['P9']);
  });

  test('with more keys than a player has values are refused', async () => {
    const keys = Array.from({ length: 100_001 }, (_, at) => `"k${at}":"1"`);
    put('GetUserData.json', `{"PlayFabId":"P1","Data":{${keys.join(',')}}}`);
    const { players, refusals } = await collect(playfab, folder.path);
    expect([players.length, refusals.length]).toEqual([0, 1]);
    expect(refusals[0]?.reason).toStartWith('is no object of at most 100000 keys');
  });

  test('that contradict each other leave their player out', async () => {
    const answer = line('GetUserData', 'P1', `{"PlayFabId":"P1","Data":${dataOf({ a: '"1"' })}}`);
    put('monday.jsonl', answer);
    put('tuesday.jsonl', answer);
    const { players, refusals } = await collect(playfab, folder.path);
    const reason = expect.stringContaining('the path of monday.jsonl line 1');
    expect(players).toEqual([]);
    expect(refusals).toEqual([{ at: 'tuesday.jsonl line 1', reason, ofPlayer: { playfab: ['P1'] } }]);
  });

  test('that are broken are refused by file and line', async () => {
    put('a.jsonl', `{"request":\n${line('GetUserData', 'P1', '{"PlayFabId":"P1","Data":{}}')}\nnull\n`);
    put('b.GetUserData.json', '{"PlayFabId":');
    put('c.GetUserData.json', '{"Data":{}}');
    put('d.GetUserData.json', Buffer.from('{"PlayFabId":"\xff"}', 'latin1'));
    put('e.txt', 'notes');
    put('f.json', '{}');
    put('index.tsv', 'PlayerId\nP1\n');
    const collected = await collect(playfab, folder.path);
    expect(idsOf(collected)).toEqual(['P1']);
    expect(reasonsOf(collected)).toEqual([
      'a.jsonl line 1: is no JSON at its end',
      'a.jsonl line 3: has no "request" and "answer"',
      'b.GetUserData.json: is no JSON at its end',
      'c.GetUserData.json: names no PlayFab id',
      'd.GetUserData.json: is not UTF-8',
      'e.txt: is no JSON file of PlayFab',
      'f.json: is no master player export, and its name has no request such as GetUserData',
    ]);
  });

  test('in one array are named by their places in it', async () => {
    const good = `{"code":200,"data":{"PlayFabId":"A","Data":${dataOf({ n: '"1"' })}}}`;
    const bad = '{"code":200,"data":{"PlayFabId":"B","Data":{"n":{"Value":null}}}}';
    put('GetUserData.json', ` [${good}, ${bad},{"code":429,"status":"x"},7]`);
    const collected = await collect(playfab, folder.path);
    expect(idsOf(collected)).toEqual(['A']);
    expect(reasonsOf(collected)).toEqual([
      'GetUserData.json element 2: has a key of data without a text as its value',
      'GetUserData.json element 3: is an error of PlayFab: 429',
      'GetUserData.json element 4: is no JSON object',
    ]);
  });

  test('of an array with too many are refused with the bound', async () => {
    const answers = Array.from({ length: 100_001 }, (_, n) => `{"PlayFabId":"P${n}","Data":{}}`);
    put('GetUserData.json', `[${answers.join(',')}]`);
    const { players, refusals } = await collect(playfab, folder.path);
    expect(players).toEqual([]);
    expect(refusals).toEqual([{ at: 'GetUserData.json', reason: 'has more than 100000 items' }]);
  });

  test('may have a ban as a text, and one that cannot be read refuses its player', async () => {
    const bans = ['"true"', '"False"', 'null', 'true', 'false', '"yes"', '2', '{}'];
    const lines = bans.map((banned, n) =>
      line('GetUserAccountInfo', `P${n}`, `{"UserInfo":{"TitleInfo":{"isBanned":${banned}}}}`),
    );
    put('answers.jsonl', lines.join('\n'));
    const { players, refusals } = await collect(playfab, folder.path);
    expect(players.map(({ isSuspended }) => isSuspended)).toEqual([true, false, undefined, true, false]);
    const reason = 'has an isBanned that is neither true nor false';
    expect(refusals.map(({ reason, ofPlayer }) => [reason, ofPlayer?.playfab?.[0]])).toEqual(
      ['P5', 'P6', 'P7'].map((player) => [reason, player]),
    );
  });
});

describe('the source is refused as a whole, before a player came,', () => {
  const refusal = async (from: string | undefined = folder.path, settings?: unknown): Promise<string> => {
    const error = await collect(playfab, from, settings).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SourceUnreadable);
    return (error as Error).message.replaceAll(folder.path, 'F');
  };

  test('for one hostile zip among others', async () => {
    put('a.zip', makeZip([{ name: 'master_player_export.json', data: '{"PlayFabId":"P1","Titles":[]}' }]));
    put('b.zip', makeZip([{ name: '../master_player_export.json', data: '{}' }]));
    expect(await refusal()).toStartWith('F/b.zip: is no sound zip: invalid relative path: ../master_player');
  });

  test('for a folder without its files, one that is missing, and a setting that is unknown', async () => {
    put('CustomFiles/photo.json', '{}');
    expect(await refusal()).toBe('F: has no file of PlayFab');
    expect(await refusal(join(folder.path, 'none'))).toBe('F/none: there is no such file');
    expect(await refusal(folder.path, { jsn: 1 })).toMatch(/^the map has settings .* cannot be used: .*jsn/);
    expect(await refusal(folder.path, { json: 'all' })).toMatch(/cannot be used: read\.json: /);
    const opening = playfab.open({ from: undefined, settings: undefined, environment: {} });
    await expect(opening).rejects.toThrow('name the folder, the zip or the file of PlayFab');
  });
});
