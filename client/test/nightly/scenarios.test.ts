// The scenarios of games (scenarios.mjs) on plain Node, and in a page of Chromium with saves in IndexedDB. And a page that the browser
// freezes for ten minutes.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { newContext, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { amount } from '../../../test/harness/nightly.ts';
import { type Service, signTestToken, startService } from '../../../test/harness/service.ts';
import { storedBy } from '../browser-game.ts';
import { builtClient } from '../built-client.ts';
import { type ControlServer, startControlServer } from '../control-server.ts';
import { createDevice, until } from '../devices.ts';

const folder = join(import.meta.dir, '..');
const { scenarios } = await import(join(folder, 'scenarios.mjs'));
const browserTest = test.skipIf(whyNoBrowser !== undefined);

const timeoutMilliseconds = amount(300_000, 3_600_000);

let service: Service;
let control: ControlServer;
beforeAll(async () => {
  service = await startService();
  control = await startControlServer(service);
}, 60_000);
afterAll(async () => {
  await control.stop();
  await service.stop();
});

test(
  'the scenarios pass on Node',
  async () => {
    const child = Bun.spawn(['node', '--test', '--test-reporter=tap', join(folder, 'scenarios.node.mjs')], {
      env: { ...process.env, CLIENT: await builtClient(), SERVICE: service.url, CONTROL: control.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = await child.stdout.text();
    expect(await child.exited, output).toBe(0);
    expect(output).toContain(`\n# pass ${Object.keys(scenarios).length}\n`);
  },
  timeoutMilliseconds,
);

let context: BrowserContext;
let page: Page;
/** A page with the platform and the scenarios, once for all of them. */
async function openPage(): Promise<void> {
  if (page !== undefined) return;
  context = await newContext();
  page = await context.newPage();
  await page.goto(control.url);
  await page.evaluate(
    `(async (options) => {
      const module = await import('/client/portable.js');
      const { createPlatform } = await import('/scenario-platform.mjs');
      let databases = 0;
      const storage = () => module.indexedDbStorage('scenario ' + (databases += 1));
      globalThis.platform = createPlatform({ ...options, module, storage });
      globalThis.scenarios = (await import('/scenarios.mjs')).scenarios;
    })(${JSON.stringify({ name: 'chromium', url: service.url, control: control.url, isDurable: true })})`,
  );
}
afterAll(() => context?.close());

for (const title of Object.keys(scenarios)) {
  browserTest(
    `${title}${skippedNote}`,
    async () => {
      await openPage();
      await page.evaluate(`scenarios[${JSON.stringify(title)}](platform)`);
    },
    timeoutMilliseconds,
  );
}

browserTest(
  `a page that the browser freezes for ten minutes sends before it sleeps, and reads when it wakes up${skippedNote}`,
  async () => {
    const own = await newContext();
    const game = await own.newPage();
    await game.goto(control.url);
    const options = { url: service.url, token: await signTestToken('frozen') };
    const requests: string[] = [];
    game.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    // This Chromium has no window that could be hidden.
    const show = (state: string) =>
      game.evaluate(
        `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`,
      );
    const heartbeats = () => requests.filter((request) => request.endsWith('/heartbeat'));
    // The events of the page are its own. Time passes when the test says so.
    await game.evaluate(
      `(async ({ url, token }) => {
        const { createClient } = await import('/client/portable.js');
        const time = (await import('/scenario-platform.mjs')).fakeTime();
        const { now, sleep } = time.environment;
        globalThis.isOffline = false;
        const client = createClient({
          url,
          token: () => token,
          fetch: (...request) => (isOffline ? Promise.reject(new TypeError('offline')) : fetch(...request)),
          environment: { now, sleep },
        });
        const session = await client.sessions.play({ onActive: 'replace' });
        const save = await client.openSave({ initial: { gold: 0 }, session });
        await save.flush();
        globalThis.game = { session, save, time };
      })(${JSON.stringify(options)})`,
    );
    // Of a route that begins now, Chromium may not know when the next request leaves.
    await game.evaluate('isOffline = true; game.save.increment("/gold", 1)');
    await until(() => game.evaluate('game.save.status === "waiting" && game.time.waits()'));
    await game.evaluate('isOffline = false');
    requests.length = 0;
    const devtools = await own.newCDPSession(game);
    await show('hidden');
    await until(async () => (await storedBy(service, 'frozen')).gold === 1);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    service.clock.advance(600_000);
    await createDevice(service.url, 'frozen').metadata.merge({ elsewhere: true });
    expect(heartbeats()).toEqual([]);
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await show('visible');
    await game.evaluate('game.time.advance(600000)');
    await until(() => game.evaluate('game.save.data.elsewhere === true && game.session.state === "active"'));
    await until(() => heartbeats().length > 0);
    expect(await storedBy(service, 'frozen')).toEqual({ gold: 1, elsewhere: true });
    await own.close();
  },
  60_000,
);
