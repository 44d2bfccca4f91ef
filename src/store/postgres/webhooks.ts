// Webhooks in PostgreSQL: the endpoints, their log, and the events that are to be sent again. The writes of senders are in
// webhook-leases.ts and webhook-settlements.ts.
import { WEBHOOKS_MAX } from '../../limits.ts';
import type { AuditedAs } from '../ports/audit.ts';
import type { NewWebhook, Redelivery, WebhookFacts, WebhookStore } from '../ports/webhooks.ts';
import {
  changeOf,
  formatTypes,
  rotationMilliseconds,
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
  lockWebhook,
  putWebhookFailures,
  retryWebhookFailures,
  rotateWebhook,
  setWebhookRange,
  shortenWebhookLog,
} from './sql/statements.ts';
import { webhookLeases } from './webhook-leases.ts';
import { insertDeliveries, logBound } from './webhook-log.ts';
import { webhookSettlements } from './webhook-settlements.ts';
import { withRetries } from './with-retries.ts';

export const webhookStore = (database: Database): WebhookStore => ({
  ...endpoints(database),
  ...changes(database),
  ...deliveryLog(database),
  ...webhookLeases(database),
  ...webhookSettlements(database),
});

const findOne = async (queries: Queries, webhookId: string): Promise<WebhookFacts | undefined> => {
  const [row] = await queries.run(listWebhooks, { webhookId });
  return row && toWebhookFacts(row);
};

/** Whatever writes rows of an endpoint locks it first, so that its deletion leaves none behind. @returns is it there? */
const lock = async (queries: Queries, webhookId: string): Promise<boolean> =>
  (await queries.run(lockWebhook, { webhookId })).length > 0;

type Audit = (webhookId: string, audited: AuditedAs, facts?: Record<string, unknown>) => Promise<void>;

/**
 * Makes a function that runs a change with its entry in the audit. It is not repeated after an unknown outcome: the entry would stand
 * there twice.
 */
const changing =
  ({ executor, now }: Pick<Database, 'executor' | 'now'>) =>
  <T>(work: (queries: Queries, audit: Audit) => Promise<T>): Promise<T> =>
    withRetries(
      () =>
        executor.transactionOfOthers((queries) =>
          work(queries, (webhookId, audited, facts) =>
            insertAuditRows(queries, [toWebhookAuditRow(audited, webhookId, facts)], now()),
          ),
        ),
      false,
    );

function endpoints({ executor, now }: Database): Pick<WebhookStore, 'create' | 'list' | 'find' | 'delete'> {
  const change = changing({ executor, now });

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
      change(async (queries, audit) => {
        if (!(await insert(queries, webhook))) return 'too-many';
        await audit(webhook.webhookId, audited);
        return (await findOne(queries, webhook.webhookId)) as WebhookFacts;
      }),
    list: () =>
      withRetries(
        async () => (await executor.run(listWebhooks, { webhookId: null })).map(toWebhookFacts),
        true,
      ),
    find: (webhookId) => withRetries(() => findOne(executor, webhookId), true),
    delete: (webhookId, audited) =>
      change(async (queries, audit) => {
        if (!(await lock(queries, webhookId))) return false;
        await queries.run(deleteWebhook, { webhookId });
        await audit(webhookId, audited);
        return true;
      }),
  };
}

function changes({ executor, now }: Database): Pick<WebhookStore, 'update' | 'rotate' | 'redeliver'> {
  const change = changing({ executor, now });
  return {
    update: (webhookId, wanted, audited) =>
      change(async (queries, audit) => {
        const changed = await queries.run(changeWebhook, { webhookId, ...changeOf(wanted), now: now() });
        if (changed.length === 0) return undefined;
        await audit(webhookId, audited);
        return findOne(queries, webhookId);
      }),
    rotate: (webhookId, keys, audited) =>
      change(async (queries, audit) => {
        const row = { webhookId, ...keys, lasts: rotationMilliseconds, now: now() };
        if ((await queries.run(rotateWebhook, row)).length === 0) return undefined;
        await audit(webhookId, audited);
        return findOne(queries, webhookId);
      }),
    redeliver: (webhookId, what, audited) =>
      change(async (queries, audit) => {
        if (!(await lock(queries, webhookId))) return undefined;
        const events = await redeliver(queries, webhookId, what, now());
        if (events !== 'busy') await audit(webhookId, audited, { events });
        return events;
      }),
  };
}

const deliveryLog = ({ executor, now }: Database): Pick<WebhookStore, 'listDeliveries' | 'noteDelivery'> => ({
  listDeliveries: (webhookId, { failedAlone, limit, after = null, sequentialId: ofPlayer = null }) =>
    withRetries(async () => {
      const failures = failedAlone ? [true] : [true, false];
      return executor.run(listWebhookDeliveries, { webhookId, failures, after, ofPlayer, limit });
    }, true),
  noteDelivery: (webhookId, delivery) =>
    withRetries(
      () =>
        executor.transactionOfOthers(async (queries) => {
          if (!(await lock(queries, webhookId))) return;
          await insertDeliveries(queries, webhookId, [delivery], now());
          await queries.run(shortenWebhookLog, { ...logBound, webhookId, now: now() });
        }),
      true,
    ),
});

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
    dueAts: events.map(() => null),
    now,
  });
  return events.length;
}
