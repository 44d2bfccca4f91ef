// Tabs of a real browser that open one save of a new player in the same moment.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { newContext, skippedNote, whyNoBrowser } from '../harness/browser/browser.ts';
import { amount } from '../harness/nightly.ts';
import { type Service, startService } from '../harness/service.ts';
import { openSave, storedBy } from './browser-game.ts';
import { type ControlServer, startControlServer } from './control-server.ts';

const rounds = amount(3, 200);
const browserTest = test.skipIf(whyNoBrowser !== undefined);

let service: Service;
let control: ControlServer;
beforeAll(async () => {
  if (whyNoBrowser !== undefined) return;
  service = await startService();
  control = await startControlServer(service);
}, 60_000);
afterAll(async () => {
  if (whyNoBrowser !== undefined) return;
  await control.stop();
  await service.stop();
});

browserTest(
  `tabs that are opened in one moment are all saved, and each change of them is there once${skippedNote}`,
  async () => {
    const context = await newContext();
    const pages = [await context.newPage(), await context.newPage(), await context.newPage()];
    for (let round = 0; round < rounds; round += 1) {
      const player = `new player ${round}`;
      for (const page of pages) await page.goto(control.url);
      await Promise.all(pages.map((page) => openSave(page, service.url, player)));
      await Promise.all(pages.map((page) => page.evaluate('game.save.flush()')));
      await Promise.all(pages.map((page) => page.waitForFunction('game.save.status === "saved"')));
      await Promise.all(
        pages.map((page) => page.evaluate('game.save.increment("/count", 1).then(() => game.save.flush())')),
      );
      expect((await storedBy(service, player)).count).toBe(3);
      for (const page of pages)
        await page.waitForFunction('game.save.data.count === 3 && game.save.status === "saved"');
    }
    await context.close();
  },
  amount(60_000, 600_000),
);
