// A world for tests of the overview: the three days of docs/statistics.md, with contexts that a careless page would change, a person
// who is signed in, and what the API says about it.
import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { type Answer, paths } from '../api.ts';
import { manualClock } from '../clock.ts';
import type { TestEngine } from '../engines.ts';
import { testServerKey } from '../server-keys.ts';
import { type ConsoleService, type SignedIn, signIn, startConsoleService } from './console.ts';

const root = '/api/server/statistics';
const environment = {
  SERVER_API_KEY: testServerKey,
  STATISTICS_TIME_ZONE: 'Europe/Berlin',
  STATISTICS_CONTEXT: '/platform,/build',
};
/** Must be shown as text. */
export const markup = '<img src=x onerror=alert(1)>';

/** Sessions of three days; docs/statistics.md works them out. The builds are values that a careless page would change. */
const steps: readonly (readonly [
  at: string,
  player: string,
  step: 'start' | 'heartbeat' | 'stop',
  body?: string,
])[] = [
  ['2026-03-28T10:00Z', 'ann', 'start', '{"context":{"platform":"ios","build":9007199254740993}}'],
  ['2026-03-28T10:15Z', 'ann', 'heartbeat'],
  ['2026-03-28T10:30Z', 'ann', 'stop'],
  ['2026-03-28T22:50Z', 'bob', 'start', '{"context":{"platform":"android","build":1e400}}'],
  ['2026-03-28T23:10Z', 'bob', 'stop'],
  ['2026-03-29T08:00Z', 'ann', 'start', `{"context":{"platform":"ios","build":"${markup}"}}`],
  ['2026-03-29T08:05Z', 'ann', 'stop'],
  ['2026-03-29T21:30Z', 'cyd', 'start'],
  ['2026-03-29T21:40Z', 'cyd', 'heartbeat'],
  ['2026-03-30T07:00Z', 'bob', 'start', '{"context":{"platform":"android","build":"مرحبا"}}'],
];

async function playThreeDays(service: ConsoleService): Promise<void> {
  for (const [at, player, step, body] of steps) {
    service.clock.advance(Date.parse(at) - service.clock.now());
    const answer = await service.as(player, 'POST', paths[step], body === undefined ? {} : { body });
    expect([at, answer.status]).toEqual([at, 200]);
  }
  service.clock.advance(Date.parse('2026-03-30T07:20Z') - service.clock.now());
}

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

export interface ThreeDays {
  readonly service: ConsoleService;
  readonly visit: SignedIn;
  /** Asks the API for statistics. */
  get(path: string, accept?: string): Promise<Answer>;
  data(path: string): Promise<Answer['body']['data']>;
  stop(): Promise<void>;
}

export async function openThreeDays(engine: TestEngine): Promise<ThreeDays> {
  const clock = manualClock(Date.parse('2026-03-28T09:00Z'));
  const service = await startConsoleService({ engine, environment, clock });
  await playThreeDays(service);
  const visit = await signIn(service);
  const get = (path: string, accept = 'application/json') =>
    service.call('GET', root + path, { token: testServerKey, headers: { accept } });
  return {
    ...{ service, visit, get },
    data: async (path) => (await get(path)).body.data,
    async stop() {
      try {
        await visit[Symbol.asyncDispose]();
      } finally {
        await service.stop();
      }
    },
  };
}
