// People who sign in at the console with an account of a real issuer, in a real browser.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { ROLE_CHECK_SECONDS, SERVER_KEY_CACHE_SECONDS } from '../../../src/limits.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { desktop, phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { type ConsoleService, readPageSecret, startVisit } from '../../../test/harness/browser/console.ts';
import { readHistory } from '../../../test/harness/browser/history.ts';
import {
  openMetadata,
  replaceValue,
  reviewChanges,
  saveReviewed,
} from '../../../test/harness/browser/metadata-pages.ts';
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
import { createTestKey } from '../../../test/harness/server-keys.ts';

describe.skipIf(whyNoBrowser !== undefined)(`people at the console in a browser${skippedNote}`, () => {
  let issuer: StaffIssuer;
  let service: ConsoleService;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ issuer, service, stop } = await startStaffConsole());
  }, 90_000);
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
  }, 60_000);

  test('can read the page of the sign-in on a phone and on a desktop, in light and dark', async () => {
    for (const viewport of [phone, desktop]) {
      await using visit = await startVisit(service, { viewport });
      const { page } = visit;
      await visit.open('');
      await issuerButton(page).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Use a server key' }).click();
      await page.getByLabel('Server key').waitFor();
      await expectAccessible(page);
    }
  }, 60_000);

  test('stay signed in by a reload, and share the session with further tabs', async () => {
    await using visit = await startVisit(service);
    await visit.open('/players');
    await throughIssuer(visit, service);
    await visit.page.reload();
    await signedInAs(visit.page, mira);
    const second = await openTab(visit.context, '/keys');
    await signedInAs(second, mira);
    expect(await readPageSecret(second)).toBe(await readPageSecret(visit.page));
  }, 60_000);

  test('sign out here, in every tab and at the issuer', async () => {
    await using visit = await startVisit(service);
    await visit.open('/players');
    await throughIssuer(visit, service);
    const second = await openTab(visit.context, '/keys');
    await signedInAs(second, mira);
    visit.watch.expectStatuses(401);
    await visit.watch.lookAwayDuring(async () => {
      await visit.page.getByRole('button', { name: 'Sign out' }).click();
      await visit.page.getByRole('button', { name: 'Yes, sign out' }).click();
      await visit.page.waitForURL(`${service.url}/console/sign-in`);
    });
    for (const page of [visit.page, second]) await signInHeading(page).waitFor();
    await visit.watch.lookAwayDuring(async () => {
      await issuerButton(visit.page).click();
      // The issuer has forgotten the person, too.
      await visit.page.getByRole('heading', { name: 'Choose an account' }).waitFor();
      await visit.page.goBack();
    });
  }, 60_000);

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
  }, 60_000);

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
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('button', { name: /^Save/ }).click();
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
    await page.getByText('77').first().waitFor();
    await signedInAs(page, mira);
  }, 120_000);

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
  }, 120_000);

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
    await form.getByRole('button', { name: 'Create key' }).click();
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
      await admin.page.getByText(`${mira} has no role any more, and still has keys.`).waitFor();
      await expectAccessible(admin.page);
      await admin.page.getByRole('button', { name: `Revoke these keys of ${mira}` }).click();
      const dialog = admin.page.getByRole('alertdialog').or(admin.page.getByRole('dialog'));
      await dialog.getByRole('textbox').fill(mira);
      await dialog.getByRole('button', { name: 'Revoke key' }).click();
      await admin.page.getByText('Key revoked').waitFor();
      expect((await service.call('GET', '/api/server/me', { token: key })).status).toBe(401);
      await admin.open('/audit');
      await admin.page.getByText('ada@studio.example revoked the key').first().waitFor();
      await admin.page.getByRole('button', { name: 'Details of the change' }).first().click();
      await admin.page.getByText('ada-2', { exact: true }).waitFor();
    } finally {
      issuer.accounts.set('mira-1', { email: mira, groups: ['support'] });
    }
  }, 120_000);

  test('may use a key too, unless CONSOLE_KEYS is false', async () => {
    await using visit = await startVisit(service);
    const { page } = visit;
    const { token } = await createTestKey(service, { name: 'by key' });
    await visit.open('');
    expect(await page.getByLabel('Server key').count()).toBe(0);
    await page.getByRole('button', { name: 'Use a server key' }).click();
    await page.getByLabel('Server key').fill(token);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signedInAs(page, 'by key');
  }, 60_000);
});
