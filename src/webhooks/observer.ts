// The observer of senders: counts what they do, and tells the log of endpoints that fail, work again, or are disabled. A URL may hold a
// secret, so the log has none.
import { durationBounds, type Metrics } from '../lib/metrics.ts';
import type { Webhook } from '../store/ports/webhooks.ts';
import type { SenderContext, SenderObserver } from './endpoint-state.ts';

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

export function createObserver(
  { log, clock }: Pick<SenderContext, 'log' | 'clock'>,
  metrics: Metrics,
): SenderObserver {
  /** Endpoints of which the log says that they fail. */
  const logged = new Set<string>();
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
  const logChange = (before: Webhook, after: Webhook): void => {
    const { webhookId } = after;
    if (after.disabledReason !== null && before.enabled && !after.enabled) {
      disablings[after.disabledReason].value += 1;
      log.error({ webhookId, reason: after.disabledReason }, 'a webhook is disabled; no event is sent to it');
    } else if (isLasting(after) && !logged.has(webhookId)) {
      logged.add(webhookId);
      log.info({ webhookId }, 'a webhook fails; its events are tried again');
    } else if (after.failingSince === null && logged.delete(webhookId)) {
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
      logChange(before, after);
    },
  };
}
