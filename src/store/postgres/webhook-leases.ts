// The leases of endpoints in PostgreSQL, and the processes that hold them. Processes divide the endpoints one after the other.
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { WebhookStore } from '../ports/webhooks.ts';
import { isAlive, isPlanned, leaseMilliseconds, leasesOf, planLeases } from '../shared/webhooks.ts';
import { lockKeys } from './advisory-locks.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import {
  deleteWebhookSenders,
  dropWebhookLeases,
  listWebhookLeases,
  listWebhookSenders,
  lockAdvisory,
  seeWebhookSender,
  takeWebhookLeases,
} from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

const aged = { age: leaseMilliseconds, skew: CLOCK_SKEW_MILLISECONDS };

export function webhookLeases({ executor, now }: Database): Pick<WebhookStore, 'claim' | 'release'> {
  /** The enabled endpoints with their leases, and the processes that live. */
  async function look(queries: Queries, holder: string) {
    const rows = await queries.run(listWebhookSenders, { now: now() });
    const list = await queries.run(listWebhookLeases, {});
    const time = rows[0]?.now ?? Number.NaN;
    const living = rows.filter((row) => row.holder !== null && isAlive(row.seenAt ?? 0, time));
    const seenAt = living.find((row) => row.holder === holder)?.seenAt ?? null;
    return { list, seenAt, senders: living.length + (seenAt === null ? 1 : 0), now: time };
  }

  async function divide(queries: Queries, holder: string) {
    await queries.run(lockAdvisory, { key: lockKeys.webhooks });
    const before = await look(queries, holder);
    const { take, drop } = planLeases(before.list, holder, before);
    await queries.run(deleteWebhookSenders, { ...aged, holder: null, now: now() });
    await queries.run(seeWebhookSender, { holder, now: now() });
    await queries.run(takeWebhookLeases, {
      ...{ webhookIds: take, holder, lease: leaseMilliseconds, now: now() },
    });
    await queries.run(dropWebhookLeases, { webhookIds: drop, takesAll: false, holder });
    const after = await look(queries, holder);
    return leasesOf(after.list, holder, after.now);
  }

  return {
    claim: (holder) =>
      withRetries(async () => {
        const seen = await look(executor, holder);
        if (seen.list.length === 0) return [];
        if (isPlanned(seen.list, holder, seen)) return leasesOf(seen.list, holder, seen.now);
        return executor.transactionOfOthers((queries) => divide(queries, holder));
      }, true),
    release: async (holder) => {
      await withRetries(async () => {
        await executor.run(dropWebhookLeases, { webhookIds: [], takesAll: true, holder });
        await executor.run(deleteWebhookSenders, { ...aged, holder, now: now() });
      }, true);
    },
  };
}
