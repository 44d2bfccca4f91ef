// Long work of the console, measured in a real browser: a list of all players from its top to its end, and a large document that
// is opened and compared.
import type { BrowserContext, Page } from 'playwright-core';
import { settle } from '../test/harness/browser/pages.ts';

export interface Scrolling {
  readonly rows: number;
  readonly seconds: number;
  /** Times between two frames, in milliseconds. */
  readonly frames: { readonly p50: number; readonly p99: number; readonly longest: number };
  /** The most rows that the page had at once. */
  readonly drawnRows: number;
}

/** Scrolls through a list, a screen for each frame, until it has no more rows. */
export async function scrollThrough(page: Page, region: string): Promise<Scrolling> {
  const scroller = page.getByRole('region', { name: region });
  await scroller.waitFor();
  const result = await scroller.evaluate(async (element) => {
    const { requestAnimationFrame, performance } = globalThis as unknown as {
      requestAnimationFrame(run: (time: number) => void): void;
      performance: { now(): number };
    };
    const startedAt = performance.now();
    const frames: number[] = [];
    let drawnRows = 0;
    let last = startedAt;
    let still = 0;
    // At the end nothing moves for two seconds.
    while (still < 120) {
      const before = element.scrollTop;
      element.scrollTop += element.clientHeight;
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      frames.push(now - last);
      last = now;
      drawnRows = Math.max(drawnRows, element.querySelectorAll('[role=row]').length);
      still = element.scrollTop === before ? still + 1 : 0;
    }
    const rows = Number(element.querySelector('[role=table]')?.getAttribute('aria-rowcount')) - 1;
    return { rows, seconds: (performance.now() - startedAt) / 1000, frames, drawnRows };
  });
  const frames = result.frames.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    frames[Math.min(frames.length - 1, Math.floor(frames.length * share))] ?? 0;
  return { ...result, frames: { p50: at(0.5), p99: at(0.99), longest: at(1) } };
}

/** Milliseconds from a click until something is there. */
export async function timeUntil(
  act: () => Promise<unknown>,
  isThere: () => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  await act();
  await isThere();
  return performance.now() - startedAt;
}

export interface DocumentTimes {
  readonly open: number;
  /** The comparison before a save with one edit. */
  readonly review: number;
  /** The comparison of a kept version with a state that differs in many places. */
  readonly compare: number;
}

/** @param player the address of the player's page, whose metadata has the kept version 1 */
export async function measureDocument(context: BrowserContext, player: string): Promise<DocumentTimes> {
  const page = await context.newPage();
  await page.goto(player);
  await settle(page);
  const editor = page.getByRole('textbox', { name: 'Metadata', exact: true });
  const open = await timeUntil(
    () => page.getByRole('link', { name: 'Metadata', exact: true }).click(),
    () => editor.getByText('"items"').first().waitFor(),
  );
  await editor.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('"edited": 1.0,');
  const review = await timeUntil(
    () => page.getByRole('button', { name: 'Review and save' }).click(),
    () => page.locator('.cm-changedLine, .cm-insertedLine').first().waitFor(),
  );
  await page.getByRole('button', { name: 'Back to editing' }).click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(`${player}/history`);
  const compare = await timeUntil(
    () => page.getByRole('button', { name: 'What changed with Now' }).click(),
    () => page.locator('.cm-changedLine, .cm-insertedLine').first().waitFor(),
  );
  await page.close();
  return { open, review, compare };
}
