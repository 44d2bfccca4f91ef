// One session in several tabs of a browser, and the pages of other ports of the same host, which get its cookie by one visit. In a
// real browser.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  readPageSecret,
  signIn,
  signInHere,
  startConsoleService,
} from '../../../test/harness/browser/console.ts';
import { consoleEngines } from '../../../test/harness/browser/console-engines.ts';
import { editorOf, openMetadata, replaceValue } from '../../../test/harness/browser/metadata-pages.ts';
import { serveOrigin } from '../../../test/harness/browser/origins.ts';
import { createTestKey } from '../../../test/harness/server-keys.ts';

const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true });
const signedInAs = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByText(name).waitFor();

/** Runs in a page of another port: listens for the tabs of the console, asks them, and looks into every storage. */
const eavesdrop = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('playkeep.session');
    channel.onmessage = ({ data }) => heard.push(data);
    channel.postMessage({ type: 'ask' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { sessionStorage, localStorage } = globalThis as unknown as Record<string, object>;
    return [heard, { ...sessionStorage }, { ...localStorage }];
  });

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(`tabs of one browser on ${engine.name}${skippedNote}`, () => {
    let service: ConsoleService;
    beforeAll(async () => {
      service = await startConsoleService({ engine });
    }, 60_000);
    afterAll(() => service?.stop());

    async function openTab(context: BrowserContext, path = ''): Promise<Page> {
      const page = await context.newPage();
      await page.goto(`${service.url}/console${path}`);
      return page;
    }

    test('a page of another port of the host gets the cookie by a visit, and can do nothing with it', async () => {
      await using visit = await signIn(service);
      using attacker = serveOrigin('<!doctype html><title>Prizes</title><body>');
      const learned = await visit.watch.lookAwayDuring(async () => {
        const page = await visit.context.newPage();
        await page.goto(attacker.url);
        const seen = await eavesdrop(page);
        await page.close();
        return seen;
      });
      expect(learned).toEqual([[], {}, {}]);
      const cookie = attacker.seen[0]?.cookie ?? '';
      const [kept] = await visit.context.cookies();
      // This is how browsers work: without it the test shows nothing.
      expect(cookie).toBe(`playkeep=${kept?.value}`);
      const ask = (method: string, path: string, headers: Record<string, string>, body?: string) =>
        service.call(method, path, { headers, ...(body !== undefined && { body }) });
      const forged = {
        ...{
          cookie,
          origin: service.url,
          referer: `${service.url}/console`,
          host: new URL(service.url).host,
        },
        ...{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      };
      for (const secret of ['1', kept?.value ?? '', 'signed out']) {
        const headers = { ...forged, 'x-playkeep-console': secret };
        expect((await ask('GET', '/api/server/me', headers)).status).toBe(401);
        expect((await ask('POST', '/api/server/players', headers, '{"playerId":"forged"}')).status).toBe(401);
        expect((await ask('DELETE', '/console/session', headers)).status).toBe(200);
      }
      // Nothing of this ended the session, and with the other secret the same request works.
      const own = { ...forged, 'x-playkeep-console': await readPageSecret(visit.page) };
      expect((await ask('GET', '/api/server/me', own)).status).toBe(200);
      await visit.page.reload();
      await signedInAs(visit.page, 'support desk');
    }, 60_000);

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
    }, 60_000);

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
    }, 60_000);

    test('a sign-out in one tab signs out the others, but for changes that are not saved', async () => {
      await using visit = await signIn(service);
      const { page, context, watch, key } = visit;
      watch.secrets.delete(key);
      // Of requests that were under way.
      watch.expectStatuses(401);
      const draft = await context.newPage();
      const open = async (path: string) => void (await draft.goto(`${service.url}/console${path}`));
      await openMetadata({ page: draft, open }, service, `draft on ${engine.name}`, '{"level":1}');
      await replaceValue(draft, '/level', '77');
      const third = await openTab(context, '/keys');
      await signedInAs(third, 'support desk');
      await page.getByRole('button', { name: 'Sign out' }).click();
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
    }, 60_000);

    test('a sign-in with another key changes the key of every tab', async () => {
      await using visit = await signIn(service, { keyName: 'first key' });
      const { page, context, watch } = visit;
      watch.expectStatuses(401);
      const second = await openTab(context);
      await signedInAs(second, 'first key');
      await second.getByRole('button', { name: 'Sign out' }).click();
      await signInHeading(page).waitFor();
      const { token } = await createTestKey(service, { name: 'second key' });
      await signInHere(second, token);
      watch.secrets.add(token);
      for (const tab of [page, second]) await signedInAs(tab, 'second key');
      expect(await readPageSecret(page)).toBe(await readPageSecret(second));
    }, 60_000);
  });
}
