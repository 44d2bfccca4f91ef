// People who sign in at the console with an account of a real issuer, in a real browser, and pages of other people that try to use it.
// The issuer is another site for the browser.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { ROLE_CHECK_SECONDS, SERVER_KEY_CACHE_SECONDS } from '../../src/limits.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { skippedNote, whyNoBrowser } from '../harness/browser/browser.ts';
import {
  type ConsoleService,
  readPageSecret,
  startConsoleService,
  startVisit,
  type Visit,
} from '../harness/browser/console.ts';
import { editorOf, openMetadata, replaceValue } from '../harness/browser/metadata-pages.ts';
import { serveOrigin } from '../harness/browser/origins.ts';
import { sqlite } from '../harness/engines.ts';
import { createTestKey, testServerKey } from '../harness/server-keys.ts';
import { type StaffIssuer, startStaffIssuer } from '../harness/staff-issuer.ts';

const mira = 'mira@studio.example';
const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true });
const issuerButton = (page: Page) => page.getByRole('button', { name: 'Sign in with localhost' });
const signedInAs = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByText(name).waitFor();

describe.skipIf(whyNoBrowser !== undefined)(`people at the console in a browser${skippedNote}`, () => {
  let issuer: StaffIssuer;
  let service: ConsoleService;
  beforeAll(async () => {
    // The issuer has to know the address of the console, so its port is chosen first.
    const reserved = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
    const port = String(reserved.port);
    const url = `http://127.0.0.1:${port}`;
    await reserved.stop(true);
    issuer = await startStaffIssuer(url);
    service = await startConsoleService({
      engine: sqlite,
      environment: { ...issuer.environment(url), PORT: port, SERVER_API_KEY: testServerKey },
    });
    expect(service.url).toBe(url);
    await service.as('mira', 'POST', '/api/game/metadata', { body: '{"data":{"level":1}}' });
  }, 30_000);
  afterAll(async () => {
    await service?.stop();
    await issuer?.stop();
  });

  /** Two clicks: the button here, and the account there. */
  async function signInHere(page: Page, account = mira): Promise<void> {
    await issuerButton(page).click();
    await page.getByRole('link', { name: account }).click();
    await page.waitForURL(`${service.url}/console**`);
  }

  /** The watch looks away while the browser is at the issuer. */
  const throughIssuer = (visit: Visit, page = visit.page, account = mira) =>
    visit.watch.lookAwayDuring(async () => {
      await signInHere(page, account);
      await signedInAs(page, account);
    });

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
    await throughIssuer(visit);
    expect(page.url()).toBe(`${service.url}/console/players/1?x=1`);
    await page.getByRole('heading', { name: 'mira', exact: true }).waitFor();
    // Nothing of the way is left: neither the code nor the secret of the attempt.
    const kept = await page.evaluate(() => {
      const { sessionStorage, localStorage } = globalThis as unknown as Record<string, object>;
      return [Object.keys({ ...sessionStorage }), Object.keys({ ...localStorage })];
    });
    expect(kept).toEqual([['playkeep.page-secret'], []]);
    await page.goBack();
    await page.goForward();
    expect(page.url()).not.toContain('code=');
    const [cookie] = (await visit.context.cookies(service.url)).filter(({ name }) => name === 'playkeep');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  }, 30_000);

  test('stay signed in by a reload, and share the session with further tabs', async () => {
    await using visit = await startVisit(service);
    await visit.open('/players');
    await throughIssuer(visit);
    await visit.page.reload();
    await signedInAs(visit.page, mira);
    const second = await openTab(visit.context, '/keys');
    await signedInAs(second, mira);
    expect(await readPageSecret(second)).toBe(await readPageSecret(visit.page));
  }, 30_000);

  test('sign out here, in every tab and at the issuer', async () => {
    await using visit = await startVisit(service);
    await visit.open('/players');
    await throughIssuer(visit);
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
  }, 30_000);

  test('without a role read why they stay out, and may come with another account', async () => {
    await using visit = await startVisit(service);
    const { page } = visit;
    await visit.open('/keys');
    visit.watch.expectStatuses(401);
    await visit.watch.lookAwayDuring(() => signInHere(page, 'eve@studio.example'));
    await page.getByRole('alert').getByText('This account has no role here.').waitFor();
    expect(page.url()).toBe(`${service.url}/console/keys`);
    await visit.context.clearCookies({ domain: 'localhost' });
    await throughIssuer(visit);
  }, 30_000);

  test('whose session ends over a draft sign in in a tab of its own, and the draft goes on', async () => {
    await using visit = await startVisit(service);
    const { page, context, watch } = visit;
    await visit.open('/players');
    await throughIssuer(visit);
    await openMetadata(visit, service, 'draft of a person', '{"level":1}');
    await replaceValue(page, '/level', '77');
    watch.expectStatuses(401);
    // As after the hours of a session.
    await service.call('GET', '/readyz');
    await context.clearCookies({ name: 'playkeep' });
    const review = page.getByRole('button', { name: 'Review and save' });
    await review.click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    if (!(await dialog.isVisible())) await page.getByRole('button', { name: /^Save/ }).click();
    await dialog.waitFor();
    await watch.lookAwayDuring(async () => {
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        dialog.getByRole('button', { name: 'Sign in with localhost' }).click(),
      ]);
      // The issuer still knows the person: no further click. The tab closes by itself, or shows the console.
      await dialog.waitFor({ state: 'detached' });
      if (!tab.isClosed()) await tab.close();
    });
    await editorOf(page).getByText('77').waitFor();
    await signedInAs(page, mira);
  }, 40_000);

  test('whose role has gone are out, and their keys are offered for revocation', async () => {
    await using visit = await startVisit(service);
    const { page, watch } = visit;
    await visit.open('/keys');
    await throughIssuer(visit);
    await page.getByRole('button', { name: 'Create key' }).click();
    const form = page.getByRole('dialog', { name: 'Create a key' });
    await form.getByLabel('Name').fill('nightly job');
    await form.getByRole('checkbox', { name: 'players:read' }).check();
    expect(await form.getByLabel('Works for').locator('option').allTextContents()).not.toContain('No end');
    await form.getByRole('button', { name: 'Create key' }).click();
    const text = page.getByRole('dialog').locator('.keys-text .mono');
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
      await throughIssuer(admin, admin.page, 'ada@studio.example');
      await admin.page.getByText(`${mira} has no role any more, and still has keys.`).waitFor();
      await expectAccessible(admin.page);
      await admin.page.getByRole('button', { name: `Revoke the keys of ${mira}` }).click();
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
  }, 40_000);

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
  }, 20_000);

  describe('a page of somebody else', () => {
    const state = async (visit: Visit) => [
      (await visit.context.cookies(service.url)).map(({ name, value }) => `${name}=${value}`).sort(),
      (await service.call('GET', '/api/server/audit', { token: testServerKey })).text,
      (await service.call('GET', '/api/server/players/2', { token: testServerKey })).status,
    ];

    test('cannot sign a person in as somebody else by an answer of its own', async () => {
      // The attacker signs in as far as the answer of the issuer, and keeps it.
      await using own = await startVisit(service);
      await own.open('');
      let answer = '';
      await own.watch.lookAwayDuring(async () => {
        await own.page.route('**/console/sign-in/callback**', (route) => {
          answer = route.request().url();
          return route.abort();
        });
        await issuerButton(own.page).click();
        await own.page
          .getByRole('link', { name: 'ada@studio.example' })
          .click()
          .catch(() => undefined);
        while (answer === '') await own.page.waitForTimeout(20);
        await own.page.goto('about:blank');
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
      expect(await visit.page.getByText('ada@studio.example').count()).toBe(0);
      await throughIssuer(visit);
      const before = await state(visit);
      const other = await visit.context.newPage();
      await other.goto(answer);
      await other.getByRole('alert').waitFor();
      expect((await state(visit))[0]).toEqual(before[0]);
      await visit.page.reload();
      await signedInAs(visit.page, mira);
    }, 40_000);

    test('reads and changes nothing of a person who is signed in, from another site and from another port', async () => {
      await using visit = await startVisit(service);
      await visit.open('/players');
      await throughIssuer(visit);
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
    }, 40_000);

    test('cannot have the console go elsewhere, nor open a tab that signs in', async () => {
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
    }, 30_000);
  });
});
