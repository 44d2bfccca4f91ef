// The use of the overview in a browser: files, periods in the address, keys with few scopes, and numbers that are live.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { signIn } from '../../../test/harness/browser/console.ts';
import { consoleEngines } from '../../../test/harness/browser/console-engines.ts';
import {
  card,
  days,
  openThreeDays,
  ready,
  type ThreeDays,
} from '../../../test/harness/browser/three-days.ts';

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(`the overview is used on ${engine.name}${skippedNote}`, () => {
    let world: ThreeDays;
    beforeAll(async () => {
      world = await openThreeDays(engine);
    }, 60_000);
    afterAll(() => world?.stop());

    test('saves each table as the CSV of the service', async () => {
      const { visit, get } = world;
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
      const { visit } = world;
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
      await page.getByText('The first date is after the last.').waitFor();
      await page.getByLabel('From', { exact: true }).fill('2026-03-28');
      await heading('Mar 28, 2026');
      expect(new URL(page.url()).search).toBe('?from=2026-03-28&to=2026-03-28');
      await page.goBack();
      await heading('Mar 23 – 29, 2026');

      // The first session was on the 28th, so the 27th and 28th are no full period.
      await visit.open('?from=2026-03-29&to=2026-03-30');
      await page.getByText('No full period before').first().waitFor();
      expect(await page.getByText('No full period before').count()).toBe(5);

      await visit.open('?from=2026-03-30&to=2026-04-30');
      await page.getByText('The last date is in the future. These are the last 28 days.').waitFor();
      await visit.open('?from=2026-01-01&to=2026-01-31');
      await page.getByText('Nobody played in this period').waitFor();
      await page.getByRole('button', { name: 'Show today' }).click();
      await heading('Mar 30, 2026');
    });

    // The page is the same on both, and every-page.browser.test.ts looks at it with more data.
    if (engine === consoleEngines[0]) {
      test('is accessible with its tables open', async () => {
        const { visit } = world;
        const { page } = visit;
        await visit.open(`?${days}`);
        await ready(page);
        await card(page, 'Active players').getByRole('button', { name: 'Show as table' }).click();
        await expectAccessible(page);
      });
    }

    test('needs the scope of the statistics alone', async () => {
      await using visit = await signIn(world.service, { scopes: ['statistics:read'] });
      const { page } = visit;
      await ready(page);
      // The date of today is that of the statistics, though nobody told the zone.
      await page.getByRole('heading', { name: 'Mar 2 – 29, 2026' }).waitFor();
      await page.getByText('Days in the time zone of the statistics').waitFor();
      await card(page, 'Sessions by reason of their end').waitFor();
      expect(await page.getByText('Sessions by /platform').count()).toBe(0);
    });

    test('counts players online while it is open', async () => {
      const { visit, service } = world;
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
