// The form of a webhook and its log in a browser: an endpoint is changed, types are chosen by groups, refusals stand where a person looks;
// attempts page after page, failures alone, answers of strangers as text, and events that are sent again.

import { afterAll, afterEach, expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { newWebhookId } from '../../../src/lib/ids.ts';
import { WEBHOOK_ANSWER_MAX_BYTES, WEBHOOK_DELIVERIES_PAGE_ROWS } from '../../../src/limits.ts';
import { scopes } from '../../../src/store/ports/keys.ts';
import type { NewDelivery } from '../../../src/store/ports/webhooks.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { desktop, phone } from '../../../test/harness/browser/browser.ts';
import { sharedService, signIn, test } from '../../../test/harness/browser/console.ts';
import { overflowOf, press, see } from '../../../test/harness/browser/pages.ts';
import { testServerKey } from '../../../test/harness/server-keys.ts';
import { openStoreOn } from '../../../test/harness/store.ts';
import { until } from '../../../test/harness/until.ts';
import { startReceiver } from '../../../test/webhooks/receiver.ts';
import { hostileTexts, rightToLeftText } from '../hostile-texts.ts';

const path = '/api/server/webhooks';
const delivered = { eventId: null, sequentialId: null, attempt: 1, milliseconds: 7, answer: null };
const failed = { status: 500, error: 'it answered 500' } as const;

const receiver = startReceiver();
const service = sharedService({
  environment: { EVENTS: 'players,sessions', WEBHOOKS_ALLOW_PRIVATE: 'true', SERVER_API_KEY: testServerKey },
});
afterEach(async () => {
  for (const { webhookId } of (await call('GET', '')).webhooks) await call('DELETE', `/${webhookId}`);
  receiver.requests.length = 0;
});
afterAll(() => receiver.stop());

/** Calls a route of webhooks, below their path. @returns the `data` of the answer */
async function call(method: string, rest: string, body?: object) {
  const headers = { 'content-type': 'application/json' };
  const options = body && { headers, body: JSON.stringify(body) };
  const answer = await service.call(method, path + rest, { token: testServerKey, ...options });
  expect([method, rest, answer.status]).toEqual([method, rest, 200]);
  return answer.body.data;
}

/** Makes an endpoint that is disabled, so that nothing is sent to it by itself. @returns its id */
async function create(change = {}): Promise<string> {
  const types = ['player.registered'];
  return (await call('POST', '', { url: 'https://example.com/', types, enabled: false, ...change }))
    .webhookId;
}

/** Logs attempts, the oldest first, as a sender does. */
async function log(webhookId: string, attempts: readonly Partial<NewDelivery>[]): Promise<void> {
  const { database, clock } = service;
  const store = await openStoreOn(database.environment, clock);
  const first = clock.now() - attempts.length;
  for (const [n, attempt] of attempts.entries()) {
    // Ids of one millisecond have no order.
    const deliveryId = newWebhookId({ now: () => first + n });
    const delivery = { ...delivered, status: 200, error: null, deliveryId, ...attempt };
    await store.webhooks.noteDelivery(webhookId, delivery);
  }
  await store.close();
}

/** Resolves when a dialog that was closed has faded out. */
const closed = (dialog: Locator): Promise<void> => dialog.waitFor({ state: 'detached' });

/** Opens the only webhook of the page. @returns its dialog */
async function openWebhook(page: Page): Promise<Locator> {
  await press(page, /^Open the webhook/);
  const dialog = page.getByRole('dialog', { name: 'Webhook', exact: true });
  await dialog.getByRole('region', { name: 'Attempts' }).waitFor();
  return dialog;
}

const openForm = async (page: Page) => {
  const dialog = await openWebhook(page);
  await press(dialog, 'Edit…');
  await closed(dialog);
  return page.getByRole('dialog', { name: 'Edit the webhook' });
};

test('by the keyboard alone: its URL, its types by groups, and its order', async () => {
  const webhookId = await create({ types: ['player.erased', 'session.ended'] });
  await using visit = await signIn(service, { at: '/webhooks' });
  const { page } = visit;
  const dialog = await openWebhook(page);
  const opener = dialog.getByRole('button', { name: 'Edit…' });
  await opener.press('Enter');
  const form = page.getByRole('dialog', { name: 'Edit the webhook' });
  const url = form.getByRole('textbox', { name: 'URL' });
  // The form begins in its first field.
  await page.locator(':focus').and(url).waitFor();
  expect(await url.inputValue()).toBe('https://example.com/');
  const moved = form.getByText('Events that are still to be sent go to the new URL');
  expect(await moved.count()).toBe(0);
  await page.keyboard.press('End');
  await page.keyboard.type('moved');
  await moved.waitFor();
  // Of a group some are chosen: one press takes all, and the next one none.
  const group = form.getByRole('checkbox', { name: /^All about players/ });
  expect(await group.getAttribute('aria-checked')).toBe('mixed');
  await page.keyboard.press('Tab');
  await page.locator(':focus').and(group).waitFor();
  await page.keyboard.press('Space');
  await form.getByRole('checkbox', { name: 'player.registered', checked: true }).waitFor();
  await form.getByRole('checkbox', { name: 'player.unsuspended', checked: true }).waitFor();
  await expectAccessible(page);
  const sessions = form.getByRole('checkbox', { name: /^All about sessions/ });
  expect(await sessions.getAttribute('aria-checked')).toBe('mixed');
  await sessions.press('Space');
  await sessions.press('Space');
  await form.getByRole('checkbox', { name: 'session.ended', checked: false }).waitFor();
  await form.getByRole('checkbox', { name: 'Keep the order of each player' }).press('Space');
  await url.press('Enter');
  await closed(form);
  await see(dialog, 'https://example.com/moved');
  // The focus is where it was.
  await page.locator(':focus').and(opener).waitFor();
  expect(await call('GET', `/${webhookId}`)).toMatchObject({
    url: 'https://example.com/moved',
    types: ['player.registered', 'player.erased', 'player.suspended', 'player.unsuspended'],
    ordered: true,
  });
});

test('by what differs alone, so a change that somebody else made meanwhile stays', async () => {
  const webhookId = await create();
  await using visit = await signIn(service, { at: '/webhooks' });
  const { page } = visit;
  const form = await openForm(page);
  await call('PATCH', `/${webhookId}`, { url: 'https://example.com/theirs' });
  await form.getByRole('checkbox', { name: 'player.erased' }).press('Space');
  await press(form, 'Save changes');
  await closed(form);
  await page.getByRole('dialog', { name: 'Webhook', exact: true }).getByText('example.com/theirs').waitFor();
  expect(await call('GET', `/${webhookId}`)).toMatchObject({
    url: 'https://example.com/theirs',
    types: ['player.registered', 'player.erased'],
  });
});

test('with refusals in sight: of the text at its field, of the service above the buttons', async () => {
  await create();
  await using visit = await signIn(service, { browser: { viewport: phone }, at: '/webhooks' });
  const { page } = visit;
  visit.watch.expectStatuses(400);
  const form = await openForm(page);
  const url = form.getByRole('textbox', { name: 'URL' });
  const save = form.getByRole('button', { name: 'Save changes' });
  await url.fill('https://user:secret@example.com/');
  await save.click();
  await see(form, 'The URL must hold no user or password: the signature tells the sender.');
  expect(await url.getAttribute('aria-invalid')).toBe('true');
  await page.locator(':focus').and(url).waitFor();
  const refusal = {
    message: 'Invalid request',
    detail: 'url leads to an address that is not of the Internet',
  };
  await page.route('**/api/server/webhooks/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { statusCode: 400, error: refusal } })
      : route.continue(),
  );
  await url.fill('https://127.0.0.1/');
  await save.click();
  const failure = form.locator('.failure').filter({ hasText: 'Url leads to an address' });
  const isInSight = async () => {
    const [box, actions] = [await failure.boundingBox(), await form.locator('.dialog-actions').boundingBox()];
    return box !== null && box.y >= 0 && box.y + box.height <= (actions?.y ?? 0);
  };
  await until(isInSight);
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
  await form.getByRole('checkbox', { name: /^All about players/ }).press('Space');
  await form.getByRole('checkbox', { name: /^All about players/ }).press('Space');
  await save.click();
  await see(form, 'Choose at least one type of events.');
});

test('unless somebody else has deleted it meanwhile, which the page tells', async () => {
  const webhookId = await create();
  await using visit = await signIn(service, { at: '/webhooks' });
  const { page } = visit;
  visit.watch.expectStatuses(404);
  const gone = page.getByRole('dialog', { name: 'This webhook is gone' });
  const form = await openForm(page);
  await form.getByRole('textbox', { name: 'URL' }).fill('https://example.com/late');
  await call('DELETE', `/${webhookId}`);
  await press(form, 'Save changes');
  await see(gone, 'Somebody has deleted it meanwhile.');
  await expectAccessible(page);
  await gone.getByRole('button', { name: 'Close', exact: true }).last().click();
  await see(page, 'There is no webhook yet');
  // Also where the list is an old one.
  const second = await create();
  await visit.open('/webhooks');
  const open = page.getByRole('button', { name: /^Open the webhook/ });
  await open.waitFor();
  await call('DELETE', `/${second}`);
  await open.click();
  await gone.waitFor();
  await page.keyboard.press('Escape');
  await see(page, 'There is no webhook yet');
});

test('in its order alone by a key that may not read events', async () => {
  const webhookId = await create();
  await log(webhookId, [{ eventId: 1 }]);
  await using visit = await signIn(service, { scopes: ['webhooks:write'], at: '/webhooks' });
  const { page } = visit;
  expect(await page.getByRole('button', { name: 'Create webhook' }).count()).toBe(0);
  const dialog = await openWebhook(page);
  await dialog.getByText('Event 1', { exact: true }).waitFor();
  expect(await dialog.getByRole('button', { name: /^Send again/ }).count()).toBe(0);
  await press(dialog, 'Edit…');
  const form = page.getByRole('dialog', { name: 'Edit the webhook' });
  await see(form, 'a key needs the scope events:read');
  expect(await form.getByRole('textbox').count()).toBe(0);
  await form.getByRole('checkbox', { name: 'Keep the order of each player' }).press('Space');
  await press(form, 'Save changes');
  await closed(form);
  expect(await call('GET', `/${webhookId}`)).toMatchObject({ ordered: true });
});

test('by its keys, where the answer to its creation was lost', async () => {
  await using visit = await signIn(service, { at: '/webhooks' });
  const { page } = visit;
  visit.watch.expectStatuses(503);
  await page.route('**/api/server/webhooks', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    // The service takes a request with the cookie from the page alone.
    await call('POST', '', route.request().postDataJSON());
    await route.fulfill({ status: 503, body: '{}' });
  });
  await page.getByRole('button', { name: 'Create webhook' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a webhook' });
  await form.getByRole('textbox', { name: 'URL' }).fill('https://example.com/lost');
  await form.getByRole('checkbox', { name: /^All about sessions/ }).press('Space');
  await press(form, 'Create webhook');
  await see(form, 'The webhook may have been created all the same.');
  await press(form, 'Cancel');
  await page.getByRole('table', { name: 'Webhooks' }).getByText('https://example.com/lost').waitFor();
  const [made] = (await call('GET', '')).webhooks;
  expect(made.types).toEqual(['session.started', 'session.ended']);
});

test('with a mark at the groups that EVENTS leaves out, for keys that may know', async () => {
  await create();
  await using visit = await signIn(service, { browser: { viewport: phone }, at: '/webhooks' });
  const { page } = visit;
  const group = (name: string) =>
    page.getByRole('dialog', { name: 'Edit the webhook' }).getByRole('group', { name, exact: true });
  await openForm(page);
  await see(group('All about metadata'), 'Not told', 'The setting EVENTS leaves them out');
  expect(await group('All about players').getByText('Not told').count()).toBe(0);
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
  const fewer = scopes.filter((scope) => scope !== 'service:read');
  await using other = await signIn(service, { scopes: fewer, at: '/webhooks' });
  const form = await openForm(other.page);
  await see(form, 'Events of groups that the setting EVENTS leaves out never come.');
  expect(await form.getByText('Not told').count()).toBe(0);
});

const rows = (dialog: Locator) =>
  dialog.getByRole('list', { name: 'Attempts, newest first' }).getByRole('listitem');
const older = (dialog: Locator) => dialog.getByRole('button', { name: 'Older attempts' });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

test('goes on by pages, with the filter of failures kept', async () => {
  const webhookId = await create();
  const count = 2 * WEBHOOK_DELIVERIES_PAGE_ROWS + 5;
  // Every second one failed.
  const attempts = Array.from({ length: count }, (_, n) => ({ attempt: n + 1, ...(n % 2 === 0 && failed) }));
  await log(webhookId, attempts);
  await using visit = await signIn(service, { at: '/webhooks' });
  const { page } = visit;
  const dialog = await openWebhook(page);
  const numbers = async (expected: number) => {
    const last = rows(dialog).nth(expected - 1);
    await last.waitFor();
    const texts = await rows(dialog).allInnerTexts();
    return texts.map((text) => Number(/attempt (\d+)/.exec(text)?.[1] ?? 1));
  };
  const newestFirst = Array.from({ length: count }, (_, n) => count - n);
  expect(await numbers(20)).toEqual(newestFirst.slice(0, 20));
  await older(dialog).press('Enter');
  expect(await numbers(40)).toEqual(newestFirst.slice(0, 40));
  await older(dialog).press('Enter');
  expect(await numbers(count)).toEqual(newestFirst);
  await older(dialog).waitFor({ state: 'detached' });

  const failures = newestFirst.filter((n) => n % 2 === 1);
  await dialog.getByRole('button', { name: 'Failures' }).press('Enter');
  const success = rows(dialog).filter({ hasText: `attempt ${count - 1}` });
  await success.waitFor({ state: 'detached' });
  expect(await numbers(20)).toEqual(failures.slice(0, 20));
  await expectAccessible(page);
  await older(dialog).click();
  expect(await numbers(failures.length)).toEqual(failures);
  // A look at another dialog keeps the filter too.
  await press(dialog, 'Edit…');
  const form = page.getByRole('dialog', { name: 'Edit the webhook' });
  await form.getByRole('button', { name: 'Cancel' }).press('Enter');
  await dialog.getByRole('button', { name: 'Failures', pressed: true }).waitFor();
  await log(webhookId, [{ ...failed, attempt: 100 }, { attempt: 101 }]);
  await press(dialog, 'Refresh');
  await rows(dialog).filter({ hasText: 'attempt 100' }).waitFor();
  expect((await numbers(20)).slice(0, 2)).toEqual([100, count]);
});

test('says which failure kept an older page away, and loads it again', async () => {
  const webhookId = await create();
  await log(webhookId, new Array(25).fill({}));
  await using visit = await signIn(service, { at: '/webhooks' });
  const { page } = visit;
  visit.watch.expectStatuses(500);
  // Chromium lets requests of the first milliseconds by, so the page is loaded afterwards.
  await page.route('**/deliveries?after=*', (route) =>
    route.fulfill({ status: 500, json: { error: { message: 'Internal server error' } } }),
  );
  await visit.open('/webhooks');
  const dialog = await openWebhook(page);
  await rows(dialog).nth(19).waitFor();
  await older(dialog).click();
  await see(dialog, 'Internal server error.');
  expect(await rows(dialog).count()).toBe(20);
  await page.unroute('**/deliveries?after=*');
  await press(dialog, 'Try again');
  await rows(dialog).nth(24).waitFor();
});

test('shows answers of strangers as text, whatever is in them', async () => {
  const webhookId = await create();
  // The bytes of every control, marks that turn or hide text, accents upon accents, and a line as long as an answer may be.
  const controls = String.fromCodePoint(...Array.from({ length: 31 }, (_, n) => n + 1), 0x7f, 0x85, 0x9b);
  const hostile = `${hostileTexts.join('\n')}\n${controls}\u200b\u2028${rightToLeftText}\ufffd`;
  const answers = [hostile, `Z${'\u0334\u0301'.repeat(800)}`, 'x'.repeat(WEBHOOK_ANSWER_MAX_BYTES)];
  const attempts = answers.map((answer) => ({ ...failed, answer }));
  await log(webhookId, attempts);
  for (const viewport of [desktop, phone]) {
    await using visit = await signIn(service, { browser: { viewport }, at: '/webhooks' });
    const { page } = visit;
    const dialog = await openWebhook(page);
    await rows(dialog).nth(2).waitFor();
    // Nothing of an answer is in the document before it is opened.
    expect(await dialog.locator('pre').count()).toBe(0);
    for (const summary of await dialog.getByText('Answer', { exact: true }).all()) await summary.click();
    await dialog.locator('pre').nth(2).waitFor();
    const [long, accents, text] = await dialog.locator('pre').allTextContents();
    expect(long).toBe(answers[2] as string);
    expect(accents).toBe(answers[1] as string);
    expect(text).toStartWith(`${hostileTexts.join('\n').replace('\u202e', '⟨U+202E⟩')}\n⟨U+0001⟩`);
    for (const mark of ['⟨U+001B⟩', '⟨U+007F⟩', '⟨U+009B⟩', '⟨U+200B⟩', '⟨U+2028⟩', rightToLeftText])
      expect(text).toContain(mark);
    expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}]/u);
    // No answer is wider than its place, nor higher than a part that scrolls.
    expect(await overflowOf(page)).toBe(0);
    expect(await reachesOut(dialog)).toEqual([]);
    await expectAccessible(page);
  }
});

test('has one event, a range and all that failed sent again', async () => {
  for (const name of ['ann', 'bob', 'cat'])
    await service.as(name, 'POST', '/api/game/metadata', { body: '{"data":{}}' });
  const webhookId = await create({ url: receiver.url });
  await log(webhookId, [{ ...failed, eventId: 2, sequentialId: 2 }, {}]);
  await using visit = await signIn(service, { at: '/webhooks' });
  const { page } = visit;
  visit.watch.expectStatuses(400);
  const dialog = await openWebhook(page);
  // A test is no event.
  expect(await dialog.getByRole('button', { name: /^Send again event/ }).count()).toBe(1);
  await dialog.getByRole('button', { name: 'Send again event 2' }).press('Enter');
  await toast(page, 'One event is sent again');
  await see(page, 'As soon as the webhook is enabled.');
  expect(await call('GET', `/${webhookId}`)).toMatchObject({ pendingEvents: 1 });
  await press(dialog, 'Enable');
  await until(() => receiver.requests.length === 1);
  expect(receiver.requests[0]?.id).toBe(`${webhookId}_2`);

  const ask = async () => {
    await dialog.getByRole('button', { name: 'Send again…' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Send events again' });
    await form.getByRole('combobox', { name: 'Which' }).waitFor();
    return form;
  };
  const choose = async (form: Locator, name: string) => {
    await form.getByRole('combobox', { name: 'Which' }).press('Enter');
    await page.getByRole('option', { name }).press('Enter');
  };
  const send = (form: Locator) => form.getByRole('button', { name: 'Send again' }).press('Enter');
  let form = await ask();
  await choose(form, 'A range of events…');
  await send(form);
  await see(form, 'Enter the id of an event.');
  const from = form.getByRole('textbox', { name: 'First event' });
  const to = form.getByRole('textbox', { name: 'Last event' });
  await from.fill('3');
  await to.fill('2');
  await send(form);
  await see(form, 'From must be an event, and not after to.');
  await expectAccessible(page);
  await from.fill('1');
  await to.press('Enter');
  await toast(page, 'Up to 2 events are sent again');
  await closed(form);
  await until(() => receiver.requests.length === 3);
  const again = receiver.requests.slice(1).map(({ id }) => id);
  expect(again.sort()).toEqual([1, 2].map((n) => `${webhookId}_${n}`));

  await until(async () => (await call('GET', `/${webhookId}`)).pendingEvents === 0);
  form = await ask();
  await choose(form, 'What failed since a time…');
  await send(form);
  await see(form, 'Enter a date and a time.');
  await form.getByLabel('Failed since, in your time zone').fill('2026-01-02T03:04');
  const asked = page.waitForRequest('**/redeliver');
  await send(form);
  // The browser is in UTC.
  expect((await asked).postDataJSON()).toEqual({ failedSince: '2026-01-02T03:04:00.000Z' });
  await toast(page, 'There is nothing to send again');
  await closed(form);
});

test('says why an event of the log is not sent again', async () => {
  const webhookId = await create();
  await log(webhookId, [{ ...failed, eventId: 900_000 }]);
  await using visit = await signIn(service, { browser: { viewport: phone }, at: '/webhooks' });
  const { page } = visit;
  visit.watch.expectStatuses(400);
  const dialog = await openWebhook(page);
  await press(dialog, 'Send again event 900000');
  await rows(dialog).getByText('There is no event "900000" in the feed.').waitFor();
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
});

/** The classes of elements that are wider than the dialog they are in, and of answers that are higher than they may be. */
const reachesOut = (dialog: Locator): Promise<readonly string[]> =>
  dialog.evaluate((element) => {
    const root = element as unknown as BoxInPage;
    const { left, right } = root.getBoundingClientRect();
    return [...root.querySelectorAll('*')].flatMap((each) => {
      const box = each.getBoundingClientRect();
      // The text of an answer may be longer than the part that scrolls it.
      const isHigh = each.className === 'json-block-text' && box.height > 321;
      return isHigh || box.left < left - 1 || box.right > right + 1 ? [String(each.className)] : [];
    });
  });

interface BoxInPage {
  readonly className: unknown;
  getBoundingClientRect(): {
    readonly left: number;
    readonly right: number;
    readonly height: number;
  };
  querySelectorAll(selector: string): Iterable<BoxInPage>;
}
