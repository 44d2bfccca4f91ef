// The overview in a browser on both engines: every number is what the API says, at each period, live, and for keys with few scopes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { paths } from '../harness/api.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../harness/browser/browser.ts';
import {
  type ConsoleService,
  type SignedIn,
  signIn,
  startConsoleService,
} from '../harness/browser/console.ts';
import type { InPage } from '../harness/browser/in-page.ts';
import { manualClock } from '../harness/clock.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';

const root = '/api/server/statistics';
const environment = {
  SERVER_API_KEY: testServerKey,
  STATISTICS_TIME_ZONE: 'Europe/Berlin',
  STATISTICS_CONTEXT: '/platform,/build',
};
const markup = '<img src=x onerror=alert(1)>';

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

const card = (page: Page, title: string): Locator =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The texts of the cells of a table, its head first. */
const readTable = (table: Locator): Promise<string[][]> =>
  table.evaluate((element) => {
    const rows = [...(element as unknown as TableInPage).rows];
    return rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent));
  });

interface TableInPage {
  readonly rows: Iterable<{ readonly cells: Iterable<{ readonly textContent: string }> }>;
}

const count = (value: number | null): string => (value === null ? '–' : value.toLocaleString('en'));
const ready = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: 'Session lengths' }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
};
const days = 'from=2026-03-28&to=2026-03-30';

for (const engine of engines) {
  describe.skipIf(whyNoBrowser !== undefined)(`the overview on ${engine.name}${skippedNote}`, () => {
    let service: ConsoleService;
    let visit: SignedIn;
    beforeAll(async () => {
      const clock = manualClock(Date.parse('2026-03-28T09:00Z'));
      service = await startConsoleService({ engine, environment, clock });
      await playThreeDays(service);
      visit = await signIn(service);
    });
    afterAll(async () => {
      await visit?.[Symbol.asyncDispose]();
      await service?.stop();
    });

    const get = async (path: string, accept = 'application/json') =>
      service.call('GET', root + path, { token: testServerKey, headers: { accept } });
    const data = async (path: string) => (await get(path)).body.data;

    test('shows what the API says, in every chart and table', async () => {
      const { page } = visit;
      await visit.open(`?${days}`);
      await ready(page);

      const { points, asOf } = await data(
        '/online/series?from=2026-03-28T07:25:00Z&to=2026-03-30T07:25:00Z&stepSeconds=300',
      );
      const online = await readTable(card(page, 'Players online').getByRole('table'));
      const known = points.map((point: { at: string; online: number }) =>
        point.at <= asOf ? count(point.online) : '–',
      );
      expect(online.slice(1).map(([, now]) => now)).toEqual(known.slice(288));
      expect(online.slice(1).map(([, , before]) => before)).toEqual(known.slice(0, 288));
      expect(new Set(known)).toEqual(new Set(['0', '1']));
      expect(await page.locator('.online-number').textContent()).toBe('1');

      for (const [interval, title] of [
        ['day', 'Day'],
        ['week', 'Week'],
        ['month', 'Month'],
      ] as const) {
        await card(page, 'Active players').getByRole('button', { name: title, exact: true }).click();
        await page.getByRole('table', { name: `Active players by ${interval}` }).waitFor();
        const { rows } = await data(`/players?${days}&interval=${interval}`);
        const shown = await readTable(card(page, 'Active players').getByRole('table'));
        expect(shown[0]).toEqual([title, 'Returning', 'New', 'Active']);
        expect(shown.slice(1).map((cells) => cells.slice(1))).toEqual(
          rows.map((row: Record<string, number>) =>
            [row.returning, row.new, row.active].map((n) => count(n ?? null)),
          ),
        );
      }

      const lengths = await data(`/session-lengths?${days}`);
      const ranges = await readTable(card(page, 'Session lengths').getByRole('table'));
      expect(ranges.slice(1).map(([range, sessions]) => `${range}: ${sessions}`)).toEqual([
        '2–5 min: 1',
        '5–10 min: 1',
        '10–20 min: 1',
        '20–30 min: 1',
      ]);
      const facts = card(page, 'Session lengths').locator('dd');
      expect(await facts.evaluateAll((all) => all.map((each) => each.getAttribute('title')))).toEqual(
        [lengths.p50, lengths.p90, lengths.p99, lengths.mean].map((seconds) => `${seconds} seconds`),
      );

      const reasons = await readTable(card(page, 'Sessions by reason of their end').getByRole('table'));
      expect(reasons.slice(1).map(([reason, ...rest]) => [reason?.split(' ')[0], ...rest])).toEqual([
        ['stopped', '3', '60%', '55 min'],
        ['active', '1', '20%', '20 min'],
        ['expired', '1', '20%', '10 min'],
      ]);
      const platforms = await readTable(card(page, 'Sessions by /platform').getByRole('table'));
      const { rows } = await data(`/sessions?${days}&by=/platform`);
      expect(platforms.slice(1).map((cells) => cells.slice(0, 2))).toEqual(
        rows.map((row: { value: string | null; sessions: number }) => [
          row.value ?? 'No value',
          `${row.sessions}`,
        ]),
      );
    });

    test('shows the figures of the period beside the one before', async () => {
      const { page } = visit;
      await visit.open('?from=2026-03-29&to=2026-03-29');
      await ready(page);
      const tiles = page.locator('.overview-tiles .tile');
      const texts = await tiles.evaluateAll((all) =>
        all.map((tile) => [...tile.children].map((part) => part.textContent)),
      );
      expect(texts).toEqual([
        ['Active players', '3', '+1 (+50%)'],
        ['New players', '1', '−1 (−50%)'],
        ['Returning players', '2', '+2 from none'],
        ['Sessions', '2', 'No change'],
        ['Play time', '25 min', '−15 min (−37.5%)'],
      ]);
      await page.getByText('1 day, compared with Mar 28, 2026').waitFor();
      await page.getByText('Days in Europe/Berlin').waitFor();
      await visit.open(`?${days}`);
      await ready(page);
      const active = tiles.first().locator('.tile-value span');
      expect([await active.textContent(), await active.getAttribute('title')]).toEqual([
        '2',
        '6 over 3 days',
      ]);
      await page.getByText('Today is not over').waitFor();
    });

    test('shows retention, cell by cell with the keys', async () => {
      const { page } = visit;
      await visit.open(`?${days}`);
      await ready(page);
      const retention = card(page, 'Retention');
      expect(await readTable(retention.getByRole('grid'))).toEqual([
        ['New on', 'Players', 'Day 1', 'Day 3', 'Day 7', 'Day 14', 'Day 30'],
        ['All dates', '3', '100%', ...Array.from({ length: 4 }, () => 'not over yet')],
        ['Mar 28', '2', '100%', ...Array.from({ length: 4 }, () => 'not over yet')],
        ['Mar 29', '1', ...Array.from({ length: 5 }, () => 'not over yet')],
      ]);
      await retention.getByText('1 date without a new player is left out.').waitFor();
      await retention.getByRole('button', { name: 'Download retention as CSV' }).focus();
      await page.keyboard.press('Tab');
      const detail = retention.locator('.heat-detail');
      await detail.getByText('2 of 2 players played the day after: 100%.').waitFor();
      await page.keyboard.press('ArrowDown');
      await detail.getByText('2 of the 2 players who were new on Sat, Mar 28, 2026 played').waitFor();
      await page.keyboard.press('ArrowRight');
      await detail.getByText('Tue, Mar 31, 2026, 3 days later, is not over yet.').waitFor();
      await page.keyboard.press('Control+Home');
      await detail.getByText('2 of 2 players played').waitFor();
      await page.keyboard.press('Tab');
      expect(await retention.locator('td:focus').count()).toBe(0);
      await retention.getByRole('button', { name: 'All 30 days' }).click();
      await retention.getByRole('columnheader', { name: 'Day 30' }).waitFor();
      expect(await retention.getByRole('columnheader').count()).toBe(32);
      expect(new URL(page.url()).searchParams.get('retention')).toBe('all');
    });

    test('shows values of contexts as players sent them', async () => {
      const { page } = visit;
      await visit.open(`?${days}`);
      await ready(page);
      const builds = await readTable(card(page, 'Sessions by /build').getByRole('table'));
      const values = builds.slice(1).map(([value]) => value);
      expect(values.toSorted()).toEqual(
        ['9007199254740993', '1e400', markup, 'مرحبا', 'No value'].toSorted(),
      );
      expect(await page.locator('img').count()).toBe(0);
    });

    test('saves each table as the CSV of the service', async () => {
      const { page } = visit;
      await visit.open(`?${days}`);
      await ready(page);
      const files: readonly (readonly [name: string, path: string, file: string])[] = [
        ['players', `/players?${days}&interval=day`, 'players-by-day-2026-03-28-2026-03-30.csv'],
        ['retention', `/retention?${days}&days=1,3,7,14,30`, 'retention-2026-03-28-2026-03-30.csv'],
        ['session lengths', `/session-lengths?${days}`, 'session-lengths-2026-03-28-2026-03-30.csv'],
        ['sessions by reason', `/sessions?${days}&by=reason`, 'sessions-by-reason-2026-03-28-2026-03-30.csv'],
        ['sessions by /build', `/sessions?${days}&by=/build`, 'sessions-by-build-2026-03-28-2026-03-30.csv'],
        [
          'players online',
          '/online/series?from=2026-03-28T07:25:00Z&to=2026-03-30T07:25:00Z&stepSeconds=300',
          'players-online.csv',
        ],
      ];
      for (const [name, path, file] of files) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: `Download ${name} as CSV`, exact: true }).click(),
        ]);
        expect(download.suggestedFilename()).toBe(file);
        expect(await Bun.file(await download.path()).text()).toBe((await get(path, 'text/csv')).text);
      }
    });

    test('keeps the period in the address', async () => {
      const { page } = visit;
      await visit.open('');
      await ready(page);
      const heading = (text: string) => page.getByRole('heading', { name: text }).waitFor();
      await heading('Mar 2 – 29, 2026');
      const period = page.getByRole('combobox', { name: 'Period' });
      await period.focus();
      await page.keyboard.press('Enter');
      await page.locator('[role=option][data-highlighted]').getByText('Last 28 days').waitFor();
      await page.keyboard.press('ArrowUp');
      await page.locator('[role=option][data-highlighted]').getByText('Last 7 days').waitFor();
      await page.keyboard.press('Enter');
      await heading('Mar 23 – 29, 2026');
      expect(new URL(page.url()).search).toBe('?period=7d');
      await page.reload();
      await heading('Mar 23 – 29, 2026');

      await period.click();
      await page.getByRole('option', { name: 'Chosen dates' }).click();
      await page.getByLabel('From', { exact: true }).fill('2026-03-29');
      await page.getByLabel('To', { exact: true }).fill('2026-03-28');
      await page.keyboard.press('Enter');
      await page.getByText('The first date is after the last.').waitFor();
      await page.getByLabel('From', { exact: true }).fill('2026-03-28');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await heading('Mar 28, 2026');
      expect(new URL(page.url()).search).toBe('?from=2026-03-28&to=2026-03-28');
      await page.goBack();
      await heading('Mar 23 – 29, 2026');

      await visit.open('?from=2026-03-30&to=2026-04-30');
      await page.getByText('The last date is in the future. These are the last 28 days.').waitFor();
      await visit.open('?from=2026-01-01&to=2026-01-31');
      await page.getByText('Nobody played in this period').waitFor();
      await page.getByRole('button', { name: 'Show today' }).click();
      await heading('Mar 30, 2026');
    });

    test.skipIf(engine !== engines[0])(
      'is accessible, and fits a phone',
      async () => {
        const { page } = visit;
        await visit.open(`?${days}`);
        await ready(page);
        await card(page, 'Active players').getByRole('button', { name: 'Show as table' }).click();
        await expectAccessible(page);
        await page.setViewportSize(phone);
        const overflow = await page.evaluate(() => {
          const { documentElement } = (globalThis as unknown as InPage).document;
          return documentElement.scrollWidth - documentElement.clientWidth;
        });
        expect(overflow).toBe(0);
        await expectAccessible(page);
      },
      20_000,
    );

    test('needs the scope of the statistics alone', async () => {
      // The clock stands still, and unknown keys are looked up a few times in a second.
      service.clock.advance(1_000);
      await using visit = await signIn(service, { scopes: ['statistics:read'] });
      const { page } = visit;
      await ready(page);
      // The date of today is that of the statistics, though nobody told the zone.
      await page.getByRole('heading', { name: 'Mar 2 – 29, 2026' }).waitFor();
      await page.getByText('Days in the time zone of the statistics').waitFor();
      await card(page, 'Sessions by reason of their end').waitFor();
      expect(await page.getByText('Sessions by /platform').count()).toBe(0);
    });

    test('counts players online while it is open', async () => {
      const { page } = visit;
      await page.clock.install();
      await visit.open('');
      await ready(page);
      const online = page.locator('.online-number');
      await online.getByText('1', { exact: true }).waitFor();
      await service.as('dora', 'POST', paths.start);
      service.clock.advance(10_000);
      await page.clock.runFor(5_000);
      await online.getByText('2', { exact: true }).waitFor();
      await service.as('dora', 'POST', paths.stop);
    });
  });
}
