// The list of players in the console, in a browser: long lists, slow and refused searches, registration, names of any
// kind, and the sight of keys with fewer scopes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { desktop, phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { type ConsoleService, type SignedIn, signIn } from '../../../test/harness/browser/console.ts';
import { consoleEngines } from '../../../test/harness/browser/console-engines.ts';
import { overflowOf } from '../../../test/harness/browser/pages.ts';
import { createTestKey } from '../../../test/harness/server-keys.ts';
import {
  condition,
  crowd,
  expectCount,
  firstPlayers,
  hostileName,
  linksOf,
  longName,
  named,
  type PlayersWorld,
  rightToLeftName,
  startPlayersWorld,
  tableOf,
} from '../players-world.ts';

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(`the list of players on ${engine.name}${skippedNote}`, () => {
    let world: PlayersWorld;
    let visit: SignedIn;
    let service: ConsoleService;

    beforeAll(async () => {
      world = await startPlayersWorld(engine);
      ({ visit, service } = world);
    }, 60_000);
    afterAll(() => world?.[Symbol.asyncDispose]());

    test('loads a long list as one scrolls, and draws a part of it', async () => {
      const { page } = visit;
      await visit.open('/players');
      await expectCount(page, firstPlayers);
      const scroller = page.getByRole('region', { name: 'Players' });
      const last = tableOf(page, 'Players').locator(`[aria-rowindex="${named.length + crowd.length + 1}"]`);
      // Each page of the list moves its end.
      for (const end = performance.now() + 30_000; (await last.count()) === 0 && performance.now() < end; )
        await scroller.press('End', { delay: 20 });
      expect(await last.getByRole('link').innerText()).toMatch(/^crowd-/);
      await expectCount(page, `${named.length + crowd.length} players`);
      expect(await linksOf(page).count()).toBeLessThan(80);
    });

    test('shows the same place of the list again after Back, and a new search after a link', async () => {
      const { page } = visit;
      // The second page is followed by the last one as soon as the end of the list is in sight.
      const morePlayers = new RegExp(`^(?:First 2\\d\\d players|${crowd.length} players found)$`);
      await visit.open('/players?q=crowd');
      await expectCount(page, firstPlayers);
      await page.getByRole('region', { name: 'Players' }).press('End');
      await expectCount(page, morePlayers);
      const name = await linksOf(page).filter({ hasText: 'crowd' }).last().innerText();
      const chosen = page.getByRole('link', { name, exact: true });
      await chosen.click();
      await page.getByRole('heading', { name }).waitFor();
      await page.goBack();
      await chosen.waitFor();
      expect(await page.getByRole('status').filter({ hasText: morePlayers }).count()).toBe(1);
      await page.getByRole('link', { name: 'Players', exact: true }).click();
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
      const stopped = page.getByText('The search was stopped');
      await stopped.waitFor();
      // The answer that tells whether players have names does not begin the search.
      const answered = page.waitForResponse(searches);
      gate.resolve();
      await answered;
      await Bun.sleep(100);
      expect(await stopped.isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Continue' }).click();
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

    test('asks once before it registers an id of spaces, and shows them', async () => {
      const { page } = visit;
      await visit.open('/players');
      for (const [playerId, shown] of [
        ['   ', '“␣␣␣”'],
        [' mira\u00a0', '“␣mira⟨U+00A0⟩”'],
        ['\u200b', '“⟨U+200B⟩”'],
      ] as const) {
        await page.getByRole('button', { name: 'Register player' }).click();
        const dialog = page.getByRole('dialog', { name: 'Register a player' });
        await dialog.getByLabel('Player id').fill(playerId);
        await page.keyboard.press('Enter');
        await dialog.getByText(`The id is ${shown}, with space that counts.`).waitFor();
        await dialog.getByRole('button', { name: 'Register all the same' }).click();
        await page.getByRole('heading', { name: shown }).waitFor();
        const number = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
        const { token } = await createTestKey(service);
        const { body } = await service.call('GET', `/api/server/players/${number}`, { token });
        expect(body.data.playerId).toBe(playerId);
        await service.call('DELETE', `/api/server/players/${number}`, { token });
        await visit.open('/players');
      }
    });

    test('shows a key what it may use', async () => {
      await using reader = await signIn(service, { scopes: ['players:read'], at: '/players' });
      const { page } = reader;
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
        expect(await overflowOf(page)).toBe(0);
      }
      await page.getByRole('searchbox').fill('');
      await expectCount(page, firstPlayers);
      expect(await overflowOf(page)).toBe(0);
      expect(await page.title()).toBe('Players · Playkeep');
      await page.setViewportSize(desktop);
    });

    // The engine makes no difference to it.
    test.skipIf(engine !== consoleEngines[0])('is accessible, with its menu and its forms', async () => {
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
