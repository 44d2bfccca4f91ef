// Webhooks in PostgreSQL: the endpoints, their log, and the events that are to be sent again. The writes of senders are in
// webhook-leases.ts and webhook-settlements.ts.
import { WEBHOOKS_MAX } from '../../limits.ts';
import type { AuditedAs } from '../ports/audit.ts';
import type { NewWebhook, Redelivery, WebhookFacts, WebhookStore } from '../ports/webhooks.ts';
import {
  changeOf,
  formatTypes,
  rotationMilliseconds,
  toDelivery,
  toWebhookAuditRow,
  toWebhookFacts,
} from '../shared/webhooks.ts';
import { lockKeys } from './advisory-locks.ts';
import { insertAuditRows } from './audit.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import {
  changeWebhook,
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  listWebhookDeliveries,
  listWebhooks,
  lockAdvisory,
  putWebhookFailures,
  retryWebhookFailures,
  rotateWebhook,
  setWebhookRange,
} from './sql/statements.ts';
import { webhookLeases } from './webhook-leases.ts';
import { insertDeliveries } from './webhook-log.ts';
import { webhookSettlements } from './webhook-settlements.ts';
import { withRetries } from './with-retries.ts';

export function webhookStore(database: Database): WebhookStore {
  const { executor, now } = database;

  const find = async (queries: Queries, webhookId: string): Promise<WebhookFacts | undefined> => {
    const [row] = await queries.run(listWebhooks, { webhookId });
    return row && toWebhookFacts(row);
  };

  /** A change that leaves an entry in the audit. It is not repeated after an unknown outcome: the entry would stand there twice. */
  const change = <T>(work: (queries: Queries) => Promise<T>): Promise<T> =>
    withRetries(() => executor.transaction(work), false);
  const audit = (queries: Queries, audited: AuditedAs, webhookId: string, facts?: Record<string, unknown>) =>
    insertAuditRows(queries, [toWebhookAuditRow(audited, webhookId, facts)], now());

  async function insert(queries: Queries, webhook: NewWebhook): Promise<boolean> {
    // They are made one after the other, so that together they keep the bound on their number.
    await queries.run(lockAdvisory, { key: lockKeys.webhooks });
    const [count] = await queries.run(countWebhooks, {});
    if ((count?.webhooks ?? 0) >= WEBHOOKS_MAX) return false;
    const { webhookId, url, types, ordered: isOrdered, enabled: isEnabled, keys, after } = webhook;
    const settings = { webhookId, url, types: formatTypes(types), isOrdered, isEnabled };
    await queries.run(insertWebhook, { ...settings, ...keys, after, now: now() });
    return true;
  }

  return {
    create: (webhook, audited) =>
      change(async (queries) => {
        if (!(await insert(queries, webhook))) return 'too-many';
        await audit(queries, audited, webhook.webhookId);
        return (await find(queries, webhook.webhookId)) as WebhookFacts;
      }),
    list: () =>
      withRetries(
        async () => (await executor.run(listWebhooks, { webhookId: null })).map(toWebhookFacts),
        true,
      ),
    find: (webhookId) => withRetries(() => find(executor, webhookId), true),
    update: (webhookId, wanted, audited) =>
      change(async (queries) => {
        const changed = await queries.run(changeWebhook, { webhookId, ...changeOf(wanted), now: now() });
        if (changed.length === 0) return undefined;
        await audit(queries, audited, webhookId);
        return find(queries, webhookId);
      }),
    rotate: (webhookId, keys, audited) =>
      change(async (queries) => {
        const row = { webhookId, ...keys, lasts: rotationMilliseconds, now: now() };
        if ((await queries.run(rotateWebhook, row)).length === 0) return undefined;
        await audit(queries, audited, webhookId);
        return find(queries, webhookId);
      }),
    delete: (webhookId, audited) =>
      change(async (queries) => {
        if ((await queries.run(deleteWebhook, { webhookId })).length === 0) return false;
        await audit(queries, audited, webhookId);
        return true;
      }),
    redeliver: (webhookId, what, audited) =>
      change(async (queries) => {
        if (!(await find(queries, webhookId))) return undefined;
        const events = await redeliver(queries, webhookId, what, now());
        if (events !== 'busy') await audit(queries, audited, webhookId, { events });
        return events;
      }),
    listDeliveries: (webhookId, { failedAlone, limit, after = null }) =>
      withRetries(async () => {
        const failures = failedAlone ? [true] : [true, false];
        const rows = await executor.run(listWebhookDeliveries, { webhookId, failures, after, limit });
        return rows.map(toDelivery);
      }, true),
    noteDelivery: async (webhookId, delivery) => {
      await withRetries(() => insertDeliveries(executor, webhookId, [delivery], now()), true);
    },
    ...webhookLeases(database),
    ...webhookSettlements(database),
  };
}

/** @returns the number of events; `'busy'` for a range while another one is under way */
async function redeliver(
  queries: Queries,
  webhookId: string,
  what: Redelivery,
  now: number | null,
): Promise<number | 'busy'> {
  if ('failedSince' in what)
    return (await queries.run(retryWebhookFailures, { webhookId, since: what.failedSince, now })).length;
  if ('range' in what) {
    const set = await queries.run(setWebhookRange, { webhookId, ...what.range });
    return set.length > 0 ? what.range.until - what.range.after : 'busy';
  }
  const events = what.events.toSorted((a, b) => a.eventId - b.eventId);
  await queries.run(putWebhookFailures, {
    webhookId,
    eventIds: events.map(({ eventId }) => eventId),
    sequentialIds: events.map(({ sequentialId }) => sequentialId),
    attempts: events.map(() => 0),
    delays: events.map(() => 0),
    now,
  });
  return events.length;
}
