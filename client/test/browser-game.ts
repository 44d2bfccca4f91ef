// Games in real pages of Chromium, for tests of saves on IndexedDB: their pages, the crash of one, and what the service has stored.
import type { BrowserContext, Page } from 'playwright-core';
import { type Service, signTestToken } from '../../test/harness/service.ts';
import type { ControlServer } from './control-server.ts';

export interface Game {
  readonly page: Page;
  /** Everything that the page said on its console. */
  readonly lines: readonly string[];
}

/** A page with an open save under `game.save`. @param url of the service, or of a proxy before it */
export async function openGame(
  context: BrowserContext,
  control: ControlServer,
  url: string,
  player: string,
): Promise<Game> {
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.goto(control.url);
  await openSave(page, url, player);
  return { page, lines };
}

/** Opens the save of a page that was loaded. */
export async function openSave(page: Page, url: string, player: string): Promise<void> {
  const options = { url, token: await signTestToken(player) };
  await page.evaluate(
    `(async ({ url, token }) => {
      const { createClient } = await import('/client/portable.js');
      const changes = await import('/killed-game-changes.mjs');
      const environment = { sleep: changes.hurriedSleep };
      const client = createClient({ url, token: () => token, environment });
      globalThis.game = { ...changes, client, save: await client.openSave({ initial: changes.initial }) };
    })(${JSON.stringify(options)})`,
  );
}

/** The process of the page ends at once, as when the system takes its memory. */
export async function crash(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close().catch(() => undefined);
}

/** Everything that a page keeps in IndexedDB, as JSON. */
export const keptBy = (page: Page): Promise<string> =>
  page.evaluate(
    `(async () => {
      const answer = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const kept = [];
      for (const { name } of await indexedDB.databases()) {
        const database = await answer(indexedDB.open(name));
        for (const store of database.objectStoreNames) {
          kept.push(await answer(database.transaction(store).objectStore(store).getAll()));
        }
        database.close();
      }
      return JSON.stringify(kept);
    })()`,
  );

export const storedBy = async (service: Service, player: string) =>
  (await service.as(player, 'GET', '/api/game/metadata')).body.data.metadata;
