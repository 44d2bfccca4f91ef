// Several answers of PlayFab in one array.
import { expect, test } from 'bun:test';
import { playfab } from '../../../src/import/playfab/source.ts';
import { collect } from '../collected.ts';
import { useFolder } from '../test-folder.ts';
import { dataOf } from './answers.ts';

const folder = useFolder();

test('answers in one array are named by their places in it', async () => {
  const good = `{"code":200,"data":{"PlayFabId":"A","Data":${dataOf({ n: '"1"' })}}}`;
  const bad = '{"code":200,"data":{"PlayFabId":"B","Data":{"n":{"Value":null}}}}';
  folder.put('GetUserData.json', ` [${good}, ${bad},{"code":429,"status":"x"},7]`);
  const { players, refusals } = await collect(playfab, folder.path);
  expect(players.map(({ ids }) => ids.playfab?.[0])).toEqual(['A']);
  expect(refusals.map(({ at, reason }) => `${at}: ${reason}`).toSorted()).toEqual([
    'GetUserData.json element 2: has a key of data without a text as its value',
    'GetUserData.json element 3: is an error of PlayFab: 429',
    'GetUserData.json element 4: is no JSON object',
  ]);
});

test('answers are refused with the bound where an array has too many', async () => {
  const answers = Array.from({ length: 100_001 }, (_, n) => `{"PlayFabId":"P${n}","Data":{}}`);
  folder.put('GetUserData.json', `[${answers.join(',')}]`);
  const { players, refusals } = await collect(playfab, folder.path);
  expect([players, refusals]).toEqual([
    [],
    [{ at: 'GetUserData.json', reason: 'has more than 100000 items' }],
  ]);
});
