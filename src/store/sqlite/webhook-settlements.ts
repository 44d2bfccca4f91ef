// The writes of senders under a lease in SQLite, the events that wait for an attempt, and the end of what is old.
import type { Database } from 'bun:sqlite';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { WEBHOOK_GIVEN_UP_MAX } from '../../limits.ts';
import { WEBHOOK_RETRY_MAX_MILLISECONDS } from '../../tuning.ts';
import type { PlayerQueue, ScheduledEvent, Settlement, WebhookStore } from '../ports/webhooks.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
import { failingMilliseconds, toWebhook, type WebhookRow } from '../shared/webhooks.ts';
import { certainTimeOn } from './clock.ts';
import type { Reader } from './reader.ts';
import { type DeliveryLog, webhookColumns } from './webhook-rows.ts';
import type { Writer } from './writer.ts';

interface SettlementOptions {
  readonly db: Database;
  readonly writer: Writer;
  readonly log: DeliveryLog;
}

export function settlements({ db, writer, log }: SettlementOptions): Pick<WebhookStore, 'settle' | 'forget'> {
  const advance = prepareAdvance(db);
  const { put, done, giveUp, retry, forward } = prepareFailures(db);
  const { dropGivenUp, dropOutlived, clearAnswers } = prepareRetention(db);
  return {
    settle: (webhookId, leaseNumber, settlement) =>
      writer.write((now) => {
        const row = advance(webhookId, leaseNumber, settlement, now);
        if (row === null) return undefined;
        for (const { eventId, dueAt } of settlement.done) done.run(webhookId, eventId, dueAt);
        for (const event of settlement.failed) put(webhookId, event, now);
        for (const delivery of settlement.log) log.insert(webhookId, delivery, now);
        const { givenUp, retried } = settlement;
        if (givenUp) giveUp.run(webhookId, givenUp.sequentialId, givenUp.events);
        if (retried.length > 0) retry.run(webhookId, JSON.stringify(retried), now);
        if (settlement.forward > 0) forward.run(webhookId, now, settlement.forward);
        if (settlement.prunes) {
          log.shorten(webhookId, now);
          dropGivenUp(webhookId);
        }
        return toWebhook(row);
      }, backgroundJobs),
    async forget(oldestEventId, signal) {
      if (signal.aborted) return;
      for (const webhookId of await writer.write(() => dropOutlived(oldestEventId), backgroundJobs)) {
        if (signal.aborted) return;
        await writer.write(() => void clearAnswers.run(webhookId), backgroundJobs);
        await systemClock.sleep(0, signal);
      }
    },
  };
}

/** @returns a function that writes how far an endpoint has got, and disables it when it is time; null for a lease that has been lost */
function prepareAdvance(db: Database) {
  const advance = db.query<WebhookRow, (string | number | null)[]>(
    `UPDATE webhooks SET sent_after = ?3, range_after = CASE WHEN range_until = ?4 THEN ?5 ELSE range_after END,
       range_until = CASE WHEN range_until = ?4 AND ?5 IS NULL THEN NULL ELSE range_until END, missed_events = missed_events + ?6,
       failing_since = CASE WHEN ?8 THEN CASE WHEN ?7 THEN ?9 ELSE min(coalesce(failing_since, ?9), ?9) END
         WHEN NOT ?7 THEN failing_since END
     WHERE webhook_id = ?1 AND lease_number = ?2 RETURNING ${webhookColumns}`,
  );
  const certain = certainTimeOn(db);
  const disable = db.query<WebhookRow, [string, number, string]>(
    `UPDATE webhooks SET is_enabled = 0, disabled_at = ?2, disabled_reason = ?3 WHERE webhook_id = ?1 AND is_enabled
     RETURNING ${webhookColumns}`,
  );
  return (
    webhookId: string,
    leaseNumber: number,
    { after, range, missed, hasDelivered, lastFailed, isDown, goneUrl }: Settlement,
    now: number,
  ): WebhookRow | null => {
    const place = [after, range?.until ?? null, range?.after ?? null];
    const facts = [missed, Number(hasDelivered), Number(lastFailed), now];
    const row = advance.get(webhookId, leaseNumber, ...place, ...facts);
    if (row === null) return null;
    const { failingSince } = row;
    const isWorn = isDown && failingSince !== null && certain(now) - failingSince >= failingMilliseconds;
    const isGone = row.url === goneUrl;
    return isGone || isWorn ? (disable.get(webhookId, now, isGone ? 'gone' : 'failures') ?? row) : row;
  };
}

function prepareFailures(db: Database) {
  const put = db.query<object, (string | number | null)[]>(
    `INSERT INTO webhook_failures (webhook_id, event_id, sequential_id, attempts, next_at, failed_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO UPDATE SET attempts = ?4, next_at = ?5
     WHERE ?7 IS NULL OR next_at IS NULL OR next_at = ?7`,
  );
  return {
    put(webhookId: string, event: Settlement['failed'][number], now: number): void {
      const { eventId, sequentialId, attempts, dueAt, delayMilliseconds: delay } = event;
      const nextAt = delay === null ? null : now + delay;
      put.run(webhookId, eventId, sequentialId, attempts, nextAt, now, dueAt);
    },
    done: db.query<object, [string, number, number | null]>(
      'DELETE FROM webhook_failures WHERE webhook_id = ?1 AND event_id = ?2 AND (?3 IS NULL OR next_at = ?3)',
    ),
    giveUp: db.query<object, [string, number, number]>(
      `UPDATE webhook_failures SET next_at = NULL WHERE webhook_id = ?1 AND event_id IN (
         SELECT event_id FROM webhook_failures WHERE webhook_id = ?1 AND sequential_id = ?2 AND next_at IS NOT NULL
         ORDER BY event_id LIMIT ?3)`,
    ),
    retry: db.query<object, [string, string, number]>(
      `UPDATE webhook_failures SET next_at = ?3
       WHERE webhook_id = ?1 AND sequential_id IN (SELECT value FROM json_each(?2)) AND next_at > ?3`,
    ),
    forward: db.query<object, [string, number, number]>(
      `UPDATE webhook_failures SET next_at = ?2 WHERE webhook_id = ?1 AND event_id IN (
         SELECT event_id FROM webhook_failures WHERE webhook_id = ?1 AND next_at > ?2 ORDER BY next_at LIMIT ?3)`,
    ),
  };
}

function prepareRetention(db: Database) {
  const givenUp = db.query<{ eventId: number }, [string, number]>(
    `DELETE FROM webhook_failures WHERE webhook_id = ?1 AND event_id IN (
       SELECT event_id FROM webhook_failures WHERE webhook_id = ?1 AND next_at IS NULL
       ORDER BY event_id DESC LIMIT -1 OFFSET ?2) RETURNING event_id AS eventId`,
  );
  const miss = db.query<object, [string, number]>(
    'UPDATE webhooks SET missed_events = missed_events + ?2 WHERE webhook_id = ?1',
  );
  const outlived = db.query<{ webhookId: string; events: number }, [number]>(
    `SELECT webhook_id AS webhookId, count(*) AS events FROM webhook_failures
     WHERE next_at IS NULL AND event_id < ?1 GROUP BY webhook_id`,
  );
  const deleteOutlived = db.query<object, [number]>(
    'DELETE FROM webhook_failures WHERE next_at IS NULL AND event_id < ?1',
  );
  const listIds = db.query<{ webhookId: string }, []>('SELECT webhook_id AS webhookId FROM webhooks');
  const clearAnswers = db.query<object, [string]>(
    `UPDATE webhook_deliveries SET answer = NULL WHERE webhook_id = ?1 AND answer IS NOT NULL AND sequential_id IS NOT NULL
       AND sequential_id NOT IN (SELECT sequential_id FROM metadata WHERE sequential_id = webhook_deliveries.sequential_id)`,
  );
  return {
    /** Deletes the oldest past the bound, and counts them as missed. */
    dropGivenUp(webhookId: string): void {
      const gone = givenUp.all(webhookId, WEBHOOK_GIVEN_UP_MAX).length;
      if (gone > 0) miss.run(webhookId, gone);
    },
    clearAnswers,
    /** @returns the ids of all endpoints */
    dropOutlived(oldestEventId: number): readonly string[] {
      for (const { webhookId, events } of outlived.all(oldestEventId)) miss.run(webhookId, events);
      deleteOutlived.run(oldestEventId);
      return listIds.all().map(({ webhookId }) => webhookId);
    },
  };
}

/** The first event of each player that waits. Of an ordered endpoint the others wait for it. */
const firstOfEach = `SELECT min(event_id) FROM webhook_failures
  WHERE webhook_id = ?1 AND next_at IS NOT NULL AND event_id NOT IN (SELECT value FROM json_each(?5)) GROUP BY sequential_id`;

export function pendingEvents(
  reader: Reader,
  clock: Clock,
): Pick<WebhookStore, 'listPending' | 'findLongestQueue' | 'findHeld'> {
  const prepare = (condition: string) =>
    reader.db.query<ScheduledEvent, (string | number)[]>(
      `SELECT event_id AS eventId, sequential_id AS sequentialId, attempts,
         iif(next_at - ?2 > ${WEBHOOK_RETRY_MAX_MILLISECONDS}, 0, next_at - ?2) AS dueInMilliseconds,
         next_at AS dueAt
       FROM webhook_failures
       WHERE webhook_id = ?1 AND next_at IS NOT NULL AND sequential_id NOT IN (SELECT value FROM json_each(?4))
         AND event_id NOT IN (SELECT value FROM json_each(?5)) ${condition}
       ORDER BY next_at, event_id LIMIT ?3`,
    );
  const [all, first] = [prepare(''), prepare(`AND event_id <= ?6 AND event_id IN (${firstOfEach})`)];
  const count = reader.db.query<{ pending: number }, [string]>(
    'SELECT count(*) AS pending FROM webhook_failures WHERE webhook_id = ?1 AND next_at IS NOT NULL',
  );
  const longest = reader.db.query<PlayerQueue, [string, string]>(
    `SELECT longest.sequential_id AS sequentialId, longest.events, first.attempts FROM (
       SELECT sequential_id, count(*) AS events, min(event_id) AS event_id FROM webhook_failures
       WHERE webhook_id = ?1 AND next_at IS NOT NULL AND sequential_id IN (SELECT value FROM json_each(?2))
       GROUP BY sequential_id ORDER BY events DESC LIMIT 1
     ) AS longest JOIN webhook_failures AS first ON first.webhook_id = ?1 AND first.event_id = longest.event_id`,
  );
  const held = reader.db.query<{ sequentialId: number }, [string, string]>(
    `SELECT DISTINCT sequential_id AS sequentialId FROM webhook_failures
     WHERE webhook_id = ?1 AND next_at IS NOT NULL AND sequential_id IN (SELECT value FROM json_each(?2))`,
  );
  return {
    listPending: ({ webhookId, ordered, after }, { limit, except, ended }) =>
      reader.read(() => {
        const values = [webhookId, clock.now(), limit, JSON.stringify(except), JSON.stringify(ended)];
        return {
          events: ordered ? first.all(...values, after) : all.all(...values),
          pending: count.get(webhookId)?.pending ?? 0,
        };
      }, backgroundJobs),
    findLongestQueue: (webhookId, sequentialIds) =>
      reader.read(() => longest.get(webhookId, JSON.stringify(sequentialIds)) ?? undefined, backgroundJobs),
    findHeld: (webhookId, sequentialIds) =>
      reader.read(
        () => held.all(webhookId, JSON.stringify(sequentialIds)).map(({ sequentialId }) => sequentialId),
        backgroundJobs,
      ),
  };
}
