// One session in several tabs of a browser, and a session that ends during an edit: the draft stays while another key signs in, whatever
// it may do.

import { expect } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { SERVER_KEY_CACHE_SECONDS } from '../../../src/limits.ts';
import type { Scope } from '../../../src/store/ports/keys.ts';
import {
  readPageSecret,
  type SignedIn,
  sharedService,
  signIn,
  signInHere,
  test,
} from '../../../test/harness/browser/console.ts';
import {
  button,
  editorOf,
  openMetadata,
  replaceValue,
  reviewChanges,
  saveAs,
  saveReviewed,
  storedText,
  supportScopes,
} from '../../../test/harness/browser/metadata-pages.ts';
import { enter, press, see } from '../../../test/harness/browser/pages.ts';
import { holdReads } from '../../../test/harness/browser/quiet-page.ts';
import { createTestKey, revokeTestKey } from '../../../test/harness/server-keys.ts';

const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true });
const signedInAs = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByText(name).waitFor();

const service = sharedService();

async function openTab(context: BrowserContext, path = ''): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.url}/console${path}`);
  return page;
}

test('a reload stays signed in, and a second tab needs no sign-in while one is open', async () => {
  await using visit = await signIn(service, { keyName: 'two tabs' });
  const { page, context } = visit;
  await page.reload();
  await signedInAs(page, 'two tabs');
  const second = await openTab(context, '/keys');
  await signedInAs(second, 'two tabs');
  await page.close();
  await second.reload();
  await signedInAs(second, 'two tabs');
  await signedInAs(await openTab(context), 'two tabs');
});

test('a tab alone, after all were closed, signs in, although the cookie is still there', async () => {
  await using visit = await signIn(service);
  const { page, context, watch, key } = visit;
  watch.secrets.delete(key);
  await page.close();
  const alone = await openTab(context, '/keys');
  await signInHeading(alone).waitFor();
  expect(await context.cookies()).toHaveLength(1);
  expect(await alone.getByRole('alert').count()).toBe(0);
  await signInHere(alone, key);
  await alone.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
  watch.secrets.add(key);
});

test('a sign-out in one tab signs out the others, but for changes that are not saved', async () => {
  await using visit = await signIn(service);
  const { page, context, watch, key } = visit;
  watch.secrets.delete(key);
  // Of requests that were under way.
  watch.expectStatuses(401);
  const draft = await context.newPage();
  const open = async (path: string) => void (await draft.goto(`${service.url}/console${path}`));
  await openMetadata({ page: draft, open }, service, 'draft', '{"level":1}');
  await replaceValue(draft, '/level', '77');
  const third = await openTab(context, '/keys');
  await signedInAs(third, 'support desk');
  await press(page, 'Sign out');
  for (const tab of [page, third]) await signInHeading(tab).waitFor();
  expect(await third.getByText('support desk').count()).toBe(0);
  await draft.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  for (const tab of [page, third, draft]) expect(await readPageSecret(tab)).toBe('');
  // A sign-in in one tab is one in all of them, and the draft is still there.
  await signInHere(third, key);
  await signedInAs(page, 'support desk');
  await draft.getByRole('dialog', { name: 'Sign in again' }).waitFor({ state: 'detached' });
  await editorOf(draft).getByText('77').waitFor();
  watch.secrets.add(key);
});

test('a sign-in with another key changes the key of every tab', async () => {
  await using visit = await signIn(service, { keyName: 'first key' });
  const { page, context, watch } = visit;
  watch.expectStatuses(401);
  const second = await openTab(context);
  await signedInAs(second, 'first key');
  await press(second, 'Sign out');
  await signInHeading(page).waitFor();
  const { token } = await createTestKey(service, { name: 'second key' });
  await signInHere(second, token);
  watch.secrets.add(token);
  for (const tab of [page, second]) await signedInAs(tab, 'second key');
  expect(await readPageSecret(page)).toBe(await readPageSecret(second));
});

async function signInAgain({ page }: SignedIn, scopes: readonly Scope[], name: string): Promise<void> {
  const { token } = await createTestKey(service, { scopes, name });
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  holds.get(page)?.(false);
  await enter(dialog.getByLabel('Server key'), token);
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'Main' }).getByText(name).waitFor();
}

/** By page: holds its reads back, which would open the dialog before the person saves. */
const holds = new WeakMap<Page, (isHeld: boolean) => void>();

async function signInToEdit(): Promise<SignedIn> {
  const visit = await signIn(service, { scopes: supportScopes });
  holds.set(visit.page, await holdReads(visit.page));
  return visit;
}

async function revoke(visit: SignedIn): Promise<void> {
  holds.get(visit.page)?.(true);
  await revokeTestKey(service, visit.keyId);
  service.clock.advance(2 * SERVER_KEY_CACHE_SECONDS * 1000);
  visit.watch.expectStatuses(401, 403, 412, 503);
}

test('an edit goes on with another key, from the state that was saved last', async () => {
  await using visit = await signInToEdit();
  const { page } = visit;
  const id = await openMetadata(visit, service, 'other key', '{"level":1,"gold":10.00}');
  await replaceValue(page, '/level', '2');
  await reviewChanges(page);
  await saveReviewed(page);
  await replaceValue(page, '/level', '3');
  await revoke(visit);
  await reviewChanges(page);
  await button(page, 'Save').click();
  await signInAgain(visit, ['players:read', 'players:write'], 'second desk');
  expect(new URL(page.url()).pathname).toBe(`/console/players/${id}/metadata`);
  await see(page, 'You were signed out.');
  await button(page, 'Save again').click();
  await page.getByText('No changes', { exact: true }).waitFor();
  expect(await storedText(service, 'other key')).toBe('{"level":3,"gold":10.00}');
});

test('an edit and its session end together when the person says so', async () => {
  await using visit = await signIn(service, { scopes: supportScopes });
  const { page } = visit;
  await openMetadata(visit, service, 'sign out', '{"level":1}');
  await replaceValue(page, '/level', '77');
  await button(page, 'Sign out').click();
  const question = page.getByRole('dialog', { name: 'Sign out without saving?' });
  await press(question, 'Stay');
  await question.waitFor({ state: 'detached' });
  await editorOf(page).getByText('77').waitFor();
  await button(page, 'Sign out').click();
  await press(question, 'Sign out');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('another key goes on with what the page follows', async () => {
  await using visit = await signIn(service, { scopes: supportScopes });
  const { page } = visit;
  await openMetadata(visit, service, 'followed', '{"level":1}');
  await revoke(visit);
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  // After a refusal a read waits for a minute.
  const read = page.waitForRequest((request) => request.headers().prefer !== undefined);
  await signInAgain(visit, supportScopes, 'next desk');
  await read;
  await saveAs(service, 'followed', '{"level":2}');
  await see(page, 'A newer state was saved since you opened this one.');
});

test('a draft stays behind keys that may not save it or not see it', async () => {
  await using visit = await signInToEdit();
  const { page } = visit;
  await openMetadata(visit, service, 'lesser keys', '{"level":1}');
  await replaceValue(page, '/level', '77');
  await saveAs(service, 'lesser keys', '{"level":2}');
  await revoke(visit);
  await reviewChanges(page);
  await button(page, 'Save').click();
  await signInAgain(visit, ['players:read'], 'reader');
  await button(page, 'Back to editing').click();
  await see(page, 'Not saved: your key may not change metadata.');
  await see(page, 'A newer state was saved since you opened this one.');
  await button(page, 'Sign in with another key').click();
  await signInAgain(visit, ['audit:read'], 'auditor');
  await see(page, 'Your unsaved changes are kept until then.');
  expect(await editorOf(page).isVisible()).toBe(false);
  await button(page, 'Sign in with another key').click();
  await signInAgain(visit, supportScopes, 'desk again');
  await editorOf(page).getByText('77').waitFor();
  await reviewChanges(page);
  await button(page, 'Save').click();
  await page.getByRole('heading', { name: 'Somebody else has saved meanwhile' }).waitFor();
  expect(await storedText(service, 'lesser keys')).toBe('{"level":2}');
});
