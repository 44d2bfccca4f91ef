// Tabs that are older or newer than the build of the service: an older tab loads itself anew once, a faulty build makes no loop,
// and without a build the page says how to make one.

import { expect } from 'bun:test';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import type { ConsoleFiles } from '../../../src/console/files.ts';
import { openConsole, test, type VisitOptions } from '../../../test/harness/browser/console.ts';

import {
  editorOf,
  openMetadata,
  replaceValue,
  reviewChanges,
  saveReviewed,
  storedText,
} from '../../../test/harness/browser/metadata-pages.ts';
import { see } from '../../../test/harness/browser/pages.ts';
import { consoleFilesOf, makeLaterBuild } from '../../../test/harness/built-console.ts';
import { temporaryDirectory } from '../../../test/harness/engines.ts';

/** A service whose files of the console can be exchanged, as an upgrade does, a visit, and a count of the documents that its tab loads. */
async function openUpgradeable(options: VisitOptions = {}) {
  let files: ConsoleFiles = await consoleFilesOf();
  const visit = await openConsole({ service: { consoleFiles: (request) => files(request) }, ...options });
  const later = temporaryDirectory();
  let loads = 0;
  visit.page.on('domcontentloaded', () => {
    loads += 1;
  });
  return {
    ...visit,
    later: later.directory,
    /** The documents that were loaded since the upgrade. */
    loads: () => loads,
    async upgrade(directory = later.directory) {
      if (directory === later.directory) await makeLaterBuild(directory);
      files = await consoleFilesOf(directory);
      loads = 0;
    },
    [Symbol.asyncDispose]: () => Promise.resolve(visit[Symbol.asyncDispose]()).finally(later.remove),
  };
}

/** Lets six minutes pass in the page, which asks for the build every five. */
async function askForBuild(page: Page): Promise<void> {
  const asked = page.waitForResponse('**/console/build.json');
  await page.clock.runFor(310_000);
  await asked;
}

const buildOf = (page: Page): Promise<string | null> =>
  page.locator('meta[name=playkeep-build]').getAttribute('content');

test('that is older than an upgrade loads itself anew, once, and shows the page that was asked for', async () => {
  await using visit = await openUpgradeable();
  const { page, watch } = visit;
  // A part of the overview that comes late would be missed too, before the page that is asked for.
  await page.waitForLoadState('networkidle');
  const before = await buildOf(page);
  await visit.upgrade();
  watch.expectStatuses(404);
  for (const title of ['Audit', 'Players', 'Keys']) {
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  expect(await buildOf(page)).toBe(`${before}-later`);
  expect(visit.loads()).toBe(1);
});

test('that misses the palette and a page at once shows no failure before it loads itself anew', async () => {
  await using visit = await openUpgradeable({ at: '/keys' });
  const { page, watch } = visit;
  await visit.upgrade();
  watch.expectStatuses(404);
  // Both are told of the new build at the same time.
  const asked: Route[] = [];
  await page.route('**/console/build.json', async (route) => {
    asked.push(route);
    if (asked.length === 2) await Promise.all(asked.map((each) => each.continue()));
  });
  await page.keyboard.press('Control');
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  expect(visit.loads()).toBe(1);
});

test('does not load itself again and again when a part of the new build is missing too', async () => {
  await using visit = await openUpgradeable();
  const { page, watch } = visit;
  await visit.upgrade();
  const assets = join(visit.later, 'assets');
  const parts = readdirSync(assets).filter((name) => name.startsWith('part.'));
  await watch.lookAwayDuring(async () => {
    const isShown = page.getByText('This page could not be shown');
    for (const part of parts) rmSync(join(assets, part));
    await page.getByRole('link', { name: 'Audit' }).click();
    await isShown.waitFor();
    await page.getByRole('link', { name: 'Keys' }).click();
    await isShown.waitFor();
    await page.getByRole('button', { name: 'Reload' }).waitFor();
  });
  expect(visit.loads()).toBe(1);
  // The frame of the page is there all the time.
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true);
});

test('asks for the build every five minutes, and loads itself anew when there is another', async () => {
  await using visit = await openUpgradeable();
  const { page } = visit;
  await page.clock.install();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await askForBuild(page);
  await visit.upgrade();
  const reloaded = page.waitForEvent('load');
  await page.clock.runFor(310_000);
  await reloaded;
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await askForBuild(page);
  expect(visit.loads()).toBe(1);
});

test('with unsaved changes keeps them, and loads itself anew when they are saved', async () => {
  await using visit = await openUpgradeable();
  const { page, service } = visit;
  await page.clock.install();
  await openMetadata(visit, service, 'mira', '{"level":1.0}');
  await replaceValue(page, '/level', '2.0');
  await visit.upgrade();
  await askForBuild(page);
  expect(await editorOf(page).innerText()).toContain('2.0');
  await reviewChanges(page);
  await saveReviewed(page);
  expect([visit.loads(), await storedText(service, 'mira')]).toEqual([0, '{"level":2.0}']);
  const reloaded = page.waitForEvent('load');
  await page.clock.runFor(310_000);
  await reloaded;
  await editorOf(page).waitFor();
});

test('without a build says how to make one', async () => {
  using empty = temporaryDirectory();
  await using visit = await openUpgradeable();
  await visit.upgrade(empty.directory);
  visit.watch.expectStatuses(404);
  await visit.open('/players');
  await see(visit.page, 'npm ci && npm run build');
});
