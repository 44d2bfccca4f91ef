// The token server before a real browser: a page of this machine reads a token, and a page of another name gets none in any way.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { startTokenServer, type TokenServer } from '../../src/cli/token-server.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { openBrowser, skippedNote, whyNoBrowser } from '../harness/browser/browser.ts';
import { serveOrigin } from '../harness/browser/origins.ts';
import { testConfig } from '../harness/service.ts';

let server: TokenServer;
beforeAll(async () => {
  server = await startTokenServer(testConfig({}), { port: 0, lifetimeSeconds: 60, clock: systemClock });
});
afterAll(() => server.stop());

async function onPage<T>(url: string, look: (page: Page) => Promise<T>): Promise<T> {
  const context = await (await openBrowser()).newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    return await look(page);
  } finally {
    await context.close();
  }
}

/** Reads a token as a game does. @returns the text, or the name of the error */
const readToken = (page: Page): Promise<string> =>
  page.evaluate(
    (url) =>
      fetch(url)
        .then((answer) => answer.text())
        .catch((error) => error.name),
    `${server.url}?player=alice`,
  );

/** The browser leads this name to loopback by itself, as DNS may do with any name. */
const byFarName = (url: string): string => url.replace('127.0.0.1', 'far.localhost');

test.skipIf(whyNoBrowser !== undefined)(
  `a game on localhost and on 127.0.0.1 reads a token, and a page of another name does not${skippedNote}`,
  async () => {
    using game = serveOrigin('<!doctype html><title>A game</title>');
    expect(await onPage(game.url, readToken)).toStartWith('eyJ');
    expect(await onPage(game.otherSiteUrl, readToken)).toStartWith('eyJ');
    const far = await onPage(byFarName(game.url), async (page) => [
      await readToken(page),
      await page.addScriptTag({ url: `${server.url}?player=alice` }).then(
        () => 'loaded',
        () => 'not loaded',
      ),
    ]);
    expect(far).toEqual(['TypeError', 'not loaded']);
    const rebound = await onPage(`${byFarName(server.url)}?player=alice`, (page) => page.content());
    expect(rebound).toContain('tokens are for programs of this machine');
    expect(rebound).not.toContain('eyJ');
  },
);
