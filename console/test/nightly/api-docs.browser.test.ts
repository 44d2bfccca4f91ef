// The API pages in a real browser: nothing breaks WCAG 2.2 AA in either colour scheme, on a phone and a desktop, with every operation open; no
// page scrolls sideways, and an operation can be tried out with a token or a key.

import { afterAll, beforeAll, expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { colorSchemes, expectAccessibleAsShown } from '../../../test/harness/browser/accessibility.ts';
import { desktop, newContext, phone } from '../../../test/harness/browser/browser.ts';
import { test } from '../../../test/harness/browser/console.ts';
import { watchPages } from '../../../test/harness/browser/page-watch.ts';
import { overflowOf, press, see } from '../../../test/harness/browser/pages.ts';
import { createTestKey } from '../../../test/harness/server-keys.ts';
import { type Service, signTestToken, startService } from '../../../test/harness/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A visit of a page. Its end fails for an error, a warning or a request to another host. */
async function visit(path: string, run: (page: Page) => Promise<void>): Promise<void> {
  await using context = await newContext();
  const watch = await watchPages(context, service.url);
  const page = await context.newPage();
  await page.goto(service.url + path);
  await run(page);
  expect(await watch.finish()).toEqual([]);
}

test.each(['/docs', '/docs/server'])('%s is accessible and fits, closed and open', (path) =>
  visit(path, async (page) => {
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme });
      const [red] = await page.evaluate<string[]>(
        'getComputedStyle(document.body).backgroundColor.match(/\\d+/)',
      );
      expect(Number(red) < 100 ? 'dark' : 'light').toBe(colorScheme);
      for (const isOpen of [false, true]) {
        await page.evaluate(
          `document.querySelectorAll('details').forEach((each) => { each.open = ${isOpen}; })`,
        );
        for (const size of [phone, desktop]) {
          await page.setViewportSize(size);
          await expectAccessibleAsShown(page);
          expect(await overflowOf(page)).toBe(0);
        }
      }
    }
  }),
);

test('an operation of games is tried out with a token, and numbers keep their digits', () =>
  visit('/docs', async (page) => {
    await page.getByLabel('Token of a player').fill(await signTestToken('ann'));
    const set = page.locator('#setOwnMetadata');
    await page.locator('.contents').getByRole('link', { name: 'Set own metadata' }).click();
    await set.getByLabel('Body').fill('{"data": {"n": 12345678901234567890.10}}');
    await press(set, 'Send');
    const output = set.locator('output');
    await see(output, '12345678901234567890.10');
    expect(await output.textContent()).toStartWith('200');
    expect((await service.as('ann', 'GET', '/api/game/metadata')).text).toContain('12345678901234567890.10');
  }));

test('an operation of servers is tried out by either id, and an old address leads to it', () =>
  visit('/docs/server#/Player%20metadata/patchPlayerMetadata', async (page) => {
    const patch = page.locator('#patchPlayerMetadata');
    await patch.getByRole('button', { name: 'Send' }).waitFor();
    await page.getByLabel('Server key').fill((await createTestKey(service)).token);
    await service.as('a/b', 'POST', '/api/game/metadata', { body: '{"data":{"gold":1}}' });
    await patch.getByLabel('playerId').fill('a/b');
    await patch.getByLabel('Media type').selectOption('application/merge-patch+json');
    await patch.getByLabel('Body').fill('{"gold": 7}');
    await press(patch, 'Send');
    await patch.locator('output').getByText('"gold": 7').waitFor();
    expect((await service.as('a/b', 'GET', '/api/game/metadata')).body.data.metadata).toEqual({
      gold: 7,
    });
  }));

test('the page forgets the token when it is left', () =>
  visit('/docs', async (page) => {
    await page.getByLabel('Token of a player').fill('secret');
    await page.reload();
    expect(await page.getByLabel('Token of a player').inputValue()).toBe('');
    expect(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length')).toBe(
      0,
    );
  }));
