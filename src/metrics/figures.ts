// The key figures of the process for the server API, read from its metrics by their names. A monitoring system is needed for
// neither. Totals of the requests are noted every few seconds, since a rate is the difference of two totals.
import { type Clock, toTimestamp } from '../lib/clock.ts';
import { type Family, type HistogramSample, type Labels, type Metrics, quantileOf } from '../lib/metrics.ts';
import { RECENT_REQUESTS_SECONDS, RECENT_REQUESTS_STEP_SECONDS } from '../tuning.ts';
import type { ProcessFigures } from '../wire/service.ts';

export interface Figures {
  readonly read: () => ProcessFigures;
  /** Notes no totals any more. */
  readonly stop: () => void;
}

interface Totals {
  /** The moment on the monotonic clock, in milliseconds. */
  readonly at: number;
  readonly answered: number;
  readonly refused: number;
  readonly failed: number;
  /** The durations of the requests of players: how many are at or below each bound, and last of all how many there are. */
  readonly upTo: readonly number[];
}

const ofApi = '/api/';
const ofPlayers = '/api/game/';
const permille = 1000;

export function createFigures(metrics: Metrics, clock: Pick<Clock, 'monotonic' | 'every'>): Figures {
  const notes = [totalsOf(metrics, clock.monotonic())];
  const stop = clock.every(RECENT_REQUESTS_STEP_SECONDS * 1000, () => {
    notes.push(totalsOf(metrics, clock.monotonic()));
    const oldest = clock.monotonic() - RECENT_REQUESTS_SECONDS * 1000;
    // A note as old as the period stays, so that the figures are about all of it.
    while ((notes[1]?.at ?? Number.POSITIVE_INFINITY) <= oldest) notes.shift();
  });
  return {
    stop,
    read() {
      const now = totalsOf(metrics, clock.monotonic());
      const { answered, refused, failed } = now;
      return {
        ...figuresOf(metrics),
        recent: recentOf(metrics, notes[0] ?? now, now),
        requests: { answered, refused, failed },
      };
    },
  };
}

const family = (metrics: Metrics, name: string): Family | undefined =>
  metrics.families().find((each) => each.name === name);

function durations(metrics: Metrics) {
  const found = family(metrics, 'playkeep_http_request_duration_seconds');
  return found?.type === 'histogram' ? found : undefined;
}

function totalsOf(metrics: Metrics, at: number): Totals {
  const { bounds, samples } = durations(metrics) ?? { bounds: [], samples: () => [] };
  const ofRoutes = samples().filter(({ labels }) => labels.route?.startsWith(ofApi));
  const sum = (isWanted: (status: string) => boolean): number =>
    ofRoutes.reduce((total, { labels, count }) => total + (isWanted(labels.status ?? '') ? count : 0), 0);
  return {
    at,
    answered: sum(() => true),
    refused: sum((status) => status === '429' || status === '503'),
    failed: sum((status) => status === '500'),
    upTo: addUp(ofRoutes.filter(isServedPlayer), bounds.length),
  };
}

const isServedPlayer = ({ labels: { route = '', status = '' } }: HistogramSample): boolean =>
  route.startsWith(ofPlayers) && !status.startsWith('5');

function addUp(samples: readonly HistogramSample[], bounds: number): number[] {
  const total = new Array<number>(bounds + 1).fill(0);
  for (const { upTo, count } of samples)
    [...upTo, count].forEach((amount, range) => {
      total[range] = (total[range] ?? 0) + amount;
    });
  return total;
}

function recentOf(metrics: Metrics, before: Totals, now: Totals): ProcessFigures['recent'] {
  const seconds = (now.at - before.at) / 1000;
  const perSecond = (name: 'answered' | 'refused' | 'failed'): number =>
    seconds > 0 ? rounded((now[name] - before[name]) / seconds) : 0;
  const upTo = now.upTo.map((amount, range) => amount - (before.upTo[range] ?? 0));
  const p99 = quantileOf(0.99, durations(metrics)?.bounds ?? [], upTo);
  return {
    seconds: rounded(seconds),
    requestsPerSecond: perSecond('answered'),
    refusedPerSecond: perSecond('refused'),
    failedPerSecond: perSecond('failed'),
    p99Seconds: p99 ?? null,
  };
}

const rounded = (amount: number): number => Math.round(amount * permille) / permille;

function figuresOf(metrics: Metrics): Omit<ProcessFigures, 'recent' | 'requests'> {
  const reader = createReader(metrics);
  const { sum, whole } = reader;
  return {
    startedAt: timeOf(sum('process_start_time_seconds')),
    storeCalls: {
      now: whole('playkeep_store_calls'),
      limit: whole('playkeep_store_calls_limit'),
      longestWaitSeconds: sum('playkeep_store_longest_wait_seconds'),
    },
    pool: reader.ifThere('playkeep_pool_size', (size) => ({
      ...{ statements: whole('playkeep_pool_statements'), size },
    })),
    disk: reader.ifThere('playkeep_sqlite_disk_free_bytes', (freeBytes) => ({
      ...{ freeBytes, sizeBytes: whole('playkeep_sqlite_disk_size_bytes') },
      databaseBytes: whole('playkeep_sqlite_file_bytes'),
    })),
    activeSessions: whole('playkeep_active_sessions'),
    memoryBytes: whole('process_resident_memory_bytes'),
    cpuSeconds: sum('process_cpu_seconds_total'),
    openFiles: reader.ifThere('process_open_fds', (now) => ({ now, limit: whole('process_max_fds') })),
    logLinesDropped: whole('playkeep_log_lines_dropped_total'),
    jobs: jobsOf(reader),
  };
}

function jobsOf({ labelsOf, sum, whole }: Reader): ProcessFigures['jobs'] {
  return labelsOf('playkeep_job_due_timestamp_seconds').map((labels) => {
    const succeededAt = sum('playkeep_job_last_success_timestamp_seconds', labels);
    return {
      name: labels.job ?? '',
      lastSuccessAt: succeededAt === 0 ? null : timeOf(succeededAt),
      dueAt: timeOf(sum('playkeep_job_due_timestamp_seconds', labels)),
      failures: whole('playkeep_job_failures_total', labels),
      consecutiveFailures: whole('playkeep_job_consecutive_failures', labels),
    };
  });
}

const timeOf = (seconds: number): string => toTimestamp(Math.round(seconds * 1000));

type Reader = ReturnType<typeof createReader>;

function createReader(metrics: Metrics) {
  const samples = (name: string) => {
    const found = family(metrics, name);
    return found === undefined || found.type === 'histogram' ? [] : found.samples();
  };
  /** The sum of the numbers of a name, and of one series where labels name it. A number that is not known counts as 0. */
  const sum = (name: string, { job }: Labels = {}): number =>
    samples(name).reduce(
      (total, { labels, value }) => total + (job === undefined || labels.job === job ? value || 0 : 0),
      0,
    );
  const whole = (name: string, labels?: Labels): number => Math.round(sum(name, labels));
  return {
    ...{ sum, whole },
    labelsOf: (name: string): readonly Labels[] => samples(name).map(({ labels }) => labels),
    /** @returns null where the metric is not there, or its number is not known */
    ifThere<T>(name: string, make: (value: number) => T): T | null {
      const [value = Number.NaN] = samples(name).map((sample) => sample.value);
      return Number.isNaN(value) ? null : make(value);
    },
  };
}
