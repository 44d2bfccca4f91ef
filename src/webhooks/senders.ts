// The senders of this process: it takes its share of the endpoints by leases, and keeps a sender for each. A process that dies loses
// its leases with their time, and the others take them.
import { randomUUID } from 'node:crypto';
import type { Metrics } from '../lib/metrics.ts';
import { durationBounds } from '../lib/metrics.ts';
import type { Webhook, WebhookLease, WebhookStore } from '../store/ports/webhooks.ts';
import { WEBHOOK_LOOK_MILLISECONDS, WEBHOOK_STOP_MILLISECONDS } from '../tuning.ts';
import { type EndpointSender, startEndpointSender } from './endpoint-sender.ts';
import type { SenderContext, SenderObserver } from './endpoint-state.ts';

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

const attempts = {
  name: 'playkeep_webhook_attempts_total',
  help: 'Attempts to deliver events to webhooks, by their outcome.',
} as const;
const disabled = {
  name: 'playkeep_webhooks_disabled_total',
  help: 'Webhooks that this process disabled: after five days of failure alone, or since the answer was 410.',
} as const;

/** A failure that lasts this long is worth a line. */
const lastingMilliseconds = 60_000;

/** Counts what senders do, and tells the log of endpoints that fail, work again, or are disabled. A URL may hold a secret, so the log has none. */
function createObserver(
  { log, clock }: Pick<SendersOptions, 'log' | 'clock'>,
  metrics: Metrics,
): SenderObserver {
  /** Endpoints that the log knows to fail. */
  const told = new Set<string>();
  const isLasting = ({ failingSince }: Webhook): boolean =>
    failingSince !== null && clock.now() - failingSince >= lastingMilliseconds;
  const outcomes = {
    delivered: metrics.counter(attempts, { outcome: 'delivered' }),
    failed: metrics.counter(attempts, { outcome: 'failed' }),
  };
  const disablings = {
    failures: metrics.counter(disabled, { reason: 'failures' }),
    gone: metrics.counter(disabled, { reason: 'gone' }),
  };
  const missed = metrics.counter({
    name: 'playkeep_webhook_missed_events_total',
    help: 'Events that webhooks have missed: the feed or the bound on failures let go of them before they were delivered.',
  });
  const broken = metrics.counter({
    name: 'playkeep_webhook_errors_total',
    help: 'Unexpected errors of this process while it sent to webhooks. Each is a defect, and the log has it.',
  });
  const delays = metrics.histogram({
    name: 'playkeep_webhook_delay_seconds',
    help: 'Time from an event to its delivery, of events that the first attempt delivered.',
    bounds: durationBounds,
  });
  const tell = (before: Webhook, after: Webhook): void => {
    const { webhookId } = after;
    if (after.disabledReason !== null && before.enabled && !after.enabled) {
      disablings[after.disabledReason].value += 1;
      log.error({ webhookId, reason: after.disabledReason }, 'a webhook is disabled; no event is sent to it');
    } else if (isLasting(after) && !told.has(webhookId)) {
      told.add(webhookId);
      log.info({ webhookId }, 'a webhook fails; its events are tried again');
    } else if (after.failingSince === null && told.delete(webhookId)) {
      log.info({ webhookId }, 'a webhook works again');
    }
    if (after.missed > before.missed)
      log.error({ webhookId, events: after.missed - before.missed }, 'a webhook has missed events');
  };
  return {
    attempted(isDelivered, delayMilliseconds) {
      outcomes[isDelivered ? 'delivered' : 'failed'].value += 1;
      if (delayMilliseconds !== undefined) delays.observe(delayMilliseconds / 1000);
    },
    broke(webhookId, error) {
      broken.value += 1;
      log.error({ err: error, webhookId }, 'a webhook met an unexpected error; it begins again where it was');
    },
    changed(before, after) {
      missed.value += after.missed - before.missed;
      tell(before, after);
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
