// The audit in a browser: entries as sentences with their exact detail, the filter in the address, entries page after
// page, and files with all that matches.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { scopes } from '../../../src/store/ports/keys.ts';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  type SignedIn,
  signIn,
  startConsoleService,
} from '../../../test/harness/browser/console.ts';
import { consoleEngines } from '../../../test/harness/browser/console-engines.ts';
import { overflowOf } from '../../../test/harness/browser/pages.ts';
import { testOnceOn } from '../../../test/harness/browser/test-once.ts';
import { createTestKey, revokeTestKey, testServerKey } from '../../../test/harness/server-keys.ts';

const environment = { SERVER_API_KEY: testServerKey };
const formula = '=HYPERLINK("https://evil.example")';
const patches = 130;

interface Entry {
  readonly auditId: string;
  readonly at: string;
  readonly action: string;
  readonly sequentialId: number | null;
}

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(`the audit on ${engine.name}${skippedNote}`, () => {
    let service: ConsoleService;
    const testOnce = testOnceOn(engine);
    let desk: { keyId: string; token: string };
    let visit: SignedIn;

    /** A database with a suspension, a restore and many patches, by a key whose name is a formula. */
    beforeAll(async () => {
      service = await startConsoleService({ engine, environment });
      desk = await createTestKey(service, { name: formula });
      for (const player of ['ann', 'bob'])
        await service.as(player, 'POST', paths.metadata, { body: '{"data":{"n":0}}' });
      const call = (method: string, path: string, body?: string) =>
        service.call(method, `/api/server/players/1${path}`, {
          token: desk.token,
          headers: { 'content-type': 'application/merge-patch+json' },
          ...(body !== undefined && { body }),
        });
      for (let n = 1; n <= patches; n += 1) await call('PATCH', '/metadata', `{"n":${n}}`);
      const json = {
        token: desk.token,
        headers: { 'content-type': 'application/json' },
        body: '{"reason":"cheats"}',
      };
      await service.call('POST', '/api/server/players/2/suspend', json);
      visit = await signIn(service, { keyName: 'support desk' });
    }, 60_000);
    afterAll(async () => {
      await visit?.[Symbol.asyncDispose]();
      await service?.stop();
    }, 60_000);

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
      await page.getByRole('button', { name: 'Download' }).click();
      await page.getByRole('menuitem', { name: format }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^playkeep-audit-\d{4}-\d\d-\d\dT\d{6}Z\.(?:csv|json)$/);
      return readFileSync(await file.path(), 'utf8');
    };

    test('reads as sentences, newest first, with the exact detail and the request id', async () => {
      const { page } = visit;
      await visit.open('/audit');
      await page.getByText('suspended player 2 for good').waitFor();
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
      await page.getByRole('button', { name: 'Copy request id' }).click();
      await page.getByRole('status').filter({ hasText: 'Copied request id' }).waitFor();
      const [newest] = await entries('action=metadata.patch');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        (newest as unknown as { requestId: string }).requestId,
      );
      await expectAccessible(page);
      await page.getByRole('link', { name: 'player 2' }).click();
      await page.getByRole('heading', { level: 1, name: 'bob' }).waitFor();
    }, 60_000);

    test('is filtered by fields and by what an entry has, and the address has the filter', async () => {
      const { page } = visit;
      await visit.open('/audit?sequentialId=2');
      await page.getByText('suspended player 2 for good').waitFor();
      expect(await sentences(page)).toHaveLength((await entries('sequentialId=2')).length);
      await page.getByRole('textbox', { name: 'Player id or number' }).fill('ann');
      await page.keyboard.press('Enter');
      await page.getByText('edited the metadata of player 1').first().waitFor();
      expect(new URL(page.url()).search).toBe('?playerId=ann');
      await page.getByRole('textbox', { name: 'Player id or number' }).fill('1');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/audit?sequentialId=1');
      await page.getByText('edited the metadata of player 1').first().waitFor();
      await page.getByRole('combobox', { name: 'Action' }).click();
      await page.getByRole('option', { name: 'Metadata restored' }).click();
      await page.getByText('No entry matches').waitFor();
      expect(new URL(page.url()).search).toBe('?sequentialId=1&action=metadata.restore');
      await page.goBack();
      await page.getByText('edited the metadata of player 1').first().waitFor();
      await page.getByRole('button', { name: 'Clear filter' }).click();
      await page.getByText('Command line created a key').first().waitFor();
      await page.getByRole('button', { name: 'Details of the change' }).first().click();
      await page.getByRole('button', { name: 'Only this action' }).click();
      await page.getByText('suspended player 2').waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('?action=key.create');
      const [suspension] = await entries('action=player.suspend');
      const day = suspension?.at.slice(0, 10);
      await visit.open(`/audit?keyId=${desk.keyId}&from=${day}&to=${day}&action=player.suspend`);
      await page.getByText('suspended player 2').waitFor();
      expect(await sentences(page)).toHaveLength(1);
      expect(await page.getByRole('combobox', { name: 'Key' }).innerText()).toContain(formula);
      await visit.open(`/audit?to=2020-01-01&sequentialId=x`);
      await page.getByText('A player number has digits alone, such as 4711.').waitFor();
    }, 60_000);

    test('tells what a revoked key did, by its name and by its id', async () => {
      const { page } = visit;
      const leaked = await createTestKey(service, { name: 'game backend' });
      const call = { token: leaked.token, headers: { 'content-type': 'application/merge-patch+json' } };
      await service.call('PATCH', '/api/server/players/2/metadata', { ...call, body: '{"gold":1}' });
      await revokeTestKey(service, leaked.keyId);
      await visit.open('/audit?action=key.revoke');
      await page
        .getByText(
          `revoked the key game backend ${leaked.keyId} with ${scopes.length} scopes. What this key did`,
        )
        .waitFor();
      await page.getByRole('link', { name: 'What this key did' }).click();
      await page.getByText('game backend edited the metadata of player 2').waitFor();
      expect(await sentences(page)).toHaveLength(1);
      expect(new URL(page.url()).search).toBe(`?keyId=${leaked.keyId}`);
      expect(await page.getByRole('combobox', { name: 'Key' }).innerText()).toContain('game backend');
      await page.getByRole('button', { name: 'Clear filter' }).click();
      await page.getByRole('combobox', { name: 'Key' }).click();
      await page.getByRole('option', { name: 'Another key id…' }).click();
      // It holds after a pause, without Enter.
      await page.getByLabel('Key id').fill(leaked.keyId);
      await page.waitForURL(`**?keyId=${leaked.keyId}`);
      await page.getByText('Command line', { exact: true }).first().waitFor({ state: 'detached' });
      await page.getByText('game backend edited the metadata of player 2').waitFor();
      expect(await sentences(page)).toEqual(['game backend edited the metadata of player 2']);
    }, 60_000);

    test('is saved whole, as exact JSON and as CSV without formulas', async () => {
      const { page } = visit;
      await visit.open('/audit');
      await page.getByText('suspended player 2 for good').waitFor();
      const all = await entries('');
      const json = await save('As JSON, exactly');
      expect((JSON.parse(json) as Entry[]).map(({ auditId }) => auditId)).toEqual(
        all.map(({ auditId }) => auditId),
      );
      await page.getByText(`The file has ${all.length} entries.`).first().waitFor();
      await visit.open('/audit?action=player.suspend');
      await page.getByText('suspended player 2 for good').waitFor();
      const lines = (await save('As CSV, for spreadsheets')).trimEnd().split('\r\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(
        `"'=HYPERLINK(""https://evil.example"")",player.suspend,2,"{""until"":""forever""}"`,
      );
    }, 60_000);

    testOnce(
      'makes no file when the download fails, goes on where it was, and can be stopped',
      async () => {
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
        await page.getByRole('button', { name: 'Clear filter' }).click();
        await page.getByText('Command line created a key').first().waitFor();
        await page.getByRole('button', { name: 'Download' }).click();
        await page.getByRole('menuitem', { name: 'As JSON, exactly' }).click();
        const dialog = page.getByRole('dialog', { name: 'Download the audit as JSON' });
        await dialog.getByText('100 entries loaded.').waitFor();
        await expectAccessible(page);
        const download = page.waitForEvent('download');
        await dialog.getByRole('button', { name: 'Continue' }).click();
        const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as Entry[];
        expect(new Set(file.map(({ auditId }) => auditId)).size).toBe((await entries('')).length);
        next = 'is awaited';
        await page.getByRole('button', { name: 'Download' }).click();
        await page.getByRole('menuitem', { name: 'As CSV' }).click();
        await page.getByText('100 entries loaded…').waitFor();
        await page.getByRole('button', { name: 'Stop' }).click();
        await page.getByText('No file was saved.').first().waitFor();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        visit.watch.forgetStatuses();
      },
      60_000,
    );

    testOnce(
      'fits a phone',
      async () => {
        const { page } = visit;
        await page.setViewportSize(phone);
        await visit.open('/audit');
        await page.getByText('suspended player 2 for good').waitFor();
        await page.getByRole('button', { name: 'Details of the change' }).first().click();
        expect(await overflowOf(page)).toBe(0);
        await expectAccessible(page);
      },
      60_000,
    );
  });
}
