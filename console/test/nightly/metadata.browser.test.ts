// The metadata of a player in the console, in a browser: exact text through an edit, checks while typing, and the
// ends of a document.
import { expect } from 'bun:test';
import type { Request } from 'playwright-core';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone } from '../../../test/harness/browser/browser.ts';
import { sharedConsole, signIn, test } from '../../../test/harness/browser/console.ts';
import type { InPage } from '../../../test/harness/browser/in-page.ts';
import {
  button,
  editorOf,
  openMetadata,
  replaceValue,
  reviewChanges,
  saveAs,
  saveReviewed,
  sequentialIdOf,
  storedText,
  supportScopes,
} from '../../../test/harness/browser/metadata-pages.ts';
import { enter, overflowOf, see } from '../../../test/harness/browser/pages.ts';

const exact =
  '{"n":9007199254740993,"p" : 10.00,  "far":1e400,"city":"Z\\u00fcrich","level":5,\t"deep":{"a":[1,2.50,{}]},"شهر":"القاهرة"}';

const { service, visit } = sharedConsole({ scopes: supportScopes });

test('is saved byte for byte around an edit, in both layouts', async () => {
  const { page } = visit;
  await openMetadata(visit, service, 'exact', exact);
  await editorOf(page).getByText('9007199254740993').waitFor();
  await replaceValue(page, '/level', '6');
  const requests: Request[] = [];
  page.on('request', (request) => request.method() === 'POST' && requests.push(request));
  await reviewChanges(page);
  await see(page, '1 field changes.');
  await saveReviewed(page);
  expect(await storedText(service, 'exact')).toBe(exact.replace('"level":5', '"level":6'));
  const [sent] = requests;
  expect(sent?.headers()['if-match']).toMatch(/^"\d+-1"$/);
  expect(sent?.headers()['idempotency-key']).toMatch(/^console-[\da-f]{32}$/);
  await button(page, 'Exact text').click();
  await editorOf(page).getByText('"p" : 10.00').waitFor();
  await replaceValue(page, '/deep/a/1', '2.500');
  await reviewChanges(page);
  await saveReviewed(page);
  expect(await storedText(service, 'exact')).toBe(
    exact.replace('"level":5', '"level":6').replace('2.50,', '2.500,'),
  );
});

test('is checked while it is typed, with the place of a fault, double names and the size', async () => {
  const { page } = visit;
  await openMetadata(visit, service, 'checked', '{"level":1,"gold":2}');
  await see(page, '20 of 1,048,576 bytes', 'Depth 1 of 1,024');
  await enter(page.getByLabel('Go to a JSON Pointer'), '/gold');
  await page.keyboard.insertText('02');
  await see(page, 'A comma or a closing bracket is expected at line 3, column 12');
  // The way to a save leads to the fault.
  await button(page, 'Review and save').click();
  await page.getByText('Line 3, column 12', { exact: true }).waitFor();
  expect(await page.getByRole('heading', { name: 'Review the changes' }).count()).toBe(0);
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{"a": 1, "\\u0061": 2}');
  await see(page, 'The name "a" stands twice in this object.');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('[1]');
  await see(page, 'Metadata has to be a JSON object');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(`{"a": "${'é'.repeat(524_300)}"}`);
  await see(page, 'The text is 32 bytes too large to be saved.', '1,048,608 of 1,048,576 bytes');
  await button(page, 'Discard').click();
  await button(page, 'Discard changes').click();
  await see(page, '20 of 1,048,576 bytes');
  await enter(page.getByLabel('Go to a JSON Pointer'), '/none');
  await see(page, 'There is no value at this pointer.');
});

test('is begun where there is none, and deleted', async () => {
  const { page } = visit;
  await service.as('nobody', 'POST', '/api/game/session/start', { body: '{}' });
  await visit.open(`/players/${await sequentialIdOf(service, 'nobody')}/metadata`);
  await see(page, 'No metadata is stored');
  await expectAccessible(page);
  await button(page, 'Add metadata').click();
  await editorOf(page).waitFor();
  await editorOf(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{"level": 1}');
  const request = page.waitForRequest((sent) => sent.method() === 'POST');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { name: 'Review the new metadata' }).waitFor();
  await button(page, 'Save').click();
  expect((await request).headers()['if-none-match']).toBe('*');
  await see(page, 'Metadata added');
  expect(await storedText(service, 'nobody')).toBe('{"level":1}');
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Delete metadata…' }).click();
  await button(page, 'Delete metadata').click();
  await see(page, 'No metadata is stored');
  expect(await storedText(service, 'nobody')).toBe('{}');
});

test('is not lost by leaving: the console asks, and Tab leads on from the editor', async () => {
  const { page } = visit;
  await openMetadata(visit, service, 'leaving', '{"level":1}');
  await editorOf(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Tab');
  expect(await editorOf(page).evaluate((element) => element.matches(':focus'))).toBe(false);
  await replaceValue(page, '/level', '2');
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await button(page, 'Stay').click();
  await editorOf(page).getByText('2').first().waitFor();
  const kept = await page.evaluate(() => {
    const { localStorage, sessionStorage } = globalThis as unknown as InPage;
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
  });
  expect(kept).not.toContain('level');
  await page.getByRole('link', { name: 'History' }).click();
  await button(page, 'Leave').click();
  await see(page, 'Kept states');
  expect(await storedText(service, 'leaving')).toBe('{"level":1}');
});

test('is only read with a key that may not write, at phone width too', async () => {
  await saveAs(service, 'reader', exact);
  const id = await sequentialIdOf(service, 'reader');
  await using reader = await signIn(service, {
    scopes: ['players:read'],
    browser: { viewport: phone },
    at: `/players/${id}/metadata`,
  });
  const { page } = reader;
  await see(page, 'Your key may read metadata, not change it.');
  await editorOf(page).focus();
  await page.keyboard.insertText('x');
  expect(await page.getByRole('button', { name: 'Review and save' }).count()).toBe(0);
  expect(await editorOf(page).innerText()).not.toContain('x{');
  await expectAccessible(page);
  expect(await overflowOf(page)).toBe(0);
});

test('is checked by no schema where there is none', async () => {
  const { page } = visit;
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/metadata/validate')) asked += 1;
  });
  await openMetadata(visit, service, 'free', '{"level":1}');
  await replaceValue(page, '/level', '2');
  await reviewChanges(page);
  await saveReviewed(page);
  expect(asked).toBe(0);
});

test('offers the save of a broken text as a second choice, with the reason for screen readers', async () => {
  const { page } = visit;
  await openMetadata(visit, service, 'broken', '{"level":1}');
  const save = button(page, 'Review and save');
  await replaceValue(page, '/level', '3');
  expect(await save.getAttribute('class')).toContain('button-primary');
  expect(await save.getAttribute('aria-describedby')).toBeNull();
  await enter(page.getByLabel('Go to a JSON Pointer'), '/level');
  await page.keyboard.insertText('03');
  await see(page, 'at line 2, column');
  expect(await save.getAttribute('class')).toContain('button-secondary');
  const reason = await save.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${reason}"]`).innerText()).toMatch(/line 2, column/);
  await expectAccessible(page);
  await save.click();
  expect(await page.getByRole('heading', { name: 'Review the changes' }).count()).toBe(0);
  await editorOf(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{"level": 4}');
  await see(page, 'Valid, not saved yet');
  expect(await save.getAttribute('class')).toContain('button-primary');
});
