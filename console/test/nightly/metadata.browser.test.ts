// The metadata of a player in the console, in a browser: exact text through an edit, checks while typing, and the
// ends of a document.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Request } from 'playwright-core';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  type OpenConsole,
  openConsole,
  signIn,
} from '../../../test/harness/browser/console.ts';
import { consoleEngines } from '../../../test/harness/browser/console-engines.ts';
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
import { overflowOf } from '../../../test/harness/browser/pages.ts';

const exact =
  '{"n":9007199254740993,"p" : 10.00,  "far":1e400,"city":"Z\\u00fcrich","level":5,\t"deep":{"a":[1,2.50,{}]},"شهر":"القاهرة"}';

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(
    `metadata in the console on ${engine.name}${skippedNote}`,
    () => {
      let service: ConsoleService;
      let visit: OpenConsole;
      beforeAll(async () => {
        visit = await openConsole({ engine, scopes: supportScopes });
        ({ service } = visit);
      }, 60_000);
      afterAll(() => visit?.[Symbol.asyncDispose]());

      test('is saved byte for byte around an edit, in both layouts', async () => {
        const { page } = visit;
        await openMetadata(visit, service, 'exact', exact);
        await editorOf(page).getByText('9007199254740993').waitFor();
        await replaceValue(page, '/level', '6');
        const requests: Request[] = [];
        page.on('request', (request) => request.method() === 'POST' && requests.push(request));
        await reviewChanges(page);
        await page.getByText('1 field changes.').waitFor();
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
        await page.getByText('20 of 1,048,576 bytes').waitFor();
        await page.getByText('Depth 1 of 1,024').waitFor();
        await page.getByLabel('Go to a JSON Pointer').fill('/gold');
        await page.keyboard.press('Enter');
        await page.keyboard.insertText('02');
        await page.getByText('A comma or a closing bracket is expected at line 3, column 12').waitFor();
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
        await page.getByText('The name "a" stands twice in this object.').first().waitFor();
        await page.keyboard.press('Control+a');
        await page.keyboard.insertText('[1]');
        await page.getByText('Metadata has to be a JSON object').first().waitFor();
        await page.keyboard.press('Control+a');
        await page.keyboard.insertText(`{"a": "${'é'.repeat(524_300)}"}`);
        await page.getByText('The text is 32 bytes too large to be saved.').waitFor();
        await page.getByText('1,048,608 of 1,048,576 bytes').waitFor();
        await button(page, 'Discard').click();
        await button(page, 'Discard changes').click();
        await page.getByText('20 of 1,048,576 bytes').waitFor();
        await page.getByLabel('Go to a JSON Pointer').fill('/none');
        await page.keyboard.press('Enter');
        await page.getByText('There is no value at this pointer.').waitFor();
      });

      test('is begun where there is none, and deleted', async () => {
        const { page } = visit;
        await service.as('nobody', 'POST', '/api/game/session/start', { body: '{}' });
        await visit.open(`/players/${await sequentialIdOf(service, 'nobody')}/metadata`);
        await page.getByText('No metadata is stored').waitFor();
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
        await page.getByText('Metadata added').waitFor();
        expect(await storedText(service, 'nobody')).toBe('{"level":1}');
        await button(page, 'More').click();
        await page.getByRole('menuitem', { name: 'Delete metadata…' }).click();
        await button(page, 'Delete metadata').click();
        await page.getByText('No metadata is stored').waitFor();
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
        await page.getByText('Kept states').waitFor();
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
        await page.getByText('Your key may read metadata, not change it.').waitFor();
        await editorOf(page).focus();
        await page.keyboard.insertText('x');
        expect(await page.getByRole('button', { name: 'Review and save' }).count()).toBe(0);
        expect(await editorOf(page).innerText()).not.toContain('x{');
        await expectAccessible(page);
        expect(await overflowOf(page)).toBe(0);
      });
    },
  );
}
