// Webhooks of a process: the requests, the test of an endpoint, and the senders. Where no events are told there is nothing to send.
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { EventGroup, EventStore } from '../store/ports/events.ts';
import type { WebhookStore } from '../store/ports/webhooks.ts';
import type { SenderContext } from './endpoint-state.ts';
import { createSend } from './request.ts';
import { createWebhookSenders, noSenders, type WebhookSenders } from './senders.ts';
import { createWebhookTest, type TestWebhook } from './test-delivery.ts';

/** The notices of new events (src/events/notices.ts). */
interface Notices {
  wait(after: number, signal: AbortSignal): Promise<void>;
  readonly isDraining: () => boolean;
}

export interface WebhooksOptions extends Pick<SenderContext, 'toText'> {
  readonly notices: Notices;
  readonly store: { readonly webhooks: WebhookStore; readonly events: EventStore };
  readonly config: { readonly events: readonly EventGroup[]; readonly webhooksAllowPrivate: boolean };
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Webhooks {
  readonly testWebhook: TestWebhook;
  readonly webhookSenders: WebhookSenders;
}

/** The senders begin by `start`. */
export function openWebhooks({ store, config, notices, ...options }: WebhooksOptions): Webhooks {
  const { clock } = options;
  const send = createSend({ clock, allowsPrivate: config.webhooksAllowPrivate });
  const waitForEvents = (after: number, signal: AbortSignal): Promise<void> =>
    notices.isDraining() ? aborted(signal) : notices.wait(after, signal);
  const own = { store: store.webhooks, events: store.events, waitForEvents, send, random: Math.random };
  return {
    testWebhook: createWebhookTest(send, clock),
    webhookSenders: config.events.length > 0 ? createWebhookSenders({ ...options, ...own }) : noSenders,
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    if (signal.aborted) resolve();
  });
