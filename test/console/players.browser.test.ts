// The list of players in the console, in a browser on both engines: search, filters in the address, long lists, registration, and
// the sight of keys with fewer scopes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { desktop, phone, skippedNote, whyNoBrowser } from '../harness/browser/browser.ts';
import {
  type ConsoleService,
  type SignedIn,
  signIn,
  startConsoleService,
} from '../harness/browser/console.ts';
import type { InPage } from '../harness/browser/in-page.ts';
import { engines, temporaryDirectory } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';

const hostileName = '<img src=x onerror="document.title=1">';
const longName = `guild:${'of-the-long-names.'.repeat(12)}end`;
const rightToLeftName = 'نورا الحربي';
const named = ['anna', 'anna-b', 'Ben', '2', hostileName, longName, rightToLeftName];
const crowd = Array.from({ length: 230 }, (_, index) => `crowd-${String(index).padStart(3, '0')}`);

const tableOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const linksOf = (page: Page, name = 'Players') => tableOf(page, name).getByRole('link');

/** A page of a busy service may be short, so the first players are 100 or more. */
const firstPlayers = /^1\d\d players so far$/;

/** Waits until the list says so, such as `3 players found`. */
const expectCount = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();

/** Lets the job that builds indexes do its work, as PostgreSQL does it beside the calls. */
async function buildIndexes(service: ConsoleService, token: string): Promise<void> {
  for (let pass = 0; pass < 300; pass += 1) {
    const { indexes } = (await service.call('GET', '/api/server/service', { token })).body.data;
    if (indexes.every(({ state }: { state: string }) => state === 'whole')) return;
    service.clock.advance(10_000);
    await Bun.sleep(10);
  }
  throw new Error('the indexes are not whole');
}

const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { document, innerWidth } = globalThis as unknown as InPage;
    return document.documentElement.scrollWidth > innerWidth;
  });

const condition = (...parts: readonly unknown[]): string =>
  `where=${encodeURIComponent(`[${parts.join()}]`)}`;

for (const engine of engines) {
  describe.skipIf(whyNoBrowser !== undefined)(`the list of players on ${engine.name}${skippedNote}`, () => {
    const { directory, remove } = temporaryDirectory();
    let service: ConsoleService;
    let visit: SignedIn;

    beforeAll(async () => {
      const file = join(directory, 'indexes.json');
      const indexes = [
        { pointer: '/level', type: 'number' },
        { pointer: '/clan', type: 'string' },
      ];
      await Bun.write(file, JSON.stringify(indexes));
      service = await startConsoleService({ engine, environment: { METADATA_INDEXES: file } });
      const { token } = await createTestKey(service);
      await buildIndexes(service, token);
      for (const playerId of named)
        await service.call('POST', '/api/server/players', { token, body: JSON.stringify({ playerId }) });
      await Promise.all(
        crowd.map((playerId) =>
          service.call('POST', '/api/server/players', { token, body: JSON.stringify({ playerId }) }),
        ),
      );
      const save = (name: string, data: string) =>
        service.as(name, 'POST', '/api/game/metadata', { body: `{"data":${data}}` });
      await save('anna', '{"level":10,"clan":"red, [blue]"}');
      await save('anna-b', '{"level":3}');
      await save('Ben', '{"level":9007199254740993}');
      await service.as('anna', 'POST', '/api/game/session/start');
      await service.call('POST', '/api/server/players/3/suspend', { token, body: '{}' });
      visit = await signIn(service);
    });
    afterAll(async () => {
      try {
        await visit?.[Symbol.asyncDispose]();
      } finally {
        await service?.stop();
        remove();
      }
    });

    test('finds players by the beginning of the id, by the whole id and by number', async () => {
      const { page } = visit;
      await visit.open('/audit');
      await page.getByRole('link', { name: 'Players' }).click();
      await expectCount(page, firstPlayers);
      const box = page.getByRole('searchbox', { name: 'Player id or number' });
      await box.fill('anna');
      await expectCount(page, '2 players found');
      expect(await linksOf(page).allInnerTexts()).toEqual(['anna', 'anna-b']);
      expect(await linksOf(page, 'Exact matches').allInnerTexts()).toEqual(['anna']);
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
      const today = new Date(service.clock.now()).toISOString().slice(0, 10);
      const expected: readonly (readonly [query: string, chip: string, names: readonly string[] | string])[] =
        [
          ['seen=!1d&suspended=false', 'Last seen more than 24 hours ago', []],
          [`registered=${today}..&suspended=true`, `Suspended`, ['Ben']],
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

    test('loads a long list as one scrolls, and draws a part of it', async () => {
      const { page } = visit;
      await visit.open('/players');
      await expectCount(page, firstPlayers);
      const scroller = page.getByRole('region', { name: 'Players' });
      const last = tableOf(page, 'Players').locator(`[aria-rowindex="${named.length + crowd.length + 1}"]`);
      for (let presses = 0; presses < 50 && (await last.count()) === 0; presses += 1)
        await scroller.press('End');
      expect(await last.getByRole('link').innerText()).toMatch(/^crowd-/);
      await expectCount(page, `${named.length + crowd.length} players`);
      expect(await linksOf(page).count()).toBeLessThan(80);
    });

    test('shows the same place of the list again after Back, and a new search after a link', async () => {
      const { page } = visit;
      await visit.open('/players?q=crowd');
      await expectCount(page, firstPlayers);
      const scroller = page.getByRole('region', { name: 'Players' });
      await scroller.press('End');
      await expectCount(page, /^2\d\d players/);
      const chosen = linksOf(page).filter({ hasText: 'crowd' }).last();
      const name = await chosen.innerText();
      await chosen.click();
      await page.getByRole('heading', { name }).waitFor();
      await page.goBack();
      await linksOf(page).filter({ hasText: name }).waitFor();
      expect(
        await page
          .getByRole('status')
          .filter({ hasText: /^2\d\d players/ })
          .count(),
      ).toBe(1);
      await page.getByRole('link', { name: 'Players' }).click();
      await expectCount(page, firstPlayers);
    });

    test('stops a search that takes long, and goes on with it', async () => {
      const { page } = visit;
      const gate = Promise.withResolvers<void>();
      const searches = '**/api/server/players/search';
      await page.route(searches, async (route) => {
        await gate.promise;
        await route.continue().catch(() => undefined);
      });
      await visit.open('/players?q=an');
      await expectCount(page, 'Searching: 0 players in 0 parts of the list so far');
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('The search was stopped').waitFor();
      gate.resolve();
      await page.getByRole('button', { name: 'Go on' }).click();
      await expectCount(page, '2 players found');
      await page.unroute(searches);
    });

    test('says why a search is refused', async () => {
      const { page, watch } = visit;
      watch.expectStatuses(400);
      await visit.open(`/players?${condition('"/gold"', '"eq"', '1')}`);
      const alert = page.getByRole('alert');
      await alert.getByText('Invalid request').waitFor();
      expect(await alert.innerText()).toContain('/gold');
      expect(await alert.innerText()).toMatch(/Request \S+/);
      watch.forgetStatuses();
    });

    test('registers a player, and finds one who is there', async () => {
      const { page } = visit;
      await visit.open('/players');
      const open = () => page.getByRole('button', { name: 'Register player' }).click();
      await open();
      const dialog = page.getByRole('dialog', { name: 'Register a player' });
      const field = dialog.getByLabel('Player id');
      await field.press('Enter');
      await dialog.getByText('Enter a player id.').waitFor();
      await field.fill('anna');
      await page.keyboard.press('Enter');
      await dialog.getByText('This player is registered already').waitFor();
      await field.fill(`new on ${engine.name} "</script>"`);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `new on ${engine.name} "</script>"` }).waitFor();
      const number = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
      const { token } = await createTestKey(service);
      const { body } = await service.call('GET', `/api/server/players/${number}`, { token });
      expect(body.data.playerId).toBe(`new on ${engine.name} "</script>"`);
      await service.call('DELETE', `/api/server/players/${number}`, { token });
    });

    test('shows a key what it may use', async () => {
      await using reader = await signIn(service, { scopes: ['players:read'] });
      const { page } = reader;
      await reader.open('/players');
      await expectCount(page, firstPlayers);
      expect(await page.getByRole('button', { name: 'Register player' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('menuitem', { name: 'Value of metadata…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Value of metadata' });
      await dialog.getByLabel('Pointer').fill('level');
      await dialog.getByLabel('Value').fill('10');
      await page.keyboard.press('Enter');
      await dialog.getByText('A pointer begins with a slash, such as /level.').waitFor();
      await dialog.getByLabel('Pointer').fill('/level');
      await page.keyboard.press('Enter');
      await expectCount(page, '2 players found');
    });

    test('shows names of any kind as text, on a phone too', async () => {
      const { page } = visit;
      await page.setViewportSize(phone);
      await visit.open(`/players?q=${encodeURIComponent(hostileName)}`);
      for (const name of [hostileName, rightToLeftName, longName]) {
        await page.getByRole('searchbox').fill(name);
        await tableOf(page, 'Exact matches').getByRole('link', { name }).waitFor();
        expect(await isWiderThanScreen(page)).toBe(false);
      }
      await page.getByRole('searchbox').fill('');
      await expectCount(page, firstPlayers);
      expect(await isWiderThanScreen(page)).toBe(false);
      expect(await page.title()).toBe('Players · Playkeep');
      await page.setViewportSize(desktop);
    });

    // The engine makes no difference to it.
    test.skipIf(engine !== engines[0])('is accessible, with its menu and its forms', async () => {
      const { page } = visit;
      await visit.open(`/players?q=an&online=true&seen=7d&${condition('"/level"', '"gt"', '1')}`);
      await expectCount(page, '1 player found');
      await expectAccessible(page);
      await page.getByRole('button', { name: /^Edit filter: Last seen/ }).click();
      await page.getByRole('dialog', { name: 'Last seen' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Edit filter: .level/ }).click();
      await page.getByRole('dialog', { name: 'Metadata /level' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Register player' }).click();
      await page.getByRole('dialog', { name: 'Register a player' }).waitFor();
      await expectAccessible(page);
    });
  });
}
