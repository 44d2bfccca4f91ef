// The table of background jobs. No answer depends on a job having run, and any number of processes may run them on one database
// at once.
import type { EventGroup } from '../store/ports/events.ts';
import type { IndexDeclaration } from '../store/ports/indexes.ts';
import type { LabelDeclaration } from '../store/ports/labels.ts';
import type { Store } from '../store/ports/store.ts';
import {
  CLOCK_CHECK_INTERVAL_SECONDS,
  COUNT_INTERVAL_SECONDS,
  EXPIRY_INTERVAL_SECONDS,
  INDEX_BUILD_INTERVAL_SECONDS,
  INDEX_DECLARE_INTERVAL_SECONDS,
  INDEX_MEND_INTERVAL_SECONDS,
  PRUNE_INTERVAL_SECONDS,
} from '../tuning.ts';
import { createClockCheck } from './check-clock.ts';
import { createWebhookClearing } from './clear-webhooks.ts';
import { createSessionExpiry } from './expire-sessions.ts';
import { createIndexBuild, createIndexDeclaration, createIndexMending } from './index-jobs.ts';
import type { Job, JobRuntime } from './scheduler.ts';

export interface JobSettings {
  readonly sessionHistoryDays: number;
  readonly auditDays: number;
  readonly events: readonly EventGroup[];
  readonly eventsDays: number;
  /** The indexes that this process declares. */
  readonly indexes: readonly IndexDeclaration[];
  /** The labels that this process declares. */
  readonly labels: LabelDeclaration | undefined;
}

export function createJobs(
  store: Pick<
    Store,
    | 'sessions'
    | 'versions'
    | 'idempotencyKeys'
    | 'rateLimits'
    | 'audit'
    | 'events'
    | 'indexes'
    | 'labels'
    | 'statistics'
    | 'webhooks'
    | 'clock'
  >,
  { sessionHistoryDays, auditDays, events, eventsDays, indexes, labels }: JobSettings,
  runtime: JobRuntime,
): readonly Job[] {
  const checkClock = createClockCheck(store.clock, runtime);
  /** A deletion goes by the clock as it was judged a moment before. */
  const withClock =
    (run: Job['run']): Job['run'] =>
    async (signal) => {
      await checkClock();
      await run(signal);
    };
  return [
    {
      name: 'check-clock',
      description:
        'Notes the time, and has deletion wait for a day of running after the clock has jumped ahead by more than a day.',
      intervalSeconds: CLOCK_CHECK_INTERVAL_SECONDS,
      firstRun: 'at-start',
      run: checkClock,
    },
    {
      name: 'expire-sessions',
      description: 'Moves expired sessions into the history and counts the active ones.',
      intervalSeconds: EXPIRY_INTERVAL_SECONDS,
      firstRun: 'after-interval',
      run: createSessionExpiry(store.sessions, runtime),
    },
    {
      name: 'count-sessions',
      description:
        'Counts ended sessions for the statistics, and keeps answers ready while requests ask for them.',
      intervalSeconds: COUNT_INTERVAL_SECONDS,
      firstRun: 'at-start',
      async run(signal) {
        await store.statistics.count(signal, { publish: 'if-asked' });
      },
    },
    {
      name: 'prune-history',
      description:
        'Deletes ended sessions that are older than the retention, and creates partitions for the coming months.',
      intervalSeconds: PRUNE_INTERVAL_SECONDS,
      firstRun: 'at-start',
      run: withClock((signal) => store.sessions.deleteOldHistory(sessionHistoryDays, signal)),
    },
    {
      name: 'prune-versions',
      description:
        'Deletes kept versions of metadata, and marks of losses, that are older than their retention.',
      intervalSeconds: PRUNE_INTERVAL_SECONDS,
      firstRun: 'at-start',
      run: withClock((signal) => store.versions.deleteOld(signal)),
    },
    {
      name: 'prune-idempotency-keys',
      description: 'Deletes idempotency keys, and the outcomes under them, that are older than a day.',
      intervalSeconds: PRUNE_INTERVAL_SECONDS,
      firstRun: 'at-start',
      run: withClock((signal) => store.idempotencyKeys.deleteOld(signal)),
    },
    {
      name: 'prune-rate-limits',
      description: 'Deletes full token buckets. A missing bucket counts as full.',
      intervalSeconds: PRUNE_INTERVAL_SECONDS,
      firstRun: 'at-start',
      run: (signal) => store.rateLimits.deleteFull(signal),
    },
    {
      name: 'prune-audit',
      description: 'Deletes entries of the audit that are older than their retention.',
      intervalSeconds: PRUNE_INTERVAL_SECONDS,
      firstRun: 'at-start',
      run: withClock((signal) => store.audit.deleteOld(auditDays, signal)),
    },
    {
      name: 'prune-events',
      description:
        'Deletes events that are older than their retention, and creates partitions for the coming days.',
      intervalSeconds: PRUNE_INTERVAL_SECONDS,
      firstRun: 'at-start',
      run: withClock((signal) => store.events.deleteOld(eventsDays, signal)),
    },
    {
      name: 'clear-events',
      description: 'Takes contexts and installations of erased players out of stored events.',
      intervalSeconds: PRUNE_INTERVAL_SECONDS,
      firstRun: 'at-start',
      run: (signal) => store.events.forgetErased(signal),
    },
    {
      name: 'clear-webhooks',
      description:
        'Deletes events that webhooks were not given and the feed does not have any more, and answers of webhooks about erased players.',
      intervalSeconds: PRUNE_INTERVAL_SECONDS,
      firstRun: 'at-start',
      run: createWebhookClearing(store, events),
    },
    {
      name: 'declare-indexes',
      description:
        'Declares the indexes of `METADATA_INDEXES` and the labels of `PLAYER_NAME` and `PLAYER_COLUMNS` again, and drops those that no process has declared for an hour.',
      intervalSeconds: INDEX_DECLARE_INTERVAL_SECONDS,
      firstRun: 'after-interval',
      run: withClock(createIndexDeclaration(store, { indexes, labels }, runtime)),
    },
    {
      name: 'build-indexes',
      description:
        'Makes the entries of stored metadata for indexes that are new, and the labels of players.',
      intervalSeconds: INDEX_BUILD_INTERVAL_SECONDS,
      firstRun: 'at-start',
      run: createIndexBuild(store.indexes, runtime),
    },
    {
      name: 'mend-indexes',
      description:
        'Makes the entries of metadata that a process of an earlier version wrote, and deletes those of dropped indexes.',
      intervalSeconds: INDEX_MEND_INTERVAL_SECONDS,
      firstRun: 'at-start',
      run: createIndexMending(store.indexes, runtime),
    },
  ];
}
