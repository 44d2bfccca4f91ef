// Takes pictures of the example: `npx bun examples/browser/screenshots.ts FOLDER [--docs]`. With --docs it also makes the picture of
// the documents. It plays as a person does, at the width of a desk
// and of a phone: sign-in, play, no network, a takeover and a conflict.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import {
  coinsOf,
  fingerOf,
  keysOf,
  levelOf,
  mouseOf,
  sailUntil,
  signInToGame,
} from '../../test/example/pilot.ts';
import { newContext, phone, whyNoBrowser } from '../../test/harness/browser/browser.ts';
import { runStepsAfterTests } from '../../test/harness/end-of-tests.ts';
import { startExample } from './example.ts';
import { makeSmallPicture } from './small-picture.ts';

/** The picture of the documents. */
export const pictureOfDocuments = join(import.meta.dir, '../../docs/images/example-game.png');
const shownInDocuments = 'aeroplane-mode-1280';
const widthInDocuments = 960;

const desk = { width: 1280, height: 900 };

async function takeDeskPictures(url: string, shoot: Shoot): Promise<void> {
  const context = await newContext({ viewport: desk, reducedMotion: 'no-preference' });
  const visitor = await context.newPage();
  await visitor.goto(url);
  await shoot(visitor, 'sign-in-1280');
  await visitor.close();
  const page = await signInToGame(context, url, 'ann');
  const keys = keysOf(page);
  await page.locator('#sea').focus();
  await sailUntil(page, keys, async () => (await coinsOf(page)) >= 8);
  await shoot(page, 'play-1280');
  await sailUntil(page, keys, async () => (await levelOf(page)) >= 2);
  await sailUntil(page, keys, async () => (await coinsOf(page)) >= 12);
  await page.getByRole('button', { name: /Poppy/ }).click();
  await page.getByRole('switch', { name: 'Aeroplane mode' }).click();
  const coins = await coinsOf(page);
  await sailUntil(page, keys, async () => (await coinsOf(page)) >= coins + 2);
  // The panel reads the queue five times a second.
  await page.getByText('2 wait').waitFor();
  await page.mouse.click(640, 10);
  await shoot(page, 'aeroplane-mode-1280');
  await page.getByRole('button', { name: /Linen/ }).click();
  await takeTwoDevices(page, shoot);
  await context.close();
}

/** The page is without a network and has another sail than the service. */
async function takeTwoDevices(page: Page, shoot: Shoot): Promise<void> {
  await page.getByRole('button', { name: 'Second device' }).click();
  const frame = page.frameLocator('.phone iframe');
  await frame.locator('#sea').waitFor();
  await page.mouse.move(0, 0);
  const hands = await mouseOf(page, frame.locator('#sea'));
  const before = await coinsOf(frame);
  await sailUntil(frame, hands, async () => (await coinsOf(frame)) >= before + 4, true);
  await frame.getByRole('button', { name: /Lagoon/ }).click();
  await frame.getByText('none waits').waitFor();
  await page.getByRole('switch', { name: 'Aeroplane mode' }).first().click();
  await page.getByText('You play on another device').waitFor();
  await shoot(page, 'takeover-1280');
  await page.getByRole('button', { name: 'Go on here' }).first().click();
  await page.locator('dialog[open]').waitFor();
  await shoot(page, 'conflict-1280');
}

async function takePhonePictures(url: string, shoot: Shoot): Promise<void> {
  const context = await newContext({ viewport: phone, hasTouch: true, reducedMotion: 'no-preference' });
  const page = await signInToGame(context, url, 'bo');
  const finger = await fingerOf(page);
  let taken = false;
  await sailUntil(
    page,
    finger,
    async () => {
      const coins = await coinsOf(page);
      if (coins >= 2 && !taken) await shoot(page, 'play-390');
      taken ||= coins >= 2;
      return coins >= 5;
    },
    true,
  );
  await page.getByRole('switch', { name: 'Aeroplane mode' }).click();
  await sailUntil(page, finger, async () => (await coinsOf(page)) >= 7, true);
  await page.setViewportSize({ width: phone.width, height: 1_700 });
  await shoot(page, 'whole-390');
  await context.close();
}

type Shoot = (page: Page, name: string) => Promise<void>;

/** @returns the folder of the pictures */
async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    options: { docs: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (whyNoBrowser !== undefined) throw new Error(whyNoBrowser);
  const [folder = 'screenshots'] = positionals;
  mkdirSync(folder, { recursive: true });
  const example = await startExample();
  const shoot: Shoot = async (page, name) => {
    const png = await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    if (!values.docs || name !== shownInDocuments) return;
    writeFileSync(pictureOfDocuments, await makeSmallPicture(page.context(), png, widthInDocuments));
  };
  try {
    await takeDeskPictures(example.url, shoot);
    await takePhonePictures(example.url, shoot);
  } finally {
    await example.stop();
  }
  return folder;
}

if (import.meta.main) {
  try {
    process.stdout.write(`the pictures are in ${await main()}\n`);
  } finally {
    await runStepsAfterTests();
  }
}
