// Pages of other people that try to use the sign-in with an account, and the session of a person, in a real browser.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { type ConsoleService, startVisit, type Visit } from '../../../test/harness/browser/console.ts';
import { serveOrigin } from '../../../test/harness/browser/origins.ts';
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
import { testServerKey } from '../../../test/harness/server-keys.ts';

describe.skipIf(whyNoBrowser !== undefined)(
  `a page of somebody else and people at the console${skippedNote}`,
  () => {
    let service: ConsoleService;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      ({ service, stop } = await startStaffConsole());
    }, 90_000);
    afterAll(() => stop?.());

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
    }, 120_000);

    test('reads and changes nothing of a person who is signed in, from another site and from another port', async () => {
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
    }, 120_000);

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
    }, 60_000);
  },
);
