// The schema of metadata in the editor of the console, in a browser: what does not fit is a warning with its place, which prevents no
// save, and without a schema nothing is asked. Also the way to a save while the text is broken.
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone } from '../../../test/harness/browser/browser.ts';
import { settingFile, sharedConsole, signIn, test } from '../../../test/harness/browser/console.ts';
import {
  button,
  editorOf,
  openMetadata,
  replaceValue,
  reviewChanges,
  saveAs,
  sequentialIdOf,
  storedText,
  supportScopes,
} from '../../../test/harness/browser/metadata-pages.ts';
import { enter, overflowOf, press, see } from '../../../test/harness/browser/pages.ts';

const schema = {
  properties: { level: { type: 'integer', maximum: 50 }, bag: { items: { required: ['kind'] } } },
};
const summary = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const rules = (page: Page) =>
  page.getByRole('list', { name: 'Broken rules of the schema' }).getByRole('listitem');
const asked = (page: Page) => {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/metadata/validate')) bodies.push(request.postData() ?? '');
  });
  return bodies;
};

const environment = { METADATA_SCHEMA: settingFile(schema), METADATA_SCHEMA_ENFORCED: 'players' };
const { service, visit } = sharedConsole({ service: { environment }, scopes: supportScopes });

test('warns of what does not fit, with its place, and prevents no save', async () => {
  const { page } = visit;
  const bodies = asked(page);
  await openMetadata(visit, service, 'warned', '{"level":9,"n":9007199254740993,"bag":[{"kind":1}]}');
  await replaceValue(page, '/bag/0', '{"no":1}');
  await summary(page, '1 place does not fit the schema. The text can be saved all the same.').waitFor();
  expect(await rules(page).allInnerTexts()).toEqual(['/bag/0 must have the member "kind"']);
  // The text is sent as it would be saved, digits and all.
  expect(bodies.at(-1)).toContain('9007199254740993');
  await enter(page.getByLabel('Go to a JSON Pointer'), '/level');
  await page.keyboard.insertText('51');
  await summary(page, '2 places do not fit the schema.').waitFor();
  await expectAccessible(page);
  await press(page, '/level');
  await page.getByText('/level', { exact: true }).last().waitFor();
  await reviewChanges(page);
  await button(page, 'Save').click();
  await page.getByRole('heading', { name: 'Review the changes' }).waitFor({ state: 'detached' });
  expect(await storedText(service, 'warned')).toBe('{"level":51,"n":9007199254740993,"bag":[{"no":1}]}');
  await summary(page, '2 places do not fit the schema.').waitFor();
  await replaceValue(page, '/level', '50');
  await summary(page, '1 place does not fit').waitFor();
});

test('shows some of many problems at first, and all on demand, on a phone too', async () => {
  await saveAs(service, 'many', '{"bag":[]}');
  const id = await sequentialIdOf(service, 'many');
  await using reader = await signIn(service, { scopes: supportScopes, browser: { viewport: phone } });
  const { page } = reader;
  await reader.open(`/players/${id}/metadata`);
  await editorOf(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(`{"bag": [${Array.from({ length: 60 }, () => '{}').join(', ')}]}`);
  await summary(page, 'More than 50 places do not fit the schema.').waitFor();
  expect(await rules(page).count()).toBe(4);
  await button(page, 'Show 46 more').click();
  expect(await rules(page).count()).toBe(50);
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page);
});

test('says so where the check got no answer, and goes on', async () => {
  const { page } = visit;
  visit.watch.expectStatuses(429);
  let isRefused = true;
  // Chromium lets requests of the first milliseconds by, so the page is loaded afterwards.
  await page.route('**/metadata/validate', (route) =>
    isRefused
      ? route.fulfill({ status: 429, json: { statusCode: 429, error: { message: 'Too many requests' } } })
      : route.continue(),
  );
  await openMetadata(visit, service, 'unchecked', '{"level":1}');
  await replaceValue(page, '/level', '60');
  await summary(page, 'The text was not checked by the schema: the service gave no answer.').waitFor();
  isRefused = false;
  await replaceValue(page, '/level', '61');
  await summary(page, '1 place does not fit the schema.').waitFor();
  await page.unroute('**/metadata/validate');
});

test('asks nothing for a key that may not write', async () => {
  await using reader = await signIn(service, { scopes: ['players:read'] });
  const bodies = asked(reader.page);
  await reader.open(`/players/${await sequentialIdOf(service, 'warned')}/metadata`);
  await see(reader.page, 'Your key may read metadata, not change it.');
  expect(bodies).toEqual([]);
});
