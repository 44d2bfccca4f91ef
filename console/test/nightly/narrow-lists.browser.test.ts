// Lists where there is little room: no column is cut off, the end of an id is whole, and the facts that a desk needs stay.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { skippedNote, whyNoBrowser, windows } from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  type SignedIn,
  signIn,
  startConsoleService,
} from '../../../test/harness/browser/console.ts';
import { atDemo, lostSave, startDemoConsole } from '../../../test/harness/browser/demo-console.ts';
import { drawn, settle } from '../../../test/harness/browser/pages.ts';

interface Element {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly textContent: string;
}
interface ListPage {
  readonly document: { querySelectorAll(selector: string): Iterable<Element> };
}

/** The texts of elements whose content is wider than themselves. */
const cutOff = (page: Page, selector: string): Promise<readonly string[]> =>
  page.evaluate((wanted) => {
    const all = [...(globalThis as unknown as ListPage).document.querySelectorAll(wanted)];
    if (all.length === 0) throw new Error(`nothing is shown as ${wanted}`);
    return all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent);
  }, selector);

/** Beside the sizes in which every page is looked at: the narrowest with a row of columns, and where wide tables begin. */
const sizes = [
  ...windows,
  { width: 1008, height: 800 },
  { width: 1180, height: 800 },
  { width: 1250, height: 800 },
];

describe.skipIf(whyNoBrowser !== undefined)(`lists with little room${skippedNote}`, () => {
  let service: ConsoleService;
  let visit: SignedIn;
  beforeAll(async () => {
    service = await startDemoConsole({
      environment: { PLAYER_NAME: '/name', PLAYER_COLUMNS: '/level,/clan,/coins,/settings/language' },
    });
    visit = await signIn(service, { browser: atDemo });
  }, 120_000);
  afterAll(async () => {
    await visit?.[Symbol.asyncDispose]();
    await service?.stop();
  }, 120_000);

  test.each([
    ['players', '/players'],
    ['losses', '/losses'],
    ['live sessions', '/sessions'],
    ['sessions of a player', `/players/${lostSave}/sessions`],
    ['keys', '/keys'],
  ])(
    'the columns of %s have room in every window',
    async (_, path) => {
      const { page } = visit;
      await visit.open(path);
      await settle(page);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.locator('.table-body .table-row').first().waitFor();
        await drawn(page);
        const rows = await cutOff(page, '.table-body > .table-row');
        expect([size.width, ...rows]).toEqual([size.width]);
      }
    },
    120_000,
  );

  test('the ends of long ids are whole', async () => {
    const { page } = visit;
    for (const size of sizes) {
      await page.setViewportSize(size);
      await visit.open('/players');
      await settle(page);
      await page.locator('.player-name-tail').first().waitFor();
      expect([size.width, ...(await cutOff(page, '.player-name-tail'))]).toEqual([size.width]);
    }
  }, 120_000);

  test('a lost save tells who saved it with what on a phone too', async () => {
    const { page } = visit;
    for (const size of windows) {
      await page.setViewportSize(size);
      await visit.open('/losses');
      await settle(page);
      const row = page.getByRole('row', { name: /mira\.k/ });
      await row.getByText(/^2\.5\.1 · [a-z]/).waitFor();
      await row.getByRole('link', { name: '2.5.1', exact: true }).waitFor();
      expect(await cutOff(page, '.losses-with')).toEqual([]);
    }
  }, 120_000);
});

describe.skipIf(whyNoBrowser !== undefined)(`a service without players${skippedNote}`, () => {
  test('names the setting that shows names, until it is set', async () => {
    for (const [environment, count] of [
      [{}, 1],
      [{ PLAYER_NAME: '/name' }, 0],
    ] as const) {
      const service = await startConsoleService({ environment });
      try {
        await using visit = await signIn(service, { at: '/players' });
        const { page } = visit;
        await page.getByText('No players yet').waitFor();
        await page.getByText('or when you register them.').waitFor();
        await settle(page);
        if (count > 0) await page.getByText('PLAYER_NAME').waitFor();
        expect(await page.getByText('PLAYER_NAME').count()).toBe(count);
        if (count > 0) {
          await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
          await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
        }
      } finally {
        await service.stop();
      }
    }
  }, 120_000);
});
