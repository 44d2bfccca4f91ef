// Pages that do nothing by themselves: their reads that wait for a change, and their long timers. A test that lets a session end or a
// clock jump would otherwise race with them.
import type { Page } from 'playwright-core';

/**
 * From now on no read of the page that waits for a change is answered. Load the page afterwards.
 * @returns a function that holds back all other reads too, which are never answered, and lets later ones by again
 */
export async function holdReads(page: Page): Promise<(isHeld: boolean) => void> {
  let isHeld = false;
  await page.route('**/api/server/**', (route) => {
    const request = route.request();
    const waits = request.headers().prefer !== undefined;
    if (waits || (isHeld && request.method() === 'GET')) return undefined;
    return route.continue();
  });
  return (next) => {
    isHeld = next;
  };
}

interface Timers {
  setTimeout: Timer;
  setInterval: Timer;
}
type Timer = (run: () => void, milliseconds?: number, ...rest: unknown[]) => unknown;

/**
 * From the next load on the page has no timer of so many milliseconds or more: they never run. What it still shows comes by answers
 * of the service.
 */
export const stopLongTimers = (page: Page, milliseconds: number): Promise<unknown> =>
  page.addInitScript((least) => {
    const timers = globalThis as unknown as Timers;
    const never = 2 ** 31 - 1;
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const begin = timers[name].bind(globalThis);
      timers[name] = (run, delay = 0, ...rest) => begin(run, delay >= least ? never : delay, ...rest);
    }
  }, milliseconds);
