// Play sessions of the tabs of one browser, which know each other by its Web Locks: an old tab takes no session back, and one that was
// closed is no obstacle.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { newContext, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { type Service, signTestToken, startService } from '../../../test/harness/service.ts';
import { type ControlServer, startControlServer } from '../control-server.ts';
import { createDevice, until } from '../devices.ts';

let service: Service;
let control: ControlServer;
let context: BrowserContext;
beforeAll(async () => {
  service = await startService();
  control = await startControlServer(service);
}, 60_000);
afterAll(async () => {
  await context?.close();
  await control.stop();
  await service.stop();
});

async function openTab(): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(control.url);
  const options = { url: service.url, token: await signTestToken('tabs') };
  await tab.evaluate(
    `(async ({ url, token }) => {
      const { createClient } = await import('/client/portable.js');
      const client = createClient({ url, token: () => token });
      globalThis.play = async (onActive) => {
        try {
          globalThis.session = await client.sessions.play({ onActive, heartbeatSeconds: 100000 });
          return session.state;
        } catch (error) {
          return error.code;
        }
      };
    })(${JSON.stringify(options)})`,
  );
  return tab;
}
const play = (tab: Page, onActive = '') => tab.evaluate(`play(${JSON.stringify(onActive || undefined)})`);
const look = (tab: Page): Promise<unknown> => tab.evaluate('[session.state, session.sessionId]');

test.skipIf(whyNoBrowser !== undefined)(
  `tabs of a browser take no session back, and play after a tab that was closed${skippedNote}`,
  async () => {
    context = await newContext();
    const phone = createDevice(service.url, 'tabs');
    const active = async () => (await phone.sessions.active()).sessionId;
    const [first, second] = [await openTab(), await openTab()];
    expect(await play(first)).toBe('active');
    expect(await play(second)).toBe('conflict');
    expect(await play(second, 'replace')).toBe('active');
    await first.evaluate('session.check()');
    await until(async () => ((await look(first)) as string[])[0] === 'superseded');
    expect(await look(second)).toEqual(['active', await active()]);
    // The session of the second tab expires, and the first one plays. It waits for the lock of the second one.
    service.clock.advance(2_000_000);
    expect(await play(first)).toBe('active');
    await second.evaluate('session.check()');
    await until(async () => ((await look(second)) as string[])[0] === 'superseded');
    expect(await look(first)).toEqual(['active', await active()]);
    // A tab is closed without a word. The browser frees its lock a moment later.
    const left = await active();
    await first.close();
    await until(async () => (await play(second)) === 'active');
    expect(await look(second)).toEqual(['active', await active()]);
    expect(await active()).not.toBe(left);
    // A page that is loaded again plays again.
    await second.reload();
    const again = await openTab();
    expect(await play(again)).toBe('active');
    // Two tabs share one session.
    expect(await play(await openTab(), 'resume')).toBe('active');
    expect(await look(again)).toEqual(['active', await active()]);
  },
  120_000,
);
