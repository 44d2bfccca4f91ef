// All pages of the console, for tests and pictures that visit each of them.
import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';
import type { InPage } from './in-page.ts';

export interface ConsolePage {
  /** Names files of pictures. */
  readonly name: string;
  /** Below /console. */
  readonly path: string;
}

/** @param player the sequential id of a player to look at */
export const consolePages = (player: number): readonly ConsolePage[] => [
  { name: 'overview', path: '' },
  { name: 'players', path: '/players' },
  { name: 'player', path: `/players/${player}` },
  { name: 'player-metadata', path: `/players/${player}/metadata` },
  { name: 'player-history', path: `/players/${player}/history` },
  { name: 'player-sessions', path: `/players/${player}/sessions` },
  { name: 'live-sessions', path: '/sessions' },
  { name: 'losses', path: '/losses' },
  { name: 'audit', path: '/audit' },
  { name: 'keys', path: '/keys' },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'settings', path: '/settings' },
  { name: 'health', path: '/health' },
  { name: 'not-found', path: '/nothing-here' },
];

/** Resolves when a page has its heading, and nothing in it says that it is being loaded. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as InPage;
    return document.querySelectorAll('.skeleton, [aria-busy=true]')[Symbol.iterator]().next().done === true;
  });
}

/**
 * Waits for a condition that is an expression in the page. `waitForFunction` evaluates a text again and again in the page itself, whose
 * policy refuses that.
 */
export const untilInPage = (page: Page, condition: string): Promise<void> =>
  until(() => page.evaluate<boolean>(condition));

interface Frames {
  requestAnimationFrame(run: () => void): number;
}

/** Resolves when the page has followed the size of its window: two frames are drawn by then. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const { requestAnimationFrame: onFrame } = globalThis as unknown as Frames;
        onFrame(() => onFrame(() => resolve()));
      }),
  );

/** The pixels by which the page is wider than its window, whose size may just have changed. */
export async function overflowOf(page: Page): Promise<number> {
  await drawn(page);
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = (globalThis as unknown as InPage).document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Waits for texts, one after the other. */
export async function see(place: Page | Locator, ...texts: readonly (string | RegExp)[]): Promise<void> {
  for (const text of texts) await place.getByText(text).first().waitFor();
}

/** Clicks buttons, one after the other. */
export async function press(place: Page | Locator, ...names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) await place.getByRole('button', { name }).click();
}

/** Fills a field and presses Enter. */
export async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Enter');
}

/** Chooses an option of a combo box, whose list is drawn beside its dialog. */
export async function choose(place: Page | Locator, name: string, option: string | RegExp): Promise<void> {
  await place.getByRole('combobox', { name }).click();
  await ('page' in place ? place.page() : place).getByRole('option', { name: option }).click();
}

/** Resolves when a place has the focus: it comes a moment after the place is there, and goes back a moment after a dialog has gone. */
export const untilFocused = (place: Locator): Promise<void> =>
  place.and(place.page().locator(':focus')).waitFor();
