// Lost saves in a browser: who else lost a save in a version of the game, why a save shrank, and the restore of ten of them, in as
// few clicks as a person needs.
import { beforeEach, expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { sharedService, signIn, test } from '../../../test/harness/browser/console.ts';
import { press, see } from '../../../test/harness/browser/pages.ts';

const large = { level: 42, items: 'x'.repeat(4_000) };
const small = { level: 1 };
const installation = 'installation-of-a-phone';
const rightToLeft = 'لاعب طويل الاسم';

const service = sharedService();
let version = 0;
let release = '';
beforeEach(() => {
  version += 1;
  release = `2.4.${version}`;
});

const save = async (name: string, data: object): Promise<number> => {
  const { status, body } = await service.as(name, 'POST', paths.metadata, { body: JSON.stringify({ data }) });
  expect(status).toBe(200);
  return body.data.sequentialId;
};
/** A player who loses a save in this release. */
const lose = async (name: string): Promise<number> => {
  const context = { version: release, platform: 'android', device: 'Pixel 7' };
  await service.as(name, 'POST', paths.start, {
    ...{ body: JSON.stringify({ context }), headers: { 'x-installation-id': installation } },
  });
  await save(name, large);
  return save(name, small);
};
const textOf = async (name: string) => (await service.as(name, 'GET', paths.metadata)).body.data.metadata;
const rows = (page: Page, hasText = ''): Locator =>
  page
    .getByRole('table', { name: 'Saves that may be lost, newest first' })
    .getByRole('row')
    .filter({ hasText });

test('a lost save is explained in three clicks, and who else lost one in two more', async () => {
  const id = await lose(`ann ${release}`);
  await lose(`bob ${release}`);
  await using visit = await signIn(service, { at: '/players' });
  const { page } = visit;
  // The player, the history, the change.
  await page.getByRole('link', { name: `ann ${release}` }).click();
  await page.getByRole('link', { name: 'See the history' }).click();
  await see(page, `Game ${release} · android · Pixel 7`, `Installation ${installation}`);
  await see(page, 'Saved by the player');
  await page.getByText('Lost 100 %').or(page.getByText('Lost 99 %')).first().waitFor();
  await expectAccessible(page);
  await press(page, 'What changed with Now');
  await page.getByRole('heading', { name: 'Compare two states' }).waitFor();
  await see(page, 'Now: Saved by the player', `Game ${release} · android · Pixel 7`);
  await page.goBack();
  await page.getByRole('link', { name: 'Other losses in it' }).first().click();
  await page.getByRole('heading', { name: 'Lost saves' }).waitFor();
  await rows(page, `bob ${release}`).waitFor();
  expect(await rows(page).count()).toBe(3);
  await rows(page, `ann ${release}`).getByRole('link', { name: 'What changed' }).click();
  await page.getByRole('heading', { name: 'Compare two states' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/players/${id}/history`);
  // A save after it hides the device of the loss, and leaves the version of the game.
  await save(`ann ${release}`, { level: 1, more: true });
  await visit.open(`/players/${id}/history`);
  await page.getByText(new RegExp(`^Game ${release} Other losses in it$`)).waitFor();
});

test('the palette goes to the losses of a version that is typed', async () => {
  await lose(`typed ${release}`);
  await using visit = await signIn(service, { at: '/audit' });
  const { page } = visit;
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Player, page or action' });
  await field.fill(`losses ${release}`);
  const option = page.getByRole('option', { name: `Losses of version ${release}`, exact: true });
  await option.waitFor();
  await field.fill(`v${release}`);
  await option.waitFor();
  await field.fill(release);
  await option.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await rows(page, `typed ${release}`).waitFor();
  expect(new URL(page.url()).search).toBe(`?gameVersion=${release}`);
  // A number alone is that of a player.
  await page.keyboard.press('Control+k');
  await field.fill('2');
  await page.getByRole('option', { name: 'Search players for' }).waitFor();
  expect(await page.getByRole('option', { name: 'Losses of' }).count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('ten are restored in four clicks, after a look at what would be done', async () => {
  const names = Array.from({ length: 10 }, (_, n) => `ten ${release} ${n}`);
  for (const name of names) await lose(name);
  await using visit = await signIn(service);
  const { page } = visit;
  // The release on the overview, all, the preview, the restore.
  await page.getByRole('link', { name: release, exact: true }).first().click();
  await rows(page, names[0]).waitFor();
  await expectAccessible(page);
  // A click with Shift selects all rows from the one that was clicked before.
  const box = (row: number) => rows(page).nth(row).getByRole('checkbox');
  await box(1).click();
  await box(10).click({ modifiers: ['Shift'] });
  await see(page, '10 selected');
  await box(8).click();
  await box(10).click({ modifiers: ['Shift'] });
  await see(page, '7 selected');
  await page.getByRole('checkbox', { name: 'Select all loaded saves' }).click();
  await press(page, 'Restore 10…');
  const dialog = page.getByRole('dialog', { name: 'Restore 10 saves?' });
  await see(dialog, '10 players can be restored.');
  await expectAccessible(page);
  expect(await textOf(names[0] ?? '')).toEqual(small);
  await press(dialog, 'Restore 10 players');
  await see(page, '10 players restored', 'No save looks lost');
  for (const name of names) expect(await textOf(name)).toEqual(large);
  await press(page, 'Show all');
  await rows(page).getByText('Restored').first().waitFor();
});

test('players who saved since are told, and restored at once only while they have not caught up', async () => {
  const behind = `behind ${release}`;
  await lose(behind);
  await save(behind, { level: 2, items: 'new' });
  await lose(`idle ${rightToLeft} ${release}`);
  await using visit = await signIn(service, { at: `/losses?gameVersion=${release}` });
  const { page } = visit;
  const open = async () => {
    await press(page, `Restore all of ${release}…`);
    return page.getByRole('dialog');
  };
  let dialog = await open();
  await see(dialog, '2 players can be restored. 1 of them saved since the loss.');
  await see(dialog, 'after one save since the loss');
  await dialog.getByRole('button', { name: 'Restore 2 players' }).waitFor();
  await press(dialog, 'Cancel');
  const caughtUp = { level: 41, items: 'y'.repeat(3_000) };
  await save(behind, caughtUp);
  dialog = await open();
  await see(dialog, /^Stays at .*: 2 saves since the loss$/);
  await press(dialog, 'Restore 1 player');
  await see(page, 'One player restored');
  expect(await textOf(behind)).toEqual(caughtUp);
  expect(await textOf(`idle ${rightToLeft} ${release}`)).toEqual(large);
  await press(page, `Restore the save of ${behind}`);
  dialog = page.getByRole('dialog', { name: 'Restore this save?' });
  await dialog.getByRole('checkbox', { name: 'Also restore the 1 player who saved since' }).click();
  await press(dialog, 'Restore 1 player');
  await see(page, 'No save looks lost');
  expect(await textOf(behind)).toEqual(large);
});

test('a key that may not write sees them and restores none', async () => {
  await lose(`seen ${release}`);
  const at = `/losses?gameVersion=${release}`;
  await using visit = await signIn(service, { scopes: ['players:read'], at });
  const { page } = visit;
  await rows(page, `seen ${release}`).waitFor();
  expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  expect(await page.getByRole('checkbox').count()).toBe(0);
});
