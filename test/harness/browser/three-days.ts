// A world for tests of the overview: the three days of docs/statistics.md, with contexts that a careless page would change, a person
// who is signed in, and what the API says about it.
import type { Locator, Page } from 'playwright-core';
import { manualClock } from '../clock.ts';
import { testServerKey } from '../server-keys.ts';
import { playThreeDays } from '../three-days.ts';
import { type ConsoleService, sharedConsole } from './console.ts';

const root = '/api/server/statistics';
const environment = {
  SERVER_API_KEY: testServerKey,
  STATISTICS_TIME_ZONE: 'Europe/Berlin',
  STATISTICS_CONTEXT: '/platform,/build',
};
/** Must be shown as text. */
export const markup = '<img src=x onerror=alert(1)>';

/** The builds are values that a careless page would change. */
const contexts = [
  '{"platform":"ios","build":9007199254740993}',
  '{"platform":"android","build":1e400}',
  `{"platform":"ios","build":"${markup}"}`,
  '{"platform":"android","build":"مرحبا"}',
] as const;

/** The card of the overview with a title. */
export const card = (page: Page, title: string): Locator =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The texts of the cells of a table, its head first. */
export const readTable = (table: Locator): Promise<string[][]> =>
  table.evaluate((element) => {
    const rows = [...(element as unknown as TableInPage).rows];
    return rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent));
  });

interface TableInPage {
  readonly rows: Iterable<{ readonly cells: Iterable<{ readonly textContent: string }> }>;
}

export const count = (value: number | null): string => (value === null ? '–' : value.toLocaleString('en'));
/** Resolves when nothing of the overview is being loaded. */
export const ready = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: 'Session lengths' }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
};
/** The three days as a query. */
export const days = 'from=2026-03-28&to=2026-03-30';

/** One service with the three days for all tests of a file. */
export function threeDays() {
  const clock = manualClock(Date.parse('2026-03-28T09:00Z'));
  const fill = (service: ConsoleService) => playThreeDays(service, contexts);
  const { service, visit } = sharedConsole({ service: { environment, clock }, fill });
  /** Asks the API for statistics. */
  const get = (path: string, accept = 'application/json') =>
    service.call('GET', root + path, { token: testServerKey, headers: { accept } });
  return { service, visit, get, data: async (path: string) => (await get(path)).body.data };
}
