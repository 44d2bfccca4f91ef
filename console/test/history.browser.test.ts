// The history of a player's metadata in the console, in a browser: a lost save is found and restored, states are
// compared, and a restore never undoes a newer save unseen.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../../test/harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  type OpenConsole,
  openConsole,
  signIn,
} from '../../test/harness/browser/console.ts';
import { consoleEngines } from '../../test/harness/browser/console-engines.ts';
import {
  button,
  saveAs,
  sequentialIdOf,
  storedText,
  supportScopes,
} from '../../test/harness/browser/metadata-pages.ts';
import { overflowOf } from '../../test/harness/browser/pages.ts';
import { temporaryDirectory } from '../../test/harness/engines.ts';

const save = (level: number): string =>
  `{"level":${level},"gold":9007199254740993,"price":10.00,"items":[${Array.from({ length: 60 }, (_, id) => `{"id":${id}}`)}]}`;

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(
    `the history in the console on ${engine.name}${skippedNote}`,
    () => {
      const files = temporaryDirectory();
      let service: ConsoleService;
      let visit: OpenConsole;
      beforeAll(async () => {
        const rules = join(files.directory, 'rules.json');
        writeFileSync(rules, '{"/gold":{"write":"server"}}');
        const environment = { METADATA_RULES: rules };
        visit = await openConsole({ engine, service: { environment }, scopes: supportScopes });
        ({ service } = visit);
      }, 60_000);
      afterAll(async () => {
        try {
          await visit?.[Symbol.asyncDispose]();
        } finally {
          files.remove();
        }
      });

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
        await page.getByText(/^A save may be lost: .* became 11 B\.$/).waitFor();
        await page.getByRole('link', { name: 'See the history' }).click();
        const note = page.getByRole('region', { name: 'A save may be lost' });
        await note.getByText('Version 3 is the last state before it').waitFor();
        await page.getByText('Last before a loss').waitFor();
        await page.getByText('Lost 98 %').waitFor();
        await expectAccessible(page);
        await note.getByRole('button', { name: 'Restore version 3…' }).click();
        await page.getByRole('heading', { name: 'Restore version 3' }).waitFor();
        await page.getByLabel('Changed fields').getByText('/level').waitFor();
        await page.locator('.diff-host').getByText('41').first().waitFor();
        await expectAccessible(page);
        const request = page.waitForRequest((sent) => sent.method() === 'POST');
        await button(page, 'Restore').click();
        const headers = (await request).headers();
        expect([headers['if-match'], headers['idempotency-key']?.length]).toEqual([`"${id}-5"`, 40]);
        await page.getByText('Version 3 restored').first().waitFor();
        await page.getByText('Version 3 restored by key').waitFor();
        await note.waitFor({ state: 'detached' });
        expect(await storedText(service, 'lost save')).toBe(save(41));
      });

      test('compares any two states, under an address that can be shared', async () => {
        const id = await playerWith(
          'compared',
          '{"level":1,"n":1e400}',
          '{"level":2,"n":1e400}',
          '{"level":3}',
        );
        const { page } = visit;
        await visit.open(`/players/${id}/history`);
        await page.getByRole('button', { name: 'What changed with Version 3' }).click();
        await page.getByText('1 field changes.').waitFor();
        expect(new URL(page.url()).search).toBe('?compare=2..3');
        await page.getByRole('combobox', { name: 'To' }).click();
        await page.getByRole('option', { name: /^Now/ }).click();
        await page.getByText('2 fields change.').waitFor();
        await page.getByLabel('Changed fields').getByText('/n').waitFor();
        await page.getByLabel('Changed fields').getByText('1e400').waitFor();
        await page.reload();
        await page.getByText('2 fields change.').waitFor();
        await expectAccessible(page);
        await button(page, 'Back to the history').click();
        await page.getByText('Kept states').waitFor();
        await page.goBack();
        await page.getByText('2 fields change.').waitFor();
      });

      test('asks again when somebody saved meanwhile, with the comparison to the newer state', async () => {
        const id = await playerWith('meanwhile', save(7), '{"level":1}');
        const { page, watch } = visit;
        await visit.open(`/players/${id}/history?restore=2`);
        await page.locator('.diff-host').getByText('7').first().waitFor();
        await write(id, '{"level":1,"newer":true}');
        watch.expectStatuses(412);
        await button(page, 'Restore').click();
        await page.getByText('The metadata has changed since you opened this page.').waitFor();
        watch.forgetStatuses();
        await page.getByLabel('Changed fields').getByText('/newer').waitFor();
        expect(await storedText(service, 'meanwhile')).toBe('{"level":1,"newer":true}');
        await button(page, 'Restore').click();
        await page.getByText('Version 2 restored').first().waitFor();
        expect(await storedText(service, 'meanwhile')).toBe(save(7));
      });

      test('keeps on demand what the player may not write', async () => {
        const id = await playerWith('protected', '{"level":9,"gold":500}', '{"level":0,"gold":20.00}');
        const { page } = visit;
        await visit.open(`/players/${id}/history?restore=2`);
        await page.getByRole('checkbox', { name: 'Keep the fields that only servers may write' }).click();
        await button(page, 'Restore').click();
        await page.getByText('Version 2 restored').first().waitFor();
        expect(JSON.parse(await storedText(service, 'protected'))).toEqual({ level: 9, gold: 20 });
      });

      test('names authors and links to the audit; a key that only reads compares, at phone width', async () => {
        const id = await playerWith('read', save(1), '{}');
        const { page } = visit;
        await visit.open(`/players/${id}/history`);
        await page.getByText('Saved by key support desk').first().waitFor();
        const audit = page.getByRole('link', { name: 'In the audit' }).first();
        expect(await audit.getAttribute('href')).toBe(`/console/audit?sequentialId=${id}`);
        const scopes = ['players:read'] as const;
        await using reader = await signIn(service, {
          scopes,
          browser: { viewport: phone },
          at: `/players/${id}/history`,
        });
        await reader.page.getByText('Last before a loss').waitFor();
        expect(await overflowOf(reader.page)).toBe(0);
        expect(await reader.page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
        await reader.page.getByRole('button', { name: 'Compare version 2 with now' }).click();
        await reader.page.getByText('4 fields change.').waitFor();
        await reader.page.locator('.diff-host .cm-line').first().waitFor();
        expect(await overflowOf(reader.page)).toBe(0);
      });

      test('is empty before the first save', async () => {
        await service.as('new player', 'POST', '/api/game/session/start', { body: '{}' });
        await visit.open(`/players/${await sequentialIdOf(service, 'new player')}/history`);
        await visit.page.getByText('No history yet').waitFor();
      });
    },
  );
}
