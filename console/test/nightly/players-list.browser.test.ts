// The list of players in the console, in a browser: long lists, slow and refused searches, registration, names of any
// kind, and the sight of keys with fewer scopes.

import { expect } from 'bun:test';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone } from '../../../test/harness/browser/browser.ts';
import { openConsole, sharedService, signIn, test } from '../../../test/harness/browser/console.ts';
import { enter, overflowOf, press, see, settle } from '../../../test/harness/browser/pages.ts';
import { createTestKey } from '../../../test/harness/server-keys.ts';
import {
  condition,
  crowd,
  deskScopes,
  expectCount,
  firstPlayers,
  linksOf,
  named,
  playersConsole,
  tableOf,
} from '../players-world.ts';

const { service, visit } = playersConsole();

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
  await press(page, 'Stop');
  const stopped = page.getByText('The search was stopped');
  await stopped.waitFor();
  // The answer that tells whether players have names does not begin the search.
  const answered = page.waitForResponse(searches);
  gate.resolve();
  await answered;
  await Bun.sleep(100);
  expect(await stopped.isVisible()).toBe(true);
  await press(page, 'Continue');
  await expectCount(page, '2 players found');
  await page.unroute(searches);
});

test('says why a search is refused', async () => {
  const { page, watch } = visit;
  watch.expectStatuses(400);
  await visit.open(`/players?${condition('"/gold"', '"eq"', '1')}`);
  const alert = page.getByRole('alert');
  await see(alert, 'Invalid request');
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
  await see(dialog, 'Enter a player id.');
  await enter(field, 'anna');
  await see(dialog, 'This player is registered already');
  await enter(field, 'new "</script>"');
  await page.getByRole('heading', { name: 'new "</script>"' }).waitFor();
  const number = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
  const { token } = await createTestKey(service);
  const { body } = await service.call('GET', `/api/server/players/${number}`, { token });
  expect(body.data.playerId).toBe('new "</script>"');
  await visit.open('/players');
  await service.call('DELETE', `/api/server/players/${number}`, { token });
});

test.each([
  ['   ', '“␣␣␣”'],
  [' mira\u00a0', '“␣mira⟨U+00A0⟩”'],
  ['\u200b', '“⟨U+200B⟩”'],
])('asks once before it registers the id %j, and shows its spaces', async (playerId, shown) => {
  const { page } = visit;
  await visit.open('/players');
  await press(page, 'Register player');
  const dialog = page.getByRole('dialog', { name: 'Register a player' });
  await enter(dialog.getByLabel('Player id'), playerId);
  await see(dialog, `The id is ${shown}, with space that counts.`);
  await expectAccessible(page);
  await press(dialog, 'Register all the same');
  await page.getByRole('heading', { name: shown }).waitFor();
  const { token } = await createTestKey(service);
  const path = new URL(page.url()).pathname.replace('console', 'api/server');
  expect((await service.call('GET', path, { token })).body.data.playerId).toBe(playerId);
  // An open page would ask for a player who is gone.
  await visit.open('/players');
  await service.call('DELETE', path, { token });
});

test('shows a key what it may use', async () => {
  await using reader = await signIn(service, { scopes: ['players:read'], at: '/players' });
  const { page } = reader;
  await expectCount(page, firstPlayers);
  expect(await page.getByRole('button', { name: 'Register player' }).count()).toBe(0);
  await press(page, 'Add filter');
  await page.getByRole('menuitem', { name: 'Value of metadata…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Value of metadata' });
  await dialog.getByLabel('Pointer').fill('level');
  await enter(dialog.getByLabel('Value'), '10');
  await see(dialog, 'A pointer begins with a slash, such as /level.');
  await enter(dialog.getByLabel('Pointer'), '/level');
  await expectCount(page, '2 players found');
});

const hostile = '\u202e<img src=x onerror=alert(1)>';
const long = 'Die sehr lange Ritterin von der Burg am Ende des Weges, die Zweite';

const withNames = sharedService(
  { environment: { PLAYER_NAME: '/name', PLAYER_COLUMNS: '/level,/guild/clan' } },
  async (service) => {
    for (const [player, data] of Object.entries({
      ann: { name: 'Mira', level: 12, guild: { clan: 'red' } },
      bob: { name: 'José Mirador', level: 3 },
      cid: { name: hostile, level: true },
      dora: { name: long },
      eve: {},
      'steam:76561198000000001': { name: '王小明', level: 40 },
    }))
      await service.as(player, 'POST', paths.metadata, { body: JSON.stringify({ data }) });
    await service.as('ann', 'POST', paths.start);
    const { token } = await createTestKey(service);
    const headers = { 'content-type': 'application/merge-patch+json' };
    await service.call('PATCH', '/api/server/players/2/metadata', { token, headers, body: '{"gift":1}' });
  },
);

test('names are found by a part, and Enter opens the only one', async () => {
  await using visit = await signIn(withNames, { scopes: deskScopes, at: '/players' });
  const { page } = visit;
  const box = page.getByRole('searchbox', { name: 'Name, player id or number' });
  await box.fill('MIRA');
  await see(page, '2 players found');
  expect(await linksOf(page).allInnerTexts()).toEqual(['Mira', 'José Mirador']);
  // Two have it, so the list stays.
  await box.press('Enter');
  await page.getByRole('button', { name: 'Ids' }).waitFor();
  await box.fill('jose');
  await see(page, '1 player found');
  await box.press('Enter');
  await page.getByRole('heading', { name: 'José Mirador' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/players/2');
  await page.goBack();
  await box.fill('小明');
  await box.press('Enter');
  await page.getByRole('heading', { name: '王小明' }).waitFor();
  await page.goBack();
  // The beginning of an id, and the whole of one.
  await box.fill('stea');
  await see(page, 'No player matches');
  await press(page, 'Ids');
  await see(page, '1 player found');
  await box.fill('ann');
  await box.press('Enter');
  await page.getByRole('heading', { name: 'Mira' }).waitFor();
});

test('names stand in the list with the columns, in the order that is chosen', async () => {
  await using visit = await signIn(withNames, { scopes: deskScopes, at: '/players' });
  const { page } = visit;
  const table = tableOf(page, 'Players');
  await linksOf(page).first().waitFor();
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    ...['Name', 'Player id', 'Number', 'State', 'Last seen', 'Registered', 'Metadata', 'level', 'clan'],
  ]);
  expect(await table.getByRole('row').nth(1).innerText()).toContain('Mira');
  // Nothing turns the direction of the text, and nothing becomes an element.
  await table.getByText('<img src=x onerror=alert(1)>', { exact: true }).waitFor();
  await press(page, 'Order: By number');
  await page.getByRole('menuitemradio', { name: 'Newest first' }).click();
  await page.waitForURL('**/players?sort=registered');
  await linksOf(page).first().getByText('王小明').waitFor();
  await press(page, 'Order: Newest first');
  // The menu marks the order that holds.
  const marked = page.getByRole('menuitemradio', { checked: true });
  await marked.locator('svg').waitFor();
  expect(await marked.allInnerTexts()).toEqual(['Newest first']);
  await page.getByRole('menuitemradio', { name: 'Last seen first' }).click();
  await linksOf(page).first().getByText('Mira').waitFor();
  await expectAccessible(page);
  await page.setViewportSize(phone);
  expect(await overflowOf(page)).toBe(0);
});

test('names stand beside the ids of live sessions and of the audit, for those who may read players', async () => {
  await using visit = await signIn(withNames, { scopes: deskScopes, at: '/sessions' });
  const { page } = visit;
  await page.getByRole('link', { name: 'Mira ann' }).waitFor();
  await visit.open('/audit');
  await page.getByRole('link', { name: 'José Mirador player 2' }).waitFor();
  await expectAccessible(page);
  await using other = await signIn(withNames, { scopes: ['sessions:read', 'audit:read'], at: '/sessions' });
  await other.page.getByText('ann', { exact: true }).waitFor();
  await other.open('/audit');
  await see(other.page, 'player 2');
  expect(await other.page.getByText('José').count()).toBe(0);
});

test('a service without players names the setting that shows names, until it is set', async () => {
  for (const environment of [{}, { PLAYER_NAME: '/name' }]) {
    await using empty = await openConsole({ service: { environment }, at: '/players' });
    const { page } = empty;
    await see(page, 'No players yet', 'or when you register them.');
    await settle(page);
    const isTold = !('PLAYER_NAME' in environment);
    expect(await page.getByText('PLAYER_NAME').count()).toBe(isTold ? 1 : 0);
    if (isTold) await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
    if (isTold) await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  }
});
