// Signing in at the console and out of it, in a browser: keys, links that work once, and sessions that end while
// a page is open.

import { beforeAll, expect } from 'bun:test';
import { keyDigest, newKeyText } from '../../src/lib/key-text.ts';
import { CONSOLE_SESSION_SECONDS, SERVER_KEY_CACHE_SECONDS, SIGN_IN_LINK_SECONDS } from '../../src/limits.ts';
import { sharedService, signIn, signInHere, startVisit, test } from '../../test/harness/browser/console.ts';
import { readHistory } from '../../test/harness/browser/history.ts';
import { enter, press, see } from '../../test/harness/browser/pages.ts';
import { holdReads } from '../../test/harness/browser/quiet-page.ts';
import { createTestKey, revokeTestKey } from '../../test/harness/server-keys.ts';

const service = sharedService();
const player = 1;
const firstPage = (url: URL) => url.href === `${service.url}/console`;
beforeAll(() => service.as('mira', 'POST', '/api/game/metadata', { body: '{"data":{"level":1}}' }));

test('with a key, after a wrong one was refused with its reason', async () => {
  await using visit = await startVisit(service);
  const { page, watch, context } = visit;
  watch.expectStatuses(401);
  await visit.open(`/players/${player}/history`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await see(page, 'Enter a server key.');
  await enter(page.getByLabel('Server key'), 'pk_ключ');
  await see(page, 'This is no server key: it has “к” in it.');
  await enter(page.getByLabel('Server key'), newKeyText());
  await see(page, 'The server key is unknown or was revoked.');
  expect(await context.cookies()).toEqual([]);
  const { token } = await createTestKey(service, { name: 'desk' });
  watch.secrets.add(token);
  await signInHere(page, token);
  await page.getByRole('navigation', { name: 'Main' }).getByText('desk').waitFor();
  const [cookie, ...others] = await context.cookies();
  expect([cookie?.httpOnly, cookie?.sameSite, others]).toEqual([true, 'Strict', []]);
  // They come to the page of their address.
  await page.getByRole('heading', { name: 'mira' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/players/${player}/history`);
});

test('and out again, after which nothing of the data is shown', async () => {
  await using visit = await signIn(service);
  const { page, watch, context } = visit;
  await visit.open(`/players/${player}`);
  await page.getByRole('heading', { name: 'mira' }).waitFor();
  const [cookie] = await context.cookies();
  // Of a request that was under way, too.
  watch.expectStatuses(401);
  await press(page, 'Sign out');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await context.cookies()).toEqual([]);
  await page.goBack();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('mira').count()).toBe(0);
  const headers = { cookie: `playkeep=${cookie?.value}`, 'sec-fetch-site': 'same-origin' };
  expect((await service.call('GET', '/api/server/me', { headers })).status).toBe(401);
});

test('again over the open page when the session has ended, or on loading it', async () => {
  await using visit = await signIn(service);
  const { page, watch, key } = visit;
  // The form has the key in it while it is typed.
  watch.secrets.delete(key);
  // A read by itself would open the dialog over the link.
  await holdReads(page);
  await visit.open(`/players/${player}`);
  await page.getByRole('heading', { name: 'mira' }).waitFor();
  service.clock.advance(CONSOLE_SESSION_SECONDS * 1000);
  watch.expectStatuses(401);
  await page.getByRole('link', { name: 'History' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.waitFor();
  await page.keyboard.press('Escape');
  await enter(again.getByLabel('Server key'), key);
  await again.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'mira' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/players/${player}/history`);
  service.clock.advance(CONSOLE_SESSION_SECONDS * 1000);
  await page.reload();
  await signInHere(page, key);
  await page.getByRole('heading', { name: 'mira' }).waitFor();
  watch.secrets.add(key);
});

test('for as long as their key holds', async () => {
  await using visit = await signIn(service, { keyName: 'for a while' });
  const { page, watch, keyId } = visit;
  await revokeTestKey(service, keyId);
  service.clock.advance(2 * SERVER_KEY_CACHE_SECONDS * 1000);
  watch.expectStatuses(401);
  await visit.open('');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('once by a link, whose token is left neither in the address nor in the history', async () => {
  const { token: key } = await createTestKey(service, { name: 'by link' });
  const token = service.signInLinks.issue(keyDigest(key));
  const link = `/sign-in#token=${token}`;
  await using visit = await startVisit(service);
  await visit.open(link);
  await visit.page.getByRole('navigation', { name: 'Main' }).getByText('by link').waitFor();
  await visit.page.waitForURL(firstPage);
  expect(JSON.stringify(await readHistory(visit.page))).not.toContain(token);
  await using second = await startVisit(service);
  second.watch.expectStatuses(401);
  await second.open(link);
  await see(second.page, 'This link was used already, or it is older than five minutes.');
  expect(second.page.url()).toBe(`${service.url}/console/sign-in`);
  expect(JSON.stringify(await readHistory(second.page))).not.toContain(token);
  const late = service.signInLinks.issue(keyDigest(key));
  visit.watch.expectStatuses(401);
  service.clock.advance(SIGN_IN_LINK_SECONDS * 1000);
  await second.open('');
  await second.open(`/sign-in#token=${late}`);
  await see(second.page, 'This link was used already, or it is older than five minutes.');
  await signInHere(second.page, key);
  await second.page.waitForURL(firstPage);
  await press(second.page, 'Sign out');
  await second.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await second.page.getByText('This link was used').count()).toBe(0);
});

test('by a link also in a browser that is signed in with another key', async () => {
  const { token: key } = await createTestKey(service, { name: 'by link' });
  await using visit = await signIn(service, { keyName: 'of before' });
  await visit.open(`/sign-in#token=${service.signInLinks.issue(keyDigest(key))}`);
  await visit.page.getByRole('navigation', { name: 'Main' }).getByText('by link').waitFor();
});
