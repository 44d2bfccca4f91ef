// The history of a player's metadata in the console, in a browser: a lost save is found and restored, states are
// compared, and a restore never undoes a newer save unseen.
import { expect } from 'bun:test';
import { expectAccessible } from '../../test/harness/browser/accessibility.ts';
import { phone } from '../../test/harness/browser/browser.ts';
import { settingFile, sharedConsole, signIn, test } from '../../test/harness/browser/console.ts';
import {
  button,
  saveAs,
  sequentialIdOf,
  storedText,
  supportScopes,
} from '../../test/harness/browser/metadata-pages.ts';
import { choose, overflowOf, press, see } from '../../test/harness/browser/pages.ts';

const save = (level: number): string =>
  `{"level":${level},"gold":9007199254740993,"price":10.00,"items":[${Array.from({ length: 60 }, (_, id) => `{"id":${id}}`)}]}`;

const environment = { METADATA_RULES: settingFile({ '/gold': { write: 'server' } }) };
const { service, visit } = sharedConsole({ service: { environment }, scopes: supportScopes });

/** Writes as a server, with the key of the visit. Each write is a kept state. */
async function write(id: number, text: string): Promise<void> {
  const options = { token: visit.key, body: `{"data":${text}}` };
  const { status } = await service.call('POST', `/api/server/players/${id}/metadata`, options);
  expect(status).toBe(200);
}
/** A player with these states, the last one current. */
async function playerWith(name: string, ...states: readonly string[]): Promise<number> {
  await saveAs(service, name, '{}');
  const id = await sequentialIdOf(service, name);
  // Time stands still: a page that is open asks meanwhile, and its calls would seem to hang.
  for (const state of states) await write(id, state);
  return id;
}

test('shows a lost save at once, and brings it back byte for byte', async () => {
  const id = await playerWith('lost save', save(40), save(41), '{"level":0}', '{"level":0,"gold":1}');
  const { page } = visit;
  await visit.open(`/players/${id}`);
  await see(page, /^A save may be lost: .* became 11 B\.$/);
  await page.getByRole('link', { name: 'See the history' }).click();
  const note = page.getByRole('region', { name: 'A save may be lost' });
  await see(note, 'Version 3 is the last state before it');
  await see(page, 'Last before a loss', 'Lost 98 %');
  await expectAccessible(page);
  await press(note, 'Restore version 3…');
  await page.getByRole('heading', { name: 'Restore version 3' }).waitFor();
  await page.getByLabel('Changed fields').getByText('/level').waitFor();
  await page.locator('.diff-host').getByText('41').first().waitFor();
  await expectAccessible(page);
  const request = page.waitForRequest((sent) => sent.method() === 'POST');
  await button(page, 'Restore').click();
  const headers = (await request).headers();
  expect([headers['if-match'], headers['idempotency-key']?.length]).toEqual([`"${id}-5"`, 40]);
  await see(page, 'Version 3 restored', 'Version 3 restored by key');
  await note.waitFor({ state: 'detached' });
  expect(await storedText(service, 'lost save')).toBe(save(41));
});

test('compares any two states, under an address that can be shared', async () => {
  const id = await playerWith('compared', '{"level":1,"n":1e400}', '{"level":2,"n":1e400}', '{"level":3}');
  const { page } = visit;
  await visit.open(`/players/${id}/history`);
  await press(page, 'What changed with Version 3');
  await see(page, '1 field changes.');
  expect(new URL(page.url()).search).toBe('?compare=2..3');
  await choose(page, 'To', /^Now/);
  await see(page, '2 fields change.');
  await page.getByLabel('Changed fields').getByText('/n').waitFor();
  await page.getByLabel('Changed fields').getByText('1e400').waitFor();
  await page.reload();
  await see(page, '2 fields change.');
  await expectAccessible(page);
  await button(page, 'Back to the history').click();
  await see(page, 'Kept states');
  await page.goBack();
  await see(page, '2 fields change.');
});

test('asks again when somebody saved meanwhile, with the comparison to the newer state', async () => {
  const id = await playerWith('meanwhile', save(7), '{"level":1}');
  const { page, watch } = visit;
  await visit.open(`/players/${id}/history?restore=2`);
  await page.locator('.diff-host').getByText('7').first().waitFor();
  await write(id, '{"level":1,"newer":true}');
  watch.expectStatuses(412);
  await button(page, 'Restore').click();
  await see(page, 'The metadata has changed since you opened this page.');
  watch.forgetStatuses();
  await page.getByLabel('Changed fields').getByText('/newer').waitFor();
  expect(await storedText(service, 'meanwhile')).toBe('{"level":1,"newer":true}');
  await button(page, 'Restore').click();
  await see(page, 'Version 2 restored');
  expect(await storedText(service, 'meanwhile')).toBe(save(7));
});

test('keeps on demand what the player may not write', async () => {
  const id = await playerWith('protected', '{"level":9,"gold":500}', '{"level":0,"gold":20.00}');
  const { page } = visit;
  await visit.open(`/players/${id}/history?restore=2`);
  await page.getByRole('checkbox', { name: 'Keep the fields that only servers may write' }).click();
  await button(page, 'Restore').click();
  await see(page, 'Version 2 restored');
  expect(JSON.parse(await storedText(service, 'protected'))).toEqual({ level: 9, gold: 20 });
});

test('names authors and links to the audit; a key that only reads compares, at phone width', async () => {
  const id = await playerWith('read', save(1), '{}');
  const { page } = visit;
  await visit.open(`/players/${id}/history`);
  await see(page, 'Saved by key support desk');
  const audit = page.getByRole('link', { name: 'In the audit' }).first();
  expect(await audit.getAttribute('href')).toBe(`/console/audit?sequentialId=${id}`);
  const scopes = ['players:read'] as const;
  await using reader = await signIn(service, {
    scopes,
    browser: { viewport: phone },
    at: `/players/${id}/history`,
  });
  await see(reader.page, 'Last before a loss');
  expect(await overflowOf(reader.page)).toBe(0);
  expect(await reader.page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  await press(reader.page, 'Compare version 2 with now');
  await see(reader.page, '4 fields change.');
  await reader.page.locator('.diff-host .cm-line').first().waitFor();
  expect(await overflowOf(reader.page)).toBe(0);
});

test('is empty before the first save', async () => {
  await service.as('new player', 'POST', '/api/game/session/start', { body: '{}' });
  await visit.open(`/players/${await sequentialIdOf(service, 'new player')}/history`);
  await see(visit.page, 'No history yet');
});
