// The frame around all pages, in a browser: navigation by what a key may see, deep links, keys of the keyboard, focus, and the
// theme. It asks the service for nothing but who is signed in, so one engine shows it.
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Scope, scopes } from '../../../src/store/ports/keys.ts';
import { phone } from '../../../test/harness/browser/browser.ts';
import { sharedService, signIn, signInHere, test } from '../../../test/harness/browser/console.ts';
import type { InPage } from '../../../test/harness/browser/in-page.ts';
import { press, see, untilFocused, untilInPage } from '../../../test/harness/browser/pages.ts';
import { sqlite } from '../../../test/harness/engines.ts';
import { createTestKey } from '../../../test/harness/server-keys.ts';

/** The sections of the navigation, in order, with their paths below /console and the scope that each needs. */
const sections: readonly (readonly [title: string, path: string, scope: Scope])[] = [
  ['Overview', '/', 'statistics:read'],
  ['Players', '/players', 'players:read'],
  ['Live sessions', '/sessions', 'sessions:read'],
  ['Lost saves', '/losses', 'players:read'],
  ['Audit', '/audit', 'audit:read'],
  ['Keys', '/keys', 'keys:write'],
  ['Webhooks', '/webhooks', 'webhooks:write'],
  ['Settings', '/settings', 'service:read'],
  ['Health', '/health', 'service:read'],
];

const sectionsShown = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').allInnerTexts();

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => (globalThis as unknown as InPage).document.activeElement?.textContent ?? '');

const waitForTheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });

const service = sharedService({ engine: sqlite });

test.each(scopes)('shows the sections that %s allows, and begins with the first', async (scope) => {
  await using visit = await signIn(service, { scopes: [scope] });
  const allowed = sections.filter((section) => section[2] === scope).map(([title]) => title);
  const first = visit.page.getByRole('heading', { level: 1, name: allowed[0] ?? 'Overview' });
  await first.waitFor();
  expect(await sectionsShown(visit.page)).toEqual(allowed);
  const other: Scope = scope === 'audit:read' ? 'players:read' : 'audit:read';
  await visit.open(other === 'audit:read' ? '/audit' : '/players/1');
  await see(visit.page, `This page needs the scope ${other}.`);
});

test('opens in a browser whose language is no language tag', async () => {
  await using visit = await signIn(service);
  const { page } = visit;
  await page.addInitScript(() => {
    const language = { get: () => 'en-US@posix' };
    Object.defineProperty((globalThis as unknown as { navigator: object }).navigator, 'language', language);
  });
  await visit.open('');
  await see(page, 'No player has been here yet');
  expect(await page.evaluate('navigator.language')).toBe('en-US@posix');
  expect(await page.title()).toBe('Overview · Playkeep');
});

test('opens every section by its address and by its link, and gives its heading the focus', async () => {
  await using visit = await signIn(service);
  const { page } = visit;
  for (const [title, path] of sections) {
    await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click();
    const heading = page.getByRole('heading', { level: 1, name: title });
    await heading.waitFor();
    expect(new URL(page.url()).pathname.replace(/\/$/, '')).toBe(`/console${path}`.replace(/\/$/, ''));
    // A mouse that goes to the players goes on with a search.
    if (path === '/players') await page.locator('input[type=search]:focus').waitFor();
    else if (path !== '/') await untilFocused(heading);
    await untilInPage(page, `document.title === '${title} · Playkeep'`);
    const current = page.locator('nav [aria-current=page]');
    expect(await current.allInnerTexts()).toEqual([title]);
  }
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
});

test('reads the heading of the players to a keyboard, and brings up no keyboard on a phone', async () => {
  await using visit = await signIn(service, { at: '/audit' });
  const { page } = visit;
  const players = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Players' });
  // The focus comes to the link by the keyboard.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await untilFocused(page.getByRole('heading', { level: 1, name: 'Players' }));
  // The link on the page itself gives the search the focus too.
  await players.click();
  await page.locator('input[type=search]:focus').waitFor();
  await using onPhone = await signIn(service, {
    ...{ at: '/audit', browser: { viewport: phone, hasTouch: true, isMobile: true } },
  });
  await onPhone.page.getByRole('button', { name: 'Open the menu' }).tap();
  await onPhone.page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Players' }).tap();
  await onPhone.page.getByRole('heading', { level: 1, name: 'Players' }).waitFor();
  await onPhone.page.getByRole('searchbox').waitFor();
  expect(await focused(onPhone.page)).not.toContain('search');
  expect(await onPhone.page.locator('input[type=search]:focus').count()).toBe(0);
});

test('has a page for unknown addresses', async () => {
  await using visit = await signIn(service, { scopes: ['players:read'] });
  const { page } = visit;
  for (const path of ['/nothing', '/players/01', '/keys/1', '/..%2f..%2fetc']) {
    await visit.open(path);
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
  }
  await page.getByRole('link', { name: 'Go to Players' }).click();
  await page.getByRole('heading', { level: 1, name: 'Players' }).waitFor();
  visit.watch.expectStatuses(404);
  await visit.open('/players/4711');
  await see(page, 'No player has this number');
});

test('is used by the keyboard: the first Tab reaches the link past the navigation', async () => {
  await using visit = await signIn(service, { at: '/players' });
  const { page } = visit;
  await page.getByRole('heading', { level: 1, name: 'Players' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  expect(
    await page.evaluate(() => (globalThis as unknown as InPage).document.activeElement?.outerHTML),
  ).toStartWith('<main');
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toBe('');
  await page.getByRole('link', { name: 'Audit' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
});

test('has a menu at phone width, which the keyboard opens and closes, and a choice closes', async () => {
  await using visit = await signIn(service, { browser: { viewport: phone } });
  const { page } = visit;
  const open = page.getByRole('button', { name: 'Open the menu' });
  expect(await page.locator('.sidebar').isVisible()).toBe(false);
  await open.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await untilFocused(open);
  await page.keyboard.press('Enter');
  const link = menu.getByRole('link', { name: 'Live sessions' });
  // The focus comes into the menu a moment after it is there.
  await untilInPage(page, `document.activeElement.closest('[role=dialog]') !== null`);
  for (let tabs = 0; tabs < 12 && !(await isFocused(link)); tabs += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Live sessions' }).waitFor();
  await menu.waitFor({ state: 'detached' });
});

test('tells of trouble with the service, and goes on by itself after it', async () => {
  await service.as('ann', 'GET', '/api/game/metadata');
  await using visit = await signIn(service);
  const { page, watch } = visit;
  await watch.lookAwayDuring(async () => {
    // The page reads the player, and follows it by a second request.
    const reads = '**/api/server/players/1';
    await page.route(reads, (route) => route.abort());
    await visit.open('/players/1');
    const banner = page.getByText('Playkeep cannot be reached.');
    await banner.waitFor();
    await page.unroute(reads);
    await page.getByRole('heading', { level: 1, name: 'ann' }).waitFor();
    await banner.waitFor({ state: 'detached' });
  });
});

test('tries again at once when the browser is back on a network', async () => {
  await using visit = await signIn(service);
  const { page, context, watch } = visit;
  await page.clock.install();
  await visit.open('/players/1');
  await page.getByRole('heading', { level: 1, name: 'ann' }).waitFor();
  await watch.lookAwayDuring(async () => {
    await context.setOffline(true);
    await page.clock.runFor(31_000);
    const banner = page.getByText('Playkeep cannot be reached.');
    await banner.waitFor();
    // The clock stands still, so only the browser can tell.
    await context.setOffline(false);
    await banner.waitFor({ state: 'detached' });
  });
});

test('follows the theme of the system until one is chosen, which this browser keeps', async () => {
  await using visit = await signIn(service, { browser: { colorScheme: 'dark' } });
  const { page } = visit;
  await waitForTheme(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await waitForTheme(page, 'light');
  const choose = async (theme: string) => {
    await press(page, /^Theme/);
    await page.getByRole('menuitem', { name: theme }).click();
  };
  await choose('Dark');
  await waitForTheme(page, 'dark');
  await page.reload();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await waitForTheme(page, 'dark');
  await choose('Like the system');
  await waitForTheme(page, 'light');
});

const isFocused = (locator: ReturnType<Page['locator']>): Promise<boolean> =>
  locator.evaluate((element) => element === element.ownerDocument.activeElement);

const keysPath = '**/api/server/keys';
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const openSection = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

const entryOf = (first: number, index: number) => ({
  ...{ auditId: `entry-${first + index}`, at: '2026-11-22T12:00:00.000Z', requestId: null, detail: null },
  ...{ keyId: 'a-key', keyName: `of page ${first}`, action: 'key.create', sequentialId: null },
});

/**
 * Catches the requests for the keys. Chromium lets those of the first milliseconds by, so the page is loaded afterwards.
 * @returns a function that holds the next ones back until the function that it returns is called
 */
async function catchKeys(page: Page): Promise<() => () => Promise<void>> {
  let gate: Promise<void> | undefined;
  await page.route(keysPath, async (route) => {
    await gate;
    await route.continue().catch(() => undefined);
  });
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return async () => {
      resolve();
      await page.unrouteAll({ behavior: 'wait' });
    };
  };
}

test('answers of a page that was visited are shown at once, and are read anew', async () => {
  await using visit = await signIn(service);
  const { page } = visit;
  await createTestKey(service, { name: 'of before' });
  const hold = await catchKeys(page);
  await visit.open('/keys');
  await rowOf(page, 'of before').waitFor();
  await openSection(page, 'Settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await createTestKey(service, { name: 'of meanwhile' });
  const release = hold();
  await openSection(page, 'Keys');
  await rowOf(page, 'of before').waitFor();
  expect(await rowOf(page, 'of meanwhile').count()).toBe(0);
  await release();
  await rowOf(page, 'of meanwhile').waitFor();
});

test('answers of a long list are read anew from the first page alone', async () => {
  await using visit = await signIn(service);
  const { page } = visit;
  const asked: string[] = [];
  await page.route('**/api/server/audit?*', (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? '0';
    asked.push(cursor);
    const entries = Array.from({ length: 100 }, (_, index) => entryOf(Number(cursor), index));
    return route.fulfill({
      json: { statusCode: 200, data: { entries, nextCursor: String(Number(cursor) + 100) } },
    });
  });
  await visit.open('/audit');
  const list = page.getByRole('region', { name: 'Audit, newest first' });
  const first = page.getByText('of page 0', { exact: true }).first();
  await first.waitFor();
  const next = page.waitForRequest((request) => request.url().includes('cursor=100'));
  await list.press('End');
  await next;
  await list.press('Home');
  await first.waitFor();
  expect(asked).toEqual(['0', '100']);
  await Promise.all([
    page.waitForResponse('**/api/server/audit?*'),
    page.getByRole('button', { name: 'Refresh' }).click(),
  ]);
  await page.locator('[aria-busy]').waitFor({ state: 'detached' });
  expect(asked).toEqual(['0', '100', '0']);
});

test('answers go at a sign-out', async () => {
  await using visit = await signIn(service, { keyName: 'first' });
  const { page } = visit;
  await createTestKey(service, { name: 'only for the first' });
  const hold = await catchKeys(page);
  await visit.open('/keys');
  await rowOf(page, 'only for the first').waitFor();
  await press(page, 'Sign out');
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  const release = hold();
  const { token } = await createTestKey(service, { name: 'second' });
  await signInHere(page, token);
  visit.watch.secrets.add(token);
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  await page.getByRole('status').getByText('Loading').first().waitFor({ state: 'attached' });
  expect(await rowOf(page, 'only for the first').count()).toBe(0);
  await release();
  await rowOf(page, 'only for the first').waitFor();
});
