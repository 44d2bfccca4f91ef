// Loading on each page of the console: never a blank page, and place holders that stand where the parts of the page will stand, on a
// desk and on a phone. Answers and parts of the program are held back meanwhile.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import {
  desktop,
  newContext,
  phone,
  skippedNote,
  whyNoBrowser,
} from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  goOnInSession,
  type SignedIn,
  signIn,
} from '../../../test/harness/browser/console.ts';
import { atDemo, startDemoConsole } from '../../../test/harness/browser/demo-console.ts';
import { consolePages, settle } from '../../../test/harness/browser/pages.ts';

/** A player without a lost save, whose warning would stand above all else. */
const player = 136;

interface Box {
  readonly top: number;
  readonly left: number;
  readonly width: number;
}
interface BoxedPage {
  readonly innerHeight: number;
  readonly document: {
    querySelectorAll(selector: string): Iterable<{
      readonly className: string;
      getBoundingClientRect(): Box & { readonly height: number };
    }>;
  };
}

/** The heading and the parts of the page, as far as they begin on the first screen. */
const boxesOf = (page: Page): Promise<readonly Box[]> =>
  page.evaluate(() => {
    const { document, innerHeight } = globalThis as unknown as BoxedPage;
    return [...document.querySelectorAll('.page-title, .page > *, .page > .stack > :not(p)')]
      .map((element) => element.getBoundingClientRect())
      .filter(({ top, height }) => height > 0 && top < innerHeight)
      .map(({ top, left, width }) => ({
        top: Math.round(top),
        left: Math.round(left),
        width: Math.round(width),
      }));
  });

/** A part may come this far from where its place holder stood: half a line. */
const mostPixels = 12;

/** The boxes of the page that its place holders do not foretell. */
function unforeseen(skeleton: readonly Box[], page: readonly Box[]): readonly Box[] {
  const isNear = (a: Box, b: Box) =>
    Math.abs(a.top - b.top) <= mostPixels && Math.abs(a.left - b.left) <= mostPixels;
  return page.filter((box) => !skeleton.some((each) => isNear(each, box)));
}

/** Holds requests back until the returned function is called. */
async function hold(page: Page, pattern: string | RegExp): Promise<() => Promise<void>> {
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

const windows = [
  ['a desk', desktop],
  ['a phone', phone],
] as const;
const pages = consolePages(player).filter(({ name }) => name !== 'not-found');

describe.skipIf(whyNoBrowser !== undefined)(`loading in the console${skippedNote}`, () => {
  let service: ConsoleService;
  let visit: SignedIn;
  beforeAll(async () => {
    service = await startDemoConsole();
    visit = await signIn(service, { browser: atDemo });
  }, 120_000);
  afterAll(async () => {
    await visit?.[Symbol.asyncDispose]();
    await service?.stop();
  });

  async function withTab(viewport: typeof phone | typeof desktop, look: (page: Page) => Promise<void>) {
    const storageState = await visit.context.storageState();
    await using context = await newContext({ ...atDemo, storageState, viewport });
    await goOnInSession(visit.page, context);
    await look(await context.newPage());
  }

  for (const [where, viewport] of windows) {
    test.each(pages.map((each) => [each.name, each.path] as const))(
      `%s on ${where} has place holders where its parts come`,
      (name, path) =>
        withTab(viewport, async (page) => {
          const url = `${service.url}/console${path}`;
          const release = await hold(page, /\/api\/server\/(?!me$)/);
          await page.goto(url);
          await page.locator('.page .skeleton').first().waitFor();
          const skeleton = await boxesOf(page);
          await release();
          await settle(page);
          const lost = unforeseen(skeleton, await boxesOf(page));
          // The days on the axis decide where the table below it begins.
          expect(name === 'player-sessions' ? lost.slice(1) : lost).toEqual([]);
        }),
      60_000,
    );

    test.each(pages.map((each) => [each.name, each.path] as const))(
      `%s on ${where} has them while its program is loaded, and while the service says who is signed in`,
      (_, path) =>
        withTab(viewport, async (page) => {
          const releaseAnswers = await hold(page, /\/api\/server\/me$/);
          const releaseParts = await hold(page, /\/assets\/part\..*\.js/);
          await page.goto(`${service.url}/console${path}`);
          await page.locator('.page .skeleton').first().waitFor();
          const beginning = await boxesOf(page);
          await releaseAnswers();
          await page.locator('.top-bar:not(.top-bar-skeleton)').waitFor({ state: 'attached' });
          const loading = await boxesOf(page);
          await releaseParts();
          await settle(page);
          const [title, ...parts] = await boxesOf(page);
          expect(unforeseen(beginning, title ? [title] : [])).toEqual([]);
          expect(unforeseen(loading, title ? [title, ...parts.slice(0, 2)] : [])).toEqual([]);
          expect(loading).toEqual(beginning);
        }),
      60_000,
    );
  }
});
