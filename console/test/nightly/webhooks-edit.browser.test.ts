// The form of a webhook in a browser: an endpoint is changed, types are chosen by groups, and refusals stand where a person looks.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { scopes } from '../../../src/store/ports/keys.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { signIn } from '../../../test/harness/browser/console.ts';
import { overflowOf } from '../../../test/harness/browser/pages.ts';
import { closed, openWebhook, startWebhooksWorld, type WebhooksWorld } from './webhooks-world.ts';

const openForm = async (page: Page) => {
  const dialog = await openWebhook(page);
  await dialog.getByRole('button', { name: 'Edit…' }).click();
  await closed(dialog);
  return page.getByRole('dialog', { name: 'Edit the webhook' });
};

const isInSight = (page: Page, text: string) =>
  page.waitForFunction((wanted) => {
    const { document, innerHeight } = globalThis as unknown as SeenPage;
    const failure = [...document.querySelectorAll('.failure')].find((each) =>
      each.textContent.includes(wanted),
    );
    const actions = document.querySelector('.dialog-actions')?.getBoundingClientRect();
    const box = failure?.getBoundingClientRect();
    return box && box.top >= 0 && box.bottom <= Math.min(innerHeight, actions?.top ?? 0);
  }, text);

interface SeenElement {
  readonly textContent: string;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}
interface SeenPage {
  readonly innerHeight: number;
  readonly document: {
    querySelector(selector: string): SeenElement | null;
    querySelectorAll(selector: string): Iterable<SeenElement>;
  };
}

describe.skipIf(whyNoBrowser !== undefined)(`a webhook is changed${skippedNote}`, () => {
  let world: WebhooksWorld;
  beforeAll(async () => {
    world = await startWebhooksWorld({ EVENTS: 'players,sessions' });
  }, 60_000);
  afterEach(async () => {
    for (const { webhookId } of (await world.call('GET', '')).webhooks)
      await world.call('DELETE', `/${webhookId}`);
  });
  afterAll(() => world?.stop());

  test('by the keyboard alone: its URL, its types by groups, and its order', async () => {
    const webhookId = await world.create({ types: ['player.erased', 'session.ended'] });
    await using visit = await signIn(world.service, { at: '/webhooks' });
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
    await dialog.getByText('https://example.com/moved').waitFor();
    // The focus is where it was.
    await page.locator(':focus').and(opener).waitFor();
    expect(await world.call('GET', `/${webhookId}`)).toMatchObject({
      url: 'https://example.com/moved',
      types: ['player.registered', 'player.erased', 'player.suspended', 'player.unsuspended'],
      ordered: true,
    });
  }, 60_000);

  test('by what differs alone, so a change that somebody else made meanwhile stays', async () => {
    const webhookId = await world.create();
    await using visit = await signIn(world.service, { at: '/webhooks' });
    const { page } = visit;
    const form = await openForm(page);
    await world.call('PATCH', `/${webhookId}`, { url: 'https://example.com/theirs' });
    await form.getByRole('checkbox', { name: 'player.erased' }).press('Space');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await closed(form);
    await page
      .getByRole('dialog', { name: 'Webhook', exact: true })
      .getByText('example.com/theirs')
      .waitFor();
    expect(await world.call('GET', `/${webhookId}`)).toMatchObject({
      url: 'https://example.com/theirs',
      types: ['player.registered', 'player.erased'],
    });
  }, 60_000);

  test('with refusals in sight: of the text at its field, of the service above the buttons', async () => {
    await world.create();
    await using visit = await signIn(world.service, { browser: { viewport: phone }, at: '/webhooks' });
    const { page } = visit;
    visit.watch.expectStatuses(400);
    const form = await openForm(page);
    const url = form.getByRole('textbox', { name: 'URL' });
    const save = form.getByRole('button', { name: 'Save changes' });
    await url.fill('https://user:secret@example.com/');
    await save.click();
    await form.getByText('The URL must hold no user or password: the signature tells the sender.').waitFor();
    expect(await url.getAttribute('aria-invalid')).toBe('true');
    await page.locator(':focus').and(url).waitFor();
    await url.fill('https://127.0.0.1/');
    await save.click();
    await isInSight(page, 'Url leads to an address that is not of the public Internet.');
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page);
    await form.getByRole('checkbox', { name: /^All about players/ }).press('Space');
    await form.getByRole('checkbox', { name: /^All about players/ }).press('Space');
    await save.click();
    await form.getByText('Choose at least one type of events.').waitFor();
  }, 60_000);

  test('unless somebody else has deleted it meanwhile, which the page tells', async () => {
    const webhookId = await world.create();
    await using visit = await signIn(world.service, { at: '/webhooks' });
    const { page } = visit;
    visit.watch.expectStatuses(404);
    const gone = page.getByRole('dialog', { name: 'This webhook is gone' });
    const form = await openForm(page);
    await form.getByRole('textbox', { name: 'URL' }).fill('https://example.com/late');
    await world.call('DELETE', `/${webhookId}`);
    await form.getByRole('button', { name: 'Save changes' }).click();
    await gone.getByText('Somebody has deleted it meanwhile.').waitFor();
    await expectAccessible(page);
    await gone.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByText('There is no webhook yet').waitFor();
    // Also where the list is an old one.
    const second = await world.create();
    await visit.open('/webhooks');
    const open = page.getByRole('button', { name: /^Open the webhook/ });
    await open.waitFor();
    await world.call('DELETE', `/${second}`);
    await open.click();
    await gone.waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('There is no webhook yet').waitFor();
  }, 60_000);

  test('in its order alone by a key that may not read events', async () => {
    const webhookId = await world.create();
    await world.log(webhookId, [{ eventId: 1 }]);
    await using visit = await signIn(world.service, { scopes: ['webhooks:write'], at: '/webhooks' });
    const { page } = visit;
    const dialog = await openWebhook(page);
    await dialog.getByText('Event 1', { exact: true }).waitFor();
    expect(await dialog.getByRole('button', { name: /^Send again/ }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Edit…' }).click();
    const form = page.getByRole('dialog', { name: 'Edit the webhook' });
    await form.getByText('a key needs the scope events:read').waitFor();
    expect(await form.getByRole('textbox').count()).toBe(0);
    await form.getByRole('checkbox', { name: 'Keep the order of each player' }).press('Space');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await closed(form);
    expect(await world.call('GET', `/${webhookId}`)).toMatchObject({ ordered: true });
  }, 60_000);

  test('by its keys, where the answer to its creation was lost', async () => {
    await using visit = await signIn(world.service, { at: '/webhooks' });
    const { page } = visit;
    visit.watch.expectStatuses(503);
    await page.route('**/api/server/webhooks', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      // The service takes a request with the cookie from the page alone.
      await world.call('POST', '', route.request().postDataJSON());
      await route.fulfill({ status: 503, body: '{}' });
    });
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create a webhook' });
    await form.getByRole('textbox', { name: 'URL' }).fill('https://example.com/lost');
    await form.getByRole('checkbox', { name: /^All about sessions/ }).press('Space');
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByText('The webhook may have been created all the same.').waitFor();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('table', { name: 'Webhooks' }).getByText('https://example.com/lost').waitFor();
    const [made] = (await world.call('GET', '')).webhooks;
    expect(made.types).toEqual(['session.started', 'session.ended']);
  }, 60_000);

  test('with a mark at the groups that EVENTS leaves out, for keys that may know', async () => {
    await world.create();
    await using visit = await signIn(world.service, { browser: { viewport: phone }, at: '/webhooks' });
    const { page } = visit;
    const group = (name: string) =>
      page.getByRole('dialog', { name: 'Edit the webhook' }).getByRole('group', { name, exact: true });
    await openForm(page);
    await group('All about metadata').getByText('Not told').waitFor();
    await group('All about metadata')
      .getByText('The setting EVENTS leaves them out, so they never come.')
      .waitFor();
    expect(await group('All about players').getByText('Not told').count()).toBe(0);
    expect(await overflowOf(page)).toBe(0);
    await expectAccessible(page);
    await using other = await signIn(world.service, {
      scopes: scopes.filter((scope) => scope !== 'service:read'),
      at: '/webhooks',
    });
    const form = await openForm(other.page);
    await form.getByText('Events of groups that the setting EVENTS leaves out never come.').waitFor();
    expect(await form.getByText('Not told').count()).toBe(0);
  }, 60_000);
});
