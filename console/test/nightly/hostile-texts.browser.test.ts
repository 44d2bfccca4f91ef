// Texts of players and keys on every page of the console: they are shown as they are, and nothing of them runs.
// The watch of each visit sees scripts, styles and images that the content security policy had to refuse.
import { expect } from 'bun:test';
import type { Locator } from 'playwright-core';
import { shownKeyName } from '../../../src/lib/key-name.ts';
import { type ConsoleService, sharedConsole, test } from '../../../test/harness/browser/console.ts';
import { consolePages, settle } from '../../../test/harness/browser/pages.ts';
import { createTestKey, testServerKey } from '../../../test/harness/server-keys.ts';
import { hostileTexts, longText, rightToLeftText } from '../hostile-texts.ts';

const names = [...hostileTexts, longText, rightToLeftText];

const environment = { SERVER_API_KEY: testServerKey, STATISTICS_CONTEXT: '/platform' };
const { visit } = sharedConsole({
  service: { environment },
  fill: async (service) => {
    for (const name of names) await leaveTraces(service, name);
  },
  keyName: `${hostileTexts[0]} ${rightToLeftText}`,
});

interface Place {
  readonly parentElement: Place | null;
  readonly textContent: string;
}

/**
 * @returns true for a text that cannot change the direction of others: it is isolated within its line, or has a block of its own
 * (CSS Writing Modes, section 2.2)
 */
const isIsolated = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const page = globalThis as unknown as {
      getComputedStyle(place: Place): { readonly unicodeBidi: string; readonly display: string };
    };
    const text = element as unknown as Place;
    for (let at: Place | null = text; at; at = at.parentElement) {
      const { unicodeBidi, display } = page.getComputedStyle(at);
      // Blocks are isolated from each other, so the text matters that shares one.
      if (display !== 'inline')
        return at.textContent.trim() === text.textContent.trim() || display !== 'block';
      if (/isolate|plaintext/.test(unicodeBidi)) return true;
    }
    return false;
  });

const textOfPage = async (path: string): Promise<string> => {
  await visit.open(path);
  await settle(visit.page);
  return visit.page.locator('body').innerText();
};
const isMarked = () =>
  visit.page.evaluate(() => (globalThis as unknown as { marked?: number }).marked !== undefined);

test.each(consolePages(1))('do nothing on the page $name', async ({ path }) => {
  const text = await textOfPage(path);
  expect(await isMarked()).toBe(false);
  // The name of the key is in the navigation of each page.
  expect(text).toContain(rightToLeftText);
});

test.each([
  ['players', '/players'],
  ['live sessions', '/sessions'],
  ['keys', '/keys'],
  ['audit', '/audit?action=metadata.delete'],
])('are shown as they are in the list of %s', async (_, path) => {
  const text = await textOfPage(path);
  const shown = path === '/players' || path === '/sessions' ? names : keyNames.map(shownKeyName);
  expect(shown.filter((name) => !text.includes(name))).toEqual([]);
});

test.each(['/players', '/sessions', '/keys', '/audit', `/players/${names.indexOf(rightToLeftText) + 1}`])(
  'do not turn what stands beside them: %s',
  async (path) => {
    await textOfPage(path);
    const places = await visit.page.getByText(/سارة|\u202E/).all();
    expect(places).not.toEqual([]);
    expect(await Promise.all(places.map(isIsolated))).toEqual(places.map(() => true));
  },
);

test.each(names.map((name, index) => [name.slice(0, 40), index] as const))(
  'are shown as they are on the page of the player %s',
  async (_, index) => {
    const text = await textOfPage(`/players/${index + 1}`);
    expect(text).toContain(names[index] ?? '');
    expect(await isMarked()).toBe(false);
    expect(await visit.page.title()).toStartWith(names[index]?.slice(0, 40) ?? '');
  },
);

/** Names of keys have at most 100 characters. */
const keyNames = hostileTexts.filter((name) => name.length <= 100);

/** Everything that a player, a game's server and support can write about a player of this name. */
async function leaveTraces(service: ConsoleService, name: string): Promise<void> {
  const token = testServerKey;
  const send = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await service.call(method, path, { token, headers, body: JSON.stringify(body) });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body.data;
  };
  const { sequentialId } = await send('POST', '/api/server/players', { playerId: name });
  const player = `/api/server/players/${sequentialId}`;
  for (const times of [1, 2]) {
    const data = { times, ...Object.fromEntries(names.map((text) => [text, [text]])) };
    await send('POST', `${player}/metadata`, { data });
  }
  await send('POST', `${player}/suspend`, { reason: name });
  await service.call('DELETE', `${player}/suspend`, { token });
  const context = JSON.stringify({ context: { [name]: name, platform: name, nested: { [name]: [name] } } });
  for (const onActive of ['reject', 'replace']) {
    const body = `{"onActive":"${onActive}",${context.slice(1)}`;
    const answer = await service.as(name, 'POST', '/api/game/session/start', { body });
    expect(answer.status).toBe(200);
  }
  if (!(keyNames as readonly string[]).includes(name)) return;
  // The store takes names that the API refuses today.
  const { token: key } = await createTestKey(service, { name, scopes: ['players:write'] });
  // Entries of the audit have the name of the key that acted.
  const answer = await service.call('DELETE', `${player}/metadata`, { token: key });
  expect(answer.status).toBe(200);
}
