// Names of players in the console, in a browser: a part of a name finds a player, Enter opens the only one, and every list shows the
// name beside the id, to those who may read players.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { paths } from '../../../test/harness/api.ts';
import { expectAccessible } from '../../../test/harness/browser/accessibility.ts';
import { phone, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { type ConsoleService, signIn, startConsoleService } from '../../../test/harness/browser/console.ts';
import { overflowOf } from '../../../test/harness/browser/pages.ts';
import { createTestKey } from '../../../test/harness/server-keys.ts';
import { deskScopes, linksOf, tableOf } from '../players-world.ts';

const hostile = '\u202e<img src=x onerror=alert(1)>';
const long = 'Die sehr lange Ritterin von der Burg am Ende des Weges, die Zweite';

describe.skipIf(whyNoBrowser !== undefined)(`names of players in the console${skippedNote}`, () => {
  let service: ConsoleService;
  beforeAll(async () => {
    const environment = { PLAYER_NAME: '/name', PLAYER_COLUMNS: '/level,/guild/clan' };
    service = await startConsoleService({ environment });
    const save = (player: string, data: object) =>
      service.as(player, 'POST', paths.metadata, { body: JSON.stringify({ data }) });
    await save('ann', { name: 'Mira', level: 12, guild: { clan: 'red' } });
    await save('bob', { name: 'José Mirador', level: 3 });
    await save('cid', { name: hostile, level: true });
    await save('dora', { name: long });
    await save('eve', {});
    await save('steam:76561198000000001', { name: '王小明', level: 40 });
    await service.as('ann', 'POST', paths.start);
    const { token } = await createTestKey(service);
    await service.call('PATCH', '/api/server/players/2/metadata', {
      ...{ token, headers: { 'content-type': 'application/merge-patch+json' }, body: '{"gift":1}' },
    });
  }, 90_000);
  afterAll(() => service?.stop());

  test('are found by a part, and Enter opens the only one', async () => {
    await using visit = await signIn(service, { scopes: deskScopes, at: '/players' });
    const { page } = visit;
    const box = page.getByRole('searchbox', { name: 'Name, player id or number' });
    await box.fill('MIRA');
    await page.getByText('2 players found').waitFor();
    expect(await linksOf(page).allInnerTexts()).toEqual(['ann', 'bob']);
    // Two have it, so the list stays.
    await box.press('Enter');
    await page.getByRole('button', { name: 'Ids' }).waitFor();
    await box.fill('jose');
    await page.getByText('1 player found').waitFor();
    await box.press('Enter');
    await page.getByRole('heading', { name: 'José Mirador' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/players/2');
    await page.goBack();
    await box.fill('小明');
    await box.press('Enter');
    await page.getByRole('heading', { name: '王小明' }).waitFor();
    await page.goBack();
    // The beginning of an id, and the whole of one.
    await box.fill('stea');
    await page.getByText('No player matches').waitFor();
    await page.getByRole('button', { name: 'Ids' }).click();
    await page.getByText('1 player found').waitFor();
    await box.fill('ann');
    await box.press('Enter');
    await page.getByRole('heading', { name: 'Mira' }).waitFor();
  });

  test('stand in the list with the columns, in the order that is chosen', async () => {
    await using visit = await signIn(service, { scopes: deskScopes, at: '/players' });
    const { page } = visit;
    const table = tableOf(page, 'Players');
    await linksOf(page).first().waitFor();
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      ...['Player id', 'Name', 'Number', 'State', 'Last seen', 'Registered', 'Metadata', 'level', 'clan'],
    ]);
    expect(await table.getByRole('row').nth(1).innerText()).toContain('Mira');
    // Nothing turns the direction of the text, and nothing becomes an element.
    await table.getByText('<img src=x onerror=alert(1)>', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Order: By number' }).click();
    await page.getByRole('menuitemradio', { name: 'Newest first' }).click();
    await page.waitForURL('**/players?sort=registered');
    await linksOf(page).first().getByText('steam').first().waitFor();
    await page.getByRole('button', { name: 'Order: Newest first' }).click();
    // The menu marks the order that holds.
    const marked = page.getByRole('menuitemradio', { checked: true });
    await marked.locator('svg').waitFor();
    expect(await marked.allInnerTexts()).toEqual(['Newest first']);
    await page.getByRole('menuitemradio', { name: 'Last seen first' }).click();
    await linksOf(page).first().getByText('ann').waitFor();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    expect(await overflowOf(page)).toBe(0);
  });

  test('stand beside the ids of live sessions and of the audit, for those who may read players', async () => {
    await using visit = await signIn(service, { scopes: deskScopes, at: '/sessions' });
    const { page } = visit;
    await page.getByRole('link', { name: 'Mira ann' }).waitFor();
    await visit.open('/audit');
    await page.getByRole('link', { name: 'José Mirador player 2' }).waitFor();
    await expectAccessible(page);
    await using other = await signIn(service, { scopes: ['sessions:read', 'audit:read'], at: '/sessions' });
    await other.page.getByText('ann', { exact: true }).waitFor();
    await other.open('/audit');
    await other.page.getByText('player 2').first().waitFor();
    expect(await other.page.getByText('José').count()).toBe(0);
  });
});
