// The writes of senders under a lease in PostgreSQL, the events that wait for an attempt, and the end of what is old.
import { jumpMilliseconds } from '../../lib/clock-skew.ts';
import { WEBHOOK_GIVEN_UP_MAX } from '../../limits.ts';
import { WEBHOOK_RETRY_MAX_MILLISECONDS } from '../../tuning.ts';
import type { Settlement, Webhook, WebhookStore } from '../ports/webhooks.ts';
import { failingMilliseconds, toWebhook } from '../shared/webhooks.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import {
  advanceWebhook,
  countWebhookFailures,
  deleteWebhookFailures,
  dropGivenUpEvents,
  dropOutlivedFailures,
  findHeldPlayers,
  findLongestWebhookQueue,
  forgetWebhookAnswers,
  forwardWebhookFailures,
  giveUpWebhookEvents,
  listWebhookFailures,
  putWebhookFailures,
  retryWebhookPlayers,
  shortenWebhookLog,
} from './sql/statements.ts';
import { insertDeliveries, logBound } from './webhook-log.ts';
import { withRetries } from './with-retries.ts';

export function webhookSettlements({
  executor,
  now,
}: Database): Pick<WebhookStore, 'settle' | 'listPending' | 'findLongestQueue' | 'findHeld' | 'forget'> {
  /** The row of the endpoint is locked first, so a process that has lost the lease writes nothing. */
  async function settle(
    queries: Queries,
    webhookId: string,
    leaseNumber: number,
    settlement: Settlement,
  ): Promise<Webhook | undefined> {
    const { after, range, missed, hasDelivered, lastFailed, isDown, goneUrl } = settlement;
    const [row] = await queries.run(advanceWebhook, {
      webhookId,
      leaseNumber,
      after,
      rangeUntil: range?.until ?? null,
      rangeAfter: range?.after ?? null,
      missed,
      hasDelivered,
      lastFailed,
      isDown,
      goneUrl,
      failing: failingMilliseconds,
      now: now(),
      jump: jumpMilliseconds,
    });
    if (!row) return undefined;
    await writeFailures(queries, webhookId, settlement, now());
    if (settlement.log.length > 0) await insertDeliveries(queries, webhookId, settlement.log, now());
    if (settlement.prunes) {
      await queries.run(shortenWebhookLog, { ...logBound, webhookId, now: now() });
      await queries.run(dropGivenUpEvents, { webhookId, kept: WEBHOOK_GIVEN_UP_MAX });
    }
    return toWebhook(row);
  }

  return {
    // It is not repeated here after an unknown outcome. The sender writes it again with what came since, and then the missed events
    // may count twice.
    settle: (webhookId, leaseNumber, settlement) =>
      withRetries(
        () => executor.transactionOfOthers((queries) => settle(queries, webhookId, leaseNumber, settlement)),
        false,
      ),
    listPending: ({ webhookId, ordered: isOrdered, after }, { limit, except, ended }) =>
      withRetries(async () => {
        const events = await executor.run(listWebhookFailures, {
          webhookId,
          isOrdered,
          after,
          except,
          ended,
          limit,
          now: now(),
          longest: WEBHOOK_RETRY_MAX_MILLISECONDS,
        });
        const [count] = await executor.run(countWebhookFailures, { webhookId });
        return { events: events.map((row) => ({ ...row })), pending: count?.pending ?? 0 };
      }, true),
    findLongestQueue: (webhookId, ids) =>
      withRetries(async () => (await executor.run(findLongestWebhookQueue, { webhookId, ids }))[0], true),
    findHeld: (webhookId, ids) =>
      withRetries(
        async () =>
          (await executor.run(findHeldPlayers, { webhookId, ids })).map(({ sequentialId }) => sequentialId),
        true,
      ),
    forget: (oldest, signal) =>
      executor.background(signal, async (queries) => {
        await withRetries(() => queries.run(dropOutlivedFailures, { oldest }), true);
        await withRetries(() => queries.run(forgetWebhookAnswers, {}), true);
      }),
  };
}

async function writeFailures(
  queries: Queries,
  webhookId: string,
  { done, failed, givenUp, forward, retried }: Settlement,
  now: number | null,
): Promise<void> {
  if (done.length > 0)
    await queries.run(deleteWebhookFailures, {
      webhookId,
      eventIds: done.map(({ eventId }) => eventId),
      dueAts: done.map(({ dueAt }) => dueAt),
    });
  if (failed.length > 0)
    await queries.run(putWebhookFailures, {
      webhookId,
      eventIds: failed.map(({ eventId }) => eventId),
      sequentialIds: failed.map(({ sequentialId }) => sequentialId),
      attempts: failed.map(({ attempts }) => attempts),
      delays: failed.map(({ delayMilliseconds }) => delayMilliseconds),
      dueAts: failed.map(({ dueAt }) => dueAt),
      now,
    });
  if (givenUp) {
    const { sequentialId, events: limit } = givenUp;
    await queries.run(giveUpWebhookEvents, { webhookId, sequentialId, limit });
  }
  if (retried.length > 0) await queries.run(retryWebhookPlayers, { webhookId, ids: retried, now });
  if (forward > 0) await queries.run(forwardWebhookFailures, { webhookId, limit: forward, now });
}
