// Judges the clock, and says when it has jumped ahead: from then on nothing is deleted for its age until the clock is corrected or a service
// has run for a day.

import { toTimestamp } from '../lib/clock.ts';
import { doubtLeft } from '../lib/clock-skew.ts';
import type { ClockStore } from '../store/ports/clock.ts';
import type { JobRuntime } from './scheduler.ts';

/** The run of the job. Jobs that delete run it first. */
export function createClockCheck(
  store: ClockStore,
  { clock, log }: Pick<JobRuntime, 'clock' | 'log'>,
): () => Promise<void> {
  let judgedAt: number | undefined;
  let wasInDoubt = false;
  return async () => {
    const now = clock.monotonic();
    const ran = judgedAt === undefined ? 0 : now - judgedAt;
    const record = await store.judge(Math.round(ran));
    judgedAt = Math.max(judgedAt ?? now, now);
    const isInDoubt = record.doubtedAt !== null;
    if (isInDoubt && !wasInDoubt)
      log.warn(
        factsOf(record),
        'the clock has jumped ahead by more than a day; nothing old is deleted until it is corrected or the service has run for a day',
      );
    if (!isInDoubt && wasInDoubt) log.info('the clock is certain again; what is old is deleted');
    wasInDoubt = isInDoubt;
  };
}

const factsOf = (record: Awaited<ReturnType<ClockStore['judge']>>) => ({
  now: toTimestamp(record.doubtedAt ?? 0),
  newestCertain: toTimestamp(record.certainAt),
  hoursLeft: Math.ceil(doubtLeft(record) / 3_600_000),
});
