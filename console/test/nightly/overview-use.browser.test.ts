// The use of the overview in a browser: files, periods in the address, keys with few scopes, numbers that are live, and what is shown
// without numbers: before the first session, while sessions are being counted, and when the statistics refuse.

import { expect } from 'bun:test';
import type { Locator } from 'playwright-core';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone } from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  openConsole,
  settingFile,
  signIn,
  startConsoleService,
  test,
} from '../../../test/harness/browser/console.ts';
import { overflowOf, press, see } from '../../../test/harness/browser/pages.ts';
import { card, days, markup, readTable, ready, threeDays } from '../../../test/harness/browser/three-days.ts';
import { manualClock } from '../../../test/harness/clock.ts';
import { rawDatabase } from '../../../test/harness/raw-database.ts';
import { createTestKey, testServerKey } from '../../../test/harness/server-keys.ts';
import { until } from '../../../test/harness/until.ts';
import { buildIndexes } from '../players-world.ts';

const { service, visit, get } = threeDays();

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
  await page.getByRole('option', { name: 'Choose dates…' }).click();
  await page.getByLabel('From', { exact: true }).fill('2026-03-29');
  await page.getByLabel('To', { exact: true }).fill('2026-03-28');
  await see(page, 'The first date is after the last.');
  await page.getByLabel('From', { exact: true }).fill('2026-03-28');
  await heading('Mar 28, 2026');
  expect(new URL(page.url()).search).toBe('?from=2026-03-28&to=2026-03-28');
  await page.goBack();
  await heading('Mar 23 – 29, 2026');

  // The first session was on the 28th, so the 27th and 28th are no full period.
  await visit.open('?from=2026-03-29&to=2026-03-30');
  await see(page, 'No full period before');
  expect(await page.getByText('No full period before').count()).toBe(5);

  await visit.open('?from=2026-03-30&to=2026-04-30');
  await see(page, 'The last date is in the future. These are the last 28 days.');
  await visit.open('?from=2026-01-01&to=2026-01-31');
  await see(page, 'Nobody played in this period');
  await press(page, 'Show today');
  await heading('Mar 30, 2026');
});

test('needs the scope of the statistics alone', async () => {
  await using visit = await signIn(service, { scopes: ['statistics:read'] });
  const { page } = visit;
  await ready(page);
  // The date of today is that of the statistics, though nobody told the zone.
  await page.getByRole('heading', { name: 'Mar 2 – 29, 2026' }).waitFor();
  await see(page, 'Days in the time zone of the statistics');
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

const berlin = { SERVER_API_KEY: testServerKey, STATISTICS_TIME_ZONE: 'Europe/Berlin' };

/** The service waits for the count on its own clock. */
const untilShown = (place: Locator, { clock }: ConsoleService): Promise<void> =>
  until(async () => {
    clock.advance(500);
    return place.first().isVisible();
  });

test('says how the first session gets in, and shows it when it is there', async () => {
  // The session must still be one of today when the page shows it, whatever the time of the day.
  const clock = manualClock();
  await using visit = await openConsole({ service: { environment: berlin, clock }, statuses: [503] });
  const { page, service } = visit;
  await see(page, 'No player has been here yet', `curl -X POST ${service.url}/api/game/session/start`);
  await expectAccessible(page);
  await page.clock.install();
  await visit.open('');
  await see(page, 'Waiting for the first session…');
  await service.as('ann', 'POST', paths.start);
  service.clock.advance(61_000);
  await page.clock.runFor(5_000);
  await page.getByRole('heading', { name: 'Players online' }).waitFor();
  await see(page, 'The first players came today');
  expect(await page.getByText('Nobody played').count()).toBe(0);
  await press(page, 'Show today');
  await page.getByRole('heading', { name: 'Session lengths' }).waitFor();
});

test('tells players who were imported and have not played', async () => {
  await using visit = await openConsole({ service: { environment: berlin }, statuses: [503] });
  const { page, service } = visit;
  await see(page, 'No player has been here yet');
  // As after an import from a store that knew no sessions.
  const body = '{"playerId":"ann"}';
  await service.call('POST', '/api/server/players', { token: testServerKey, body });
  await visit.open('');
  await untilShown(page.getByText('No player has played yet'), service);
  await page.getByRole('link', { name: 'players', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'ann' }).getByText('Never').waitFor();
  // A key that may not read players learns nothing of them.
  await using analyst = await signIn(service, { scopes: ['statistics:read'] });
  await see(analyst.page, 'No session has started yet');
});

test('says how far the count of sessions is, and goes on by itself', async () => {
  await using visit = await openConsole({ service: { environment: berlin }, at: '/keys', statuses: [503] });
  const { page, service } = visit;
  await service.as('ann', 'POST', paths.start);
  const database = rawDatabase(service.database.environment);
  // As an import in another process leaves it while it runs.
  await database.run(
    'UPDATE statistics_state SET importing = 1, as_of = NULL, published = NULL, counted = 1234, total = 50000',
  );
  await visit.open('');
  await untilShown(page.getByText('1,234 of 50,000 sessions'), service);
  expect(await page.getByText('Playkeep is busy').count()).toBe(0);
  await database.run('UPDATE statistics_state SET importing = 0');
  await database.close();
  await untilShown(page.getByRole('heading', { name: 'Players online' }), service);
});

test('says that the time zone is another one, and tries again on demand', async () => {
  const service = await startConsoleService({ environment: berlin });
  try {
    await service.call('GET', '/api/server/statistics/online', { token: testServerKey });
    await service.restart({ ...berlin, STATISTICS_TIME_ZONE: 'Asia/Tokyo' });
    await using visit = await signIn(service, { statuses: [503] });
    const { page } = visit;
    await see(page, 'The statistics are kept in the time zone Europe/Berlin', /^Request \w/);
    const again = page.waitForResponse((response) => response.url().includes('/statistics/online'));
    await press(page, 'Try again');
    await again;
  } finally {
    await service.stop();
  }
});

test('shows players by the values of declared indexes', async () => {
  const indexes = [
    { pointer: '/level', type: 'number' },
    { pointer: '/clan', type: 'string' },
  ];
  // The session must still be one of today when the page shows it, whatever the time of the day.
  const clock = manualClock();
  const environment = { METADATA_INDEXES: settingFile(indexes) };
  await using visit = await openConsole({ service: { environment, clock }, at: '/keys', statuses: [503] });
  const { page, service } = visit;
  await buildIndexes(service, (await createTestKey(service)).token);
  for (const [player, data] of [
    ['ann', { level: 3, clan: markup }],
    ['bob', { level: 4, clan: markup }],
    ['cyd', { level: 41, clan: '' }],
  ] as const)
    await service.as(player, 'POST', paths.metadata, { body: JSON.stringify({ data }) });
  await service.as('ann', 'POST', paths.start);
  await visit.open('?period=today');
  await page.getByRole('table', { name: 'Players by /level' }).waitFor();
  const levels = (await readTable(card(page, 'Players by /level').getByRole('table'))).slice(1);
  expect(levels.map((cells) => cells[1])).toEqual(['1', '1', '1']);
  expect(levels.at(-1)?.[0]).toContain('to below');
  await see(page, '3 players have a number there now');
  const clans = (await readTable(card(page, 'Players by /clan').getByRole('table'))).slice(1);
  expect(clans.map(([value, players]) => [value, players])).toEqual([
    [markup, '2'],
    ['Empty text', '1'],
  ]);
  await expectAccessible(page);
  await page.setViewportSize(phone);
  expect(await overflowOf(page)).toBe(0);
  await using analyst = await signIn(service, {
    scopes: ['statistics:read', 'service:read'],
    at: '?period=today',
  });
  await analyst.page.getByRole('table', { name: 'Players by /level' }).waitFor();
  expect(await analyst.page.getByText('Players by /clan').count()).toBe(0);
});
