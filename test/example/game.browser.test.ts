// The example game in a real browser: a player plays by keys, mouse and finger, loses the network, closes the page and comes back.
import { describe, expect, test } from 'bun:test';
import { until } from '../../client/test/devices.ts';
import { expectAccessibleAsShown } from '../harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../harness/browser/browser.ts';
import { visitExample } from './example-visit.ts';
import { coinsOf, fingerOf, keysOf, levelOf, mouseOf, sailAndRest, signInToGame } from './pilot.ts';

const timeout = 300_000;

describe.skipIf(whyNoBrowser !== undefined)(`the example game${skippedNote}`, () => {
  test(
    'keeps coins that were taken without a network, and sends them after the page was closed',
    async () => {
      await using visit = await visitExample();
      const { example, context, stored } = visit;
      const page = await signInToGame(context, example.url, 'ann');
      const keys = keysOf(page);
      await sailAndRest(page, keys, async () => (await coinsOf(page)) >= 2);
      const online = await coinsOf(page);
      await until(async () => (await stored('ann')).coins === online);

      await page.getByRole('switch', { name: 'Aeroplane mode' }).click();
      await sailAndRest(page, keys, async () => (await coinsOf(page)) >= online + 2);
      const coins = await coinsOf(page);
      await page.locator('#status').getByText('waiting').waitFor();
      await page
        .locator('#waiting')
        .getByText(/^\d+ waits?$/)
        .waitFor();
      await page.locator('#durable').getByText('yes').waitFor();
      const waiting = page.locator('#changes [data-state=queued], #changes [data-state=sent]');
      expect(await waiting.count()).toBe(
        Number.parseInt((await page.locator('#waiting').textContent()) ?? '', 10),
      );
      await page.close();
      expect((await stored('ann')).coins).toBe(online);

      const again = await context.newPage();
      await again.goto(example.url);
      await again.locator('#sea').waitFor();
      await until(async () => (await coinsOf(again)) === coins);
      await again.locator('#session').getByText('suspended').waitFor();
      expect((await stored('ann')).coins).toBe(online);

      await again.getByRole('switch', { name: 'Aeroplane mode' }).click();
      await again.locator('#record').getByText(`level 1, ${coins} coins`).waitFor();
      await again.locator('#session').getByText('active').waitFor();
      await again.locator('#waiting').getByText('none waits').waitFor();
      expect((await stored('ann')).coins).toBe(coins);
    },
    timeout,
  );

  test(
    'keeps a level that was finished, its time and its entry of the log',
    async () => {
      await using visit = await visitExample();
      const { example, context, stored } = visit;
      const page = await signInToGame(context, example.url, 'bo');
      await sailAndRest(page, await mouseOf(page), async () => (await levelOf(page)) === 2);
      await until(async () => (await stored('bo')).level === 2 && (await stored('bo')).log !== undefined);
      await page.locator('#waiting').getByText('none waits').waitFor();
      const { best, log, coins } = await stored('bo');
      const [entry] = log as { level: number; seconds: number; device: string }[];
      expect(log).toHaveLength(1);
      expect(entry).toMatchObject({ level: 1, device: 'first' });
      expect(best).toEqual({ 1: entry?.seconds });
      // Six coins and a pearl of five.
      expect(coins).toBe(11);
      expect(await page.locator('#changes li').allTextContents()).toContainEqual(
        expect.stringMatching(/^append.*settled$/),
      );
      await page.reload();
      await page.locator('#hud-level').getByText('2').waitFor();
    },
    timeout,
  );

  test(
    'buys a sail for its price, on a phone and by finger',
    async () => {
      await using visit = await visitExample({ viewport: phone, hasTouch: true, isMobile: true });
      const { example, context, stored } = visit;
      const page = await signInToGame(context, example.url, 'cleo');
      const corsair = page.getByRole('button', { name: /Corsair/ });
      expect(await corsair.isDisabled()).toBe(true);
      await sailAndRest(page, await fingerOf(page), async () => (await coinsOf(page)) >= 5, true);
      const coins = await coinsOf(page);
      await corsair.tap();
      await until(async () => (await stored('cleo')).sail === 'corsair');
      expect(await stored('cleo')).toMatchObject({ coins: coins - 5, owned: { corsair: true } });
      await expectAccessibleAsShown(page);
      const { width } = phone;
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    },
    timeout,
  );
});
