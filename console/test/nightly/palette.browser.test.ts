// The palette and the keys of every page, in a browser: Ctrl+K goes to a player or a page and does things, / goes to the search of
// players. Both offer what the signed-in key may do, and the focus is never lost.
import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone } from '../../../test/harness/browser/browser.ts';
import { sharedService, signIn, test } from '../../../test/harness/browser/console.ts';
import { faultsOfLayout } from '../../../test/harness/browser/layout.ts';
import { editorOf, openMetadata, replaceValue } from '../../../test/harness/browser/metadata-pages.ts';
import { press, see, untilFocused } from '../../../test/harness/browser/pages.ts';
import { deskScopes } from '../players-world.ts';

const hostile = '<img src=x onerror=alert(1)>';

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Go to a player or a page' });
const field = (page: Page): Locator => page.getByRole('combobox', { name: 'Player, page or action' });
const options = (page: Page): Locator => palette(page).getByRole('option');
const active = (page: Page): Locator => palette(page).getByRole('option', { selected: true });
const searchBox = (page: Page): Locator => page.getByRole('searchbox');
const isFocused = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === element.ownerDocument.activeElement);

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await untilFocused(field(page));
}

const service = sharedService({ environment: { PLAYER_NAME: '/name' } }, async (started) => {
  for (const [player, name] of [
    ['ann', 'Mira'],
    ['bob', 'José Mirador'],
    ['cyd', hostile],
  ] as const)
    await started.as(player, 'POST', paths.metadata, { body: JSON.stringify({ data: { name } }) });
});

test('goes to a page by the keyboard, and gives the focus back where it stays', async () => {
  await using visit = await signIn(service, { scopes: deskScopes, at: '/audit' });
  const { page } = visit;
  const link = page.getByRole('link', { name: 'Health' });
  await link.focus();
  await open(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await untilFocused(link);
  await open(page);
  await page.keyboard.type('live');
  await active(page).filter({ hasText: 'Live sessions' }).waitFor();
  // The field names the active entry to screen readers.
  const id = await field(page).getAttribute('aria-activedescendant');
  expect(await active(page).getAttribute('id')).toBe(id as string);
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: 'Live sessions' });
  await heading.waitFor();
  await palette(page).waitFor({ state: 'detached' });
  await page.locator('h1:focus').waitFor();
  // The same key closes it, and arrows go through all entries.
  await open(page);
  const first = await active(page).innerText();
  await page.keyboard.press('ArrowUp');
  expect(await active(page).innerText()).toBe(await options(page).last().innerText());
  await page.keyboard.press('ArrowDown');
  expect(await active(page).innerText()).toBe(first);
  await page.keyboard.press('Control+k');
  await palette(page).waitFor({ state: 'detached' });
});

test('keeps what is typed while it is loaded for the first time', async () => {
  await using visit = await signIn(service, { scopes: deskScopes, at: '/audit' });
  const { page } = visit;
  await page.route('**/assets/part.*', async (route) => {
    await Bun.sleep(600);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Refresh' }).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('setx');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('goes to a player by a part of the name, by id and by number', async () => {
  await using visit = await signIn(service, { scopes: deskScopes, at: '/keys' });
  const { page } = visit;
  const go = async (text: string, heading: string) => {
    await open(page);
    await page.keyboard.type(text);
    // Enter waits for the players.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.locator('h1:focus').waitFor();
  };
  await go('jose', 'José Mirador');
  await go('ann', 'Mira');
  await go('3', hostile);
  await open(page);
  await page.keyboard.type('ira');
  await options(page).filter({ hasText: 'José Mirador' }).waitFor();
  expect(await options(page).allInnerTexts()).toEqual([
    expect.stringMatching(/^Mira\s+ann\s+1$/),
    expect.stringMatching(/^José Mirador\s+bob\s+2$/),
    'Search players for “ira”',
  ]);
  await page.getByRole('status').filter({ hasText: '3 entries' }).waitFor();
  await expectAccessible(page);
  // The pointer chooses too.
  await options(page).last().hover();
  await active(page).getByText('Search players for “ira”').waitFor();
  await options(page).last().click();
  await see(page, '2 players found');
  expect(await searchBox(page).inputValue()).toBe('ira');
});

test('does things, and asks before they drop a draft', async () => {
  await using visit = await signIn(service, { scopes: deskScopes, at: '/health' });
  const { page } = visit;
  const run = async (text: string) => {
    await open(page);
    await page.keyboard.type(text);
    await active(page).waitFor();
    await page.keyboard.press('Enter');
  };
  await run('dark');
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
  await run('create key');
  const creating = page.getByRole('dialog', { name: 'Create a key' });
  await creating.getByRole('textbox', { name: 'Name' }).waitFor();
  // Neither key works over another dialog.
  await page.keyboard.press('Control+k');
  expect(await palette(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await creating.waitFor({ state: 'detached' });
  await run('create key');
  await creating.waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  expect(await creating.count()).toBe(0);
  await run('register');
  await page.getByRole('dialog', { name: 'Register' }).waitFor();
  await page.keyboard.press('Escape');
  await openMetadata(visit, service, 'ann', '{"name":"Mira"}');
  await replaceValue(page, '/name', '"Mina"');
  await run('sign out');
  const leaving = page.getByRole('dialog', { name: 'Sign out without saving?' });
  await press(leaving, 'Stay');
  // The key works while the dialog still fades out.
  await run('audit');
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await run('sign out');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

test('offers what the key may do, and / does nothing for one that may search no player', async () => {
  await using visit = await signIn(service, { scopes: ['audit:read'], at: '/audit' });
  const { page } = visit;
  await page.keyboard.press('/');
  expect(new URL(page.url()).pathname).toBe('/console/audit');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/players/')) asked += 1;
  });
  await open(page);
  const offered = ['Audit', 'Light theme', 'Dark theme', 'Theme like the system', 'Sign out'];
  expect(await options(page).allInnerTexts()).toEqual(offered);
  await page.keyboard.type('ann');
  await palette(page).getByText('Nothing has this name.').waitFor();
  await expectAccessible(page);
  expect(asked).toBe(0);
});

test('says that it could not be loaded, and opens after a reload', async () => {
  await using visit = await signIn(service, { scopes: deskScopes, at: '/audit' });
  const { page, watch } = visit;
  // Chromium lets requests of the first milliseconds by, so the page is loaded anew with its requests caught.
  let isGone = false;
  await page.route('**/assets/part.*', (route) => (isGone ? route.abort() : route.continue()));
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await watch.lookAwayDuring(async () => {
    isGone = true;
    await page.keyboard.press('Control+k');
    await see(page, 'The palette could not be loaded');
    await page.unrouteAll();
  });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await open(page);
});

test('fits a phone, where a button opens it', async () => {
  const browser = { viewport: phone };
  await using visit = await signIn(service, { scopes: deskScopes, browser, at: '/players' });
  const { page } = visit;
  await press(page, 'Go to…');
  await field(page).fill('mira');
  await options(page).filter({ hasText: 'José' }).waitFor();
  await expectAccessible(page);
  expect(await faultsOfLayout(page)).toEqual([]);
  await press(page, 'Close');
  await palette(page).waitFor({ state: 'detached' });
});

test('leaves / to those who type, and gives the search the focus from any page', async () => {
  await using visit = await signIn(service, { scopes: deskScopes, at: '/settings' });
  const { page } = visit;
  await page.keyboard.press('/');
  await page.getByRole('heading', { level: 1, name: 'Players' }).waitFor();
  await page.locator('input[type=search]:focus').waitFor();
  await page.keyboard.type('a/n');
  expect(await searchBox(page).inputValue()).toBe('a/n');
  // On the page itself it only gives the focus, and chooses the text.
  await page.getByRole('button', { name: 'Add filter' }).focus();
  await page.waitForURL('**/players?q=a%2Fn');
  await page.keyboard.press('/');
  await page.locator('input[type=search]:focus').waitFor();
  await page.keyboard.type('mira');
  expect(await searchBox(page).inputValue()).toBe('mira');
  await page.waitForURL('**/players?q=mira');
  // A reload leaves the focus to the browser.
  await page.reload();
  await searchBox(page).waitFor();
  expect(await isFocused(searchBox(page))).toBe(false);
  await openMetadata(visit, service, 'ann', '{"name":"Mira"}');
  await editorOf(page).press('Control+End');
  await page.keyboard.type('/');
  expect(new URL(page.url()).pathname).toBe('/console/players/1/metadata');
  await page.keyboard.press('Backspace');
});
