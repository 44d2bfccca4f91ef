// The keys in a browser: a key is created, shown once and used, and revoked by typing its name. A key gives only
// scopes of its own, and revokes no key that may do more.
import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { keyPresets } from '../../src/keys/presets.ts';
import { expectAccessible } from '../../test/harness/browser/accessibility.ts';
import { phone } from '../../test/harness/browser/browser.ts';
import { sharedService, signIn, signInHere, startVisit, test } from '../../test/harness/browser/console.ts';
import { faultsOfLayout } from '../../test/harness/browser/layout.ts';
import { choose, enter, press, see, untilInPage } from '../../test/harness/browser/pages.ts';
import { createTestKey, testServerKey } from '../../test/harness/server-keys.ts';

const markup = '<img src=x onerror=alert(1)>';
const arabic = 'مفتاح الدعم';

interface StyledPage {
  getComputedStyle(element: unknown, part?: string): { readonly boxShadow: string; readonly zIndex: string };
}

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

const service = sharedService({ environment: { SERVER_API_KEY: testServerKey } }, async (started) => {
  await createTestKey(started, { name: markup, scopes: ['audit:read'] });
  await createTestKey(started, { name: arabic, scopes: ['players:read'], expiresInSeconds: 86_400 });
});
const keys = () =>
  service
    .call('GET', '/api/server/keys', { token: testServerKey })
    .then(({ body }) => body.data.keys as { name: string; scopes: string[]; expiresAt: string | null }[]);

test('are created with a name, scopes and an end, and shown once', async () => {
  await using visit = await signIn(service);
  const { page } = visit;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit.open('/keys');
  await press(page, 'Create key');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.waitFor();
  await untilInPage(page, `document.activeElement.closest('[role=dialog]') !== null`);
  // Tab reaches no control behind the dialog, also past its last one.
  const isBehind = `document.activeElement.matches('a, button, input') && !document.activeElement.closest('[role=dialog]')`;
  const isGuard = "document.activeElement.matches('[data-base-ui-focus-guard]')";
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    // The guard behind the last control hands the focus on a moment later, and nobody presses Tab again in that moment.
    while (await page.evaluate(isGuard)) await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await page.evaluate(isBehind)).toBe(false);
  }
  await press(dialog, 'Create key');
  await see(dialog, 'Give the key a name');
  await enter(name, 'shop');
  await see(dialog, 'Choose at least one scope.');
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'statistics:read' }).press('Space');
  await dialog.getByText('players:write').click();
  await choose(dialog, 'Works for', '7 days');
  await name.press('Enter');
  const text = dialog.getByRole('region', { name: 'Text of the key' });
  await text.waitFor();
  const key = await text.innerText();
  expect(key).toMatch(/^pk_[0-9A-Za-z]{49}$/);
  // The focus chooses the text, a moment after it is there.
  await untilInPage(page, `getSelection().toString() === ${JSON.stringify(key)}`);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await press(dialog, 'Copy');
  await dialog.getByText('Copied', { exact: true }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  await press(dialog, 'I have copied it');
  await dialog.waitFor({ state: 'detached' });
  // From here on the watch fails if the text is anywhere in the browser.
  visit.watch.secrets.add(key);
  await row(page, 'shop').waitFor();
  const answer = await service.call('GET', '/api/server/me', { token: key });
  expect(answer.body.data).toMatchObject({ name: 'shop', scopes: ['players:write', 'statistics:read'] });
  const [made] = (await keys()).filter((each) => each.name === 'shop');
  const days = (Date.parse(made?.expiresAt ?? '') - service.clock.now()) / 86_400_000;
  expect(days).toBeCloseTo(7, 2);
});

test('have the scopes of a preset, which can be changed', async () => {
  await using visit = await signIn(service, { at: '/keys' });
  const { page } = visit;
  await press(page, 'Create key');
  const dialog = page.getByRole('dialog', { name: 'Create a key' });
  const preset = (name: RegExp) => dialog.getByRole('button', { name, pressed: true });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('desk');
  const checked = async () => {
    const boxes = await dialog.getByRole('checkbox', { checked: true }).all();
    return Promise.all(
      boxes.map((box) => box.evaluate((each) => each.parentElement?.innerText.split('\n')[0])),
    );
  };
  for (const { title, scopes } of keyPresets) {
    await dialog.getByRole('button', { name: title }).press('Enter');
    await preset(new RegExp(`^${title}`)).waitFor();
    expect(await checked()).toEqual([...scopes]);
  }
  await expectAccessible(page);
  await press(dialog, 'Support');
  await dialog.getByRole('checkbox', { name: 'sessions:write' }).press('Space');
  // It is that of a preset no more.
  await dialog.getByRole('button', { pressed: true }).waitFor({ state: 'detached' });
  await press(dialog, 'Create key');
  await press(page, 'I have copied it');
  const [made] = (await keys()).filter(({ name }) => name === 'desk');
  expect(made?.scopes).toEqual(['players:read', 'players:write', 'sessions:read', 'audit:read']);
});

test('are listed with their state, and revoked by typing the name', async () => {
  await using visit = await signIn(service, { browser: { viewport: phone }, at: '/keys' });
  const { page } = visit;
  expect(await row(page, 'support desk').first().innerText()).toContain('Your key');
  expect(await row(page, arabic).innerText()).toMatch(/Expires\s+in (?:24 hours|1 day)|Expires\s+tomorrow/);
  await press(page, `Revoke the key ${markup}`);
  const dialog = page.getByRole('dialog', { name: 'Revoke this key?' });
  const confirm = dialog.getByRole('button', { name: 'Revoke key' });
  await dialog.getByRole('textbox').fill('<img');
  expect(await confirm.isDisabled()).toBe(true);
  await enter(dialog.getByRole('textbox'), markup);
  await see(page, 'Key revoked');
  await row(page, markup).waitFor({ state: 'detached' });
  expect((await keys()).map(({ name }) => name)).not.toContain(markup);
});

test('stand on a phone in full, with their buttons in their column', async () => {
  await using visit = await signIn(service, { browser: { viewport: phone } });
  const { page } = visit;
  for (let n = 0; n < 3; n += 1)
    await createTestKey(service, { name: `program ${n}`, scopes: ['audit:read'] });
  await visit.open('/keys');
  await row(page, 'program 2').waitFor();
  const buttons = page.getByRole('button', { name: /^Revoke the key/ });
  const ends = await Promise.all(
    (await buttons.all()).map(async (button) => {
      const box = await button.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    }),
  );
  expect(ends.length).toBeGreaterThan(3);
  expect(new Set(ends).size).toBe(1);
  // All scroll with the page, so that no list within it cuts the last one.
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  const last = await buttons.last().boundingBox();
  const place = { x: (last?.x ?? 0) + 8, y: (last?.y ?? 0) + (last?.height ?? 0) - 3 };
  const isButton = `document.elementFromPoint(${place.x}, ${place.y})?.closest('button') !== null`;
  expect(await page.evaluate(isButton)).toBe(true);
  expect(await faultsOfLayout(page)).toEqual([]);
});

test('show the whole ring of the list that has the focus after a revocation', async () => {
  for (let n = 0; n < 22; n += 1) await createTestKey(service, { name: `old ${n}`, scopes: ['audit:read'] });
  await using visit = await signIn(service, { at: '/keys' });
  const { page } = visit;
  // The list comes after the dialog has given the focus back, as from a service that is far away.
  const opener = page.getByRole('button', { name: 'Revoke the key old 21' });
  const dialog = page.getByRole('dialog', { name: 'Revoke this key?' });
  await page.route('**/api/server/keys', async (route) => {
    await dialog.waitFor({ state: 'detached' });
    await page.locator(':focus').and(opener).waitFor();
    await route.continue();
  });
  await opener.press('Enter');
  await enter(dialog.getByRole('textbox'), 'old 21');
  await row(page, 'old 21').waitFor({ state: 'detached' });
  const list = page.locator('.table-scroller:focus');
  await list.waitFor();
  await page.unroute('**/api/server/keys');
  // The ring is drawn within the frame of the list, where nothing cuts it, above the rows and their head.
  const ring = await page.locator('.table-frame', { has: list }).evaluate((frame) => {
    const { getComputedStyle } = globalThis as unknown as StyledPage;
    const { boxShadow, zIndex } = getComputedStyle(frame, '::after');
    const head = getComputedStyle(frame.querySelector('.table-head'));
    return { boxShadow, isAbove: Number(zIndex) > Number(head.zIndex) };
  });
  expect(ring).toEqual({ boxShadow: 'rgb(11, 98, 83) 0px 0px 0px 2px inset', isAbove: true });
});

test('give only scopes of their own, and revoke no key that may do more', async () => {
  await using visit = await signIn(service, { scopes: ['keys:write', 'players:read'], keyName: 'team lead' });
  const { page } = visit;
  await createTestKey(service, { name: 'all', expiresInSeconds: 3_600 });
  await visit.open('/keys');
  await row(page, 'all').getByText('May do more than your key').waitFor();
  expect(await page.getByRole('button', { name: 'Revoke the key all' }).count()).toBe(0);
  await press(page, 'Create key');
  await page.getByRole('checkbox').first().waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(2);
  // No preset is within these scopes.
  expect(await page.getByText('Made for').count()).toBe(0);
  await see(page, 'Your own key lacks players:write, sessions:read');
  await page.keyboard.press('Escape');
  // The own key can be revoked, which ends the session too.
  visit.watch.expectStatuses(401);
  await press(page, 'Revoke the key team lead');
  await page.getByRole('dialog', { name: 'Revoke your own key?' }).getByRole('textbox').fill('team lead');
  await press(page, 'Revoke key');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  expect(await page.getByText('team lead').count()).toBe(0);
});

test('are revoked with the keys that they made, which the dialog names', async () => {
  const leaked = await createTestKey(service, { name: 'leaked' });
  const make = async (token: string, name: string): Promise<string> => {
    const body = JSON.stringify({ name, scopes: ['keys:write'] });
    return (await service.call('POST', '/api/server/keys', { token, body })).body.data.key;
  };
  await make(await make(leaked.token, 'made at night'), 'made by that one');
  await using visit = await signIn(service, { at: '/keys' });
  const { page } = visit;
  await row(page, 'made at night').getByText('made by leaked').waitFor();
  await press(page, 'Revoke the key leaked');
  const dialog = page.getByRole('dialog', { name: 'Revoke this key?' });
  await see(dialog, 'made at night, made by that one');
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'Also revoke the 2 keys that it made' }).press('Space');
  await dialog.getByRole('textbox').fill('leaked');
  await press(dialog, 'Revoke 3 keys');
  await see(page, '3 keys revoked');
  // Its name stands in the row of the key that it made, too.
  await page.getByText('made at night', { exact: true }).first().waitFor({ state: 'detached' });
  const left = (await keys()).map(({ name }) => name);
  for (const name of ['leaked', 'made at night', 'made by that one']) expect(left).not.toContain(name);
});

test('tell that the key of the environment is not among them', async () => {
  await using visit = await startVisit(service);
  const { page } = visit;
  visit.watch.expectStatuses(401);
  await visit.open('/keys');
  await signInHere(page, testServerKey);
  await visit.open('/keys');
  await see(page, 'You are signed in with the key of the setting SERVER_API_KEY.');
  expect(await page.getByText('Your key', { exact: true }).count()).toBe(0);
});
