// The metrics of the counting of sessions: what this process has counted, what remains of its pass, and when nothing remained.
import type { Metrics } from '../../lib/metrics.ts';

export interface CountMetrics {
  /** Notes how many sessions the pass under way has left to count. */
  left(sessions: number): void;
  /** Notes sessions that a transaction has counted. */
  counted(sessions: number): void;
  /** @param at the moment, in milliseconds since the epoch, at which every ended session was counted. */
  complete(at: number): void;
}

export function createCountMetrics(metrics: Metrics): CountMetrics {
  const total = metrics.counter({
    name: 'playkeep_sessions_counted_total',
    help: 'Ended sessions that this process counted for the statistics.',
  });
  let remaining = 0;
  metrics.gauge(
    {
      name: 'playkeep_sessions_uncounted',
      help: 'Ended sessions that the count under way in this process has left; 0 while it counts none.',
      across: 'max',
    },
    () => remaining,
  );
  let completeAt = 0;
  metrics.gauge(
    {
      name: 'playkeep_statistics_complete_timestamp_seconds',
      help: 'When this process last found every ended session counted, in seconds since the Unix epoch; 0 before.',
      across: 'max',
    },
    () => completeAt / 1000,
  );
  return {
    left(sessions) {
      remaining = sessions;
    },
    counted(sessions) {
      total.value += sessions;
      remaining = Math.max(0, remaining - sessions);
    },
    complete(at) {
      completeAt = Math.max(completeAt, at);
    },
  };
}
