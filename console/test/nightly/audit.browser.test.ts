// The audit in a browser: entries as sentences with their exact detail, the filter in the address, entries page after
// page, and files with all that matches.
import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { scopes } from '../../../src/store/ports/keys.ts';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { type ConsoleService, sharedConsole, test } from '../../../test/harness/browser/console.ts';
import { choose, enter, press, see } from '../../../test/harness/browser/pages.ts';
import { createTestKey, revokeTestKey, testServerKey } from '../../../test/harness/server-keys.ts';

const formula = '=HYPERLINK("https://evil.example")';
const patches = 130;

interface Entry {
  readonly auditId: string;
  readonly at: string;
  readonly action: string;
  readonly sequentialId: number | null;
}

let desk: { keyId: string; token: string };
const { service, visit } = sharedConsole({
  service: { environment: { SERVER_API_KEY: testServerKey } },
  fill,
});

/** A suspension and many patches, by a key whose name is a formula. */
async function fill(started: ConsoleService): Promise<void> {
  desk = await createTestKey(started, { name: formula });
  const { token } = desk;
  for (const player of ['ann', 'bob'])
    await started.as(player, 'POST', paths.metadata, { body: '{"data":{"n":0}}' });
  const headers = { 'content-type': 'application/merge-patch+json' };
  for (let n = 1; n <= patches; n += 1)
    await started.call('PATCH', '/api/server/players/1/metadata', { token, headers, body: `{"n":${n}}` });
  await started.call('POST', '/api/server/players/2/suspend', { token, body: '{"reason":"cheats"}' });
}

const entries = async (query: string): Promise<readonly Entry[]> => {
  const { body } = await service.call('GET', `/api/server/audit?limit=100&${query}`, {
    token: testServerKey,
  });
  const { entries: page, nextCursor } = body.data;
  return nextCursor === null ? page : [...page, ...(await entries(`${query}&cursor=${nextCursor}`))];
};
const sentences = (page: Page) => page.locator('.audit-sentence').allInnerTexts();
const save = async (format: string): Promise<string> => {
  const { page } = visit;
  const download: Promise<Download> = page.waitForEvent('download');
  await press(page, 'Download');
  await page.getByRole('menuitem', { name: format }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^playkeep-audit-\d{4}-\d\d-\d\dT\d{6}Z\.(?:csv|json)$/);
  return readFileSync(await file.path(), 'utf8');
};

test('reads as sentences, newest first, with the exact detail and the request id', async () => {
  const { page } = visit;
  await visit.open('/audit');
  await see(page, 'suspended player 2 for good');
  const [first, second, third] = await sentences(page);
  expect([first, second, third]).toEqual([
    `Command line created a key with ${scopes.length} scopes`,
    `${formula} suspended player 2 for good`,
    `${formula} edited the metadata of player 1`,
  ]);
  await page.getByRole('button', { name: 'Details of the change' }).nth(2).click();
  expect(await page.getByRole('group', { name: 'detail' }).innerText()).toBe(
    `{\n  "version": ${patches + 1}\n}`,
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // The player id, beside the number of the sentence.
  await page.getByText('ann', { exact: true }).waitFor();
  await press(page, 'Copy request id');
  await page.getByRole('status').filter({ hasText: 'Copied request id' }).waitFor();
  const [newest] = await entries('action=metadata.patch');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    (newest as unknown as { requestId: string }).requestId,
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: 'player 2' }).click();
  await page.getByRole('heading', { level: 1, name: 'bob' }).waitFor();
});

test('is filtered by fields and by what an entry has, and the address has the filter', async () => {
  const { page } = visit;
  await visit.open('/audit?sequentialId=2');
  await see(page, 'suspended player 2 for good');
  expect(await sentences(page)).toHaveLength((await entries('sequentialId=2')).length);
  await enter(page.getByRole('textbox', { name: 'Player id or number' }), 'ann');
  await see(page, 'edited the metadata of player 1');
  expect(new URL(page.url()).search).toBe('?playerId=ann');
  await enter(page.getByRole('textbox', { name: 'Player id or number' }), '1');
  await page.waitForURL('**/audit?sequentialId=1');
  await see(page, 'edited the metadata of player 1');
  await choose(page, 'Action', 'Metadata restored');
  await see(page, 'No entry matches');
  expect(new URL(page.url()).search).toBe('?sequentialId=1&action=metadata.restore');
  await page.goBack();
  await see(page, 'edited the metadata of player 1');
  await press(page, 'Clear filter');
  await see(page, 'Command line created a key');
  await page.getByRole('button', { name: 'Details of the change' }).first().click();
  await press(page, 'Only this action');
  await page.getByText('suspended player 2').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?action=key.create');
  const [suspension] = await entries('action=player.suspend');
  const day = suspension?.at.slice(0, 10);
  await visit.open(`/audit?keyId=${desk.keyId}&from=${day}&to=${day}&action=player.suspend`);
  await see(page, 'suspended player 2');
  expect(await sentences(page)).toHaveLength(1);
  expect(await page.getByRole('combobox', { name: 'Key' }).innerText()).toContain(formula);
  await visit.open(`/audit?to=2020-01-01&sequentialId=x`);
  await see(page, 'A player number has digits alone, such as 4711.');
});

test('tells what a revoked key did, by its name and by its id', async () => {
  const { page } = visit;
  const leaked = await createTestKey(service, { name: 'game backend' });
  const call = { token: leaked.token, headers: { 'content-type': 'application/merge-patch+json' } };
  await service.call('PATCH', '/api/server/players/2/metadata', { ...call, body: '{"gold":1}' });
  await revokeTestKey(service, leaked.keyId);
  await visit.open('/audit?action=key.revoke');
  await page
    .getByText(`revoked the key game backend ${leaked.keyId} with ${scopes.length} scopes. What this key did`)
    .waitFor();
  await page.getByRole('link', { name: 'What this key did' }).click();
  await see(page, 'game backend edited the metadata of player 2');
  expect(await sentences(page)).toHaveLength(1);
  expect(new URL(page.url()).search).toBe(`?keyId=${leaked.keyId}`);
  expect(await page.getByRole('combobox', { name: 'Key' }).innerText()).toContain('game backend');
  await press(page, 'Clear filter');
  await choose(page, 'Key', 'Another key id…');
  // It holds after a pause, without Enter.
  await page.getByLabel('Key id').fill(leaked.keyId);
  await page.waitForURL(`**?keyId=${leaked.keyId}`);
  await page.getByText('Command line', { exact: true }).first().waitFor({ state: 'detached' });
  await see(page, 'game backend edited the metadata of player 2');
  expect(await sentences(page)).toEqual(['game backend edited the metadata of player 2']);
});

test('is saved whole, as exact JSON and as CSV without formulas', async () => {
  const { page } = visit;
  await visit.open('/audit');
  await see(page, 'suspended player 2 for good');
  const all = await entries('');
  const json = await save('As JSON, exactly');
  expect((JSON.parse(json) as Entry[]).map(({ auditId }) => auditId)).toEqual(
    all.map(({ auditId }) => auditId),
  );
  await see(page, `The file has ${all.length} entries.`);
  await visit.open('/audit?action=player.suspend');
  await see(page, 'suspended player 2 for good');
  const lines = (await save('As CSV, for spreadsheets')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(
    `"'=HYPERLINK(""https://evil.example"")",player.suspend,2,"{""until"":""forever""}"`,
  );
});

test('makes no file when the download fails, goes on where it was, and can be stopped', async () => {
  const { page } = visit;
  let next: 'fails' | 'is answered' | 'is awaited' = 'fails';
  await page.route(/\/api\/server\/audit\?.*cursor=/, async (route) => {
    if (next === 'is awaited') return;
    if (next === 'is answered') return route.continue();
    next = 'is answered';
    await route.fulfill({
      status: 500,
      body: '{"statusCode":500,"error":{"message":"Internal server error"}}',
    });
  });
  visit.watch.expectStatuses(500);
  await visit.open('/audit?sequentialId=2');
  await page.getByRole('combobox', { name: 'Action' }).waitFor();
  await press(page, 'Clear filter');
  await see(page, 'Command line created a key');
  await press(page, 'Download');
  await page.getByRole('menuitem', { name: 'As JSON, exactly' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download the audit as JSON' });
  await see(dialog, '100 entries loaded.');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await press(dialog, 'Continue');
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as Entry[];
  expect(new Set(file.map(({ auditId }) => auditId)).size).toBe((await entries('')).length);
  next = 'is awaited';
  await press(page, 'Download');
  await page.getByRole('menuitem', { name: 'As CSV' }).click();
  await see(page, '100 entries loaded…');
  await press(page, 'Stop');
  await see(page, 'No file was saved.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  visit.watch.forgetStatuses();
});
