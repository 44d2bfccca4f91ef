// The numbers of the overview in a browser: all are what the API says, and values of players are shown as they are.

import { expect } from 'bun:test';
import { expectAccessible } from '../../test/harness/browser/accessibility.ts';
import { test } from '../../test/harness/browser/console.ts';
import { press, see } from '../../test/harness/browser/pages.ts';
import {
  card,
  count,
  days,
  markup,
  readTable,
  ready,
  threeDays,
} from '../../test/harness/browser/three-days.ts';

const { visit, data } = threeDays();

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
    ['stopped', '3', '60.0%', '55 min'],
    ['active', '1', '20.0%', expect.stringMatching(/^20(?:\.\d)? min$/)],
    ['expired', '1', '20.0%', '10 min'],
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

test('shows stickiness, cohorts and sessions over time', async () => {
  const { page } = visit;
  await visit.open(`?${days}`);
  await ready(page);
  for (const [interval, title] of [
    ['week', 'Week'],
    ['year', 'Year'],
    ['month', 'Month'],
  ] as const) {
    const stickiness = card(page, 'Stickiness');
    await stickiness.getByRole('button', { name: title, exact: true }).click();
    const table = page.getByRole('table', { name: `Stickiness by ${interval}` });
    await table.waitFor();
    const { rows } = await data(`/stickiness?${days}&interval=${interval}`);
    const shown = (await readTable(table)).slice(1);
    expect(shown.map(([, active]) => active)).toEqual(
      rows.toReversed().map(({ active }: { active: number }) => count(active)),
    );
    if (interval === 'month') expect(shown).toEqual([['Mar 2026', '3', '0.2', '6.7%']]);
  }
  for (const [interval, title] of [
    ['month', 'Month'],
    ['week', 'Week'],
  ] as const) {
    await card(page, 'Cohorts').getByRole('button', { name: title, exact: true }).click();
    const table = page.getByRole('grid', { name: `Cohorts by the ${interval} of the first session` });
    await table.waitFor();
    expect((await readTable(table)).slice(1).map((cells) => cells[1])).toEqual(['3', '3']);
  }
  const series = card(page, 'Sessions over time');
  await press(series, '/platform');
  await page.getByRole('table', { name: 'Sessions by day and platform' }).waitFor();
  const platforms = await readTable(series.getByRole('table'));
  expect(platforms[0]).toEqual(['Start', 'ios', 'android', 'No value', 'Sessions']);
  expect(platforms.slice(1).map((cells) => cells.slice(1))).toEqual([
    ['1', '1', '0', '2'],
    ['1', '0', '1', '2'],
    ['0', '1', '0', '1'],
  ]);
  await press(series, '/build');
  await page.getByRole('table', { name: 'Sessions by day and build' }).waitFor();
  const builds = await readTable(series.getByRole('table'));
  expect(builds[0]).toEqual(['Start', markup, '1e400', '9007199254740993', 'مرحبا', 'No value', 'Sessions']);
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
  await see(page, '1 day, compared with Mar 28, 2026', 'Days in Europe/Berlin');
  await visit.open(`?${days}`);
  await ready(page);
  const active = tiles.first().locator('.tile-value span');
  expect([await active.textContent(), await active.getAttribute('title')]).toEqual(['2', '6 over 3 days']);
  await see(page, 'Today is not over');
  await press(card(page, 'Active players'), 'Show as table');
  await expectAccessible(page);
});

test('counts a young game from its first session on', async () => {
  const { page } = visit;
  const tiles = page.locator('.overview-tiles .tile');
  await visit.open('');
  await ready(page);
  await see(page, '2 of 28 days, since the first session on Sat, Mar 28, 2026');
  const active = tiles.first().locator('.tile-value span');
  expect([await active.textContent(), await active.getAttribute('title')]).toEqual(['2.5', '5 over 2 days']);
  expect(await page.getByText('No full period before').count()).toBe(5);
  expect(await page.getByText(/compared with|from none/).count()).toBe(0);
  // All but today is over, and the day before today was whole.
  await visit.open('?period=today');
  await ready(page);
  await see(page, 'Today is not over');
  expect(await page.getByText('Not over yet').count()).toBe(5);
  expect(await page.getByText(/compared with|from none/).count()).toBe(0);
});

test('shows retention, cell by cell with the keys', async () => {
  const { page } = visit;
  await visit.open(`?${days}`);
  await ready(page);
  const retention = card(page, 'Retention');
  expect(await readTable(retention.getByRole('grid'))).toEqual([
    ['New on', 'Players', 'Day 1', 'Day 3', 'Day 7', 'Day 14', 'Day 30'],
    ['All dates', '3', '100.0%', ...Array.from({ length: 4 }, () => 'not over yet')],
    ['Mar 28', '2', '100.0%', ...Array.from({ length: 4 }, () => 'not over yet')],
    ['Mar 29', '1', ...Array.from({ length: 5 }, () => 'not over yet')],
  ]);
  await see(retention, '1 date without a new player is left out.');
  await retention.getByRole('button', { name: 'Download retention as CSV' }).focus();
  await page.keyboard.press('Tab');
  const detail = retention.locator('.heat-detail');
  await see(detail, '2 of 2 players played the day after: 100%.');
  await page.keyboard.press('ArrowDown');
  await see(detail, '2 of the 2 players who were new on Sat, Mar 28, 2026 played');
  await page.keyboard.press('ArrowRight');
  await see(detail, 'Tue, Mar 31, 2026, 3 days later, is not over yet.');
  await page.keyboard.press('Control+Home');
  await see(detail, '2 of 2 players played');
  await page.keyboard.press('Tab');
  expect(await retention.locator('td:focus').count()).toBe(0);
  await press(retention, 'All 30 days');
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
  expect(values.toSorted()).toEqual(['9007199254740993', '1e400', markup, 'مرحبا', 'No value'].toSorted());
  expect(await page.locator('img').count()).toBe(0);
});
