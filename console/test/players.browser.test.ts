// The search for players in the console, in a browser: by id and number, and by filters in the address.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { skippedNote, whyNoBrowser } from '../../test/harness/browser/browser.ts';
import type { ConsoleService, SignedIn } from '../../test/harness/browser/console.ts';
import { consoleEngines } from '../../test/harness/browser/console-engines.ts';
import {
  condition,
  expectCount,
  firstPlayers,
  linksOf,
  type PlayersWorld,
  startPlayersWorld,
  tableOf,
} from './players-world.ts';

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(
    `the search for players on ${engine.name}${skippedNote}`,
    () => {
      let world: PlayersWorld;
      let visit: SignedIn;
      let service: ConsoleService;

      beforeAll(async () => {
        world = await startPlayersWorld(engine);
        ({ visit, service } = world);
      }, 60_000);
      afterAll(() => world?.[Symbol.asyncDispose]());

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
        await page.getByText('No player matches').waitFor();
        await page.getByRole('button', { name: 'Clear search and filters' }).click();
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
          await page.getByRole('button', { name: 'Add filter' }).click();
          await page.getByRole('menuitem', { name: item, exact: true }).click();
        };
        await add('Online');
        await expectCount(page, '1 player found');
        expect(await linksOf(page).allInnerTexts()).toEqual(['anna']);
        await add('Metadata /level…');
        const dialog = page.getByRole('dialog', { name: 'Metadata /level' });
        await dialog.getByLabel('Value').fill('ten');
        await page.keyboard.press('Enter');
        await dialog.getByText('Enter a number, such as 10 or 2.5.').waitFor();
        await dialog.getByLabel('Value').fill('10.00');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Edit filter: /level is at least 10.00' }).click();
        await dialog.getByLabel('Value').fill('11');
        await dialog.getByRole('button', { name: 'Apply' }).click();
        await page.getByText('No player matches').waitFor();
        await page.getByRole('button', { name: 'Remove filter: Online' }).click();
        await expectCount(page, '1 player found');
        expect(await linksOf(page).allInnerTexts()).toEqual(['Ben']);
        await page.goBack();
        await page.getByText('No player matches').waitFor();
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await expectCount(page, firstPlayers);
        expect(new URL(page.url()).search).toBe('');
      });

      test('searches for times, states and exact values as the address says', async () => {
        const { page } = visit;
        // The players were registered a moment ago, perhaps before midnight.
        const yesterday = new Date(service.clock.now() - 86_400_000).toISOString().slice(0, 10);
        const expected: readonly (readonly [
          query: string,
          chip: string,
          names: readonly string[] | string,
        ])[] = [
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
        await page.getByRole('button', { name: 'Add filter' }).click();
        await page.getByRole('menuitem', { name: 'Registered…' }).click();
        const dialog = page.getByRole('dialog', { name: 'Registered' });
        await dialog.getByLabel('Days').fill('0');
        await page.keyboard.press('Enter');
        await dialog.getByText('Enter a whole number from 1 to 9,999.').waitFor();
        await dialog.getByLabel('When').click();
        await page.getByRole('option', { name: 'Between two dates' }).click();
        await dialog.getByRole('button', { name: 'Apply' }).click();
        await dialog.getByText('Enter at least one of the dates.').waitFor();
        await dialog.getByLabel('To').fill('2020-02-29');
        await dialog.getByRole('button', { name: 'Apply' }).click();
        await page.getByText('No player matches').waitFor();
        expect(new URL(page.url()).searchParams.get('registered')).toBe('..2020-02-29');
      });
    },
  );
}
