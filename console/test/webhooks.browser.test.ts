// The webhooks in a browser: one is created with its secret shown once, tested, looked into, rotated and deleted. An answer of a receiver
// is shown as text. Without EVENTS the page says which setting is missing.
import { afterAll, expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../test/harness/browser/accessibility.ts';
import { openConsole, sharedService, signIn, test } from '../../test/harness/browser/console.ts';
import { press, see } from '../../test/harness/browser/pages.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';

const markup = '<img src=x onerror=alert(1)>';

const open = (page: Page) => page.getByRole('button', { name: /^Open the webhook/ }).click();

const receiver = startReceiver();
afterAll(() => receiver.stop());
const service = sharedService({ environment: { EVENTS: 'players', WEBHOOKS_ALLOW_PRIVATE: 'true' } });

test('one is created, tested, rotated and deleted', async () => {
  await using visit = await signIn(service, { at: '/webhooks' });
  const { page } = visit;
  await see(page, 'There is no webhook yet');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create webhook' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a webhook' });
  await form.getByRole('textbox', { name: 'URL' }).fill('ftp://example.com/');
  await press(form, 'Create webhook');
  await see(form, 'Choose at least one type of events.');
  await form.getByText('player.registered').click();
  await press(form, 'Create webhook');
  await see(form, /url must be an absolute URL/i);
  await expectAccessible(page);
  await form.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await press(form, 'Create webhook');
  const text = page.getByRole('region', { name: 'Secret of the webhook' });
  await text.waitFor();
  const secret = await text.innerText();
  expect(secret).toMatch(/^whsec_/);
  receiver.secrets = [secret];
  await press(page, 'I have copied it');
  visit.watch.secrets.add(secret);
  await page.getByRole('table', { name: 'Webhooks' }).getByText('Active').waitFor();
  await expectAccessible(page);

  receiver.answer = () => new Response(markup, { status: 500 });
  await open(page);
  const dialog = page.getByRole('dialog', { name: 'Webhook' });
  await see(dialog, 'Nothing was sent yet');
  await press(dialog, 'Send a test');
  await see(dialog, 'It answered 500.');
  await dialog.getByText('Answer', { exact: true }).click();
  await dialog.getByText(markup, { exact: true }).waitFor();
  await expectAccessible(page);
  receiver.answer = () => new Response('fine');
  await press(dialog, 'Send a test');
  await dialog.getByText('200', { exact: true }).waitFor();

  await press(dialog, 'Disable');
  await dialog.getByRole('button', { name: 'Enable' }).waitFor();
  await dialog.getByText('Disabled', { exact: true }).first().waitFor();
  await press(dialog, 'Rotate keys…');
  await page.getByRole('button', { name: 'Rotate keys', exact: true }).click();
  await text.waitFor();
  const rotated = await text.innerText();
  expect(rotated).not.toBe(secret);
  await press(page, 'I have copied it');
  visit.watch.secrets.add(rotated);
  await press(dialog, 'Delete…');
  await page.getByRole('textbox', { name: 'Confirmation' }).fill('delete');
  await press(page, 'Delete webhook');
  await see(page, 'There is no webhook yet');
});

test('the page says which setting is missing without EVENTS', async () => {
  await using visit = await openConsole({ at: '/webhooks' });
  await see(visit.page, 'No events are told');
  await visit.page.getByText('EVENTS', { exact: true }).waitFor();
  await expectAccessible(visit.page);
});
