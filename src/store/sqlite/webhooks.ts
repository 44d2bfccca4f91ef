// Webhooks in SQLite: the endpoints, their log, and the events that are to be sent again. The writes of senders are in
// webhook-leases.ts and webhook-settlements.ts.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { WEBHOOKS_MAX } from '../../limits.ts';
import type {
  DeliveryQuery,
  NewWebhook,
  Redelivery,
  WebhookDelivery,
  WebhookFacts,
  WebhookStore,
} from '../ports/webhooks.ts';
import {
  changeOf,
  formatTypes,
  rotationMilliseconds,
  toWebhookAuditRow,
  toWebhookFacts,
  type WebhookFactsRow,
} from '../shared/webhooks.ts';
import type { InsertAudit } from './audit.ts';
import type { Reader } from './reader.ts';
import { webhookLeases } from './webhook-leases.ts';
import { deliveryLogOn, webhookColumns } from './webhook-rows.ts';
import { pendingEvents, settlements } from './webhook-settlements.ts';
import type { Writer } from './writer.ts';

const factColumns = `${webhookColumns},
  (SELECT count(*) FROM webhook_failures AS f WHERE f.webhook_id = webhooks.webhook_id AND f.next_at IS NOT NULL) AS pending,
  (SELECT count(*) FROM webhook_failures AS f WHERE f.webhook_id = webhooks.webhook_id AND f.next_at IS NULL) AS givenUp`;

export interface WebhookStoreOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly insertAudit: InsertAudit;
}

export function webhookStore({ db, clock, writer, reader, insertAudit }: WebhookStoreOptions): WebhookStore {
  const findNow = findOn(db);
  const { count, insert, change, rotate, remove } = prepareChanges(db);
  const redeliver = prepareRedelivery(db);
  const log = deliveryLogOn(db);

  return {
    create: (webhook, audited) =>
      writer.write((now) => {
        if ((count.get()?.webhooks ?? 0) >= WEBHOOKS_MAX) return 'too-many';
        insert(webhook, now);
        insertAudit(toWebhookAuditRow(audited, webhook.webhookId), now);
        return toWebhookFacts(findNow.get(webhook.webhookId) as WebhookFactsRow);
      }),
    update: (webhookId, wanted, audited) =>
      writer.write((now) => {
        const { url, types, isOrdered, isEnabled } = changeOf(wanted);
        const flags = [isOrdered, isEnabled].map((flag) => (flag === null ? null : Number(flag)));
        if (change.run(webhookId, url, types, ...flags, now).changes === 0) return undefined;
        insertAudit(toWebhookAuditRow(audited, webhookId), now);
        return facts(findNow.get(webhookId));
      }),
    rotate: (webhookId, { secret, signingKey }, audited) =>
      writer.write((now) => {
        const until = now + rotationMilliseconds;
        if (rotate.run(webhookId, secret, signingKey, until).changes === 0) return undefined;
        insertAudit(toWebhookAuditRow(audited, webhookId), now);
        return facts(findNow.get(webhookId));
      }),
    delete: (webhookId, audited) =>
      writer.write((now) => {
        if (!remove(webhookId)) return false;
        insertAudit(toWebhookAuditRow(audited, webhookId), now);
        return true;
      }),
    redeliver: (webhookId, what, audited) =>
      writer.write((now) => {
        if (findNow.get(webhookId) === null) return undefined;
        const events = redeliver(webhookId, what, now);
        if (events !== 'busy') insertAudit(toWebhookAuditRow(audited, webhookId, { events }), now);
        return events;
      }),
    ...reads(reader),
    noteDelivery: (webhookId, delivery) =>
      writer.write((now) => {
        if (findNow.get(webhookId) === null) return;
        log.insert(webhookId, delivery, now);
        log.shorten(webhookId, now);
      }),
    ...webhookLeases({ db, writer, reader, clock }),
    ...settlements({ db, writer, log }),
    ...pendingEvents(reader, clock),
  };
}

const findOn = (db: Database) =>
  db.query<WebhookFactsRow, [string]>(`SELECT ${factColumns} FROM webhooks WHERE webhook_id = ?1`);

const facts = (row: WebhookFactsRow | null): WebhookFacts | undefined =>
  row === null ? undefined : toWebhookFacts(row);

function reads(reader: Reader): Pick<WebhookStore, 'list' | 'find' | 'listDeliveries'> {
  const find = findOn(reader.db);
  const listAll = reader.db.query<WebhookFactsRow, []>(
    `SELECT ${factColumns} FROM webhooks ORDER BY created_at, webhook_id`,
  );
  const list = reader.db.query<
    WebhookDelivery,
    [string, number | null, string | null, number, number | null]
  >(
    `SELECT d.delivery_id AS deliveryId, d.event_id AS eventId, d.sequential_id AS sequentialId, d.sent_at AS at, d.attempt,
       d.status, d.error, d.milliseconds,
       CASE WHEN d.sequential_id IS NULL OR m.sequential_id IS NOT NULL THEN d.answer END AS answer
     FROM webhook_deliveries AS d LEFT JOIN metadata AS m ON m.sequential_id = d.sequential_id
     WHERE d.webhook_id = ?1 AND (d.error IS NOT NULL) IN (1, coalesce(?2, 0)) AND (?3 IS NULL OR d.delivery_id < ?3)
       AND (?5 IS NULL OR d.sequential_id = ?5)
     ORDER BY d.delivery_id DESC LIMIT ?4`,
  );
  return {
    list: () => reader.read(() => listAll.all().map(toWebhookFacts)),
    find: (webhookId) => reader.read(() => facts(find.get(webhookId))),
    listDeliveries: (webhookId, { failedAlone, after, limit, sequentialId }: DeliveryQuery) =>
      reader.read(() =>
        list.all(webhookId, failedAlone ? 1 : null, after ?? null, limit, sequentialId ?? null),
      ),
  };
}

function prepareChanges(db: Database) {
  const insert = db.query<object, (string | number | null)[]>(
    `INSERT INTO webhooks (webhook_id, url, types, is_ordered, is_enabled, created_at, secret, signing_key, sent_after, disabled_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, CASE WHEN ?5 THEN NULL ELSE ?6 END)`,
  );
  const parts = ['webhook_failures', 'webhook_deliveries'].map((table) =>
    db.query<object, [string]>(`DELETE FROM ${table} WHERE webhook_id = ?1`),
  );
  const remove = db.query<object, [string]>('DELETE FROM webhooks WHERE webhook_id = ?1');
  return {
    count: db.query<{ webhooks: number }, []>('SELECT count(*) AS webhooks FROM webhooks'),
    insert: ({ webhookId, url, types, ordered, enabled, keys, after }: NewWebhook, now: number): void => {
      const settings = [url, formatTypes(types), Number(ordered), Number(enabled)];
      insert.run(webhookId, ...settings, now, keys.secret, keys.signingKey, after);
    },
    change: db.query<object, (string | number | null)[]>(
      `UPDATE webhooks SET url = coalesce(?2, url), types = coalesce(?3, types), is_ordered = coalesce(?4, is_ordered),
         is_enabled = coalesce(?5, is_enabled), disabled_at = CASE ?5 WHEN 1 THEN NULL WHEN 0 THEN ?6 ELSE disabled_at END,
         disabled_reason = CASE WHEN ?5 IS NULL THEN disabled_reason END,
         failing_since = CASE WHEN ?5 = 1 AND NOT is_enabled AND failing_since IS NOT NULL THEN ?6 ELSE failing_since END
       WHERE webhook_id = ?1`,
    ),
    rotate: db.query<object, [string, string, string | null, number]>(
      `UPDATE webhooks SET former_secret = secret, former_signing_key = signing_key, former_until = ?4, secret = ?2,
         signing_key = ?3 WHERE webhook_id = ?1`,
    ),
    remove: (webhookId: string): boolean => {
      for (const part of parts) part.run(webhookId);
      return remove.run(webhookId).changes > 0;
    },
  };
}

/** @returns a function that has events sent again, within the writer's transaction */
function prepareRedelivery(db: Database) {
  const put = db.query<object, [string, number, number, number]>(
    `INSERT INTO webhook_failures (webhook_id, event_id, sequential_id, attempts, next_at, failed_at)
     VALUES (?1, ?2, ?3, 0, ?4, ?4) ON CONFLICT DO UPDATE SET attempts = 0, next_at = ?4`,
  );
  const again = db.query<object, [string, number, number]>(
    'UPDATE webhook_failures SET attempts = 0, next_at = ?3 WHERE webhook_id = ?1 AND failed_at >= ?2',
  );
  const setRange = db.query<object, [string, number, number]>(
    'UPDATE webhooks SET range_after = ?2, range_until = ?3 WHERE webhook_id = ?1 AND range_after IS NULL',
  );
  return (webhookId: string, what: Redelivery, now: number): number | 'busy' => {
    if ('events' in what) {
      for (const { eventId, sequentialId } of what.events) put.run(webhookId, eventId, sequentialId, now);
      return what.events.length;
    }
    if ('failedSince' in what) return again.run(webhookId, what.failedSince, now).changes;
    const { after, until } = what.range;
    return setRange.run(webhookId, after, until).changes > 0 ? until - after : 'busy';
  };
}
