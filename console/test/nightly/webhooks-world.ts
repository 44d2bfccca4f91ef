// A service with webhooks for tests of their page: endpoints, a log of attempts as a sender leaves it, and calls beside the page.
import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import type { Environment } from '../../../src/config/settings.ts';
import { newWebhookId } from '../../../src/lib/ids.ts';
import type { NewDelivery } from '../../../src/store/ports/webhooks.ts';
import { type ConsoleService, startConsoleService } from '../../../test/harness/browser/console.ts';
import { sqlite } from '../../../test/harness/engines.ts';
import { createTestKey } from '../../../test/harness/server-keys.ts';
import { openStoreOn } from '../../../test/harness/store.ts';

const path = '/api/server/webhooks';

export interface WebhooksWorld {
  readonly service: ConsoleService;
  /** Calls a route of webhooks, below their path. @returns the `data` of the answer */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(method: string, rest: string, body?: object): Promise<any>;
  /** Makes an endpoint that is disabled, so that nothing is sent to it by itself. @returns its id */
  create(change?: object): Promise<string>;
  /** Logs attempts, the oldest first, as a sender does. */
  log(webhookId: string, attempts: readonly Partial<NewDelivery>[]): Promise<void>;
  stop(): Promise<void>;
}

const delivered = {
  ...{ eventId: null, sequentialId: null, attempt: 1 },
  ...{ status: 200, error: null, milliseconds: 7, answer: null },
} as const;

export async function startWebhooksWorld(environment: Environment): Promise<WebhooksWorld> {
  const service = await startConsoleService({ engine: sqlite, environment });
  const { token } = await createTestKey(service);

  async function call(method: string, rest: string, body?: object) {
    const headers = { 'content-type': 'application/json' };
    const options = body && { headers, body: JSON.stringify(body) };
    const answer = await service.call(method, path + rest, { token, ...options });
    expect([method, rest, answer.status]).toEqual([method, rest, 200]);
    return answer.body.data;
  }

  return {
    ...{ service, call },
    async create(change = {}) {
      const types = ['player.registered'];
      const made = await call('POST', '', { url: 'https://example.com/', types, enabled: false, ...change });
      return made.webhookId;
    },
    async log(webhookId, attempts) {
      const { database, clock } = service;
      const store = await openStoreOn(database.environment, clock);
      try {
        const first = clock.now() - attempts.length;
        for (const [n, attempt] of attempts.entries()) {
          // Ids of one millisecond have no order.
          const deliveryId = newWebhookId({ now: () => first + n });
          await store.webhooks.noteDelivery(webhookId, { ...delivered, deliveryId, ...attempt });
        }
      } finally {
        await store.close();
      }
    },
    stop: () => service.stop(),
  };
}

/** Opens the only webhook of the page. @returns its dialog */
export async function openWebhook(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Open the webhook/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Webhook', exact: true });
  await dialog.getByRole('region', { name: 'Attempts' }).waitFor();
  return dialog;
}

/** Resolves when a dialog that was closed has faded out. */
export const closed = (dialog: Locator): Promise<void> => dialog.waitFor({ state: 'detached' });
