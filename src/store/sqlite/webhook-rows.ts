// The rows of webhooks in SQLite: the columns of an endpoint, and the log of attempts.
import type { Database } from 'bun:sqlite';
import { WEBHOOK_LOG_MAX_ROWS } from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { NewDelivery } from '../ports/webhooks.ts';
import { storedAnswer } from '../shared/webhooks.ts';

export const webhookColumns = `webhook_id AS webhookId, url, types, is_ordered AS isOrdered, is_enabled AS isEnabled,
  created_at AS createdAt, secret, signing_key AS signingKey, former_secret AS formerSecret,
  former_signing_key AS formerSigningKey, former_until AS formerUntil, disabled_at AS disabledAt,
  disabled_reason AS disabledReason, failing_since AS failingSince, sent_after AS sentAfter, range_after AS rangeAfter,
  range_until AS rangeUntil, missed_events AS missedEvents`;

/** The log of attempts, within the writer's transaction. */
export interface DeliveryLog {
  insert(webhookId: string, delivery: NewDelivery, now: number): void;
  /** Deletes what is past its bound: attempts from before the clock was set back first. */
  shorten(webhookId: string, now: number): void;
}

export function deliveryLogOn(db: Database): DeliveryLog {
  const insert = db.query<object, (string | number | null)[]>(
    `INSERT OR IGNORE INTO webhook_deliveries
       (delivery_id, webhook_id, event_id, sequential_id, sent_at, attempt, status, error, milliseconds, answer)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`,
  );
  const deleteOld = db.query<object, [string, number, number, number]>(
    `WITH past (id, hasFuture) AS (
       SELECT delivery_id, (
         SELECT max(sent_at) FROM webhook_deliveries WHERE webhook_id = ?1 AND (error IS NOT NULL) = ?2) > ?4
       FROM webhook_deliveries WHERE webhook_id = ?1 AND (error IS NOT NULL) = ?2
       ORDER BY delivery_id DESC LIMIT 1 OFFSET ?3)
     DELETE FROM webhook_deliveries WHERE webhook_id = ?1 AND (error IS NOT NULL) = ?2
       AND EXISTS (SELECT 1 FROM past WHERE iif(hasFuture, sent_at > ?4, delivery_id <= id))`,
  );
  return {
    insert(webhookId, row, now) {
      const { deliveryId, eventId, sequentialId, attempt, status, error, milliseconds } = row;
      const facts = [attempt, status, error, milliseconds, storedAnswer(row)];
      insert.run(deliveryId, webhookId, eventId, sequentialId, now, ...facts);
    },
    shorten(webhookId, now) {
      for (const failed of [0, 1])
        deleteOld.run(webhookId, failed, WEBHOOK_LOG_MAX_ROWS, now + CLOCK_SKEW_MILLISECONDS);
    },
  };
}
