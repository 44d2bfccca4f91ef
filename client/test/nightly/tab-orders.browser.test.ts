// Tabs of a real browser that open one save of a new player in the same moment.
import { expect } from 'bun:test';
import { newContext, skippedNote } from '../../../test/harness/browser/browser.ts';
import { amount } from '../../../test/harness/nightly.ts';
import { openSave, storedBy } from '../browser-game.ts';
import { browserTest, startBrowserSuite } from './browser-suite.ts';

const rounds = amount(3, 200);
const suite = startBrowserSuite();

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
