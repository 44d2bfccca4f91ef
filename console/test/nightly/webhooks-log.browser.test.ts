// The log of a webhook in a browser: attempts page after page, failures alone, answers of strangers as text, and events that are sent
// again: one, a range, and those that failed since a time.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { WEBHOOK_ANSWER_MAX_BYTES, WEBHOOK_DELIVERIES_PAGE_ROWS } from '../../../src/limits.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { desktop, phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { signIn } from '../../../test/harness/browser/console.ts';
import { overflowOf } from '../../../test/harness/browser/pages.ts';
import { until } from '../../../test/harness/until.ts';
import { type Receiver, startReceiver } from '../../../test/webhooks/receiver.ts';
import { hostileTexts, rightToLeftText } from '../hostile-texts.ts';
import { closed, openWebhook, startWebhooksWorld, type WebhooksWorld } from './webhooks-world.ts';

const failed = { status: 500, error: 'it answered 500' } as const;
const rows = (dialog: Locator) =>
  dialog.getByRole('list', { name: 'Attempts, newest first' }).getByRole('listitem');
const older = (dialog: Locator) => dialog.getByRole('button', { name: 'Older attempts' });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

describe.skipIf(whyNoBrowser !== undefined)(`the log of a webhook${skippedNote}`, () => {
  let world: WebhooksWorld;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = startReceiver();
    world = await startWebhooksWorld({ EVENTS: 'players', WEBHOOKS_ALLOW_PRIVATE: 'true' });
  }, 60_000);
  afterEach(async () => {
    for (const { webhookId } of (await world.call('GET', '')).webhooks)
      await world.call('DELETE', `/${webhookId}`);
    receiver.requests.length = 0;
  });
  afterAll(async () => {
    await world?.stop();
    await receiver.stop();
  });

  test('goes on by pages, with the filter of failures kept', async () => {
    const webhookId = await world.create();
    const count = 2 * WEBHOOK_DELIVERIES_PAGE_ROWS + 5;
    // Every second one failed.
    const attempts = Array.from({ length: count }, (_, n) => ({
      attempt: n + 1,
      ...(n % 2 === 0 && failed),
    }));
    await world.log(webhookId, attempts);
    await using visit = await signIn(world.service, { at: '/webhooks' });
    const { page } = visit;
    const dialog = await openWebhook(page);
    const numbers = async (expected: number) => {
      await rows(dialog)
        .nth(expected - 1)
        .waitFor();
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
    await rows(dialog)
      .filter({ hasText: `attempt ${count - 1}` })
      .waitFor({ state: 'detached' });
    expect(await numbers(20)).toEqual(failures.slice(0, 20));
    await expectAccessible(page);
    await older(dialog).click();
    expect(await numbers(failures.length)).toEqual(failures);
    // A look at another dialog keeps the filter too.
    await dialog.getByRole('button', { name: 'Edit…' }).click();
    const form = page.getByRole('dialog', { name: 'Edit the webhook' });
    await form.getByRole('button', { name: 'Cancel' }).press('Enter');
    await dialog.getByRole('button', { name: 'Failures', pressed: true }).waitFor();
    await world.log(webhookId, [{ ...failed, attempt: 100 }, { attempt: 101 }]);
    await dialog.getByRole('button', { name: 'Refresh' }).click();
    await rows(dialog).filter({ hasText: 'attempt 100' }).waitFor();
    expect((await numbers(20)).slice(0, 2)).toEqual([100, count]);
  }, 60_000);

  test('says which failure kept an older page away, and loads it again', async () => {
    const webhookId = await world.create();
    await world.log(
      webhookId,
      Array.from({ length: 25 }, () => ({})),
    );
    await using visit = await signIn(world.service, { at: '/webhooks' });
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
    await dialog.getByText('Internal server error.').waitFor();
    expect(await rows(dialog).count()).toBe(20);
    await page.unroute('**/deliveries?after=*');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await rows(dialog).nth(24).waitFor();
  }, 60_000);

  test('shows answers of strangers as text, whatever is in them', async () => {
    const webhookId = await world.create();
    // The bytes of every control, marks that turn or hide text, accents upon accents, and a line as long as an answer may be.
    const controls = String.fromCodePoint(...Array.from({ length: 31 }, (_, n) => n + 1), 0x7f, 0x85, 0x9b);
    const hostile = `${hostileTexts.join('\n')}\n${controls}\u200b\u2028${rightToLeftText}\ufffd`;
    const answers = [hostile, `Z${'\u0334\u0301'.repeat(800)}`, 'x'.repeat(WEBHOOK_ANSWER_MAX_BYTES)];
    await world.log(
      webhookId,
      answers.map((answer) => ({ ...failed, answer })),
    );
    for (const viewport of [desktop, phone]) {
      await using visit = await signIn(world.service, { browser: { viewport }, at: '/webhooks' });
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
  }, 120_000);

  test('has one event, a range and all that failed sent again', async () => {
    for (const name of ['ann', 'bob', 'cat'])
      await world.service.as(name, 'POST', '/api/game/metadata', { body: '{"data":{}}' });
    const webhookId = await world.create({ url: receiver.url });
    await world.log(webhookId, [{ ...failed, eventId: 2, sequentialId: 2 }, {}]);
    await using visit = await signIn(world.service, { at: '/webhooks' });
    const { page } = visit;
    visit.watch.expectStatuses(400);
    const dialog = await openWebhook(page);
    // A test is no event.
    expect(await dialog.getByRole('button', { name: /^Send again event/ }).count()).toBe(1);
    await dialog.getByRole('button', { name: 'Send again event 2' }).press('Enter');
    await toast(page, 'One event is sent again');
    await page.getByText('As soon as the webhook is enabled.').first().waitFor();
    expect(await world.call('GET', `/${webhookId}`)).toMatchObject({ pendingEvents: 1 });
    await dialog.getByRole('button', { name: 'Enable' }).click();
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
    await form.getByText('Enter the id of an event.').first().waitFor();
    const [from, to] = [
      form.getByRole('textbox', { name: 'First event' }),
      form.getByRole('textbox', { name: 'Last event' }),
    ];
    await from.fill('3');
    await to.fill('2');
    await send(form);
    await form.getByText('From must be an event, and not after to.').waitFor();
    await expectAccessible(page);
    await from.fill('1');
    await to.press('Enter');
    await toast(page, 'Up to 2 events are sent again');
    await closed(form);
    await until(() => receiver.requests.length === 3);
    expect(
      receiver.requests
        .slice(1)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2].map((n) => `${webhookId}_${n}`));

    await until(async () => (await world.call('GET', `/${webhookId}`)).pendingEvents === 0);
    form = await ask();
    await choose(form, 'What failed since a time…');
    await send(form);
    await form.getByText('Enter a date and a time.').waitFor();
    await form.getByLabel('Failed since, in your time zone').fill('2026-01-02T03:04');
    const asked = page.waitForRequest('**/redeliver');
    await send(form);
    // The browser is in UTC.
    expect((await asked).postDataJSON()).toEqual({ failedSince: '2026-01-02T03:04:00.000Z' });
    await toast(page, 'There is nothing to send again');
    await closed(form);
  }, 120_000);

  test('says why an event of the log is not sent again', async () => {
    const webhookId = await world.create();
    await world.log(webhookId, [{ ...failed, eventId: 900_000 }]);
    await using visit = await signIn(world.service, { browser: { viewport: phone }, at: '/webhooks' });
    const { page } = visit;
    visit.watch.expectStatuses(400);
    const dialog = await openWebhook(page);
    await dialog.getByRole('button', { name: 'Send again event 900000' }).click();
    await rows(dialog).getByText('There is no event "900000" in the feed.').waitFor();
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page);
  }, 60_000);
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
