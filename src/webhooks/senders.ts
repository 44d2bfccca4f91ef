// The senders of this process: it takes its share of the endpoints by leases, and keeps a sender for each. A process that dies loses
// its leases with their time, and the others take them.
import { randomUUID } from 'node:crypto';
import type { Metrics } from '../lib/metrics.ts';
import type { WebhookLease, WebhookStore } from '../store/ports/webhooks.ts';
import { WEBHOOK_LOOK_MILLISECONDS, WEBHOOK_STOP_MILLISECONDS } from '../tuning.ts';
import { type EndpointSender, startEndpointSender } from './endpoint-sender.ts';
import type { SenderContext } from './endpoint-state.ts';
import { createObserver } from './observer.ts';

export interface WebhookSenders {
  start(): void;
  /** An endpoint was made or changed: the next look is at once. */
  wake(): void;
  /** Ends all senders, writes what they have done, and lets go of the leases. */
  stop(): Promise<void>;
}

export interface SendersOptions extends Omit<SenderContext, 'store' | 'observer'> {
  readonly store: WebhookStore;
  readonly metrics: Metrics;
}

/** For processes where no events are told. */
export const noSenders: WebhookSenders = {
  start: () => undefined,
  wake: () => undefined,
  stop: async () => undefined,
};

export function createWebhookSenders({ metrics, ...options }: SendersOptions): WebhookSenders {
  const { store, clock, log } = options;
  const holder = randomUUID();
  const held = createHeld({ ...options, observer: createObserver(options, metrics) });
  const stopping = new AbortController();
  let waiting = new AbortController();
  let isWoken = false;
  addGauges(metrics, held.senders);

  async function look(): Promise<void> {
    const lookedAt = clock.monotonic();
    held.take(await store.claim(holder), lookedAt);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false;
      await look().catch((error) =>
        log.warn({ err: error }, 'the leases of webhooks could not be looked at'),
      );
      waiting = new AbortController();
      if (!isWoken) await clock.sleep(WEBHOOK_LOOK_MILLISECONDS, waiting.signal);
    }
  }

  let running: Promise<void> | undefined;
  const wake = (): void => {
    isWoken = true;
    waiting.abort();
  };
  return {
    start() {
      running ??= run();
    },
    wake,
    async stop() {
      stopping.abort();
      wake();
      await running;
      if (held.senders.size === 0) return;
      await held.stop();
      await store
        .release(holder)
        .catch((error) => log.warn({ err: error }, 'leases of webhooks are left to time'));
    },
  };
}

/** The senders of the endpoints whose leases this process has. */
function createHeld(context: SenderContext) {
  const { clock } = context;
  const senders = new Map<string, EndpointSender>();

  function hold(lease: WebhookLease, lookedAt: number): void {
    const { webhookId } = lease.webhook;
    const known = senders.get(webhookId);
    if (known) known.renew(lease, lookedAt);
    else senders.set(webhookId, startEndpointSender(context, lease, lookedAt));
  }

  return {
    senders,
    /** Ends the senders without a lease, and keeps the others. */
    take(list: readonly WebhookLease[], lookedAt: number): void {
      const leases = new Map(list.map((lease) => [lease.webhook.webhookId, lease]));
      for (const [webhookId, sender] of senders) {
        if (!sender.hasEnded && leases.get(webhookId)?.leaseNumber === sender.leaseNumber) continue;
        senders.delete(webhookId);
        void sender.stop(AbortSignal.abort());
      }
      for (const lease of list) hold(lease, lookedAt);
    },
    /** Ends all, and waits a while for the requests that are under way. */
    async stop(): Promise<void> {
      const late = new AbortController();
      void clock.sleep(WEBHOOK_STOP_MILLISECONDS, late.signal).then(() => late.abort());
      await Promise.all([...senders.values()].map((sender) => sender.stop(late.signal)));
      late.abort();
    },
  };
}

function addGauges(metrics: Metrics, senders: ReadonlyMap<string, EndpointSender>): void {
  metrics.gauge(
    { name: 'playkeep_webhooks', help: 'Enabled webhooks that this process sends to.' },
    () => senders.size,
  );
  metrics.gauge(
    { name: 'playkeep_webhooks_failing', help: 'Webhooks of this process whose last attempt failed.' },
    () => [...senders.values()].filter(({ webhook }) => webhook.failingSince !== null).length,
  );
  metrics.gauge(
    {
      name: 'playkeep_webhook_lag_seconds',
      help: 'Age of the oldest event that a webhook of this process has in hand; 0 for none.',
      across: 'max',
    },
    () => Math.max(0, ...[...senders.values()].map((sender) => sender.lag())) / 1000,
  );
}
