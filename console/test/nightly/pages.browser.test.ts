// Every page of the console with the demo's world, in windows from a phone to a wide screen: nothing overlaps, sticks out or is cut, no grid
// has a hole, and the first card begins high. No name of a player is cut beside an id. On a phone no box scrolls within the page but
// code, and lists have rows of two lines; elsewhere long lists alone scroll down within it. While
// a page is loaded, place holders stand where its parts will stand.
import { expect } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import { desktop, newContext, windows } from '../../../test/harness/browser/browser.ts';
import { goOnInSession, sharedConsole, test } from '../../../test/harness/browser/console.ts';
import { atDemo, lostSave, startDemoConsole } from '../../../test/harness/browser/demo-console.ts';
import { faultsOfLayout } from '../../../test/harness/browser/layout.ts';
import { consolePages, drawn, settle } from '../../../test/harness/browser/pages.ts';

const environment = { PLAYER_NAME: '/name', PLAYER_COLUMNS: '/level,/clan,/coins,/settings/language' };
const { service, visit } = sharedConsole({
  service: () => startDemoConsole({ environment }),
  browser: atDemo,
});

/** A page is loaded on a phone and on the widest screen, and follows the window to the sizes between them. */
const [phone, tablet, ...wider] = windows;
const widest = wider.at(-1);
/** Further sizes for lists: the narrowest with a row of columns, and where wide tables begin. */
const ofLists = [1250, 1180, 1008].map((width) => ({ width, height: 800 }));

/** The highest row of the lists on a phone, which have two lines. A change of the audit has its time too. */
const highestRow: Readonly<Record<string, number>> = {
  ...{ overview: 66, players: 66, losses: 66, keys: 66, health: 66, audit: 88 },
  ...{ 'live-sessions': 66, 'player-sessions': 66 },
};
/** Pages whose rows have columns that may be cut off. */
const listPages = ['players', 'losses', 'live-sessions', 'player-sessions', 'keys'];

interface Element {
  readonly className: unknown;
  readonly textContent: string;
  readonly shadowRoot: { querySelectorAll(selector: string): Iterable<Element> } | null;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly offsetTop: number;
  readonly nextElementSibling: Element | null;
  closest(selector: string): unknown;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Record<'top' | 'left' | 'width' | 'height', number>;
}
interface Tab {
  readonly innerHeight: number;
  readonly scrollY: number;
  readonly document: { querySelectorAll(selector: string): Iterable<Element> };
  getComputedStyle(element: Element): { readonly overflowX: string; readonly overflowY: string };
  scrollTo(x: number, y: number): void;
}

/** The boxes of a page that scroll, but code; the heights of rows that are not opened; texts that are wider than their place. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as unknown as Tab;
    const list = (selector: string) => [...document.querySelectorAll(selector)];
    const scrolls = (overflow: string, needed: number, shown: number) =>
      /auto|scroll/.test(overflow) && needed > shown + 1;
    const boxes = list('body *')
      .flatMap((each) => [each, ...(each.shadowRoot?.querySelectorAll('*') ?? [])])
      .filter((each) => each.clientHeight > 0)
      .filter((each) => !each.closest('.cm-editor, .json-block-text, .visually-hidden'))
      .filter((each) => {
        const { overflowX, overflowY } = getComputedStyle(each);
        const isWide = scrolls(overflowX, each.scrollWidth, each.clientWidth);
        return isWide || scrolls(overflowY, each.scrollHeight, each.clientHeight);
      });
    const rows = list('.table-body > .table-row:not(:has(.table-detail))');
    // An id without room stands on a second line, which is not seen.
    const names = list('.player-link > .display-name').filter(
      ({ nextElementSibling: id, offsetTop }) => id && Math.abs(id.offsetTop - offsetTop) < 9,
    );
    const cut = list('.table-body > .table-row, .player-name-tail, .losses-with');
    return {
      scrolling: boxes.map(({ className }) => String(className)),
      heights: rows.map((row) => Math.round(row.getBoundingClientRect().height)),
      scrollingDown: boxes
        .filter((each) => scrolls(getComputedStyle(each).overflowY, each.scrollHeight, each.clientHeight))
        .map(({ className }) => String(className)),
      cutNames: names
        .filter((each) => each.scrollWidth > each.clientWidth + 1)
        .map(({ textContent }) => textContent),
      cut: cut
        .filter((each) => each.scrollWidth > each.clientWidth + 1)
        .map(({ textContent }) => textContent),
    };
  });

async function faultsOf(page: Page, name: string): Promise<readonly string[]> {
  const { scrolling, scrollingDown, heights, cut, cutNames } = await measured(page);
  const faults = [
    ...(listPages.includes(name) ? cut.map((text) => `${text} is cut off`) : []),
    ...cutNames.map((text) => `the name ${text} is cut beside an id`),
    ...scrollingDown.filter((box) => box !== 'table-scroller').map((box) => `${box} scrolls down`),
  ];
  if (page.viewportSize()?.width !== phone.width) return faults;
  const highest = highestRow[name];
  if (highest !== undefined && !heights.every((height) => height <= highest))
    faults.push(`there are rows of ${heights} pixels`);
  if (highest !== undefined && heights.length === 0) faults.push('there is no row');
  // Retention has more days than a phone is wide.
  const unforeseen = scrolling.filter((box) => name !== 'overview' || box !== 'heat-scroll');
  return [...faults, ...unforeseen.map((box) => `${box} scrolls within the page`)];
}

test.each(consolePages(lostSave))('has no fault in any window: $name', async ({ name, path }) => {
  const { page, open } = visit;
  const found: Record<string, readonly string[]> = {};
  for (const size of [phone, tablet, ...wider.toReversed(), ...ofLists]) {
    await page.setViewportSize(size);
    if (size === phone || size === widest) await open(path);
    await settle(page);
    await drawn(page);
    const isOfLists = (ofLists as readonly unknown[]).includes(size);
    const faults = [...(await faultsOf(page, name)), ...(isOfLists ? [] : await faultsOfLayout(page))];
    if (faults.length > 0) found[size.width] = faults;
  }
  expect(found).toEqual({});
});

/** A fault, the content of the first of two cards that stand side by side, and further styles. */
const planted: readonly (readonly [fault: RegExp | undefined, first: string, style: string])[] = [
  [undefined, '<p>text</p><button>one</button> <button>two</button>', ''],
  [/^div\.card “a” overlaps div\.card “b”/, 'a', '.card + .card { margin-left: -60px }'],
  [
    /^button “one” overlaps button “two”/,
    '<i><button>one</button></i><i><button>two</button></i>',
    'i + i button { margin-left: -9px }',
  ],
  [/^p “badge” sticks out of div\.card/, '<p>badge</p>', 'p { background: red; margin-left: -40px }'],
  [
    /^button “go” sticks out of p/,
    '<p><button>go</button></p>',
    'p { display: flex } button { margin-left: -8px }',
  ],
  [/^the text of p “Istanbul” is cut/, '<p>Istanbul</p>', 'p { overflow: hidden; width: 20px }'],
  [/^the text of p “text” is cut/, '<p>text</p>', 'p { overflow: clip; height: 9px }'],
  [undefined, '<p>Istanbul</p>', 'p { overflow: hidden; width: 20px; text-overflow: ellipsis }'],
  [undefined, '<p>text</p>', 'p { overflow: auto; height: 9px }'],
  [
    /^a hole of 708 × 4\d\d px at 712, \d+ in div\.grid/,
    'a',
    '.card { height: 500px } .card + .card { height: 90px }',
  ],
  [/^the first card begins at 301$/, 'a', 'main { padding-top: 301px }'],
  [/^the page is \d+ px wider than its window/, 'a', '.grid { width: 1441px }'],
];

test('the check of a layout finds each fault that is put into a page, and none in a good one', async () => {
  await using context = await newContext();
  const page = await context.newPage();
  for (const [fault, first, style] of planted) {
    await page.setContent(`
      <style>
        body { margin: 0; font: 14px sans-serif }
        main { padding: 20px }
        .grid { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: start }
        .card { border: 1px solid; height: 400px; padding: 16px }
        ${style}
      </style>
      <main><div class="grid"><div class="card">${first}</div><div class="card">b</div></div></main>`);
    const faults = await faultsOfLayout(page);
    const isFound = fault ? faults.some((each) => fault.test(each)) : faults.length === 0;
    expect({ fault, faults, isFound }).toMatchObject({ isFound: true });
  }
});

test('a lost save tells who saved it with what on a phone too', async () => {
  const { page } = visit;
  await page.setViewportSize(phone);
  await visit.open('/losses');
  const row = page.getByRole('row', { name: /mira\.k/ });
  await row.getByText(/^2\.5\.1 · [a-z]/).waitFor();
  await row.getByRole('link', { name: '2.5.1', exact: true }).waitFor();
});

test('a list of any length is loaded while a phone scrolls, and is found again where it was left', async () => {
  const { page } = visit;
  await page.setViewportSize(phone);
  await visit.open('/players');
  await settle(page);
  for (const y of [1_500, 3_500, 5_500]) {
    await page.evaluate((top) => (globalThis as unknown as Tab).scrollTo(0, top), y);
    await page.waitForFunction((top) => {
      const { document, scrollY } = globalThis as unknown as Tab;
      return [...document.querySelectorAll('.table-row-virtual')].length > 0 && scrollY >= top - 1;
    }, y);
  }
  // A row in sight, as soon as it is drawn.
  const shown = await page.waitForFunction(() => {
    const { document } = globalThis as unknown as Tab;
    const links = [...document.querySelectorAll('.table-row-virtual .table-link')];
    const isInSight = ({ top }: { readonly top: number }) => top > 200 && top < 600;
    return links.find((each) => isInSight(each.getBoundingClientRect()))?.getAttribute('href');
  });
  const link = page.locator(`a[href="${await shown.jsonValue()}"]`);
  const before = await page.evaluate('scrollY');
  await link.click();
  await page.waitForURL(`**${await shown.jsonValue()}`);
  await page.goBack();
  await link.waitFor();
  await page.waitForFunction(
    (top) => Math.abs((globalThis as unknown as Tab).scrollY - Number(top)) < 80,
    before,
  );
});

test('retention shows at its edge that it goes on, until its end', async () => {
  const { page } = visit;
  await page.setViewportSize(phone);
  await visit.open('');
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Retention' }) });
  await card.locator('.heat-more').click();
  await card.locator('.heat-scroll').evaluate((element) => {
    (element as unknown as { scrollLeft: number }).scrollLeft = 10_000;
  });
  await card.locator('.heat-more').waitFor({ state: 'detached' });
});

/** The heading and the parts of the page, as far as they begin on the first screen. */
const boxesOf = (page: Page) =>
  page.evaluate(() => {
    const { document, innerHeight } = globalThis as unknown as Tab;
    return [...document.querySelectorAll('.page-title, .page > *, .page > .stack > :not(p)')]
      .map((element) => element.getBoundingClientRect())
      .filter(({ top, height }) => height > 0 && top < innerHeight)
      .map(({ top, left }) => ({ top: Math.round(top), left: Math.round(left) }));
  });
type Boxes = Awaited<ReturnType<typeof boxesOf>>;

/** The boxes of a page that come more than half a line from where a place holder stood. */
const unforeseen = (skeleton: Boxes, page: Boxes) =>
  page.filter(
    ({ top, left }) =>
      !skeleton.some((each) => Math.abs(each.top - top) <= 12 && Math.abs(each.left - left) <= 12),
  );

/** Holds requests back until the returned function is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(pattern, (route) => {
    if (isHeld) held.push(route);
    else void route.continue();
  });
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

// A player without a lost save, whose warning would stand above all else.
const loading = consolePages(lostSave - 1).filter(({ name }) => name !== 'not-found');
for (const viewport of [desktop, phone]) {
  test.each(loading)(`$name has place holders at ${viewport.width} px`, async ({ name, path }) => {
    const storageState = await visit.context.storageState();
    await using context = await newContext({ ...atDemo, storageState, viewport });
    await goOnInSession(visit.page, context);
    const url = `${service.url}/console${path}`;
    const skeletonIn = async (page: Page) => {
      await page.goto(url);
      await page.locator('.page .skeleton').first().waitFor();
      return boxesOf(page);
    };
    // While its data are loaded.
    const page = await context.newPage();
    const releaseData = await hold(page, /\/api\/server\/(?!me$)/);
    const skeleton = await skeletonIn(page);
    await releaseData();
    await settle(page);
    const lost = unforeseen(skeleton, await boxesOf(page));
    // The days on the axis decide where the table below it begins.
    expect(name === 'player-sessions' ? lost.slice(1) : lost).toEqual([]);
    // While the service says who is signed in, and then while its program is loaded.
    const second = await context.newPage();
    const releaseAnswers = await hold(second, /\/api\/server\/me$/);
    const releaseParts = await hold(second, /\/assets\/part\..*\.js/);
    const beginning = await skeletonIn(second);
    await releaseAnswers();
    await second.locator('.top-bar:not(.top-bar-skeleton)').waitFor({ state: 'attached' });
    expect(await boxesOf(second)).toEqual(beginning);
    await releaseParts();
    await settle(second);
    expect(unforeseen(beginning, (await boxesOf(second)).slice(0, 3))).toEqual([]);
  });
}
