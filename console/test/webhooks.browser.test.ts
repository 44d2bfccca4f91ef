// The webhooks in a browser: one is created with its secret shown once, tested, looked into, rotated and deleted. An answer of a receiver
// is shown as text. Without EVENTS the page says which setting is missing.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../test/harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../../test/harness/browser/browser.ts';
import { type ConsoleService, signIn, startConsoleService } from '../../test/harness/browser/console.ts';
import { overflowOf } from '../../test/harness/browser/pages.ts';
import { sqlite } from '../../test/harness/engines.ts';
import { createTestKey } from '../../test/harness/server-keys.ts';
import { type Receiver, startReceiver } from '../../test/webhooks/receiver.ts';

const environment = { EVENTS: 'players', WEBHOOKS_ALLOW_PRIVATE: 'true' };
const markup = '<img src=x onerror=alert(1)>';

const open = (page: Page) => page.getByRole('button', { name: /^Open the webhook/ }).click();

describe.skipIf(whyNoBrowser !== undefined)(`the webhooks${skippedNote}`, () => {
  let service: ConsoleService;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = startReceiver();
    service = await startConsoleService({ engine: sqlite, environment });
  }, 60_000);
  afterAll(async () => {
    await service?.stop();
    await receiver.stop();
  });

  test('one is created, tested, rotated and deleted', async () => {
    await using visit = await signIn(service, { at: '/webhooks' });
    const { page } = visit;
    await page.getByText('There is no webhook yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create a webhook' });
    await form.getByRole('textbox', { name: 'URL' }).fill('ftp://example.com/');
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByText('Choose at least one type of events.').waitFor();
    await form.getByText('player.registered').click();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByText(/url must be an absolute URL/i).waitFor();
    await expectAccessible(page);
    await form.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const text = page.getByRole('region', { name: 'Secret of the webhook' });
    await text.waitFor();
    const secret = await text.innerText();
    expect(secret).toMatch(/^whsec_/);
    receiver.secrets = [secret];
    await page.getByRole('button', { name: 'I have copied it' }).click();
    visit.watch.secrets.add(secret);
    await page.getByRole('table', { name: 'Webhooks' }).getByText('Active').waitFor();
    await expectAccessible(page);

    receiver.answer = () => new Response(markup, { status: 500 });
    await open(page);
    const dialog = page.getByRole('dialog', { name: 'Webhook' });
    await dialog.getByText('Nothing was sent yet').waitFor();
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await dialog.getByText('It answered 500.').waitFor();
    await dialog.getByText('Answer', { exact: true }).click();
    await dialog.getByText(markup, { exact: true }).waitFor();
    await expectAccessible(page);
    receiver.answer = () => new Response('fine');
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await dialog.getByText('200', { exact: true }).waitFor();

    await dialog.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByRole('button', { name: 'Enable' }).waitFor();
    await dialog.getByText('Disabled', { exact: true }).first().waitFor();
    await dialog.getByRole('button', { name: 'Rotate keys…' }).click();
    await page.getByRole('button', { name: 'Rotate keys', exact: true }).click();
    await text.waitFor();
    const rotated = await text.innerText();
    expect(rotated).not.toBe(secret);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    visit.watch.secrets.add(rotated);
    await dialog.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('textbox', { name: 'Confirmation' }).fill('delete');
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('There is no webhook yet').waitFor();
  }, 60_000);

  test('fit on a phone', async () => {
    const { token } = await createTestKey(service);
    const body = JSON.stringify({ url: `${receiver.url}/${'long'.repeat(60)}`, types: ['player.erased'] });
    const headers = { 'content-type': 'application/json' };
    await service.call('POST', '/api/server/webhooks', { token, body, headers });
    await using visit = await signIn(service, { browser: { viewport: phone }, at: '/webhooks' });
    const { page } = visit;
    await page.getByRole('table', { name: 'Webhooks' }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    await open(page);
    await page.getByRole('dialog', { name: 'Webhook' }).getByText('Nothing was sent yet').waitFor();
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page);
  }, 60_000);

  test('a key without events:read makes none', async () => {
    await using visit = await signIn(service, { scopes: ['webhooks:write'], at: '/webhooks' });
    await visit.page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await visit.page.getByRole('table', { name: 'Webhooks' }).waitFor();
    expect(await visit.page.getByRole('button', { name: 'Create webhook' }).count()).toBe(0);
  }, 60_000);
});

describe.skipIf(whyNoBrowser !== undefined)(`without EVENTS${skippedNote}`, () => {
  test('the page says which setting is missing', async () => {
    const service = await startConsoleService({ engine: sqlite });
    try {
      await using visit = await signIn(service, { at: '/webhooks' });
      await visit.page.getByText('No events are told').waitFor();
      await visit.page.getByText('EVENTS', { exact: true }).waitFor();
      await expectAccessible(visit.page);
    } finally {
      await service.stop();
    }
  }, 60_000);
});
