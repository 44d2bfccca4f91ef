// Settings and health in a browser: the settings in force without secrets, the progress of indexes, the checks in words
// with what to do, and a service whose database is away.
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { version } from '../../../src/lib/version.ts';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone } from '../../../test/harness/browser/browser.ts';
import { settingFile, sharedConsole, test } from '../../../test/harness/browser/console.ts';
import { overflowOf, press, see } from '../../../test/harness/browser/pages.ts';
import { testServerKey } from '../../../test/harness/server-keys.ts';
import { testSecret } from '../../../test/harness/service.ts';

const setting = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

const environment = {
  ...{ SERVER_API_KEY: testServerKey, JWT_ISSUER: '<b>me</b>', METRICS_PORT: '0' },
  METADATA_INDEXES: settingFile([{ pointer: '/level', type: 'number' }]),
};
const { service, visit } = sharedConsole({
  service: { environment },
  fill: (started) => started.as('ann', 'POST', paths.metadata, { body: '{"data": {"level": 1}}' }),
});

test('shows the settings in force with their meaning, and copies them without secrets', async () => {
  const { page } = visit;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const secret of [testServerKey, testSecret]) visit.watch.secrets.add(secret);
  await visit.open('/settings');
  expect((await setting(page, 'JWT_ISSUER').innerText()).split('\n').filter(Boolean)).toEqual([
    'JWT_ISSUER',
    'Demanded iss of a token; several mean any of them.',
    '<b>me</b>',
    'Set',
  ]);
  expect(await setting(page, 'JWT_SECRET').innerText()).toContain('Hidden');
  expect(await setting(page, 'SESSION_TIMEOUT_SECONDS').innerText()).toContain('1500\nDefault');
  await expectAccessible(page);
  await press(page, 'Copy as .env');
  await page.getByRole('status').filter({ hasText: 'Copied settings as .env' }).waitFor();
  const file = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(file).toContain("JWT_ISSUER='<b>me</b>'\n");
  expect(file).toContain('# SERVER_API_KEY= (a secret, which is not shown)\n');
  for (const secret of [testServerKey, testSecret]) expect(file).not.toContain(secret);
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('silence');
  await see(page, '1 of ');
  expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['SESSION_TIMEOUT_SECONDS']);
  await page.getByRole('checkbox', { name: 'Only those that are set' }).click();
  await see(page, 'No setting matches');
  await press(page, 'Show all settings');
  await setting(page, 'PORT').waitFor();
});

test('shows how far an index is until it is ready', async () => {
  const { page } = visit;
  let answers = 0;
  await page.route('**/api/server/service', async (route) => {
    answers += 1;
    const response = await route.fetch();
    const body = await response.json();
    Object.assign(
      body.data.indexes[0],
      answers === 1 ? { state: 'building', progress: 0.999 } : { state: 'whole', progress: 1 },
    );
    await route.fulfill({ response, json: body });
  });
  await visit.open('/settings');
  const row = page.getByRole('row').filter({ hasText: '/level' });
  await row.getByRole('progressbar', { name: 'Being built, 99 %' }).waitFor();
  await see(row, 'Ready');
  expect(answers).toBe(2);
  await page.unrouteAll({ behavior: 'wait' });
});

test('tells in words that everything works, with the figures of the process', async () => {
  const { page } = visit;
  await visit.open('/health');
  await page.getByRole('heading', { name: 'Everything works' }).waitFor();
  await see(page, `Version ${version}`, 'The database answers.', 'Running for');
  await page.getByRole('row').filter({ hasText: 'prune-audit' }).waitFor();
  await page.setViewportSize(phone);
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
});

test('shows the key figures through a proxy too, and while the metrics have a port of their own', async () => {
  const { page } = visit;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // As a proxy would add it: the service shows /metrics to no such request.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.1' });
  await visit.open('/health');
  const tiles = page.getByRole('region', { name: 'Key figures' });
  await see(tiles, 'Requests a second');
  for (const name of [
    'Disk left',
    'Refused (429, 503)',
    'Latency (p99)',
    'Jobs that fail',
    'Sessions online',
  ])
    expect(await tiles.getByText(name, { exact: true }).count()).toBe(1);
  expect((await service.call('GET', '/metrics')).status).toBe(404);
  expect(asked).toContain('/api/server/service');
  expect(asked).not.toContain('/metrics');
  await page.setExtraHTTPHeaders({});
});

test('tells by the probe what is wrong, and what to do, when no key can be looked up', async () => {
  const { page } = visit;
  const unavailable = (detail: string) => ({
    statusCode: 503,
    error: { message: 'Service unavailable', detail },
  });
  // Chromium lets requests of the first milliseconds by, so all are caught before the page is loaded.
  let answer: 'unavailable' | 'as it is' | 'failed' = 'unavailable';
  await page.route('**/api/server/service', (route) => {
    if (answer === 'as it is') return route.continue();
    if (answer === 'unavailable') return route.fulfill({ status: 503, json: unavailable('busy') });
    const json = { statusCode: 500, error: { message: 'Internal server error' } };
    return route.fulfill({ status: 500, json });
  });
  await page.route('**/readyz', (route) =>
    answer === 'unavailable'
      ? route.fulfill({
          status: 503,
          json: unavailable('the database does not answer'),
          headers: { 'x-failed-check': 'database' },
        })
      : route.continue(),
  );
  visit.watch.expectStatuses(503);
  await visit.open('/health');
  await page.getByRole('heading', { name: 'One problem' }).waitFor();
  await see(page, 'The database does not answer.', 'See whether the database runs');
  await expectAccessible(page);
  answer = 'as it is';
  await press(page, 'Refresh');
  await page.getByRole('heading', { name: 'Everything works' }).waitFor();
  // Earlier checks are not shown as the present ones.
  visit.watch.expectStatuses(500);
  answer = 'failed';
  await press(page, 'Refresh');
  await see(page, 'Internal server error');
  expect(await page.getByRole('heading', { name: 'Everything works' }).count()).toBe(0);
});
