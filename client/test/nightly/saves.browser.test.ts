// Saves in a real browser, on IndexedDB: pages that crash at random moments behind a network with faults, tabs of which the sender
// dies or is hidden, a page that is left while it sends, and one whose storage becomes full.
import { expect } from 'bun:test';
import { newContext, skippedNote } from '../../../test/harness/browser/browser.ts';
import { startFaultProxy } from '../../../test/harness/fault-proxy.ts';
import { amount } from '../../../test/harness/nightly.ts';
import { seed, seeded } from '../../../test/harness/seeded.ts';
import { signTestToken } from '../../../test/harness/service.ts';
import { untilWaiting } from '../../../test/harness/waiting.ts';
import { crash, openGame, openSave, storedBy } from '../browser-game.ts';
import { createDevice, until } from '../devices.ts';
import { browserTest, startBrowserSuite } from './browser-suite.ts';
import { createOtherInstallations } from './other-installations.ts';
import { checkRecord, hear, type ToldChanges } from './told-changes.ts';

const kills = amount(3, 100);
const rounds = amount(3, 200);
const suite = startBrowserSuite();

const stored = (player: string) => storedBy(suite.service, player);

/** @param losesFirst Is the first attempt of each request lost, while other installations write? */
async function crashOften(player: string, losesFirst: boolean): Promise<void> {
  const random = seeded(seed);
  const context = await newContext();
  const others = createOtherInstallations(suite.service, player, random);
  const onFirst = losesFirst ? () => others.write() : undefined;
  const proxy = await startFaultProxy(suite.service.url, seed, losesFirst ? 10 : 50, onFirst);
  const told: ToldChanges = { made: [], kept: new Set() };
  for (let kill = 0; kill < kills; kill += 1) {
    const { page, lines } = await openGame(context, suite.control, proxy.url, player);
    const first = (told.made.at(-1) ?? 0) + 1;
    await page.evaluate(`void game.changeForEver(game.save, ${first}, (line) => console.log(line))`);
    const enough = 3 + random(20);
    await until(() => lines.filter((line) => line.startsWith('kept')).length >= enough);
    await Bun.sleep(random(30));
    await crash(context, page);
    hear(told, lines.map((line) => `${line}\n`).join(''));
    if (losesFirst) suite.service.clock.advance([1_000, 3_600_000, 21 * 86_400_000][random(3)] ?? 0);
  }
  proxy.mend();
  const { page } = await openGame(context, suite.control, proxy.url, player);
  await page.evaluate('game.finish(game.save)');
  await others.rest();
  const record = await others.record();
  checkRecord(record, told);
  expect(record.others ?? 0).toBe(others.writes);
  expect(told.kept.size).toBeGreaterThan(2 * kills);
  await context.close();
  await proxy.stop();
}

for (const [network, losesFirst] of [
  ['faults', false],
  ['every first attempt lost', true],
] as const) {
  browserTest(
    `a page that crashes loses and repeats no change, ${network} (seed ${seed})${skippedNote}`,
    () => crashOften(`crashing ${network}`, losesFirst),
    amount(180_000, 1_800_000),
  );
}

browserTest(
  `five tabs share one save, and go on when the sender crashes${skippedNote}`,
  async () => {
    const context = await newContext();
    const tabs = [];
    for (let index = 0; index < 5; index += 1)
      tabs.push(await openGame(context, suite.control, suite.service.url, 'tabs'));
    for (const [index, { page }] of tabs.entries()) await page.evaluate(`game.save.append('/log', ${index})`);
    for (const { page } of tabs) {
      await page.waitForFunction('game.save.data.log.length === 5 && game.save.status === "saved"');
    }
    expect((await stored('tabs')).log).toEqual([0, 1, 2, 3, 4]);
    const [sender, second, third] = tabs;
    if (!sender || !second || !third) throw new Error('there are five tabs');
    await crash(context, sender.page);
    await second.page.evaluate('game.save.increment("/count", 1)');
    const startedAt = performance.now();
    await third.page.waitForFunction('game.save.data.count === 1 && game.save.status === "saved"');
    await until(async () => (await stored('tabs')).count === 1);
    // The browser frees the lock of a page that is dead at once. An attempt of it would end after 30 seconds.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await context.close();
  },
  60_000,
);

/** A service behind a slow line, on which a request ends with the connection that its page has closed. */
function startSlowLine() {
  const line = { isSlow: false, arrived: 0 };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const body = await request.text();
      line.arrived += request.method === 'PATCH' ? 1 : 0;
      if (line.isSlow) await Bun.sleep(700);
      if (request.signal.aborted) return new Response();
      const init = { method: request.method, headers: request.headers, ...(body !== '' && { body }) };
      const answer = await fetch(suite.service.url + pathname, init);
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });
    },
  });
  return { line, url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

browserTest(
  `a page that is left while it sends has sent${skippedNote}`,
  async () => {
    const context = await newContext();
    const { line, url, stop } = startSlowLine();
    const { page } = await openGame(context, suite.control, url, 'leaving');
    await page.evaluate('game.save.flush()');
    line.isSlow = true;
    await page.evaluate('void game.save.increment("/count", 7)');
    await until(() => line.arrived > 0);
    await page.goto('about:blank');
    await until(async () => (await stored('leaving')).count === 7);
    line.isSlow = false;
    const next = await openGame(context, suite.control, url, 'leaving');
    await next.page.evaluate('game.save.flush()');
    expect(await stored('leaving')).toMatchObject({ count: 7 });
    await context.close();
    await stop();
  },
  30_000,
);

browserTest(
  `a page whose storage becomes full goes on over the network, and adds nothing twice later${skippedNote}`,
  async () => {
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(suite.control.url);
    const session = await context.newCDPSession(page);
    const setQuota = (bytes: number) =>
      session.send('Storage.overrideQuotaForOrigin', { origin: suite.control.url, quotaSize: bytes });
    await setQuota(200_000);
    await openSave(page, suite.service.url, 'full');
    const evaluate = (text: string) => page.evaluate(text);
    await evaluate('game.save.flush()');
    await context.setOffline(true);
    expect(await evaluate('game.save.increment("/count", 5)')).toMatchObject({ durable: true });
    await until(() => evaluate('game.save.status === "waiting"') as Promise<boolean>);
    // This one waits behind the request on its way, which has a key.
    expect(await evaluate('game.save.increment("/count", 1)')).toMatchObject({ durable: true });
    // Browsers compress what they store, so the text is random.
    const big = Buffer.from(crypto.getRandomValues(new Uint8Array(225_000))).toString('base64');
    expect(await evaluate(`game.save.merge({ big: '${big}' })`)).toMatchObject({ durable: false });
    expect(await evaluate('[game.save.durable, game.save.data.count]')).toEqual([false, 6]);
    await context.setOffline(false);
    await evaluate('game.finish(game.save)');
    expect(await stored('full')).toMatchObject({ count: 6, big });
    await setQuota(100_000_000);
    await page.reload();
    await openSave(page, suite.service.url, 'full');
    await evaluate('game.save.flush()');
    await page.waitForFunction('game.save.data.big?.length === 300000 && game.save.status === "saved"');
    expect(await evaluate('game.save.data.count')).toBe(6);
    expect((await stored('full')).count).toBe(6);
    await context.close();
  },
  60_000,
);

browserTest(
  `a seen tab hears while the tab that sends is hidden, and does not count once it crashed${skippedNote}`,
  async () => {
    const context = await newContext();
    const name = 'live tabs';
    const other = createDevice(suite.service.url, name);
    const options = { url: suite.service.url, token: await signTestToken(name) };
    const open = async () => {
      const page = await context.newPage();
      await page.goto(suite.control.url);
      await page.evaluate(
        `(async ({ url, token }) => {
          const { createClient } = await import('/client/portable.js');
          const client = createClient({ url, token: () => token });
          globalThis.save = await client.openSave({ initial: { gold: 0 }, live: true });
          await save.flush();
        })(${JSON.stringify(options)})`,
      );
      return page;
    };
    const sender = await open();
    const seen = await open();
    await untilWaiting(suite.service, 1);
    // This Chromium has no window that could be hidden.
    await sender.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`,
    );
    await untilWaiting(suite.service, 1);
    for (const gold of [1, 2]) {
      await other.metadata.merge({ gold });
      await seen.waitForFunction(`save.data.gold === ${gold}`);
      await untilWaiting(suite.service, 1);
    }
    await crash(context, seen);
    await untilWaiting(suite.service, 0);
    await other.metadata.merge({ gold: 3 });
    expect(await sender.evaluate('save.data.gold')).toBe(2);
    await context.close();
  },
  60_000,
);

browserTest(
  `an update of the storage of a page applies only while no later change is stored${skippedNote}`,
  async () => {
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(suite.control.url);
    const applied = await page.evaluate(
      `(async () => {
        const { indexedDbStorage } = await import('/client/portable.js');
        const area = await indexedDbStorage('updates').open('save');
        const commit = (expectedLast) => area.commit({ expectedBatch: undefined, expectedLast, values: { base: '{}' } });
        const before = await commit(0);
        await area.append('{}');
        return [before, await commit(0), await commit(1)];
      })()`,
    );
    expect(applied).toEqual([true, false, true]);
    await context.close();
  },
  30_000,
);

browserTest(
  `tabs that are opened in one moment are all saved, and each change of them is there once${skippedNote}`,
  async () => {
    const context = await newContext();
    const pages = [await context.newPage(), await context.newPage(), await context.newPage()];
    for (let round = 0; round < rounds; round += 1) {
      const player = `new player ${round}`;
      for (const page of pages) await page.goto(suite.control.url);
      await Promise.all(pages.map((page) => openSave(page, suite.service.url, player)));
      await Promise.all(pages.map((page) => page.evaluate('game.save.flush()')));
      await Promise.all(pages.map((page) => page.waitForFunction('game.save.status === "saved"')));
      await Promise.all(
        pages.map((page) => page.evaluate('game.save.increment("/count", 1).then(() => game.save.flush())')),
      );
      expect((await storedBy(suite.service, player)).count).toBe(3);
      for (const page of pages)
        await page.waitForFunction('game.save.data.count === 3 && game.save.status === "saved"');
    }
    await context.close();
  },
  amount(60_000, 600_000),
);
