// The live sessions in a browser: the list with exact contexts, the end of one and of several, failures, permissions,
// and a list far longer than the window.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { type ConsoleService, signIn, startConsoleService } from '../../../test/harness/browser/console.ts';
import { consoleEngines } from '../../../test/harness/browser/console-engines.ts';
import type { ElementInPage } from '../../../test/harness/browser/in-page.ts';
import { overflowOf } from '../../../test/harness/browser/pages.ts';
import { testOnceOn } from '../../../test/harness/browser/test-once.ts';
import { testServerKey } from '../../../test/harness/server-keys.ts';

const environment = { SERVER_API_KEY: testServerKey };
const arabic = 'لاعب طويل الاسم جدا من فريق الأبطال';
const markup = '<img src=x onerror=alert(1)>';

const row = (page: Page, player: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: player }) });

/** The players of all active sessions. */
async function online(service: ConsoleService, cursor = ''): Promise<readonly string[]> {
  const path = `/api/server/sessions?limit=100${cursor}`;
  const { sessions, nextCursor } = (await service.call('GET', path, { token: testServerKey })).body.data;
  const players = sessions.map(({ playerId }: { playerId: string }) => playerId);
  return nextCursor === null ? players : [...players, ...(await online(service, `&cursor=${nextCursor}`))];
}

const installation = 'installation-of-a-phone';

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(`live sessions on ${engine.name}${skippedNote}`, () => {
    let service: ConsoleService;
    const testOnce = testOnceOn(engine);
    const start = (player: string, context?: string) =>
      service.as(
        player,
        'POST',
        paths.start,
        context === undefined
          ? {}
          : { body: `{"context":${context}}`, headers: { 'x-installation-id': installation } },
      );
    beforeAll(async () => {
      service = await startConsoleService({ engine, environment });
    }, 60_000);
    afterAll(() => service?.stop());

    test('shows each with its exact context, and ends one', async () => {
      await start('ann', '{"platform":"ios","build":9007199254740993,"rate":10.00,"huge":1e400}');
      await start(arabic, `{"note":"${markup}"}`);
      await start('bob');
      await using visit = await signIn(service, { at: '/sessions' });
      const { page } = visit;
      await page.getByText('3 players online').waitFor();
      expect(await row(page, 'ann').innerText()).toContain(
        'platform ios · build 9007199254740993 · rate 10.00 · huge 1e400',
      );
      expect(await row(page, arabic).innerText()).toContain(`note ${markup}`);
      await page.getByRole('button', { name: 'Details of the session of ann' }).click();
      await page.getByText(installation, { exact: true }).waitFor();
      expect(await page.getByRole('group', { name: 'context' }).innerText()).toBe(
        '{\n  "platform": "ios",\n  "build": 9007199254740993,\n  "rate": 10.00,\n  "huge": 1e400\n}',
      );
      await expectAccessible(page);
      await page.getByRole('button', { name: 'End the session of ann' }).click();
      const dialog = page.getByRole('dialog', { name: 'End this session?' });
      await dialog.waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await online(service)).toContain('ann');
      await page.getByRole('button', { name: 'End the session of ann' }).press('Enter');
      await dialog.getByRole('button', { name: 'End session' }).click();
      await page.getByText('Session ended').first().waitFor();
      await row(page, 'ann').waitFor({ state: 'detached' });
      // The button that had the focus is gone with its row.
      await page.locator('section.table-scroller:focus').waitFor();
      expect(await online(service)).toEqual([arabic, 'bob']);
      await row(page, 'bob').getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'bob' }).waitFor();
    }, 60_000);

    test('ends several, those that are over meanwhile too, and says when nobody plays', async () => {
      for (const player of ['ann', 'bob', arabic]) await start(player);
      await using visit = await signIn(service, { browser: { viewport: phone }, at: '/audit' });
      const { page } = visit;
      // One is over when its end arrives. The list would show it within a second, and choose it no more.
      let stopped: Promise<unknown> | undefined;
      await page.route('**/session/terminate', async (route) => {
        stopped ??= service.as('bob', 'POST', paths.stop);
        await stopped;
        await route.continue();
      });
      await visit.open('/sessions');
      await row(page, 'bob').waitFor();
      expect(await overflowOf(page)).toBe(0);
      await expectAccessible(page);
      // A box in a head that nobody sees would take the focus.
      expect(await page.getByRole('checkbox', { name: 'Select all loaded sessions' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Select all loaded' }).click();
      await page.getByText('3 selected').waitFor();
      await page.getByRole('checkbox', { name: 'Select the session of ann' }).press('Space');
      await page.getByText('2 selected').waitFor();
      await page.getByRole('checkbox', { name: 'Select the session of ann' }).press('Space');
      visit.watch.expectStatuses(400);
      await page.getByRole('button', { name: 'End 3 sessions…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End 3 sessions' }).click();
      await page.getByText('2 sessions ended').first().waitFor();
      await page.getByText('1 had ended before.').first().waitFor();
      expect(await online(service)).toEqual([]);
      await page.getByText('Nobody plays now').waitFor();
      // The next one comes by itself.
      await start('ann');
      await row(page, 'ann').waitFor();
    }, 60_000);

    testOnce(
      'keeps a failure in the dialog, and tries again under the same key',
      async () => {
        await start('cyd');
        await using visit = await signIn(service);
        const { page } = visit;
        const keys: (string | undefined)[] = [];
        await page.route('**/session/terminate', async (route) => {
          keys.push(route.request().headers()['idempotency-key']);
          // The answer of the first request is lost, after it took effect.
          if (keys.length > 1) return route.continue();
          await route.fetch();
          await route.fulfill({
            status: 500,
            body: '{"statusCode":500,"error":{"message":"Internal server error"}}',
          });
        });
        visit.watch.expectStatuses(500);
        await visit.open('/sessions');
        await page.getByRole('button', { name: 'End the session of cyd' }).click();
        await page.getByRole('button', { name: 'End session' }).click();
        await page.getByText('Internal server error.').waitFor();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('Session ended').first().waitFor();
        expect(keys).toHaveLength(2);
        expect(keys[0]).toMatch(/^console-[0-9a-f]{32}$/);
        expect(keys[1]).toBe(keys[0] ?? '');
      },
      60_000,
    );

    testOnce(
      'offers no end to a key that may only look, and no link to one that may see no player',
      async () => {
        await start('ann');
        await using visit = await signIn(service, { scopes: ['sessions:read'], at: '/sessions' });
        const { page } = visit;
        await page.getByRole('row').filter({ hasText: 'ann' }).waitFor();
        expect(await page.getByRole('button', { name: /^End/ }).count()).toBe(0);
        expect(await page.getByRole('checkbox').count()).toBe(0);
        expect(await page.getByRole('link', { name: 'ann' }).count()).toBe(0);
      },
      60_000,
    );

    test('lists any number by cursor while one scrolls, and draws those in sight alone', async () => {
      const players = Array.from({ length: 150 }, (_, index) => `crowd-${index}`);
      await Promise.all(players.map((player) => start(player)));
      await using visit = await signIn(service, { at: '/sessions' });
      const { page } = visit;
      await page.getByText('the first 100 are loaded').waitFor();
      const scroller = page.getByRole('region', { name: 'Live sessions' });
      const seen = new Set<string>();
      // Further pages come meanwhile, so the number of steps is not known.
      for (const end = performance.now() + 30_000; seen.size < players.length && performance.now() < end; ) {
        for (const name of await page.getByRole('link', { name: /crowd-/ }).allInnerTexts()) seen.add(name);
        expect(await page.getByRole('row').count()).toBeLessThan(60);
        const top = await scroller.evaluate((element) => {
          const part = element as unknown as ElementInPage;
          part.scrollTop += 300;
          return part.scrollTop;
        });
        // A row in the middle of the part in sight; rows are at least 44 pixels high.
        await page.locator(`[aria-rowindex="${Math.floor(top / 46) + 6}"]`).waitFor();
      }
      expect([...seen].sort()).toEqual(players.sort());
      await page.getByText('are loaded').waitFor({ state: 'detached' });
      // A click on the box of all may be a mistake, so the number is typed before so many are ended.
      const count = (await online(service)).length;
      await page.getByRole('checkbox', { name: 'Select all loaded sessions' }).click();
      await page.getByRole('button', { name: `End ${count} sessions…` }).click();
      const dialog = page.getByRole('dialog', { name: `End ${count} sessions?` });
      const confirm = dialog.getByRole('button', { name: `End ${count} sessions` });
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill(String(count));
      await confirm.click();
      await page.getByText(`${count} sessions ended`).first().waitFor();
      expect(await online(service)).toEqual([]);
    }, 60_000);
  });
}
