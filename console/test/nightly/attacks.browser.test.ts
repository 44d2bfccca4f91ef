// Pages of other people in the browser of a person who is signed in at the console: on another port of the same host, which
// browsers count as the same site, and on another site. Nothing is read, and nothing is changed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page, Request } from 'playwright-core';
import { keyDigest } from '../../../src/lib/key-text.ts';
import { skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  readPageSecret,
  type SignedIn,
  signIn,
  startConsoleService,
} from '../../../test/harness/browser/console.ts';
import { consoleEngines } from '../../../test/harness/browser/console-engines.ts';
import { type Origin, serveOrigin } from '../../../test/harness/browser/origins.ts';
import { sqlite } from '../../../test/harness/engines.ts';
import { testServerKey } from '../../../test/harness/server-keys.ts';
import { attacks, player } from './attacks.ts';

const secret = 'the diary of mira';

/** From another site no cookie comes, so that no engine has a part in it. */
const places = [
  ['of the same site', ({ url }: Origin) => url],
  ['of another site', ({ otherSiteUrl }: Origin) => otherSiteUrl],
] as const;

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(
    `a page of somebody else, on ${engine.name}${skippedNote}`,
    () => {
      let service: ConsoleService;
      let attacker: Origin;
      let visit: SignedIn;
      /** For a session of the attacker. */
      const linkToken = () => service.signInLinks.issue(keyDigest(testServerKey));
      beforeAll(async () => {
        service = await startConsoleService({
          engine,
          environment: { SERVER_API_KEY: testServerKey, CORS_ORIGINS: '*' },
        });
        attacker = serveOrigin('<!doctype html><title>Prizes</title><body>');
        await service.as('mira', 'POST', '/api/game/metadata', {
          body: JSON.stringify({ data: { secret } }),
        });
        await service.as('mira', 'POST', '/api/game/session/start');
        visit = await signIn(service, { at: '/players/1' });
      }, 60_000);
      afterAll(async () => {
        await visit?.[Symbol.asyncDispose]();
        attacker?.[Symbol.dispose]();
        await service?.stop();
      }, 60_000);

      /** Everything that an attack might have changed. */
      const state = async () => {
        const ask = (path: string) => service.call('GET', path, { token: testServerKey });
        const paths = [
          player,
          `${player}/metadata`,
          `${player}/session`,
          '/api/server/audit',
          '/api/server/players/2',
        ];
        const answers = await Promise.all(paths.map(ask));
        return [
          ...answers.map(({ text }) => text),
          (await visit.context.cookies()).map(({ value }) => value),
        ];
      };

      for (const [place, urlOf] of engine === sqlite ? places : places.slice(0, 1)) {
        test.each(Object.keys(attacks))(`${place} cannot %s`, async (name) => {
          const before = await state();
          const { read, asked } = await visit.watch.lookAwayDuring(() => attack(name, urlOf(attacker)));
          expect(asked).not.toEqual([]);
          expect(read).not.toMatch(/diary|mira|support desk|"data"/);
          expect(await state()).toEqual(before);
        });
      }

      /** @returns what the attack could read, and its requests to the service, which have all ended */
      async function attack(name: string, url: string) {
        const { context } = visit;
        const page = await context.newPage();
        await page.goto(url);
        const asked: string[] = [];
        let underWay = 0;
        const begin = (request: Request) => {
          if (!request.url().startsWith(service.url)) return;
          asked.push(`${request.method()} ${request.url()}`);
          underWay += 1;
        };
        const end = (request: Request) => {
          if (request.url().startsWith(service.url)) underWay -= 1;
        };
        context.on('request', begin).on('requestfinished', end).on('requestfailed', end);
        const result = await attacks[name]?.(page, service.url, linkToken());
        // The request of a beacon may be told after its page has gone on.
        const deadline = performance.now() + 30_000;
        while ((asked.length === 0 || underWay > 0) && performance.now() < deadline) await Bun.sleep(10);
        context.off('request', begin).off('requestfinished', end).off('requestfailed', end);
        await page.close();
        return { asked, result, read: JSON.stringify(result) ?? '' };
      }

      test('gets no hold of a console that it opens, nor a frame of it', async () => {
        const { opened, framed } = await visit.watch.lookAwayDuring(async () => ({
          opened: (await attack('open the console and talk to it', attacker.url)).result,
          framed: (await attack('frame the console', attacker.url)).result,
        }));
        const refused = expect.stringContaining('SecurityError');
        expect(opened).toEqual({ seen: ['true', refused, refused, 'undefined'], hasOpener: false });
        expect(framed).toStartWith('chrome-error://');
      });

      test('is what keeps the attacks out: the console itself may do the same', async () => {
        expect(await forge(visit.page)).toBe(200);
        expect((await service.call('GET', '/api/server/players/2', { token: testServerKey })).status).toBe(
          200,
        );
      });
    },
  );
}

const forge = async (page: Page): Promise<number> =>
  page.evaluate(
    (secret) =>
      fetch('/api/server/players', {
        method: 'POST',
        body: '{"playerId":"forged"}',
        headers: { 'x-playkeep-console': secret, 'content-type': 'application/json' },
      }).then(({ status }) => status),
    await readPageSecret(page),
  );
