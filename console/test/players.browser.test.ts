// The search for players in the console, in a browser: by id and number, and by filters in the address.

import { expect } from 'bun:test';
import { test } from '../../test/harness/browser/console.ts';
import { choose, enter, press, see } from '../../test/harness/browser/pages.ts';
import { condition, expectCount, firstPlayers, linksOf, playersConsole, tableOf } from './players-world.ts';

const { service, visit } = playersConsole();

test('finds players by the beginning of the id, by the whole id and by number', async () => {
  const { page } = visit;
  await visit.open('/audit');
  await page.getByRole('link', { name: 'Players' }).click();
  await expectCount(page, firstPlayers);
  const box = page.getByRole('searchbox', { name: 'Player id or number' });
  await box.fill('anna');
  // Each stands in one of the two lists.
  await expectCount(page, '1 more player found');
  expect(await linksOf(page).allInnerTexts()).toEqual(['anna-b']);
  expect(await linksOf(page, 'Exact matches').allInnerTexts()).toEqual(['anna']);
  await visit.open('/players?q=anna&online=true');
  await linksOf(page, 'Exact matches').waitFor();
  await page.getByText('No player matches').waitFor({ state: 'detached' });
  expect(await page.getByRole('link', { name: 'anna', exact: true }).count()).toBe(1);
  await visit.open('/players?q=anna');
  await expectCount(page, '1 more player found');
  expect(new URL(page.url()).search).toBe('?q=anna');
  // 2 is the number of one player and the id of another.
  await box.fill('2');
  await tableOf(page, 'Exact matches').getByRole('link', { name: 'anna-b' }).waitFor();
  expect(await linksOf(page, 'Exact matches').allInnerTexts()).toEqual(['anna-b', '2']);
  await box.fill('nobody has this id');
  await see(page, 'No player matches');
  await press(page, 'Clear search and filters');
  await expectCount(page, firstPlayers);
  await box.fill('3');
  await tableOf(page, 'Exact matches').getByRole('link', { name: 'Ben' }).press('Enter');
  await page.getByRole('heading', { name: 'Ben' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/players/3');
  await page.goBack();
  await tableOf(page, 'Exact matches').getByRole('link', { name: 'Ben' }).waitFor();
});

test('keeps filters in the address, where Back and a bookmark find them', async () => {
  const { page } = visit;
  await visit.open('/players');
  const add = async (item: string) => {
    await press(page, 'Add filter');
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await add('Online');
  await expectCount(page, '1 player found');
  expect(await linksOf(page).allInnerTexts()).toEqual(['anna']);
  await add('Metadata /level…');
  const dialog = page.getByRole('dialog', { name: 'Metadata /level' });
  await enter(dialog.getByLabel('Value'), 'ten');
  await see(dialog, 'Enter a number, such as 10 or 2.5.');
  await enter(dialog.getByLabel('Value'), '10.00');
  await press(page, 'Edit filter: /level is at least 10.00');
  await dialog.getByLabel('Value').fill('11');
  await press(dialog, 'Apply');
  await see(page, 'No player matches');
  await press(page, 'Remove filter: Online');
  await expectCount(page, '1 player found');
  expect(await linksOf(page).allInnerTexts()).toEqual(['Ben']);
  await page.goBack();
  await see(page, 'No player matches');
  await press(page, 'Clear filters');
  await expectCount(page, firstPlayers);
  expect(new URL(page.url()).search).toBe('');
});

test('searches for times, states and exact values as the address says', async () => {
  const { page } = visit;
  // The players were registered a moment ago, perhaps before midnight.
  const yesterday = new Date(service.clock.now() - 86_400_000).toISOString().slice(0, 10);
  const expected: readonly (readonly [query: string, chip: string, names: readonly string[] | string])[] = [
    ['seen=!1d&suspended=false', 'Last seen more than 24 hours ago', []],
    [`registered=${yesterday}..&suspended=true`, `Suspended`, ['Ben']],
    [condition('"/level"', '"eq"', '9007199254740993'), '/level is 9007199254740993', ['Ben']],
    [`seen=1d&${condition('"/clan"', '"eq"', '"red, [blue]"')}`, '/clan is red, [blue]', ['anna']],
  ];
  for (const [query, chip, names] of expected) {
    await visit.open(`/players?${query}`);
    await page.getByRole('search').getByText(chip, { exact: true }).waitFor();
    await expectCount(page, `${names.length} ${names.length === 1 ? 'player' : 'players'} found`);
    expect(await linksOf(page).allInnerTexts()).toEqual([...names]);
  }
});

test('sets periods by a form', async () => {
  const { page } = visit;
  await visit.open('/players');
  await press(page, 'Add filter');
  await page.getByRole('menuitem', { name: 'Registered…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Registered' });
  await enter(dialog.getByLabel('Days'), '0');
  await see(dialog, 'Enter a whole number from 1 to 9,999.');
  await choose(dialog, 'When', 'Between two dates');
  await press(dialog, 'Apply');
  await see(dialog, 'Enter at least one of the dates.');
  await dialog.getByLabel('To').fill('2020-02-29');
  await press(dialog, 'Apply');
  await see(page, 'No player matches');
  expect(new URL(page.url()).searchParams.get('registered')).toBe('..2020-02-29');
});
