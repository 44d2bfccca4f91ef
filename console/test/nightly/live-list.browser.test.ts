// The list of live sessions as it lives, in a browser: it refreshes itself and marks what came and what ended, rests when nobody looks, and
// is filtered by values of the context.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page, Request } from 'playwright-core';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { type ConsoleService, signIn, startConsoleService } from '../../../test/harness/browser/console.ts';
import { consoleEngines } from '../../../test/harness/browser/console-engines.ts';
import { drawn, overflowOf, untilInPage } from '../../../test/harness/browser/pages.ts';
import { stopLongTimers } from '../../../test/harness/browser/quiet-page.ts';
import { testOnceOn } from '../../../test/harness/browser/test-once.ts';
import { testServerKey } from '../../../test/harness/server-keys.ts';

const environment = { SERVER_API_KEY: testServerKey };
const markup = '<img src=x onerror=alert(1)>';

const row = (page: Page, player: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: player }) });

/** Is this a read that waits for a change? */
const waits = (request: Request): boolean =>
  request.headers().prefer !== undefined && request.headers()['if-none-match'] !== undefined;

/** Hides the tab, or shows it again. */
const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hides) => {
    const { document, Event } = globalThis as unknown as TabInPage;
    Object.defineProperty(document, 'visibilityState', {
      ...{ value: hides ? 'hidden' : 'visible', configurable: true },
    });
    Object.defineProperty(document, 'hidden', { value: hides, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);

/** From the next load on the page counts its reads of the list in `reads`, in the order in which it makes them. */
const countReads = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const tab = globalThis as unknown as { reads: object; fetch: typeof fetch };
    const reads = { begun: 0, ended: 0 };
    const send = tab.fetch.bind(globalThis);
    const counted = (...request: Parameters<typeof fetch>) => {
      const [to] = request;
      if (!(to instanceof Request ? to.url : String(to)).includes('/api/server/sessions?'))
        return send(...request);
      reads.begun += 1;
      return send(...request).finally(() => {
        reads.ended += 1;
      });
    };
    Object.assign(tab, { reads, fetch: counted });
  });

interface TabInPage {
  readonly document: { dispatchEvent(event: object): void };
  readonly Event: new (type: string, options: object) => object;
}

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(`the live list on ${engine.name}${skippedNote}`, () => {
    let service: ConsoleService;
    const testOnce = testOnceOn(engine);
    const start = (player: string, context?: string) =>
      service.as(
        player,
        'POST',
        paths.start,
        context === undefined ? {} : { body: `{"context":${context}}` },
      );
    const stop = (player: string) => service.as(player, 'POST', paths.stop);
    const online = async (): Promise<number> =>
      (await service.call('GET', '/api/server/sessions?limit=100', { token: testServerKey })).body.data
        .sessions.length;
    beforeAll(async () => {
      service = await startConsoleService({ engine, environment });
    }, 60_000);
    afterAll(() => service?.stop());

    test('refreshes itself, marks what came and what ended, and rests while it is paused', async () => {
      for (const player of ['ann', 'bob']) await start(player);
      await using visit = await signIn(service, { at: '/sessions' });
      const { page } = visit;
      await row(page, 'bob').waitFor();
      const toggle = page.getByRole('button', { name: 'Details of the session of bob' });
      await toggle.press('Enter');
      await page.getByText('Refreshed at').waitFor();
      await stop('ann');
      await start('dora');
      await row(page, 'dora').getByText('New').waitFor();
      await row(page, 'ann').getByText('Ended').waitFor();
      // A session that is over offers no end, and is not chosen with the others.
      expect(await row(page, 'ann').getByRole('button', { name: /^End/ }).count()).toBe(0);
      await page.getByRole('checkbox', { name: 'Select all loaded sessions' }).click();
      const going = await online();
      await page.getByText(`${going} selected`).waitFor();
      await expectAccessible(page);
      // The focus and the opened row are where they were.
      await page.getByText('The game sent none.').waitFor();
      expect(await toggle.getAttribute('aria-expanded')).toBe('true');
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('Paused, refreshed at').waitFor();
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().includes('/api/server/sessions?')) asked += 1;
      });
      await start('eve');
      await page.getByText(`${going + 1} players online`).waitFor();
      expect([asked, await row(page, 'eve').count()]).toEqual([0, 0]);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await row(page, 'eve').waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      await stop('eve');
      await row(page, 'eve').getByText('Ended').waitFor();
      for (const player of ['bob', 'dora']) await stop(player);
    }, 120_000);

    test('shows within about a second who comes and goes, and asks nothing in a hidden tab', async () => {
      await start('finn');
      await using live = await signIn(service, { at: '/audit' });
      // Without the timer of the list only the read that waits can tell.
      await stopLongTimers(live.page, 4_000);
      await live.open('/sessions');
      await row(live.page, 'finn').waitFor();
      await start('gil');
      await row(live.page, 'gil').waitFor();
      await stop('finn');
      await row(live.page, 'finn').getByText('Ended').waitFor();
      await using visit = await signIn(service, { at: '/sessions' });
      const { page } = visit;
      await row(page, 'gil').waitFor();
      await page.waitForRequest(waits);
      await setHidden(page, true);
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().includes('/api/server/')) asked += 1;
      });
      await start('hal');
      await Bun.sleep(6_500);
      expect(asked).toBe(0);
      await setHidden(page, false);
      await row(page, 'hal').waitFor();
      for (const player of ['gil', 'hal']) await stop(player);
    }, 60_000);

    testOnce(
      'leaves the rows in sight where they are, while others come and go above',
      async () => {
        const players = Array.from({ length: 60 }, (_, index) => `p${String(index).padStart(2, '0')}`);
        for (const player of players) await start(player);
        // This one has a lower number than the others, and so a place above them.
        await stop('p00');
        await using visit = await signIn(service, { at: '/sessions' });
        const { page } = visit;
        await row(page, 'p01').waitFor();
        const watched = row(page, 'p40');
        const region = page.getByRole('region', { name: 'Live sessions' });
        await region.press('End');
        await row(page, 'p59').waitFor();
        await watched.scrollIntoViewIfNeeded();
        await watched.getByRole('button', { name: /^Details/ }).focus();
        const before = (await watched.boundingBox())?.y;
        const count = await online();
        await start('p00');
        await stop('p02');
        await start('p61');
        await page.getByText(`${count + 1} players online`).waitFor();
        await page.locator(`[role=table][aria-rowcount="${count + 3}"]`).waitFor();
        expect((await watched.boundingBox())?.y).toBeCloseTo(before as number, 0);
        expect(await watched.locator(':focus').count()).toBe(1);
        for (const player of [...players, 'p61']) await stop(player);
      },
      120_000,
    );

    testOnce(
      'rests in a hidden tab, and after a failure that the service will not get over soon',
      async () => {
        await using visit = await signIn(service, { at: '/audit' });
        const { page, watch } = visit;
        await page.clock.install();
        await countReads(page);
        let status = 200;
        await page.route('**/api/server/sessions?*', (route) => {
          if (status === 200) return route.continue();
          return route.fulfill({
            status,
            body: '{"statusCode":500,"error":{"message":"Internal server error"}}',
          });
        });
        await visit.open('/sessions');
        await page.getByText('Refreshed at').or(page.getByText('Nobody plays now')).first().waitFor();
        const begun = () => page.evaluate<number>('reads.begun');
        const again = page.waitForRequest(
          (request) => request.url().includes('/api/server/sessions?') && !request.headers().prefer,
        );
        await page.clock.runFor(5_100);
        await again;
        await setHidden(page, true);
        await untilInPage(page, 'reads.begun === reads.ended');
        const before = await begun();
        await page.clock.runFor(60_000);
        expect(await begun()).toBe(before);
        watch.expectStatuses(500);
        status = 500;
        await setHidden(page, false);
        // The read of the list, and the one that waits.
        await untilInPage(page, `reads.begun === ${before + 2} && reads.ended === ${before + 2}`);
        await drawn(page);
        await page.clock.runFor(30_000);
        expect(await begun()).toBe(before + 2);
        status = 200;
        await page.clock.runFor(31_000);
        await untilInPage(page, `reads.begun > ${before + 2}`);
      },
      60_000,
    );

    test('is filtered by values of the context, which the address has', async () => {
      await start('ann', '{"version":"2.4.1","platform":"ios"}');
      await start('bob', '{"version":"2.4.1","platform":"android"}');
      await start('cyd', `{"version":"${markup}","build":412}`);
      await using visit = await signIn(service, { at: '/sessions' });
      const { page } = visit;
      await row(page, 'cyd').waitFor();
      await page.getByRole('button', { name: 'Add filter' }).click();
      const dialog = page.getByRole('dialog', { name: 'Filter by context' });
      await dialog.getByRole('combobox', { name: 'Member' }).click();
      await page.getByRole('option', { name: 'version' }).click();
      // The values of the loaded sessions are offered.
      await dialog.locator('datalist option').first().waitFor({ state: 'attached' });
      const offered = await dialog
        .locator('datalist option')
        .evaluateAll((all) => all.map((each) => each.getAttribute('value')));
      expect(offered).toEqual(expect.arrayContaining(['2.4.1', markup]));
      await expectAccessible(page);
      await dialog.getByRole('combobox', { name: 'Value' }).fill('2.4.1');
      await page.keyboard.press('Enter');
      await page.getByText('2 match').waitFor();
      expect(new URL(page.url()).searchParams.get('context')).toBe('{"/version":"2.4.1"}');
      await page.getByRole('button', { name: 'Add filter' }).click();
      await dialog.getByRole('combobox', { name: 'Member' }).click();
      await page.getByRole('option', { name: 'platform' }).click();
      await dialog.getByRole('combobox', { name: 'Value' }).fill('android');
      await page.keyboard.press('Enter');
      await page.getByText('1 matches').waitFor();
      expect(await row(page, 'bob').count()).toBe(1);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Edit filter: platform is android' }).click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'Value' }).fill('web');
      await page.keyboard.press('Enter');
      await page.getByText('No live session matches').waitFor();
      await page.goBack();
      await page.getByText('1 matches').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await row(page, 'cyd').waitFor();
      // A number is found by its text.
      await visit.open(`/sessions?context=${encodeURIComponent('{"/build":"412"}')}`);
      await page.getByText('1 matches').waitFor();
      await row(page, 'cyd').waitFor();
      await page.setViewportSize(phone);
      expect(await overflowOf(page)).toBe(0);
      for (const player of ['ann', 'bob', 'cyd']) await stop(player);
    }, 120_000);

    testOnce(
      'of a player has the same filters, on the axis too',
      async () => {
        for (const version of ['1', '2', '2']) {
          await start('zoe', JSON.stringify({ version }));
          await stop('zoe');
        }
        await start('zoe', '{"version":"3"}');
        const { sequentialId } = (await service.as('zoe', 'GET', paths.metadata)).body.data;
        await using visit = await signIn(service, { at: `/players/${sequentialId}/sessions` });
        const { page } = visit;
        const table = page.getByRole('table', { name: 'Sessions, newest first' });
        await page.getByText('4 sessions', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Add filter' }).click();
        await page.getByRole('combobox', { name: 'Value' }).fill('2');
        await page.keyboard.press('Enter');
        await page.getByText('2 sessions', { exact: true }).waitFor();
        // The session that is on has another version.
        expect(await table.getByText('Still on').count()).toBe(0);
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Edit filter: version is 2' }).click();
        await page.getByRole('combobox', { name: 'Value' }).fill('3');
        await page.keyboard.press('Enter');
        await table.getByText('Still on').waitFor();
        await page.getByText('1 session', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Remove filter: version is 3' }).click();
        await page.getByText('4 sessions', { exact: true }).waitFor();
        await stop('zoe');
      },
      60_000,
    );
  });
}
