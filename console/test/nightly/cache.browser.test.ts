// The cache of answers in the console, in a browser: what a page shows again at once, and what it forgets with the key that was
// signed in. It asks the service for nothing that engines do differently, so one engine shows it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  signIn,
  signInHere,
  startConsoleService,
} from '../../../test/harness/browser/console.ts';
import { sqlite } from '../../../test/harness/engines.ts';
import { createTestKey } from '../../../test/harness/server-keys.ts';

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

describe.skipIf(whyNoBrowser !== undefined)(`answers in the console${skippedNote}`, () => {
  let service: ConsoleService;
  beforeAll(async () => {
    service = await startConsoleService({ engine: sqlite });
  }, 60_000);
  afterAll(() => service?.stop());

  test('of a page that was visited are shown at once, and are read anew', async () => {
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
  }, 60_000);

  test('of a long list are read anew from the first page alone', async () => {
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
  }, 60_000);

  test('go at a sign-out', async () => {
    await using visit = await signIn(service, { keyName: 'first' });
    const { page } = visit;
    await createTestKey(service, { name: 'only for the first' });
    const hold = await catchKeys(page);
    await visit.open('/keys');
    await rowOf(page, 'only for the first').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
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
  }, 60_000);
});
