// A store with webhooks, for the contracts of their port: endpoints, their leases, and what a sender writes.
import type { AuditedAs } from '../../../src/store/ports/audit.ts';
import type {
  NewDelivery,
  NewWebhook,
  Settlement,
  Webhook,
  WebhookFacts,
} from '../../../src/store/ports/webhooks.ts';
import { newWebhookKeys } from '../../../src/webhooks/signatures.ts';
import type { TestEngine } from '../../harness/engines.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';

export interface WebhookWorld extends TestStore {
  readonly idOf: () => string;
  create(change?: Partial<WebhookFacts>): Promise<WebhookFacts>;
  /** Takes the lease of an endpoint that is alone. @returns its fencing number; -1 without a lease */
  hold(webhookId: string, holder?: string): Promise<number>;
  /** Deletes an endpoint whose holder is the default one. */
  removeWebhook(webhookId: string): Promise<void>;
  settle(
    webhookId: string,
    leaseNumber: number,
    settlement: Partial<Settlement>,
  ): Promise<Webhook | undefined>;
}

const author = { keyId: null, keyName: 'command line', requestId: null };
export const as = (
  action: 'webhook.create' | 'webhook.update' | 'webhook.rotate' | 'webhook.delete' | 'webhook.redeliver',
): AuditedAs => ({ author, action });

const nothing: Settlement = {
  after: 0,
  range: undefined,
  missed: 0,
  hasDelivered: false,
  lastFailed: false,
  goneUrl: null,
  done: [],
  failed: [],
  log: [],
  forward: 0,
  prunes: false,
};

const defaultHolder = 'own';

export async function openWebhookWorld(engine: TestEngine): Promise<WebhookWorld> {
  const base = await openTestStore(engine);
  const { webhooks } = base.store;
  const idOf = () => Bun.randomUUIDv7('hex', base.clock.now());
  return {
    ...base,
    idOf,
    async create(change = {}) {
      const settings: NewWebhook = {
        url: 'https://example.com/',
        types: ['session.ended'],
        ordered: false,
        enabled: true,
        webhookId: idOf(),
        keys: newWebhookKeys(true),
        after: 0,
      };
      return (await webhooks.create({ ...settings, ...change }, as('webhook.create'))) as WebhookFacts;
    },
    async hold(webhookId, holder = defaultHolder) {
      const leases = await webhooks.claim(holder);
      return leases.find(({ webhook }) => webhook.webhookId === webhookId)?.leaseNumber ?? -1;
    },
    async removeWebhook(webhookId) {
      await webhooks.delete(webhookId, as('webhook.delete'));
      await webhooks.release(defaultHolder);
    },
    settle: (webhookId, leaseNumber, settlement) =>
      webhooks.settle(webhookId, leaseNumber, { ...nothing, ...settlement }),
  };
}

/** An attempt at an event of the first player. */
export const attempt = (
  deliveryId: string,
  eventId: number,
  failed: boolean,
  more: Partial<NewDelivery> = {},
): NewDelivery => ({
  deliveryId,
  eventId,
  sequentialId: 1,
  attempt: 1,
  status: failed ? 500 : 200,
  error: failed ? 'it answered 500' : null,
  milliseconds: 3,
  answer: 'text',
  ...more,
});

/** @param delayMilliseconds null for an event that is given up */
export const failed = (
  eventId: number,
  sequentialId: number,
  delayMilliseconds: number | null,
  attempts = 1,
): Settlement['failed'][number] => ({ eventId, sequentialId, attempts, dueAt: null, delayMilliseconds });
