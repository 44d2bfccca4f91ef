// The live sessions in a browser: the list with exact contexts, the end of one and of several, failures, permissions,
// and a list far longer than the window.
import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone } from '../../../test/harness/browser/browser.ts';
import { sharedService, signIn, test } from '../../../test/harness/browser/console.ts';
import type { ElementInPage } from '../../../test/harness/browser/in-page.ts';
import {
  choose,
  drawn,
  enter,
  overflowOf,
  press,
  see,
  untilInPage,
} from '../../../test/harness/browser/pages.ts';
import { stopLongTimers } from '../../../test/harness/browser/quiet-page.ts';
import { testServerKey } from '../../../test/harness/server-keys.ts';

const arabic = 'لاعب طويل الاسم جدا من فريق الأبطال';
const internalError = { statusCode: 500, error: { message: 'Internal server error' } };
const markup = '<img src=x onerror=alert(1)>';

const row = (page: Page, player: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: player }) });

const service = sharedService({ environment: { SERVER_API_KEY: testServerKey } });
const start = (player: string, context?: string) => {
  const headers = { 'x-installation-id': 'installation-of-a-phone' };
  return service.as(player, 'POST', paths.start, context ? { body: `{"context":${context}}`, headers } : {});
};
const stop = (player: string) => service.as(player, 'POST', paths.stop);

/** The players of all active sessions. */
async function online(cursor = ''): Promise<readonly string[]> {
  const path = `/api/server/sessions?limit=100${cursor}`;
  const { sessions, nextCursor } = (await service.call('GET', path, { token: testServerKey })).body.data;
  const players = sessions.map(({ playerId }: { playerId: string }) => playerId);
  return nextCursor === null ? players : [...players, ...(await online(`&cursor=${nextCursor}`))];
}

test('shows each with its exact context, and ends one', async () => {
  await start('ann', '{"platform":"ios","build":9007199254740993,"rate":10.00,"huge":1e400}');
  await start(arabic, `{"note":"${markup}"}`);
  await start('bob');
  await using visit = await signIn(service, { at: '/sessions' });
  const { page } = visit;
  await see(page, '3 players online');
  expect(await row(page, 'ann').innerText()).toContain(
    'platform ios · build 9007199254740993 · rate 10.00 · huge 1e400',
  );
  expect(await row(page, arabic).innerText()).toContain(`note ${markup}`);
  await press(page, 'Details of the session of ann');
  await page.getByText('installation-of-a-phone', { exact: true }).waitFor();
  expect(await page.getByRole('group', { name: 'context' }).innerText()).toBe(
    '{\n  "platform": "ios",\n  "build": 9007199254740993,\n  "rate": 10.00,\n  "huge": 1e400\n}',
  );
  await expectAccessible(page);
  await press(page, 'End the session of ann');
  const dialog = page.getByRole('dialog', { name: 'End this session?' });
  await dialog.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await online()).toContain('ann');
  await page.getByRole('button', { name: 'End the session of ann' }).press('Enter');
  await press(dialog, 'End session');
  await see(page, 'Session ended');
  await row(page, 'ann').waitFor({ state: 'detached' });
  // The button that had the focus is gone with its row.
  await page.locator('section.table-scroller:focus').waitFor();
  expect(await online()).toEqual([arabic, 'bob']);
  await row(page, 'bob').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'bob' }).waitFor();
});

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
  await press(page, 'Select all loaded');
  await see(page, '3 selected');
  await page.getByRole('checkbox', { name: 'Select the session of ann' }).press('Space');
  await see(page, '2 selected');
  await page.getByRole('checkbox', { name: 'Select the session of ann' }).press('Space');
  visit.watch.expectStatuses(400);
  await press(page, 'End 3 sessions…');
  await page.getByRole('dialog').getByRole('button', { name: 'End 3 sessions' }).click();
  await see(page, '2 sessions ended', '1 had ended before.');
  expect(await online()).toEqual([]);
  await see(page, 'Nobody plays now');
  // The next one comes by itself.
  await start('ann');
  await row(page, 'ann').waitFor();
});

test('keeps a failure in the dialog, and tries again under the same key', async () => {
  await start('cyd');
  await using visit = await signIn(service);
  const { page } = visit;
  const keys: (string | undefined)[] = [];
  await page.route('**/session/terminate', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The answer of the first request is lost, after it took effect.
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.fulfill({ status: 500, json: internalError });
  });
  visit.watch.expectStatuses(500);
  await visit.open('/sessions');
  await press(page, 'End the session of cyd', 'End session');
  await see(page, 'Internal server error.');
  await press(page, 'Try again');
  await see(page, 'Session ended');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^console-[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0] ?? '');
});

test('offers no end to a key that may only look, and no link to one that may see no player', async () => {
  await start('ann');
  await using visit = await signIn(service, { scopes: ['sessions:read'], at: '/sessions' });
  const { page } = visit;
  await page.getByRole('row').filter({ hasText: 'ann' }).waitFor();
  expect(await page.getByRole('button', { name: /^End/ }).count()).toBe(0);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'ann' }).count()).toBe(0);
});

test('lists any number by cursor while one scrolls, and draws those in sight alone', async () => {
  const players = Array.from({ length: 150 }, (_, index) => `crowd-${index}`);
  await Promise.all(players.map((player) => start(player)));
  await using visit = await signIn(service, { at: '/sessions' });
  const { page } = visit;
  await see(page, 'the first 100 are loaded');
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
  const count = (await online()).length;
  await page.getByRole('checkbox', { name: 'Select all loaded sessions' }).click();
  await press(page, `End ${count} sessions…`);
  const dialog = page.getByRole('dialog', { name: `End ${count} sessions?` });
  const confirm = dialog.getByRole('button', { name: `End ${count} sessions` });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(String(count));
  await confirm.click();
  await see(page, `${count} sessions ended`);
  expect(await online()).toEqual([]);
});

/** Hides the tab, or shows it again. */
const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hides) => {
    const { document, Event } = globalThis as unknown as TabInPage;
    const visibilityState = hides ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
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

test('refreshes itself, marks what came and what ended, and rests while it is paused', async () => {
  for (const player of ['ann', 'bob']) await start(player);
  await using visit = await signIn(service, { at: '/sessions' });
  const { page } = visit;
  await row(page, 'bob').waitFor();
  const toggle = page.getByRole('button', { name: 'Details of the session of bob' });
  await toggle.press('Enter');
  await see(page, 'Refreshed at');
  await stop('ann');
  await start('dora');
  await row(page, 'dora').getByText('New').waitFor();
  await row(page, 'ann').getByText('Ended').waitFor();
  // A session that is over offers no end, and is not chosen with the others.
  expect(await row(page, 'ann').getByRole('button', { name: /^End/ }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Select all loaded sessions' }).click();
  const going = (await online()).length;
  await see(page, `${going} selected`);
  await expectAccessible(page);
  // The focus and the opened row are where they were.
  await see(page, 'The game sent none.');
  expect(await toggle.getAttribute('aria-expanded')).toBe('true');
  await press(page, 'Pause');
  await see(page, 'Paused, refreshed at');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/server/sessions?')) asked += 1;
  });
  await start('eve');
  await see(page, `${going + 1} players online`);
  expect([asked, await row(page, 'eve').count()]).toEqual([0, 0]);
  await press(page, 'Refresh');
  await row(page, 'eve').waitFor();
  await press(page, 'Resume');
  await stop('eve');
  await row(page, 'eve').getByText('Ended').waitFor();
  for (const player of ['bob', 'dora']) await stop(player);
});

test('shows within about a second who comes and goes', async () => {
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
  await stop('gil');
});

test('leaves the rows in sight where they are, while others come and go above', async () => {
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
  const count = (await online()).length;
  await start('p00');
  await stop('p02');
  await start('p61');
  await see(page, `${count + 1} players online`);
  await page.locator(`[role=table][aria-rowcount="${count + 3}"]`).waitFor();
  expect((await watched.boundingBox())?.y).toBeCloseTo(before as number, 0);
  expect(await watched.locator(':focus').count()).toBe(1);
  for (const player of [...players, 'p61']) await stop(player);
});

test('rests in a hidden tab, and after a failure that the service will not get over soon', async () => {
  await using visit = await signIn(service, { at: '/audit' });
  const { page, watch } = visit;
  await page.clock.install();
  await countReads(page);
  let status = 200;
  await page.route('**/api/server/sessions?*', (route) => {
    if (status === 200) return route.continue();
    return route.fulfill({ status, json: internalError });
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
});

test('is filtered by values of the context, which the address has', async () => {
  await start('ann', '{"version":"2.4.1","platform":"ios"}');
  await start('bob', '{"version":"2.4.1","platform":"android"}');
  await start('cyd', `{"version":"${markup}","build":412}`);
  await using visit = await signIn(service, { at: '/sessions' });
  const { page } = visit;
  await row(page, 'cyd').waitFor();
  await press(page, 'Add filter');
  const dialog = page.getByRole('dialog', { name: 'Filter by context' });
  await choose(dialog, 'Member', 'version');
  // The values of the loaded sessions are offered.
  const offers = dialog.locator('datalist option');
  const offered = await offers.evaluateAll((all) => all.map((each) => each.getAttribute('value')));
  expect(offered).toEqual(expect.arrayContaining(['2.4.1', markup]));
  await expectAccessible(page);
  await enter(dialog.getByRole('combobox', { name: 'Value' }), '2.4.1');
  await see(page, '2 match');
  expect(new URL(page.url()).searchParams.get('context')).toBe('{"/version":"2.4.1"}');
  await press(page, 'Add filter');
  await choose(dialog, 'Member', 'platform');
  await enter(dialog.getByRole('combobox', { name: 'Value' }), 'android');
  await see(page, '1 matches');
  expect(await row(page, 'bob').count()).toBe(1);
  await expectAccessible(page);
  await press(page, 'Edit filter: platform is android');
  await enter(page.getByRole('dialog').getByRole('combobox', { name: 'Value' }), 'web');
  await see(page, 'No live session matches');
  await page.goBack();
  await see(page, '1 matches');
  await press(page, 'Clear filters');
  await row(page, 'cyd').waitFor();
  // A number is found by its text.
  await visit.open(`/sessions?context=${encodeURIComponent('{"/build":"412"}')}`);
  await see(page, '1 matches');
  await row(page, 'cyd').waitFor();
  await page.setViewportSize(phone);
  expect(await overflowOf(page)).toBe(0);
  for (const player of ['ann', 'bob', 'cyd']) await stop(player);
});

test('of a player has the same filters, on the axis too', async () => {
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
  await press(page, 'Add filter');
  await enter(page.getByRole('combobox', { name: 'Value' }), '2');
  await page.getByText('2 sessions', { exact: true }).waitFor();
  // The session that is on has another version.
  expect(await table.getByText('Still on').count()).toBe(0);
  await expectAccessible(page);
  await press(page, 'Edit filter: version is 2');
  await enter(page.getByRole('combobox', { name: 'Value' }), '3');
  await see(table, 'Still on');
  await page.getByText('1 session', { exact: true }).waitFor();
  await press(page, 'Remove filter: version is 3');
  await page.getByText('4 sessions', { exact: true }).waitFor();
  await stop('zoe');
});
