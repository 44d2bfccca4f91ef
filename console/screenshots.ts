// Takes pictures of every page of the console: `npm run screenshots [-- FOLDER] [--readme]`. It starts the demo, and visits each page
// in a real browser at five widths from a phone to a wide screen, light and dark. With --readme it also makes those of README.md.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { prepareDemo, startDemo } from '../src/demo/demo.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLog } from '../src/lib/log.ts';
import { colorSchemes } from '../test/harness/browser/accessibility.ts';
import { desktop, newContext, whyNoBrowser, windows } from '../test/harness/browser/browser.ts';
import type { InPage } from '../test/harness/browser/in-page.ts';
import { type ConsolePage, consolePages, settle } from '../test/harness/browser/pages.ts';
import { consoleFilesOf } from '../test/harness/built-console.ts';
import { runStepsAfterTests } from '../test/harness/end-of-tests.ts';

const root = join(import.meta.dir, '..');
const readmeFolder = join(root, 'docs/images');

/** Places of the demo's players. The first has a lost save to restore. */
const shownPlayer = 137;

export interface Shot {
  readonly page: ConsolePage;
  readonly colorScheme: (typeof colorSchemes)[number];
  readonly size: (typeof windows)[number];
  readonly file: string;
  /** All of the page, not the part in sight alone. */
  readonly isWhole: boolean;
}

/** Each page in all sizes and both colour schemes, in files of a folder. */
export const allShots = (folder: string): readonly Shot[] =>
  consolePages(shownPlayer).flatMap((page) =>
    windows.flatMap((size) =>
      colorSchemes.map((colorScheme) => ({
        ...{ page, size, colorScheme, isWhole: true },
        file: join(folder, `${page.name}-${size.width}-${colorScheme}.png`),
      })),
    ),
  );

/** The overview as README.md shows it, for readers with light and dark pages. */
export const readmeShots = (folder = readmeFolder): readonly Shot[] =>
  consolePages(shownPlayer)
    .filter(({ name }) => name === 'overview')
    .flatMap((page) =>
      colorSchemes.map((colorScheme) => ({
        ...{ page, colorScheme, size: desktop, isWhole: false },
        file: join(folder, `console-${colorScheme}.png`),
      })),
    );

/** @param signInUrl a sign-in link, used once */
export async function takeShots(signInUrl: string, shots: readonly Shot[]): Promise<void> {
  await using context = await newContext();
  const tab = await context.newPage();
  await tab.goto(signInUrl);
  await settle(tab);
  const { origin } = new URL(signInUrl);
  for (const { page, colorScheme, size, file, isWhole } of shots) {
    await tab.setViewportSize(size);
    await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await tab.goto(`${origin}/console${page.path}`);
    await settle(tab);
    if (isWhole) await tab.setViewportSize({ ...size, height: await heightOf(tab) });
    await tab.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  }
}

/** The height of the whole page: the navigation beside it then reaches to its end, as it does on a screen. */
const heightOf = (tab: Page): Promise<number> =>
  tab.evaluate(() => (globalThis as unknown as InPage).document.documentElement.scrollHeight);

/** @returns the folder of the pictures */
async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { readme: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (whyNoBrowser !== undefined) throw new Error(whyNoBrowser);
  const folder = positionals[0] ?? join(root, 'screenshots');
  mkdirSync(folder, { recursive: true });
  mkdirSync(readmeFolder, { recursive: true });
  const log = createLog({ level: 'warn', production: false });
  const consoleFiles = await consoleFilesOf();
  const demo = await startDemo(prepareDemo({}), { clock: systemClock, log, consoleFiles });
  try {
    await takeShots(demo.signInUrl, [...allShots(folder), ...(values.readme ? readmeShots() : [])]);
  } finally {
    await demo.stop();
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
