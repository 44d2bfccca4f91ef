// Every page of the console with the demo's world and with names that are hard to show: WCAG 2.2 AA in both colour schemes, and a
// phone on which no page is wider than the screen. On the other engines each page is visited once.
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../test/harness/browser/accessibility.ts';
import { desktop, phone } from '../../test/harness/browser/browser.ts';
import { openConsole, sharedConsole, startVisit, test } from '../../test/harness/browser/console.ts';
import { atDemo, demoPlayers, lostSave, startDemoConsole } from '../../test/harness/browser/demo-console.ts';
import { consolePages, overflowOf, press, settle } from '../../test/harness/browser/pages.ts';
import { engines, sqlite } from '../../test/harness/engines.ts';
import { longText, rightToLeftText } from './hostile-texts.ts';

/** The erased player has a number too. */
const longName = demoPlayers + 2;

const { service, visit } = sharedConsole({
  service: startDemoConsole,
  async fill(started) {
    const context = { [longText]: longText, platform: rightToLeftText };
    const data = { [rightToLeftText]: longText, [longText]: [1, 2, { deep: rightToLeftText }] };
    for (const name of [longText, rightToLeftText]) {
      await started.as(name, 'POST', '/api/game/metadata', { body: JSON.stringify({ data }) });
      await started.as(name, 'POST', '/api/game/session/start', { body: JSON.stringify({ context }) });
    }
  },
  ...{ keyName: `${rightToLeftText} ${'support'.repeat(10)}`, browser: atDemo },
});

const open = async (path: string) => {
  await visit.open(path);
  await settle(visit.page);
  return visit.page;
};

const expectFitsPhone = async (page: Page) => {
  await page.setViewportSize(phone);
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize(desktop);
};

test.each(consolePages(lostSave))('is accessible, and no wider than a phone: $name', async ({ path }) => {
  const page = await open(path);
  await expectAccessible(page);
  await expectFitsPhone(page);
});

test('is accessible: sign-in', async () => {
  await using visitor = await startVisit(service, atDemo);
  visitor.watch.expectStatuses(401);
  await visitor.open('');
  await settle(visitor.page);
  await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectAccessible(visitor.page);
});

test.each(consolePages(longName).filter(({ name }) => name.startsWith('player')))(
  'is no wider than a phone: $name at $path',
  async ({ path }) => expectFitsPhone(await open(path)),
);

test('is accessible on a phone, with its menu open', async () => {
  await visit.page.setViewportSize(phone);
  const page = await open('/players');
  await expectAccessible(page);
  await press(page, 'Open the menu');
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await expectAccessible(page);
  await visit.page.setViewportSize(desktop);
});

for (const engine of engines.filter((each) => each !== sqlite)) {
  test('shows what it has without a failure', async () => {
    const environment = { STATISTICS_CONTEXT: '/platform' };
    await using visit = await openConsole({ engine, service: { environment }, at: '/settings' });
    const { service, page } = visit;
    for (const level of [1, 2]) {
      await service.as('ann', 'POST', '/api/game/metadata', { body: `{"data":{"level":${level}}}` });
      const body = '{"onActive":"replace","context":{"platform":"ios"}}';
      await service.as('ann', 'POST', '/api/game/session/start', { body });
    }
    // The watch of the visit fails for any answer that is a refusal.
    for (const { name, path } of consolePages(1)) {
      await visit.open(path);
      await settle(page);
      expect([name, await page.locator('.failure').count()]).toEqual([name, 0]);
      if (name.startsWith('player-')) await page.getByRole('heading', { level: 1, name: 'ann' }).waitFor();
    }
  });
}
