// The log of attempts at webhooks in PostgreSQL.
import { WEBHOOK_LOG_MAX_ROWS } from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { NewDelivery } from '../ports/webhooks.ts';
import { storedAnswer } from '../shared/webhooks.ts';
import type { Queries } from './executor.ts';
import { insertWebhookDeliveries } from './sql/statements.ts';

/** For the statement that shortens the log. */
export const logBound = { kept: WEBHOOK_LOG_MAX_ROWS, skew: CLOCK_SKEW_MILLISECONDS };

/** Logs attempts, within a transaction that has locked the endpoint. */
export async function insertDeliveries(
  queries: Queries,
  webhookId: string,
  log: readonly NewDelivery[],
  now: number | null,
): Promise<void> {
  await queries.run(insertWebhookDeliveries, {
    webhookId,
    deliveryIds: log.map(({ deliveryId }) => deliveryId),
    eventIds: log.map(({ eventId }) => eventId),
    sequentialIds: log.map(({ sequentialId }) => sequentialId),
    attempts: log.map(({ attempt }) => attempt),
    statuses: log.map(({ status }) => status),
    errors: log.map(({ error }) => error),
    milliseconds: log.map(({ milliseconds }) => milliseconds),
    answers: log.map(storedAnswer),
    now,
  });
}
