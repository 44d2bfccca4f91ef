// Two devices of one player in the example game: the takeover, and a conflict that the player decides.
import { describe, expect, test } from 'bun:test';
import type { FrameLocator, Page } from 'playwright-core';
import { visitExample } from '../../../test/example/example-visit.ts';
import {
  coinsOf,
  type GamePage,
  keysOf,
  mouseOf,
  sailAndRest,
  signInToGame,
} from '../../../test/example/pilot.ts';
import { expectAccessibleAsShown } from '../../../test/harness/browser/accessibility.ts';
import { skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { until } from '../devices.ts';

const timeout = 300_000;

async function openSecondDevice(page: Page): Promise<FrameLocator> {
  await page.getByRole('button', { name: 'Second device' }).click();
  const frame = page.frameLocator('.phone iframe');
  await frame.locator('#session').getByText('active').waitFor();
  return frame;
}

const press = (page: GamePage, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const setAeroplaneMode = (page: Page) => page.getByRole('switch', { name: 'Aeroplane mode' }).first().click();
const isSuperseded = (page: Page) => page.getByText('You play on another device').waitFor();

describe.skipIf(whyNoBrowser !== undefined)(`two devices in the example game${skippedNote}`, () => {
  test(
    'the second takes over, the first is told, stands still, and goes on when the player says so',
    async () => {
      await using visit = await visitExample();
      const { example, context, stored } = visit;
      const page = await signInToGame(context, example.url, 'ann');
      const keys = keysOf(page);
      await sailAndRest(page, keys, async () => (await coinsOf(page)) >= 2);
      const coins = await coinsOf(page);
      await until(async () => (await stored('ann')).coins === coins);
      const frame = await openSecondDevice(page);
      await frame.locator('#hud-coins').getByText(String(coins), { exact: true }).waitFor();
      await isSuperseded(page);
      await page.locator('#session').getByText('superseded').waitFor();
      await expectAccessibleAsShown(page);

      const before = await page.locator('#hud-time').textContent();
      await page.locator('#sea').focus();
      await page.keyboard.down('ArrowUp');
      const mouse = await mouseOf(page, frame.locator('#sea'));
      await sailAndRest(frame, mouse, async () => (await coinsOf(frame)) > coins, true);
      await page.keyboard.up('ArrowUp');
      expect(await page.locator('#hud-time').textContent()).toBe(before);
      const further = await coinsOf(frame);
      await until(async () => (await stored('ann')).coins === further);

      await press(page, 'Go on here');
      await page.locator('#hud-coins').getByText(String(further), { exact: true }).waitFor();
      await frame.getByText('You play on another device').waitFor();
      await sailAndRest(page, keys, async () => (await coinsOf(page)) > further);
      const last = await coinsOf(page);
      await until(async () => (await stored('ann')).coins === last);
    },
    timeout,
  );

  for (const side of ['This device', 'The service'] as const) {
    test(
      `both changed the sail, and the player keeps that of: ${side}`,
      async () => {
        await using visit = await visitExample();
        const { example, context, stored } = visit;
        const page = await signInToGame(context, example.url, 'ann');
        await sailAndRest(page, keysOf(page), async () => (await coinsOf(page)) >= 6);
        const coins = await coinsOf(page);
        await until(async () => (await stored('ann')).coins === coins);

        await setAeroplaneMode(page);
        await press(page, /Corsair/);
        await page.locator('#waiting').getByText('1 waits').waitFor();
        const frame = await openSecondDevice(page);
        await press(frame, /Poppy/);
        await until(async () => (await stored('ann')).sail === 'poppy');

        await setAeroplaneMode(page);
        await isSuperseded(page);
        await page.getByText('1 change of this device waits. Nothing is lost.').waitFor();
        expect(await stored('ann')).toMatchObject({ sail: 'poppy', coins });
        await press(page, 'Go on here');
        const question = page.getByRole('dialog', { name: 'Two devices changed the sail' });
        await question.getByText('Corsair, level 1').waitFor();
        await question.getByText('Poppy, level 1').waitFor();
        await expectAccessibleAsShown(page);
        await page.keyboard.press('Escape');
        await question.getByRole('button', { name: side }).click();
        const sail = side === 'This device' ? 'corsair' : 'poppy';
        // The sail was bought in any case, so it is paid and owned.
        await until(async () => (await stored('ann')).coins === coins - 5);
        expect(await stored('ann')).toMatchObject({ sail, owned: { corsair: true } });
        await page.locator('#status').getByText('saved').waitFor();
        await page
          .locator(`#sails [aria-pressed=true]`)
          .getByText(sail === 'corsair' ? 'Corsair' : 'Poppy')
          .waitFor();
      },
      timeout,
    );
  }
});
