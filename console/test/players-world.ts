// Players for the tests of the console's list: a few of special names and states, and a crowd that makes the list long.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { scopes as allScopes } from '../../src/store/ports/keys.ts';
import {
  type ConsoleService,
  type SignedIn,
  signIn,
  startConsoleService,
} from '../../test/harness/browser/console.ts';
import { type TestEngine, temporaryDirectory } from '../../test/harness/engines.ts';
import { createTestKey } from '../../test/harness/server-keys.ts';

export const hostileName = '<img src=x onerror="document.title=1">';
export const longName = `guild:${'of-the-long-names.'.repeat(12)}end`;
export const rightToLeftName = 'نورا الحربي';
export const named = ['anna', 'anna-b', 'Ben', '2', hostileName, longName, rightToLeftName];
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
export async function buildIndexes(service: ConsoleService, token: string): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    const { indexes } = (await service.call('GET', '/api/server/service', { token })).body.data;
    if (indexes.every(({ state }: { state: string }) => state === 'whole')) return;
    service.clock.advance(10_000);
    await Bun.sleep(10);
  }
  throw new Error('the indexes are not whole');
}

/** All but those of the overview, which would ask for statistics that a new service has not counted yet. */
export const deskScopes = allScopes.filter((scope) => scope !== 'statistics:read');

export interface PlayersWorld extends AsyncDisposable {
  readonly service: ConsoleService;
  /** A person who may do everything but read statistics. */
  readonly visit: SignedIn;
}

/** anna is online, with level 10 and a clan; anna-b has level 3; Ben is suspended, with a level beyond exact doubles. */
export async function startPlayersWorld(engine: TestEngine): Promise<PlayersWorld> {
  const { directory, remove } = temporaryDirectory();
  const file = join(directory, 'indexes.json');
  const indexes = [
    { pointer: '/level', type: 'number' },
    { pointer: '/clan', type: 'string' },
  ];
  await Bun.write(file, JSON.stringify(indexes));
  const service = await startConsoleService({ engine, environment: { METADATA_INDEXES: file } });
  try {
    await fill(service);
    const visit = await signIn(service, { scopes: deskScopes });
    return {
      ...{ service, visit },
      async [Symbol.asyncDispose]() {
        try {
          await visit[Symbol.asyncDispose]();
        } finally {
          await service.stop();
          remove();
        }
      },
    };
  } catch (error) {
    await service.stop();
    remove();
    throw error;
  }
}

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
