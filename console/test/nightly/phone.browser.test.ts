// Every page of the console on a phone of 390 px: no box scrolls within the page but code, lists have rows of two lines, and the one
// table that goes on sideways shows it at its edge.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { type ConsoleService, type SignedIn, signIn } from '../../../test/harness/browser/console.ts';
import { atDemo, lostSave, startDemoConsole } from '../../../test/harness/browser/demo-console.ts';
import { consolePages, overflowOf, settle } from '../../../test/harness/browser/pages.ts';

interface StyledElement {
  readonly className: unknown;
  readonly shadowRoot: { querySelectorAll(selector: string): Iterable<StyledElement> } | null;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  closest(selector: string): unknown;
  getBoundingClientRect(): { readonly height: number; readonly width: number };
}
interface StyledPage {
  readonly document: { querySelectorAll(selector: string): Iterable<StyledElement> };
  getComputedStyle(element: StyledElement): { readonly overflowX: string; readonly overflowY: string };
}

/** The boxes of a page that scroll, as `class across` or `class down`. Code and JSON are left out. */
const scrollingBoxes = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as unknown as StyledPage;
    const all = [...document.querySelectorAll('body *')].flatMap((element) => [
      element,
      ...(element.shadowRoot?.querySelectorAll('*') ?? []),
    ]);
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    const isCode = (element: StyledElement) =>
      element.closest('.cm-editor, .json-block-text, .visually-hidden') !== null;
    return all.flatMap((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      if (isCode(element) || element.clientHeight === 0) return [];
      const name = String(element.className);
      return [
        ...(scrolls(overflowX) && element.scrollWidth > element.clientWidth + 1 ? [`${name} across`] : []),
        ...(scrolls(overflowY) && element.scrollHeight > element.clientHeight + 1 ? [`${name} down`] : []),
      ];
    });
  });

/** The heights of the rows of all tables, without those that are opened. */
const rowHeights = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const { document } = globalThis as unknown as StyledPage;
    return [...document.querySelectorAll('.table-body > .table-row:not(:has(.table-detail))')].map((row) =>
      Math.round(row.getBoundingClientRect().height),
    );
  });

/** Two lines and the space around them. */
const twoLines = 66;

describe.skipIf(whyNoBrowser !== undefined)(`the console on a phone${skippedNote}`, () => {
  let service: ConsoleService;
  let visit: SignedIn;
  beforeAll(async () => {
    service = await startDemoConsole();
    visit = await signIn(service, { browser: { ...atDemo, viewport: phone } });
  }, 120_000);
  afterAll(async () => {
    await visit?.[Symbol.asyncDispose]();
    await service?.stop();
  });

  test.each(consolePages(lostSave).map((each) => [each.name, each] as const))(
    '%s scrolls as a whole',
    async (name, { path }) => {
      const { page } = visit;
      await visit.open(path);
      await settle(page);
      const boxes = await scrollingBoxes(page);
      // Retention has more days than a phone is wide.
      expect(boxes.filter((box) => box !== 'heat-scroll across')).toEqual([]);
      expect(boxes.length === 0 || name === 'overview').toBe(true);
      expect(await overflowOf(page)).toBe(0);
    },
    60_000,
  );

  test.each([
    ['overview', ''],
    ['players', '/players'],
    ['live sessions', '/sessions'],
    ['losses', '/losses'],
    ['keys', '/keys'],
    ['jobs', '/health'],
    ['sessions of a player', `/players/${lostSave}/sessions`],
  ])(
    'the list of %s has rows of two lines',
    async (_, path) => {
      const { page } = visit;
      await visit.open(path);
      await settle(page);
      const heights = await rowHeights(page);
      expect(heights.length).toBeGreaterThan(0);
      expect(heights.filter((height) => height > twoLines)).toEqual([]);
    },
    60_000,
  );

  test('a change of the audit has a sentence of at most two lines, and its time', async () => {
    const { page } = visit;
    await visit.open('/audit');
    await settle(page);
    const heights = await rowHeights(page);
    expect(heights.length).toBeGreaterThan(0);
    expect(heights.filter((height) => height > twoLines + 22)).toEqual([]);
  });

  test('a list of any length is loaded while the page scrolls, and is found again where it was left', async () => {
    const { page } = visit;
    await visit.open('/players');
    await settle(page);
    for (const { y } of [{ y: 1_500 }, { y: 3_500 }, { y: 5_500 }]) {
      await page.evaluate((top) => (globalThis as unknown as Scrolling).scrollTo(0, top), y);
      await page.waitForFunction(
        (top) =>
          [
            ...(globalThis as unknown as StyledPage & Scrolling).document.querySelectorAll(
              '.table-row-virtual',
            ),
          ].length > 0 && (globalThis as unknown as Scrolling).scrollY >= top - 1,
        y,
      );
    }
    // A row in sight, as soon as it is drawn.
    const href = await page
      .waitForFunction(() => {
        const { document } = globalThis as unknown as RowsPage;
        const links = [...document.querySelectorAll('.table-row-virtual .table-link')];
        return links
          .find((each) => {
            const { top } = each.getBoundingClientRect();
            return top > 200 && top < 600;
          })
          ?.getAttribute('href');
      })
      .then((found) => found.jsonValue());
    const before = await page.evaluate(() => (globalThis as unknown as Scrolling).scrollY);
    await page.locator(`a[href="${href}"]`).click();
    await page.waitForURL(`**${href}`);
    await page.goBack();
    await page.locator(`a[href="${href}"]`).waitFor();
    await page.waitForFunction(
      (top) => Math.abs((globalThis as unknown as Scrolling).scrollY - top) < 80,
      before,
    );
  }, 60_000);

  test('retention shows at its edge that it goes on, until its end', async () => {
    const { page } = visit;
    await visit.open('');
    await settle(page);
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Retention' }) });
    const edge = card.locator('.heat-more');
    await edge.waitFor();
    await edge.click();
    await card.locator('.heat-scroll').evaluate((element) => {
      (element as unknown as { scrollLeft: number }).scrollLeft = 10_000;
    });
    await edge.waitFor({ state: 'detached' });
  });
});

interface Scrolling {
  readonly scrollY: number;
  scrollTo(x: number, y: number): void;
}

interface RowsPage {
  readonly document: {
    querySelectorAll(selector: string): Iterable<{
      getAttribute(name: string): string | null;
      getBoundingClientRect(): { readonly top: number };
    }>;
  };
}
