// People who sign in at the console with an account of a real issuer, in a real browser.

import { afterAll, beforeAll, expect } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { ROLE_CHECK_SECONDS, SERVER_KEY_CACHE_SECONDS } from '../../../src/limits.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { desktop, phone } from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  signInHere,
  startVisit,
  test,
  type Visit,
} from '../../../test/harness/browser/console.ts';
import { readHistory } from '../../../test/harness/browser/history.ts';
import {
  openMetadata,
  replaceValue,
  reviewChanges,
  saveReviewed,
} from '../../../test/harness/browser/metadata-pages.ts';
import { serveOrigin } from '../../../test/harness/browser/origins.ts';
import { press, see } from '../../../test/harness/browser/pages.ts';
import { holdReads } from '../../../test/harness/browser/quiet-page.ts';
import {
  ada,
  issuerButton,
  mira,
  signedInAs,
  signInByClicks,
  signInHeading,
  startStaffConsole,
  throughIssuer,
} from '../../../test/harness/browser/staff-console.ts';
import type { StaffIssuer } from '../../../test/harness/identity-provider.ts';
import { createTestKey, testServerKey } from '../../../test/harness/server-keys.ts';

let issuer: StaffIssuer;
let service: ConsoleService;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ issuer, service, stop } = await startStaffConsole());
});
afterAll(() => stop?.());

const openTab = async (context: BrowserContext, path = ''): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${service.url}/console${path}`);
  return page;
};

test('sign in by two clicks, and come to the page that they wanted', async () => {
  await using visit = await startVisit(service);
  const { page } = visit;
  await visit.open('/players/1?x=1');
  await signInHeading(page).waitFor();
  await throughIssuer(visit, service);
  expect(page.url()).toBe(`${service.url}/console/players/1?x=1`);
  await page.getByRole('heading', { name: 'mira' }).waitFor();
  // Nothing of the way is left: neither the code nor the secret of the attempt.
  const kept = await page.evaluate(() => {
    const { sessionStorage, localStorage } = globalThis as unknown as Record<string, object>;
    return [Object.keys({ ...sessionStorage }), Object.keys({ ...localStorage })];
  });
  expect(kept).toEqual([['playkeep.page-secret'], []]);
  expect(JSON.stringify(await readHistory(page))).not.toContain('code=');
  const [cookie] = (await visit.context.cookies(service.url)).filter(({ name }) => name === 'playkeep');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
});

test('can read the page of the sign-in on a phone and on a desktop, and may use a key too', async () => {
  for (const viewport of [phone, desktop]) {
    await using visit = await startVisit(service, { viewport });
    const { page } = visit;
    await visit.open('');
    await issuerButton(page).waitFor();
    await expectAccessible(page);
    await press(page, 'Use a server key');
    await page.getByLabel('Server key').waitFor();
    await expectAccessible(page);
    if (viewport === phone) continue;
    await signInHere(page, (await createTestKey(service, { name: 'by key' })).token);
    await signedInAs(page, 'by key');
  }
});

test('sign out here, in every tab and at the issuer', async () => {
  await using visit = await startVisit(service);
  await visit.open('/players');
  await throughIssuer(visit, service);
  const second = await openTab(visit.context, '/keys');
  await signedInAs(second, mira);
  visit.watch.expectStatuses(401);
  await visit.watch.lookAwayDuring(async () => {
    await press(visit.page, 'Sign out', 'Yes, sign out');
    await visit.page.waitForURL(`${service.url}/console/sign-in`);
  });
  for (const page of [visit.page, second]) await signInHeading(page).waitFor();
  await visit.watch.lookAwayDuring(async () => {
    await issuerButton(visit.page).click();
    // The issuer has forgotten the person, too.
    await visit.page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    await visit.page.goBack();
  });
});

test('without a role read why they stay out, and may come with another account', async () => {
  await using visit = await startVisit(service);
  const { page } = visit;
  await visit.open('/keys');
  visit.watch.expectStatuses(401);
  await visit.watch.lookAwayDuring(() => signInByClicks(page, service, 'eve@studio.example'));
  await page.getByRole('alert').getByText('This account has no role here.').waitFor();
  expect(page.url()).toBe(`${service.url}/console/keys`);
  await visit.context.clearCookies({ domain: 'localhost' });
  await throughIssuer(visit, service);
});

test('whose session ends over a draft sign in in a tab of its own, and the draft goes on', async () => {
  await using visit = await startVisit(service);
  const { page, context, watch } = visit;
  // Reads of the page by itself would open the dialog before the person saves.
  const holdBack = await holdReads(page);
  await visit.open('/players');
  await throughIssuer(visit, service);
  await openMetadata(visit, service, 'draft of a person', '{"level":1}');
  await replaceValue(page, '/level', '77');
  watch.expectStatuses(401);
  // As after the hours of a session.
  await service.call('GET', '/readyz');
  holdBack(true);
  await context.clearCookies({ name: 'playkeep' });
  await press(page, 'Review and save', /^Save/);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  holdBack(false);
  await watch.lookAwayDuring(async () => {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      dialog.getByRole('button', { name: 'Sign in with localhost' }).click(),
    ]);
    // The issuer still knows the person: no further click. The tab closes by itself, or shows the console.
    await dialog.waitFor({ state: 'detached' });
    if (!tab.isClosed()) await tab.close();
  });
  // The draft is still there, in its review.
  await see(page, '77');
  await signedInAs(page, mira);
});

test('stand by their mail at a save, in the history and in the list of lost saves', async () => {
  await using visit = await startVisit(service);
  const { page } = visit;
  await visit.open('/players');
  await throughIssuer(visit, service);
  const text = JSON.stringify({ items: 'x'.repeat(400) });
  const id = await openMetadata(visit, service, 'saved by a person', text);
  await replaceValue(page, '/items', '""');
  await reviewChanges(page);
  await saveReviewed(page);
  await visit.open(`/players/${id}/history`);
  await page.getByText(`Saved by ${mira}`, { exact: true }).first().waitFor();
  await visit.open('/losses');
  const row = page.getByRole('row').filter({ hasText: 'saved by a person' });
  await row.getByText(mira, { exact: true }).waitFor();
  expect(await row.innerText()).not.toContain('Key ');
});

test('whose role has gone are out, and their keys are offered for revocation', async () => {
  await using visit = await startVisit(service);
  const { page, watch } = visit;
  await visit.open('/keys');
  await throughIssuer(visit, service);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a key' });
  await form.getByLabel('Name').fill('nightly job');
  await form.getByRole('checkbox', { name: 'players:read' }).check();
  expect(await form.getByLabel('Works for').locator('option').allTextContents()).not.toContain('No end');
  await press(form, 'Create key');
  const text = page.getByRole('region', { name: 'Text of the key' });
  const key = (await text.textContent()) ?? '';
  await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('table', { name: 'Server keys' }).getByText(`made by ${mira}`).waitFor();
  issuer.accounts.set('mira-1', { email: mira, groups: [] });
  try {
    service.clock.advance((ROLE_CHECK_SECONDS + SERVER_KEY_CACHE_SECONDS) * 1000);
    watch.expectStatuses(401, 503);
    await page.reload();
    await signInHeading(page).waitFor();
    await using admin = await startVisit(service);
    admin.watch.expectStatuses(401, 503);
    await admin.open('/keys');
    await throughIssuer(admin, service, ada);
    await see(admin.page, `${mira} has no role any more, and still has keys.`);
    await expectAccessible(admin.page);
    await press(admin.page, `Revoke these keys of ${mira}`);
    const dialog = admin.page.getByRole('alertdialog').or(admin.page.getByRole('dialog'));
    await dialog.getByRole('textbox').fill(mira);
    await press(dialog, 'Revoke key');
    await see(admin.page, 'Key revoked');
    expect((await service.call('GET', '/api/server/me', { token: key })).status).toBe(401);
    await admin.open('/audit');
    await see(admin.page, 'ada@studio.example revoked the key');
    await admin.page.getByRole('button', { name: 'Details of the change' }).first().click();
    await admin.page.getByText('ada-2', { exact: true }).waitFor();
  } finally {
    issuer.accounts.set('mira-1', { email: mira, groups: ['support'] });
  }
});

const state = async (visit: Visit) => [
  (await visit.context.cookies(service.url)).map(({ name, value }) => `${name}=${value}`).sort(),
  (await service.call('GET', '/api/server/audit', { token: testServerKey })).text,
  (await service.call('GET', '/api/server/players/2', { token: testServerKey })).status,
];

test('a page of somebody else cannot sign a person in as somebody else by an answer of its own', async () => {
  // The attacker signs in as far as the answer of the issuer, and keeps it.
  await using own = await startVisit(service);
  await own.open('');
  let answer = '';
  await own.watch.lookAwayDuring(async () => {
    own.page.on('request', (request) => {
      if (request.url().includes('/console/sign-in/callback?')) answer = request.url();
    });
    await own.page.route('**/console/session/code', (route) => route.abort());
    await signInByClicks(own.page, service, ada);
    await own.open('');
  });
  expect(new URL(answer).searchParams.get('code')).not.toBeNull();
  // A browser that has begun no attempt, one that has begun another, and one that is signed in.
  await using visit = await startVisit(service);
  visit.watch.expectStatuses(401);
  await visit.page.goto(answer);
  await visit.page.getByRole('alert').getByText('This sign-in was not begun in this tab').waitFor();
  expect(visit.page.url()).toBe(`${service.url}/console/sign-in`);
  await visit.watch.lookAwayDuring(async () => {
    await issuerButton(visit.page).click();
    await visit.page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    await visit.page.goto(answer);
  });
  await visit.page.getByRole('alert').waitFor();
  expect(await visit.page.getByText(ada).count()).toBe(0);
  await throughIssuer(visit, service);
  const before = await state(visit);
  const other = await visit.context.newPage();
  await other.goto(answer);
  await other.getByRole('alert').waitFor();
  expect((await state(visit))[0]).toEqual(before[0]);
  await visit.page.reload();
  await signedInAs(visit.page, mira);
});

test('a page of somebody else reads and changes nothing of a person who is signed in, from another site and from another port', async () => {
  await using visit = await startVisit(service);
  await visit.open('/players');
  await throughIssuer(visit, service);
  using attacker = serveOrigin('<!doctype html><title>Prizes</title><body>');
  const before = await state(visit);
  const seen = await visit.watch.lookAwayDuring(async () => {
    const results: unknown[] = [];
    for (const url of [attacker.url, attacker.otherSiteUrl]) {
      const page = await visit.context.newPage();
      await page.goto(url);
      for (const [path, method] of [
        ['/api/server/me', 'GET'],
        ['/api/server/people', 'GET'],
        ['/console/session/ways', 'GET'],
        ['/console/session/issuer', 'POST'],
        ['/console/session/code', 'POST'],
        ['/console/session', 'DELETE'],
        ['/api/server/players', 'POST'],
      ] as const) {
        results.push(
          await page.evaluate(
            ([target, how]) =>
              fetch(target, {
                ...{ method: how, credentials: 'include', mode: how === 'GET' ? 'cors' : 'no-cors' },
                ...(how === 'POST' && { body: '{"playerId":"forged","query":"code=1"}' }),
              }).then(
                async (answer) => `${answer.type} ${await answer.text()}`,
                () => 'refused',
              ),
            [service.url + path, method] as const,
          ),
        );
      }
      await page.close();
    }
    return JSON.stringify(results);
  });
  expect(seen).not.toMatch(/mira|person-|studio|localhost|"data"/);
  expect(await state(visit)).toEqual(before);
});

test('a page of somebody else cannot have the console go elsewhere, nor open a tab that signs in', async () => {
  await using visit = await startVisit(service);
  const { page, context } = visit;
  visit.watch.expectStatuses(401);
  using attacker = serveOrigin('<!doctype html><title>Prizes</title><body>');
  for (const path of [
    '/sign-in/callback?code=1&state=2&returnTo=https://evil.example',
    '/sign-in?returnTo=//evil.example#for-another-tab',
    '/sign-in/callback//evil.example',
  ]) {
    await visit.open(path);
    await signInHeading(page).waitFor();
    expect(new URL(page.url()).origin).toBe(service.url);
  }
  await visit.watch.lookAwayDuring(async () => {
    await page.goto(attacker.otherSiteUrl);
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(
        (url) => void (globalThis as unknown as { open(url: string): unknown }).open(url),
        `${service.url}/console/sign-in#for-another-tab`,
      ),
    ]);
    await signInHeading(opened).waitFor();
    expect(new URL(opened.url()).origin).toBe(service.url);
    await opened.close();
  });
});
