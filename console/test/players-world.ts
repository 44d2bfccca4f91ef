// Players for the tests of the console's list: a few of special names and states, and a crowd that makes the list long.
import type { Page } from 'playwright-core';
import { scopes as allScopes } from '../../src/store/ports/keys.ts';
import { type ConsoleService, settingFile, sharedConsole } from '../../test/harness/browser/console.ts';
import { createTestKey } from '../../test/harness/server-keys.ts';
import { until } from '../../test/harness/until.ts';

export const named = ['anna', 'anna-b', 'Ben', '2'];
export const crowd = Array.from({ length: 230 }, (_, index) => `crowd-${String(index).padStart(3, '0')}`);

export const tableOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
export const linksOf = (page: Page, name = 'Players') => tableOf(page, name).getByRole('link');

/** A page of a busy service may be short, so the first players are 100 or more. */
export const firstPlayers = /^First 1\d\d players$/;

/** Waits until the list says so, such as `3 players found`. */
export const expectCount = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();

export const condition = (...parts: readonly unknown[]): string =>
  `where=${encodeURIComponent(`[${parts.join()}]`)}`;

/** Lets the job that builds indexes do its work, as PostgreSQL does it beside the calls. */
export const buildIndexes = (service: ConsoleService, token: string): Promise<void> =>
  until(async () => {
    const { indexes: built } = (await service.call('GET', '/api/server/service', { token })).body.data;
    service.clock.advance(10_000);
    return built.every(({ state }: { state: string }) => state === 'whole');
  });

/** All but those of the overview, which would ask for statistics that a new service has not counted yet. */
export const deskScopes = allScopes.filter((scope) => scope !== 'statistics:read');

const indexes = [
  { pointer: '/level', type: 'number' },
  { pointer: '/clan', type: 'string' },
];

/** anna is online, with level 10 and a clan; anna-b has level 3; Ben is suspended, with a level beyond exact doubles. */
export const playersConsole = () =>
  sharedConsole({
    service: { environment: { METADATA_INDEXES: settingFile(indexes) } },
    ...{ fill, scopes: deskScopes },
  });

async function fill(service: ConsoleService): Promise<void> {
  const { token } = await createTestKey(service);
  await buildIndexes(service, token);
  const register = (playerId: string) =>
    service.call('POST', '/api/server/players', { token, body: JSON.stringify({ playerId }) });
  for (const playerId of named) await register(playerId);
  await Promise.all(crowd.map(register));
  const save = (name: string, data: string) =>
    service.as(name, 'POST', '/api/game/metadata', { body: `{"data":${data}}` });
  await save('anna', '{"level":10,"clan":"red, [blue]"}');
  await save('anna-b', '{"level":3}');
  await save('Ben', '{"level":9007199254740993}');
  await service.as('anna', 'POST', '/api/game/session/start');
  await service.call('POST', '/api/server/players/3/suspend', { token, body: '{}' });
}
