// The page of a player in the console, in a browser: the account, suspension, the end of a session, export, erasure,
// sessions on their time axis, and the sight of keys with fewer scopes.
import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { expectAccessible } from '../../test/harness/browser/accessibility.ts';
import { type ConsoleService, sharedConsole, signIn, test } from '../../test/harness/browser/console.ts';
import { choose, press, see } from '../../test/harness/browser/pages.ts';
import { stopLongTimers } from '../../test/harness/browser/quiet-page.ts';
import { createTestKey } from '../../test/harness/server-keys.ts';
import { deskScopes } from './players-world.ts';

const installation = 'installation-of-a-phone';
const exactContext = '{"platform":"ios","build":9007199254740993,"scale":10.00}';
const contextLine = 'platform ios · build 9007199254740993 · scale 10.00';
const metadata = '{"gold":9007199254740993,"rate":1e400,"v":10.00}';
const hostileName = '<b onclick="x()">\u202eمرحبا "quote"';

let token: string;
const fill = async (started: ConsoleService) => {
  token = (await createTestKey(started, { name: 'game backend' })).token;
};
const { service, visit } = sharedConsole({ fill, scopes: deskScopes });

const server = async (method: string, path: string, body?: string) =>
  (await service.call(method, `/api/server/players/${path}`, { token, ...(body && { body }) })).body;
/** Registers a player. @returns the sequential id */
const register = async (playerId: string): Promise<number> => {
  const body = JSON.stringify({ playerId });
  return (await service.call('POST', '/api/server/players', { token, body })).body.data.sequentialId;
};
const start = (playerId: string, context = exactContext) =>
  service.as(playerId, 'POST', '/api/game/session/start', {
    body: `{"context":${context}}`,
    headers: { 'x-installation-id': installation },
  });

test('shows the account and the session of now', async () => {
  const player = await register('mira');
  await service.as('mira', 'POST', '/api/game/metadata', { body: `{"data":${metadata}}` });
  await start('mira');
  const { page } = visit;
  await visit.open(`/players/${player}`);
  await page.getByRole('heading', { name: 'mira' }).getByText('Online').waitFor();
  await page.getByText(contextLine, { exact: true }).waitFor();
  await page.getByText(installation, { exact: true }).waitFor();
  await page.getByText(`${metadata.length} B`, { exact: true }).waitFor();
  await see(page, 'Player registered');
  expect(await page.getByText('game backend').count()).toBe(1);
  expect(await page.title()).toBe('mira · Playkeep');
});

test('shows within about a second what the game, a device or another person changes', async () => {
  const player = await register('nora');
  await using follower = await signIn(service, { scopes: deskScopes });
  const { page } = follower;
  // Without the timer of the page, of half a minute, only the read that waits can tell.
  await stopLongTimers(page, 20_000);
  await follower.open(`/players/${player}`);
  const heading = page.getByRole('heading', { name: 'nora' });
  await heading.waitFor();
  await start('nora');
  await see(heading, 'Online');
  await page.getByText(contextLine, { exact: true }).waitFor();
  await service.as('nora', 'POST', '/api/game/session/start', {
    body: '{"onActive":"replace","context":{"device":"tablet"}}',
  });
  await page.getByText('device tablet', { exact: true }).waitFor();
  await service.as('nora', 'POST', '/api/game/metadata', { body: `{"data":${metadata}}` });
  await page.getByText(`${metadata.length} B`, { exact: true }).waitFor();
  await server('POST', `${player}/suspend`, '{}');
  await see(heading, 'Suspended');
  await see(page, 'No session is active.');
});

test('ends the session after a confirmation', async () => {
  const player = await register('tom');
  await start('tom');
  const { page } = visit;
  await visit.open(`/players/${player}`);
  await press(page, 'End session…');
  const dialog = page.getByRole('dialog', { name: 'End this session?' });
  await press(dialog, 'Cancel');
  await dialog.waitFor({ state: 'detached' });
  expect((await server('GET', `${player}`)).data.online).toBe(true);
  await press(page, 'End session…');
  await press(dialog, 'End session');
  await see(page, 'No session is active.', 'Session ended');
  const { sessions } = (await server('GET', `${player}/sessions`)).data;
  expect(sessions.map(({ reason }: { reason: string }) => reason)).toEqual(['terminated']);
  await page.locator('.player-audit').getByText('Session ended').waitFor();
});

test('suspends the player, changes the suspension and lifts it', async () => {
  const player = await register('sam');
  const { page } = visit;
  await visit.open(`/players/${player}`);
  await press(page, 'Suspend…');
  const dialog = page.getByRole('dialog', { name: 'Suspend the player' });
  await expectAccessible(page);
  await dialog.getByLabel('Reason (optional)').fill('bought <gold>');
  await press(dialog, 'Suspend player');
  await page.getByRole('heading', { name: 'sam' }).getByText('Suspended').waitFor();
  const until = Date.parse((await server('GET', `${player}`)).data.suspendedUntil);
  // The page reckons by the clock of the machine, which that of the service follows.
  expect(Math.abs(until - 7 * 86_400_000 - service.clock.now())).toBeLessThan(600_000);
  expect((await server('GET', `${player}/export`)).data.suspension.reason).toBe('bought <gold>');

  // The end stands there once, with its distance, and the reason as it was typed.
  const card = page
    .locator('section.card')
    .filter({ has: page.getByRole('heading', { name: 'Suspension' }) });
  await card.getByText('bought <gold>', { exact: true }).waitFor();
  const [end, distance] = await card.locator('time').allInnerTexts();
  expect(end).toMatch(/^\w+ \d+,.* \d\d:\d\d$/);
  expect(distance).toBe('in 7 days');

  await press(page, 'Change…');
  const change = page.getByRole('dialog', { name: 'Change the suspension' });
  await choose(change, 'How long', 'Until a time…');
  await change.getByLabel('End, in your time zone').fill('2020-01-01T10:00');
  await press(change, 'Replace suspension');
  await see(change, 'Enter a time in the future.');
  await choose(change, 'How long', 'Without an end');
  await press(change, 'Replace suspension');
  await see(page, 'Suspended without an end.');
  // The form brings the reason along, as the new suspension replaces the old one with its reason.
  await card.getByText('bought <gold>', { exact: true }).waitFor();
  expect((await server('GET', `${player}`)).data.suspendedUntil).toBe('forever');

  await press(page, 'Lift suspension…');
  await page.getByRole('button', { name: 'Lift suspension', exact: true }).click();
  await see(page, 'Not suspended.');
  expect((await server('GET', `${player}`)).data.suspendedUntil).toBeNull();
});

test('saves the export as a file with every digit', async () => {
  const player = await register('eve');
  await service.as('eve', 'POST', '/api/game/metadata', { body: `{"data":${metadata}}` });
  const { page } = visit;
  await visit.open(`/players/${player}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`player-${player}.json`);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toContain(`"metadata":${metadata}`);
  expect(JSON.parse(text).data.player.playerId).toBe('eve');
  await see(page, `Saved ${text.length} bytes.`);
});

test('saves no file when the export breaks off', async () => {
  const player = await register('breaks off');
  const { page } = visit;
  const exports = '**/export';
  // Chromium lets requests of the first milliseconds by, so the page is loaded afterwards.
  await page.route(exports, (route) => route.fulfill({ status: 503, body: '{}' }));
  await visit.open(`/players/${player}`);
  visit.watch.expectStatuses(503);
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await press(page, 'Export data');
  await see(page, 'The service is busy or its database is away.');
  expect(downloads).toBe(0);
  await page.unroute(exports);
  visit.watch.forgetStatuses();
});

test('erases the player after the id was typed', async () => {
  const player = await register(hostileName);
  await service.as(hostileName, 'POST', '/api/game/metadata', { body: `{"data":${metadata}}` });
  const { page } = visit;
  await visit.open(`/players/${player}`);
  await press(page, 'Erase player…');
  const dialog = page.getByRole('dialog', { name: 'Erase this player for good?' });
  const erase = dialog.getByRole('button', { name: 'Erase player' });
  await dialog.getByLabel('Confirmation').fill(hostileName.slice(0, -1));
  expect(await erase.isDisabled()).toBe(true);
  await dialog.getByLabel('Confirmation').fill(hostileName);
  // The erasure ends the wait of the page for a change.
  visit.watch.expectStatuses(404);
  await erase.click();
  await see(page, 'This player is erased');
  expect(await page.getByText('مرحبا').count()).toBe(0);
  expect((await server('GET', `${player}`)).statusCode).toBe(404);
  await page.reload();
  await see(page, 'No player has this number');
  await page.getByRole('link', { name: 'Go to players' }).click();
  await page.getByRole('heading', { name: 'Players' }).waitFor();
  // Until here the page may have asked for a change of the player who is gone.
  visit.watch.forgetStatuses();
});

test('shows sessions on a time axis and in a table, with their exact contexts', async () => {
  const player = await register('many');
  const { page } = visit;
  for (let count = 0; count < 104; count += 1) {
    await start('many', count === 103 ? exactContext : `{"n":${count}}`);
    service.clock.advance(1_000);
    await service.as('many', 'POST', '/api/game/session/stop');
  }
  await start('many');
  await visit.open(`/players/${player}/sessions`);
  await see(page, '101 sessions so far');
  const table = page.getByRole('table', { name: 'Sessions, newest first' });
  expect(await table.getByText(contextLine, { exact: true }).count()).toBe(2);
  expect(await table.getByText('installation-of-a-phone').count()).toBe(101);
  await press(page, 'Load more');
  await page.getByText('105 sessions', { exact: true }).waitFor();
  await table.getByText('n 0', { exact: true }).waitFor();

  const axis = page.getByRole('group', { name: /^Sessions by day and time/ });
  await axis.press('ArrowDown');
  const details = page.getByRole('status').filter({ hasText: '–' });
  expect(await details.innerText()).toContain('Active');
  await expectAccessible(page);
  await axis.press('ArrowDown');
  expect(await details.innerText()).toMatch(/Stopped[\s\S]*1 s$/);
  await axis.press('Escape');
  await see(page, 'Choose a session to see its details.');
  await axis.locator('[data-session]').last().hover();
  await details.waitFor();
});

test('shows a key what it may use', async () => {
  await visit.open('/keys');
  const player = await register('seen by few');
  await start('seen by few');
  // The service looks up few unknown keys a second.
  service.clock.advance(1_000);
  await using reader = await signIn(service, { scopes: ['players:read'], at: `/players/${player}` });
  const { page } = reader;
  await page.getByRole('heading', { name: 'seen by few' }).waitFor();
  expect(await page.getByRole('button', { name: /Suspend|Erase|End session/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Sessions', exact: true }).count()).toBe(0);
  expect(await page.getByText('Changes by the studio').count()).toBe(0);
  await page.getByRole('button', { name: 'Export data' }).waitFor();
  await reader.open(`/players/${player}/sessions`);
  await see(page, 'Sessions need the scope');
});
