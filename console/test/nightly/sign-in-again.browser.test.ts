// A session that ends during an edit, in a browser: the draft stays while another key signs in, whatever it may do.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SERVER_KEY_CACHE_SECONDS } from '../../../src/limits.ts';
import type { Scope } from '../../../src/store/ports/keys.ts';
import { skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import {
  type ConsoleService,
  type SignedIn,
  signIn,
  startConsoleService,
} from '../../../test/harness/browser/console.ts';
import { consoleEngines } from '../../../test/harness/browser/console-engines.ts';
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
} from '../../../test/harness/browser/metadata-pages.ts';
import { holdReads } from '../../../test/harness/browser/quiet-page.ts';
import { createTestKey, revokeTestKey } from '../../../test/harness/server-keys.ts';

for (const engine of consoleEngines) {
  describe.skipIf(whyNoBrowser !== undefined)(
    `an edit and its session on ${engine.name}${skippedNote}`,
    () => {
      let service: ConsoleService;
      beforeAll(async () => {
        service = await startConsoleService({ engine });
      });
      afterAll(() => service?.stop());

      async function signInAgain({ page }: SignedIn, scopes: readonly Scope[], name: string): Promise<void> {
        const { token } = await createTestKey(service, { scopes, name });
        const dialog = page.getByRole('dialog', { name: 'Sign in again' });
        await dialog.waitFor();
        holds.get(page)?.(false);
        await dialog.getByLabel('Server key').fill(token);
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'detached' });
        await page.getByRole('navigation', { name: 'Main' }).getByText(name).waitFor();
      }

      /** By page: holds its reads back, which would open the dialog before the person saves. */
      const holds = new WeakMap<Page, (isHeld: boolean) => void>();

      async function signInToEdit(): Promise<SignedIn> {
        const visit = await signIn(service, { scopes: supportScopes });
        holds.set(visit.page, await holdReads(visit.page));
        return visit;
      }

      async function revoke(visit: SignedIn): Promise<void> {
        holds.get(visit.page)?.(true);
        await revokeTestKey(service, visit.keyId);
        service.clock.advance(2 * SERVER_KEY_CACHE_SECONDS * 1000);
        visit.watch.expectStatuses(401, 403, 412, 503);
      }

      test('go on with another key, from the state that was saved last', async () => {
        await using visit = await signInToEdit();
        const { page } = visit;
        const id = await openMetadata(visit, service, 'other key', '{"level":1,"gold":10.00}');
        await replaceValue(page, '/level', '2');
        await reviewChanges(page);
        await saveReviewed(page);
        await replaceValue(page, '/level', '3');
        await revoke(visit);
        await reviewChanges(page);
        await button(page, 'Save').click();
        await signInAgain(visit, ['players:read', 'players:write'], 'second desk');
        expect(new URL(page.url()).pathname).toBe(`/console/players/${id}/metadata`);
        await page.getByText('You were signed out.').waitFor();
        await button(page, 'Save again').click();
        await page.getByText('No changes', { exact: true }).waitFor();
        expect(await storedText(service, 'other key')).toBe('{"level":3,"gold":10.00}');
      });

      test('end together when the person says so', async () => {
        await using visit = await signIn(service, { scopes: supportScopes });
        const { page } = visit;
        await openMetadata(visit, service, 'sign out', '{"level":1}');
        await replaceValue(page, '/level', '77');
        await button(page, 'Sign out').click();
        const question = page.getByRole('dialog', { name: 'Sign out without saving?' });
        await question.getByRole('button', { name: 'Stay' }).click();
        await question.waitFor({ state: 'detached' });
        await editorOf(page).getByText('77').waitFor();
        await button(page, 'Sign out').click();
        await question.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      });

      test('another key goes on with what the page follows', async () => {
        await using visit = await signIn(service, { scopes: supportScopes });
        const { page } = visit;
        await openMetadata(visit, service, 'followed', '{"level":1}');
        await revoke(visit);
        await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
        // After a refusal a read waits for a minute.
        const read = page.waitForRequest((request) => request.headers().prefer !== undefined);
        await signInAgain(visit, supportScopes, 'next desk');
        await read;
        await saveAs(service, 'followed', '{"level":2}');
        await page.getByText('A newer state was saved since you opened this one.').waitFor();
      });

      test('keep the draft behind keys that may not save it or not see it', async () => {
        await using visit = await signInToEdit();
        const { page } = visit;
        await openMetadata(visit, service, 'lesser keys', '{"level":1}');
        await replaceValue(page, '/level', '77');
        await saveAs(service, 'lesser keys', '{"level":2}');
        await revoke(visit);
        await reviewChanges(page);
        await button(page, 'Save').click();
        await signInAgain(visit, ['players:read'], 'reader');
        await button(page, 'Back to editing').click();
        await page.getByText('Not saved: your key may not change metadata.').waitFor();
        await page.getByText('A newer state was saved since you opened this one.').waitFor();
        await button(page, 'Sign in with another key').click();
        await signInAgain(visit, ['audit:read'], 'auditor');
        await page.getByText('Your unsaved changes are kept until then.').waitFor();
        expect(await editorOf(page).isVisible()).toBe(false);
        await button(page, 'Sign in with another key').click();
        await signInAgain(visit, supportScopes, 'desk again');
        await editorOf(page).getByText('77').waitFor();
        await reviewChanges(page);
        await button(page, 'Save').click();
        await page.getByRole('heading', { name: 'Somebody else has saved meanwhile' }).waitFor();
        expect(await storedText(service, 'lesser keys')).toBe('{"level":2}');
      });
    },
  );
}
