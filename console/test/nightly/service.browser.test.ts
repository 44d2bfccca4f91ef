// Settings and health in a browser: the settings in force without secrets, the progress of indexes, the checks in words
// with what to do, and a service whose database is away.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { version } from '../../../src/lib/version.ts';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  type SignedIn,
  signIn,
  startConsoleService,
} from '../../../test/harness/browser/console.ts';
import { consoleEngines } from '../../../test/harness/browser/console-engines.ts';
import { overflowOf } from '../../../test/harness/browser/pages.ts';
import { testOnceOn } from '../../../test/harness/browser/test-once.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../../test/harness/engines.ts';
import { testServerKey } from '../../../test/harness/server-keys.ts';
import { testSecret } from '../../../test/harness/service.ts';

const setting = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(`the service on ${engine.name}${skippedNote}`, () => {
    let service: ConsoleService;
    const testOnce = testOnceOn(engine);
    let folder: TemporaryDirectory;
    let visit: SignedIn;
    beforeAll(async () => {
      folder = temporaryDirectory();
      const indexes = join(folder.directory, 'indexes.json');
      writeFileSync(indexes, '[{"pointer": "/level", "type": "number"}]');
      service = await startConsoleService({
        engine,
        environment: {
          ...{ SERVER_API_KEY: testServerKey, METADATA_INDEXES: indexes, JWT_ISSUER: '<b>me</b>' },
          METRICS_PORT: '0',
        },
      });
      await service.as('ann', 'POST', paths.metadata, { body: '{"data": {"level": 1}}' });
      visit = await signIn(service);
      for (const secret of [testServerKey, testSecret]) visit.watch.secrets.add(secret);
    }, 60_000);
    afterAll(async () => {
      await visit?.[Symbol.asyncDispose]();
      await service?.stop();
      folder?.remove();
    });

    test('shows the settings in force with their meaning, and copies them without secrets', async () => {
      const { page } = visit;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
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
      await page.getByRole('button', { name: 'Copy as .env' }).click();
      await page.getByRole('status').filter({ hasText: 'Copied settings as .env' }).waitFor();
      const file = String(await page.evaluate('navigator.clipboard.readText()'));
      expect(file).toContain("JWT_ISSUER='<b>me</b>'\n");
      expect(file).toContain('# SERVER_API_KEY= (a secret, which is not shown)\n');
      for (const secret of [testServerKey, testSecret]) expect(file).not.toContain(secret);
      await page.getByRole('searchbox', { name: 'Find a setting' }).fill('silence');
      await page.getByText('1 of ').waitFor();
      expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
        'SESSION_TIMEOUT_SECONDS',
      ]);
      await page.getByRole('checkbox', { name: 'Only those that are set' }).click();
      await page.getByText('No setting matches').waitFor();
      await page.getByRole('button', { name: 'Show all settings' }).click();
      await setting(page, 'PORT').waitFor();
    }, 60_000);

    testOnce(
      'shows how far an index is until it is ready',
      async () => {
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
        await row.getByText('Ready').waitFor();
        expect(answers).toBe(2);
        await page.unrouteAll({ behavior: 'wait' });
      },
      60_000,
    );

    test('tells in words that everything works, with the figures of the process', async () => {
      const { page } = visit;
      await visit.open('/health');
      await page.getByRole('heading', { name: 'Everything works' }).waitFor();
      await page.getByText(`Version ${version}`).waitFor();
      await page.getByText('The database answers.').waitFor();
      await page.getByText('Running for').waitFor();
      await page.getByRole('row').filter({ hasText: 'prune-audit' }).waitFor();
      await page.setViewportSize(phone);
      expect(await overflowOf(page)).toBe(0);
      await expectAccessible(page);
    }, 60_000);

    test('shows the key figures through a proxy too, and while the metrics have a port of their own', async () => {
      const { page } = visit;
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      // As a proxy would add it: the service shows /metrics to no such request.
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.1' });
      await visit.open('/health');
      const tiles = page.getByRole('region', { name: 'Key figures' });
      await tiles.getByText('Requests a second').waitFor();
      const label = engine.name === 'sqlite' ? 'Disk left' : 'Connections in use';
      for (const name of [
        label,
        'Refused (429, 503)',
        '99 of 100 within',
        'Jobs that fail',
        'Sessions online',
      ])
        expect(await tiles.getByText(name, { exact: true }).count()).toBe(1);
      expect((await service.call('GET', '/metrics')).status).toBe(404);
      expect(asked).toContain('/api/server/service');
      expect(asked).not.toContain('/metrics');
      await page.setExtraHTTPHeaders({});
    }, 60_000);

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
      await page.getByText('The database does not answer.').waitFor();
      await page.getByText('See whether the database runs').waitFor();
      await expectAccessible(page);
      answer = 'as it is';
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByRole('heading', { name: 'Everything works' }).waitFor();
      // Earlier checks are not shown as the present ones.
      visit.watch.expectStatuses(500);
      answer = 'failed';
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByText('Internal server error').waitFor();
      expect(await page.getByRole('heading', { name: 'Everything works' }).count()).toBe(0);
    }, 60_000);
  });
}
