// A live save in two tabs of a real browser, whose locks tell which tab is seen: the one that sends is hidden and waits for the other,
// until that crashes.
import { expect } from 'bun:test';
import { newContext, skippedNote } from '../../../test/harness/browser/browser.ts';
import { signTestToken } from '../../../test/harness/service.ts';
import { untilWaiting } from '../../../test/harness/waiting.ts';
import { crash } from '../browser-game.ts';
import { createDevice } from '../devices.ts';
import { browserTest, startBrowserSuite } from './browser-suite.ts';

const suite = startBrowserSuite();

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
