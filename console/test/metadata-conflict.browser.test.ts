// Two people who edit the metadata of one player in the console, and a save whose answer is lost, in a browser.

import { expect } from 'bun:test';
import { expectAccessible } from '../../test/harness/browser/accessibility.ts';
import { sharedConsole, test } from '../../test/harness/browser/console.ts';
import {
  button,
  editorOf,
  openMetadata,
  replaceValue,
  reviewChanges,
  saveAs,
  saveReviewed,
  storedText,
  supportScopes,
} from '../../test/harness/browser/metadata-pages.ts';
import { see } from '../../test/harness/browser/pages.ts';

const { service, visit } = sharedConsole({ scopes: supportScopes });

test('of two people in conflict is shown in three versions, merged, and saved on the newer state', async () => {
  const { page, watch } = visit;
  await openMetadata(visit, service, 'conflict', '{"level":1,"gold":10.00,"name":"a"}');
  await replaceValue(page, '/level', '2');
  await saveAs(service, 'conflict', '{"level":1,"gold":9007199254740993,"name":"b"}');
  await reviewChanges(page);
  watch.expectStatuses(412);
  await button(page, 'Save').click();
  await page.getByRole('heading', { name: 'Somebody else has saved meanwhile' }).waitFor();
  watch.forgetStatuses();
  await see(page, 'No field was changed by both');
  for (const name of ['Before', 'Theirs', 'Yours']) await page.getByRole('heading', { name }).waitFor();
  await expectAccessible(page);
  await button(page, 'Edit the merged text').click();
  await see(page, 'This is the merged text, with their changes and yours.');
  await reviewChanges(page);
  await see(page, '1 field changes.');
  await saveReviewed(page);
  expect(await storedText(service, 'conflict')).toBe('{"level":2,"gold":9007199254740993,"name":"b"}');
});

test('in conflict at one member goes on with mine or with theirs, as the person chooses', async () => {
  const { page, watch } = visit;
  for (const choice of ['Keep only mine', 'Take theirs'] as const) {
    const name = `choice ${choice}`;
    await openMetadata(visit, service, name, '{"level":1}');
    await replaceValue(page, '/level', '2');
    await saveAs(service, name, '{"level":3,"new":true}');
    await reviewChanges(page);
    watch.expectStatuses(412);
    await button(page, 'Save').click();
    await page.getByRole('table', { name: 'Fields that both changed' }).getByText('/level').waitFor();
    watch.forgetStatuses();
    await button(page, choice).click();
    if (choice === 'Keep only mine') {
      await see(page, '2 fields change.');
      await saveReviewed(page);
      expect(await storedText(service, name)).toBe('{"level":2}');
    } else {
      await editorOf(page).getByText('"new"').waitFor();
      await page.getByText('No changes', { exact: true }).waitFor();
      expect(await storedText(service, name)).toBe('{"level":3,"new":true}');
    }
  }
});

test('whose saved answer was lost is saved again, and once', async () => {
  const { page, watch } = visit;
  const pattern = '**/api/server/players/*/metadata';
  let sent = 0;
  // Chromium lets requests of the first milliseconds by, so the page is loaded afterwards.
  await page.route(pattern, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  const id = await openMetadata(visit, service, 'lost', '{"level":1}');
  await replaceValue(page, '/level', '2');
  await reviewChanges(page);
  // Chromium tells of the connection that breaks.
  await watch.lookAwayDuring(async () => {
    await button(page, 'Save').click();
    await see(page, 'The save may have arrived or not.');
  });
  await button(page, 'Save again').click();
  await editorOf(page).getByText('2').first().waitFor();
  await page.unroute(pattern);
  const { headers } = await service.as('lost', 'GET', '/api/game/metadata');
  expect([sent, headers.get('etag'), await storedText(service, 'lost')]).toEqual([
    2,
    `"${id}-2"`,
    '{"level":2}',
  ]);
});

test('tells of a newer state that was saved since, and shows it', async () => {
  const { page } = visit;
  const id = await openMetadata(visit, service, 'stale', '{"level":1}');
  await saveAs(service, 'stale', '{"level":34567}');
  await page.clock.install();
  await visit.open(`/players/${id}/metadata`);
  await editorOf(page).getByText('34567').waitFor();
  await saveAs(service, 'stale', '{"level":89012}');
  await page.clock.runFor(31_000);
  await button(page, 'Show the newer state').click();
  await editorOf(page).getByText('89012').waitFor();
  await page.getByText('A newer state was saved').waitFor({ state: 'detached' });
});
