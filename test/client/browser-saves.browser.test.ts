// Saves in a real browser, on IndexedDB: pages that crash at random moments behind a network with faults, tabs of which the sender
// dies, and a page that is closed without a network.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { newContext, skippedNote, whyNoBrowser } from '../harness/browser/browser.ts';
import { type FaultProxy, startFaultProxy } from '../harness/fault-proxy.ts';
import { amount } from '../harness/nightly.ts';
import { seed, seeded } from '../harness/seeded.ts';
import { type Service, signTestToken, startService } from '../harness/service.ts';
import { builtClient } from './built-client.ts';
import { until } from './devices.ts';
import { checkRecord, hear, type ToldChanges } from './told-changes.ts';

const kills = amount(3, 100);
const browserTest = test.skipIf(whyNoBrowser !== undefined);

let service: Service;
let site: ReturnType<typeof Bun.serve>;
beforeAll(async () => {
  if (whyNoBrowser !== undefined) return;
  service = await startService();
  const client = dirname(await builtClient());
  site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const path = normalize(new URL(request.url).pathname);
      if (path === '/')
        return new Response('<!doctype html><title>game</title>', {
          headers: { 'content-type': 'text/html' },
        });
      const file = path.startsWith('/client/') ? join(client, path.slice(8)) : join(import.meta.dir, path);
      return new Response(readFileSync(file, 'utf8'), { headers: { 'content-type': 'text/javascript' } });
    },
  });
}, 60_000);
afterAll(async () => {
  if (whyNoBrowser !== undefined) return;
  await site.stop(true);
  await service.stop();
});

/** A page with a save under `game.save`. `lines` has everything that it said. */
async function openGame(context: BrowserContext, url: string, player: string) {
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.goto(`http://127.0.0.1:${site.port}/`);
  const options = { url, token: await signTestToken(player) };
  await page.evaluate(
    `(async ({ url, token }) => {
      const { createClient } = await import('/client/portable.js');
      const changes = await import('/killed-game-changes.mjs');
      const environment = { sleep: changes.hurriedSleep };
      const client = createClient({ url, token: () => token, environment });
      globalThis.game = { ...changes, client, save: await client.openSave({ initial: changes.initial }) };
    })(${JSON.stringify(options)})`,
  );
  return { page, lines };
}

/** The process of the page ends at once, as when the system takes its memory. */
async function crash(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close().catch(() => undefined);
}

const stored = async (player: string) =>
  (await service.as(player, 'GET', '/api/game/metadata')).body.data.metadata;

browserTest(
  `a page that crashes loses and repeats no change (seed ${seed})${skippedNote}`,
  async () => {
    const random = seeded(seed);
    const context = await newContext();
    const proxy: FaultProxy = await startFaultProxy(service.url, seed);
    const told: ToldChanges = { made: [], kept: new Set() };
    for (let kill = 0; kill < kills; kill += 1) {
      const { page, lines } = await openGame(context, proxy.url, 'crashing');
      const first = (told.made.at(-1) ?? 0) + 1;
      await page.evaluate(`void game.changeForEver(game.save, ${first}, (line) => console.log(line))`);
      const enough = 3 + random(20);
      await until(() => lines.filter((line) => line.startsWith('kept')).length >= enough);
      await Bun.sleep(random(30));
      await crash(context, page);
      hear(told, lines.map((line) => `${line}\n`).join(''));
    }
    proxy.mend();
    const { page } = await openGame(context, proxy.url, 'crashing');
    await page.evaluate('game.finish(game.save)');
    checkRecord(await stored('crashing'), told);
    expect(told.kept.size).toBeGreaterThan(2 * kills);
    await context.close();
    await proxy.stop();
  },
  amount(90_000, 1_800_000),
);

browserTest(
  `five tabs share one save, and go on when the sender crashes${skippedNote}`,
  async () => {
    const context = await newContext();
    const tabs = [];
    for (let index = 0; index < 5; index += 1) tabs.push(await openGame(context, service.url, 'tabs'));
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
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    await context.close();
  },
  60_000,
);

browserTest(
  `a page that was closed without a network sends at its next start${skippedNote}`,
  async () => {
    const context = await newContext();
    const { page } = await openGame(context, service.url, 'closed');
    await page.evaluate('game.save.flush()');
    await context.setOffline(true);
    const kept = await page.evaluate('game.save.increment("/count", 5)');
    expect(kept).toMatchObject({ durable: true });
    await page.close();
    await context.setOffline(false);
    const next = await openGame(context, service.url, 'closed');
    expect(await next.page.evaluate('game.save.data.count')).toBe(5);
    await next.page.evaluate('game.save.flush()');
    expect((await stored('closed')).count).toBe(5);
    await context.close();
  },
  60_000,
);
