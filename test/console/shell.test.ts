// The frame of the console in a real browser on a real service: sign-in, navigation, themes, trouble, and old tabs.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { createConsoleFiles } from '../../src/console/files.ts';
import { createSignInLinks } from '../../src/console/sign-in-links.ts';
import { keyDigest } from '../../src/lib/key-text.ts';
import { type ConsoleTab, closeBrowser, openTab, type TabOptions } from '../harness/browser.ts';
import { builtConsole } from '../harness/built-console.ts';
import { manualClock } from '../harness/clock.ts';
import { createTestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';

const axe = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8');
const clock = manualClock();
const signInLinks = createSignInLinks(clock);
const refused = 'Failed to load resource: the server responded with a status of 401 (Unauthorized)';
const tabs: ConsoleTab[] = [];
let service: Service;

beforeAll(async () => {
  const consoleFiles = createConsoleFiles((await builtConsole()).directory);
  service = await startService({
    ...{ clock, signInLinks, consoleFiles },
    environment: { SERVER_API_KEY: testServerKey },
  });
  await service.as('ann', 'GET', '/api/game/metadata');
}, 60_000);
afterEach(async () => {
  for (const tab of tabs.splice(0)) await tab.close();
  // The service looks up ten unknown sessions a second.
  clock.advance(2_000);
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

async function open(path: string, options?: TabOptions): Promise<ConsoleTab> {
  const tab = await openTab(service.url, options);
  tabs.push(tab);
  await tab.page.goto(path);
  return tab;
}

async function signIn({ page }: ConsoleTab, key = testServerKey): Promise<void> {
  await page.getByLabel('Server key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).or(page.getByLabel('Open the menu')).first().waitFor();
}

async function openSignedIn(path: string, options?: TabOptions, key?: string): Promise<ConsoleTab> {
  const tab = await open(path, options);
  await signIn(tab, key);
  // Nobody was signed in at first.
  expect(tab.problems.splice(0)).toEqual([refused]);
  return tab;
}

const heading = ({ page }: ConsoleTab, name: string) => page.getByRole('heading', { level: 1, name });

describe('sign-in', () => {
  test('shows why a key is refused, then leads to the page that was asked for', async () => {
    const tab = await open('/console/players/1/history');
    await tab.page.getByLabel('Server key').fill('pk_wrong');
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    expect(await tab.page.getByRole('alert').textContent()).toBe('This is no server key.');
    await signIn(tab);
    await heading(tab, 'ann').waitFor();
    expect(new URL(tab.page.url()).pathname).toBe('/console/players/1/history');
    expect(await tab.page.locator('[aria-current="page"]').allTextContents()).toEqual(['Players', 'History']);
    expect(tab.problems).toEqual([refused, refused]);
  });

  test('leaves no secret in storage, in the address or for scripts', async () => {
    const tab = await openSignedIn('/console');
    const kept = await tab.page.evaluate(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href])',
    );
    expect(kept).toBe(JSON.stringify(['', {}, {}, `${service.url}/console`]));
    const [cookie] = await tab.context.cookies();
    expect(cookie).toMatchObject({ name: 'playkeep', httpOnly: true, sameSite: 'Strict' });
  });

  test('by a link works once, and takes the token out of the address', async () => {
    const token = signInLinks.issue(keyDigest(testServerKey));
    const tab = await open(`/console/sign-in#token=${token}`);
    await heading(tab, 'Overview').waitFor();
    expect(tab.page.url()).toBe(`${service.url}/console`);
    expect(tab.problems).toEqual([]);
    await tab.page.goBack();
    expect(tab.page.url()).not.toContain(token);
    const again = await open(`/console/sign-in#token=${token}`);
    expect(await again.page.getByRole('alert').textContent()).toContain('used already');
    expect(again.page.url()).not.toContain(token);
    await signIn(again);
    await heading(again, 'Overview').waitFor();
    await again.page.getByRole('button', { name: 'Sign out' }).click();
    await heading(again, 'Sign in').waitFor();
    expect(await again.page.getByRole('alert').count()).toBe(0);
  });

  test('ends with sign-out', async () => {
    const tab = await openSignedIn('/console');
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    await heading(tab, 'Sign in').waitFor();
    await tab.page.reload();
    await heading(tab, 'Sign in').waitFor();
  });

  test('is asked for again over a page whose session has ended, and the page stays', async () => {
    const tab = await openSignedIn('/console/players/1');
    await heading(tab, 'ann').waitFor();
    await tab.context.clearCookies();
    await tab.page.getByRole('link', { name: 'Players' }).click();
    await tab.page.getByRole('link', { name: 'Overview' }).click();
    await tab.page.goto('/console/players/1');
    await heading(tab, 'Sign in').waitFor();
    await signIn(tab);
    await heading(tab, 'ann').waitFor();
    await tab.context.clearCookies();
    // A page of another player asks the service.
    await tab.page.evaluate("history.pushState(null, '', '/console/players/2')");
    const dialog = tab.page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await dialog.getByLabel('Server key').fill(testServerKey);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.getByText('Player not found').first().waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

describe('navigation', () => {
  test('shows the pages that the scopes of the key allow, and explains the others', async () => {
    const key = await createTestKey(service, { name: 'desk', scopes: ['players:read', 'audit:read'] });
    const tab = await openSignedIn('/console', {}, key.token);
    await heading(tab, 'Players').waitFor();
    const links = tab.page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
    expect(await links.allTextContents()).toEqual(['Players', 'Audit']);
    await tab.page.goto('/console/keys');
    await tab.page.getByText('Your key may not see this').waitFor();
    await tab.page.goto('/console/nowhere');
    await heading(tab, 'There is no such page').waitFor();
    expect(tab.problems).toEqual([]);
  });

  test('gives each page a title, and the heading the focus', async () => {
    const tab = await openSignedIn('/console');
    for (const title of ['Players', 'Live sessions', 'Audit', 'Keys', 'Settings', 'Health', 'Overview']) {
      await tab.page.getByRole('link', { name: title, exact: true }).click();
      await heading(tab, title).waitFor();
      await tab.page.waitForFunction(`document.activeElement?.textContent === ${JSON.stringify(title)}`);
      expect(await tab.page.title()).toBe(`${title} · Playkeep`);
    }
    expect(tab.problems).toEqual([]);
  });

  test('begins with a link that skips it', async () => {
    const tab = await openSignedIn('/console');
    await heading(tab, 'Overview').waitFor();
    await tab.page.reload();
    await heading(tab, 'Overview').waitFor();
    await tab.page.keyboard.press('Tab');
    await tab.page.keyboard.press('Enter');
    expect(await tab.page.evaluate('document.activeElement.id')).toBe('content');
  });

  test('is a menu at phone width, which Escape closes and a choice too', async () => {
    const tab = await openSignedIn('/console', { width: 390, height: 844 });
    const button = tab.page.getByLabel('Open the menu');
    await button.click();
    await tab.page.getByRole('dialog').waitFor();
    await tab.page.keyboard.press('Escape');
    await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
    await button.click();
    await tab.page.getByRole('link', { name: 'Audit' }).click();
    await heading(tab, 'Audit').waitFor();
    await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});

describe('the frame', () => {
  test('keeps the chosen theme, and follows the system without a choice', async () => {
    const tab = await openSignedIn('/console', { theme: 'dark' });
    const shown = () => tab.page.evaluate('document.documentElement.dataset.theme');
    expect(await shown()).toBe('dark');
    await tab.page.getByRole('button', { name: 'Theme: system' }).click();
    await tab.page.getByRole('menuitem', { name: 'Light' }).click();
    expect(await shown()).toBe('light');
    await tab.page.reload();
    expect(await shown()).toBe('light');
  });

  test('tells of trouble with the service, and goes on by itself after it', async () => {
    const tab = await openSignedIn('/console');
    await tab.page.route('**/api/server/players/1', (route) => route.abort(), { times: 1 });
    await tab.page.goto('/console/players/1');
    await tab.page.getByText('Playkeep cannot be reached.').waitFor();
    await heading(tab, 'ann').waitFor();
    await tab.page.getByText('Playkeep cannot be reached.').waitFor({ state: 'detached' });
  });

  test('reloads a tab whose part is gone after an upgrade, once for each build', async () => {
    const tab = await openSignedIn('/console');
    await heading(tab, 'Overview').waitFor();
    let loads = 0;
    tab.page.on('domcontentloaded', () => {
      loads += 1;
    });
    await tab.page.route('**/console/build.json', (route) => route.fulfill({ json: { build: 'newer' } }));
    await tab.page.route('**/console/assets/part.*', (route) => route.fulfill({ status: 404, body: '{}' }));
    await tab.page.getByRole('link', { name: 'Audit' }).click();
    // The parts are still gone after the reload: the page then says so, and does not reload again.
    await tab.page.getByText('This page could not be shown').waitFor();
    expect(loads).toBe(1);
    expect(new URL(tab.page.url()).pathname).toBe('/console/audit');
    await tab.page.unroute('**/console/assets/part.*');
    await tab.page.getByRole('button', { name: 'Reload' }).click();
    await heading(tab, 'Audit').waitFor();
  });

  test('reloads a tab that is older than the service, once for each build', async () => {
    const tab = await open('/console');
    await tab.page.clock.install();
    await tab.page.reload();
    await signIn(tab);
    await heading(tab, 'Overview').waitFor();
    let loads = 0;
    let asked = 0;
    tab.page.on('domcontentloaded', () => {
      loads += 1;
    });
    await tab.page.route('**/console/build.json', (route) => {
      asked += 1;
      return route.fulfill({ json: { build: 'newer' } });
    });
    await tab.page.clock.runFor(290_000);
    expect([asked, loads]).toEqual([0, 0]);
    const reloaded = tab.page.waitForEvent('load');
    await tab.page.clock.runFor(20_000);
    await reloaded;
    await heading(tab, 'Overview').waitFor();
    const asking = tab.page.waitForRequest('**/console/build.json');
    await tab.page.clock.runFor(310_000);
    await asking;
    await tab.page.waitForLoadState('networkidle');
    expect([asked, loads]).toEqual([2, 1]);
  });

  test.each(['light', 'dark'] as const)('has no fault of accessibility in the %s theme', async (theme) => {
    const signedOut = await open('/console', { theme });
    await heading(signedOut, 'Sign in').waitFor();
    expect(await faultsOf(signedOut)).toEqual([]);
    const tab = await openSignedIn('/console/players/1', { theme });
    await heading(tab, 'ann').waitFor();
    expect(await faultsOf(tab)).toEqual([]);
    const narrow = await openSignedIn('/console/nowhere', { theme, width: 390, height: 844 });
    await narrow.page.getByLabel('Open the menu').click();
    await narrow.page.getByRole('dialog').waitFor();
    expect(await faultsOf(narrow)).toEqual([]);
  });
});

/** The rules of WCAG 2.2 AA that a page breaks, each with a place. */
async function faultsOf({ page }: ConsoleTab): Promise<string[]> {
  await page.evaluate(axe);
  const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
  return page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ' ' + nodes[0].html + ' ' + nodes[0].failureSummary))`,
  );
}
