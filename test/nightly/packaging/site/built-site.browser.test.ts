// The built documentation site in a real browser: no page loads anything from another host or scrolls sideways, the search finds
// sections, and pictures follow the colour scheme. Without `npm run site` before there is no site, and the tests are skipped.
import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { newContext, phone, whyNoBrowser } from '../../../harness/browser/browser.ts';
import type { InPage } from '../../../harness/browser/in-page.ts';
import { watchPages } from '../../../harness/browser/page-watch.ts';
import { untilInPage } from '../../../harness/browser/pages.ts';

const folder = join(import.meta.dir, '../../../../site/dist');
const whyNot = existsSync(join(folder, 'index.html')) ? whyNoBrowser : 'npm run site has not built the site';

/** Serves the site under a path, as a host with other sites would. */
function serveSite() {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const path = pathname.replace(/^\/playkeep/, '').replace(/\/$/, '/index.html');
      const file = Bun.file(join(folder, path));
      if (await file.exists()) return new Response(file);
      return new Response(Bun.file(join(folder, '404.html')), { status: 404 });
    },
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return { origin, url: `${origin}/playkeep/`, [Symbol.asyncDispose]: () => server.stop(true) };
}

/** A visit of the site. Its end fails for an error, a warning or a request to another host. */
async function visit(run: (page: Page, url: string) => Promise<void>): Promise<void> {
  await using site = serveSite();
  await using context = await newContext();
  const watch = await watchPages(context, site.origin);
  await run(await context.newPage(), site.url);
  expect(await watch.finish()).toEqual([]);
}

/** Resolves when the program of the page runs: before it, a click has no effect. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilInPage(page, "document.querySelector('#app').__vue_app__ !== undefined");
}

const widthOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as InPage).document.documentElement.scrollWidth);

describe.skipIf(whyNot !== undefined)(
  `the documentation site${whyNot === undefined ? '' : ` (skipped: ${whyNot})`}`,
  () => {
    test('has pages that fit a phone and a desktop', () =>
      visit(async (page, url) => {
        for (const size of [phone, { width: 1280, height: 900 }]) {
          await page.setViewportSize(size);
          for (const path of [
            '',
            'docs/server-api.html',
            'docs/limits.html',
            'docs/decisions/0031-runtime-dependencies.html',
          ]) {
            await page.goto(url + path);
            await page.locator('main h1').waitFor();
            expect([path, await widthOf(page)]).toEqual([path, size.width]);
          }
        }
      }));

    test('finds a section by its search, and goes there', () =>
      visit(async (page, url) => {
        await open(page, `${url}docs/demo.html`);
        await page.locator('.VPNavBarSearch button').first().click();
        await page.locator('.VPLocalSearchBox input').fill('repeated requests');
        await page.locator('.VPLocalSearchBox .result', { hasText: 'Repeated requests' }).first().click();
        await page.waitForURL(/\/playkeep\/docs\/api\.html#repeated-requests$/);
        await page.locator('#repeated-requests').waitFor();
      }));

    test('shows the picture of its own colour scheme', () =>
      visit(async (page, url) => {
        await page.emulateMedia({ colorScheme: 'light' });
        await open(page, url);
        const shown = async () => [
          await page.locator('img.light-only').isVisible(),
          await page.locator('img.dark-only').isVisible(),
        ];
        expect(await shown()).toEqual([true, false]);
        await page.locator('.VPNavBarAppearance button').click();
        await page.locator('img.dark-only').waitFor();
        expect(await shown()).toEqual([false, true]);
      }));
  },
);
