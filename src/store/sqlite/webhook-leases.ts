// The leases of endpoints in SQLite, and the processes that hold them.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { WebhookStore } from '../ports/webhooks.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
import {
  isAlive,
  isPlanned,
  type LeaseRow,
  leaseMilliseconds,
  leasesOf,
  planLeases,
} from '../shared/webhooks.ts';
import type { Reader } from './reader.ts';
import { webhookColumns } from './webhook-rows.ts';
import type { Writer } from './writer.ts';

interface LeaseOptions {
  readonly db: Database;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly clock: Clock;
}

/** @returns a function that reads the enabled endpoints with their leases, and the processes that live */
function prepareLook(db: Database) {
  const list = db.query<LeaseRow, []>(
    `SELECT ${webhookColumns}, lease_holder AS holder, lease_until AS leaseUntil, lease_number AS leaseNumber
     FROM webhooks WHERE is_enabled ORDER BY created_at, webhook_id`,
  );
  const all = db.query<{ holder: string; seenAt: number }, []>(
    'SELECT holder, alive_at AS seenAt FROM webhook_senders',
  );
  return (holder: string, now: number) => {
    const living = all.all().filter(({ seenAt }) => isAlive(seenAt, now));
    const seenAt = living.find((sender) => sender.holder === holder)?.seenAt ?? null;
    return { list: list.all(), seenAt, senders: living.length + (seenAt === null ? 1 : 0), now };
  };
}

export function webhookLeases({
  db,
  writer,
  reader,
  clock,
}: LeaseOptions): Pick<WebhookStore, 'claim' | 'release'> {
  const [look, lookNow] = [prepareLook(reader.db), prepareLook(db)];
  const see = db.query<object, [string, number]>(
    'INSERT INTO webhook_senders (holder, alive_at) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET alive_at = ?2',
  );
  const forgetDead = db.query<object, [number, number]>(
    'DELETE FROM webhook_senders WHERE alive_at NOT BETWEEN ?1 + 1 AND ?2',
  );
  const leave = db.query<object, [string]>('DELETE FROM webhook_senders WHERE holder = ?1');
  const take = db.query<object, [string, string, number]>(
    `UPDATE webhooks SET lease_number = lease_number + (lease_holder IS NOT ?2), lease_holder = ?2, lease_until = ?3
     WHERE webhook_id = ?1`,
  );
  const drop = db.query<object, [string, string | null]>(
    `UPDATE webhooks SET lease_holder = NULL, lease_until = 0
     WHERE lease_holder = ?1 AND (?2 IS NULL OR webhook_id = ?2)`,
  );

  return {
    async claim(holder) {
      const seen = await reader.read(() => look(holder, clock.now()), backgroundJobs);
      if (seen.list.length === 0) return [];
      if (isPlanned(seen.list, holder, seen)) return leasesOf(seen.list, holder, seen.now);
      return writer.write((now) => {
        const before = lookNow(holder, now);
        const plan = planLeases(before.list, holder, before);
        forgetDead.run(now - leaseMilliseconds, now + CLOCK_SKEW_MILLISECONDS);
        see.run(holder, now);
        for (const webhookId of plan.take) take.run(webhookId, holder, now + leaseMilliseconds);
        for (const webhookId of plan.drop) drop.run(holder, webhookId);
        return leasesOf(lookNow(holder, now).list, holder, now);
      }, backgroundJobs);
    },
    release: (holder) =>
      writer.write(() => {
        drop.run(holder, null);
        leave.run(holder);
      }, backgroundJobs),
  };
}
