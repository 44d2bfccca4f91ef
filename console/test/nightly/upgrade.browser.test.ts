// Tabs that are older or newer than the build of the service: an older tab loads itself anew once, a faulty build makes no loop,
// and without a build the page says how to make one.

import { expect } from 'bun:test';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import type { ConsoleFiles } from '../../../src/console/files.ts';
import { signIn, startConsoleService, startVisit, test } from '../../../test/harness/browser/console.ts';
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
import { sqlite, temporaryDirectory } from '../../../test/harness/engines.ts';

/** A service whose files of the console can be exchanged, as an upgrade does. */
async function startUpgradeable() {
  let files: ConsoleFiles = await consoleFilesOf();
  const service = await startConsoleService({ engine: sqlite, consoleFiles: (request) => files(request) });
  return {
    service,
    async upgradeTo(directory: string) {
      files = await consoleFilesOf(directory);
    },
    [Symbol.asyncDispose]: () => service.stop(),
  };
}

const buildOf = (page: Page): Promise<string | null> =>
  page.locator('meta[name=playkeep-build]').getAttribute('content');

/** Counts the documents that the tab loads. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  return () => loads;
}

test('that is older than an upgrade loads itself anew, once, and shows the page that was asked for', async () => {
  using later = temporaryDirectory();
  await using upgradeable = await startUpgradeable();
  await using visit = await signIn(upgradeable.service);
  const { page, watch } = visit;
  // A part of the overview that comes late would be missed too, before the page that is asked for.
  await page.waitForLoadState('networkidle');
  const before = await buildOf(page);
  await makeLaterBuild(later.directory);
  await upgradeable.upgradeTo(later.directory);
  watch.expectStatuses(404);
  const loads = countLoads(page);
  for (const title of ['Audit', 'Players', 'Keys']) {
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  expect(await buildOf(page)).toBe(`${before}-later`);
  expect(loads()).toBe(1);
});

test('that misses the palette and a page at once shows no failure before it loads itself anew', async () => {
  using later = temporaryDirectory();
  await using upgradeable = await startUpgradeable();
  await using visit = await signIn(upgradeable.service, { at: '/keys' });
  const { page, watch } = visit;
  await makeLaterBuild(later.directory);
  await upgradeable.upgradeTo(later.directory);
  watch.expectStatuses(404);
  const loads = countLoads(page);
  // Both are told of the new build at the same time.
  const asked: Route[] = [];
  await page.route('**/console/build.json', async (route) => {
    asked.push(route);
    if (asked.length === 2) await Promise.all(asked.map((each) => each.continue()));
  });
  await page.keyboard.press('Control');
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  expect(loads()).toBe(1);
});

test('does not load itself again and again when a part of the new build is missing too', async () => {
  using later = temporaryDirectory();
  await using upgradeable = await startUpgradeable();
  await using visit = await signIn(upgradeable.service);
  const { page, watch } = visit;
  await makeLaterBuild(later.directory);
  const assets = join(later.directory, 'assets');
  const parts = readdirSync(assets).filter((name) => name.startsWith('part.'));
  await upgradeable.upgradeTo(later.directory);
  const loads = countLoads(page);
  await watch.lookAwayDuring(async () => {
    const isShown = page.getByText('This page could not be shown');
    for (const part of parts) rmSync(join(assets, part));
    await page.getByRole('link', { name: 'Audit' }).click();
    await isShown.waitFor();
    await page.getByRole('link', { name: 'Keys' }).click();
    await isShown.waitFor();
    await page.getByRole('button', { name: 'Reload' }).waitFor();
  });
  expect(loads()).toBe(1);
  // The frame of the page is there all the time.
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true);
});

test('asks for the build every five minutes, and loads itself anew when there is another', async () => {
  using later = temporaryDirectory();
  await using upgradeable = await startUpgradeable();
  await using visit = await signIn(upgradeable.service);
  const { page } = visit;
  await page.clock.install();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await makeLaterBuild(later.directory);
  const loads = countLoads(page);
  const same = page.waitForResponse('**/console/build.json');
  await page.clock.runFor(310_000);
  await same;
  await upgradeable.upgradeTo(later.directory);
  const reloaded = page.waitForEvent('load');
  await page.clock.runFor(310_000);
  await reloaded;
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const asked = page.waitForResponse('**/console/build.json');
  await page.clock.runFor(310_000);
  await asked;
  expect(loads()).toBe(1);
});

test('with unsaved changes keeps them, and loads itself anew when they are saved', async () => {
  using later = temporaryDirectory();
  await using upgradeable = await startUpgradeable();
  const { service } = upgradeable;
  await using visit = await signIn(service);
  const { page } = visit;
  await page.clock.install();
  await openMetadata(visit, service, 'mira', '{"level":1.0}');
  await replaceValue(page, '/level', '2.0');
  await makeLaterBuild(later.directory);
  await upgradeable.upgradeTo(later.directory);
  const loads = countLoads(page);
  const asked = page.waitForResponse('**/console/build.json');
  await page.clock.runFor(310_000);
  await asked;
  expect(await editorOf(page).innerText()).toContain('2.0');
  await reviewChanges(page);
  await saveReviewed(page);
  expect([loads(), await storedText(service, 'mira')]).toEqual([0, '{"level":2.0}']);
  const reloaded = page.waitForEvent('load');
  await page.clock.runFor(310_000);
  await reloaded;
  await editorOf(page).waitFor();
});

test('without a build says how to make one', async () => {
  using empty = temporaryDirectory();
  await using upgradeable = await startUpgradeable();
  await upgradeable.upgradeTo(empty.directory);
  await using visit = await startVisit(upgradeable.service);
  visit.watch.expectStatuses(404);
  await visit.open('/players');
  await see(visit.page, 'npm ci && npm run build');
});
