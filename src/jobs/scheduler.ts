// The scheduler runs background jobs again and again until it is stopped. A job never runs twice at once in a process: its next
// wait begins when a run has ended. A failed run is counted and logged, and the next run tries again.
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { durationBounds, type Metrics } from '../lib/metrics.ts';
import { StoreUnavailable } from '../store/ports/errors.ts';
import { JOB_JITTER } from '../tuning.ts';

export interface Job {
  /** Names the job in metrics, in the log and in the documents. */
  readonly name: string;
  /** One sentence, for the log and the documents. */
  readonly description: string;
  readonly intervalSeconds: number;
  readonly firstRun: 'at-start' | 'after-interval';
  /** One run over all the work, in small steps. An abort ends it after the step under way. */
  run(signal: AbortSignal): Promise<void>;
}

export interface Scheduler {
  /** Starts no further run, aborts the runs under way, and waits for their current steps. */
  stop(): Promise<void>;
}

export interface JobRuntime {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export function startScheduler(jobs: readonly Job[], runtime: JobRuntime): Scheduler {
  const stopping = new AbortController();
  const loops = jobs.map((job) => repeat(job, stopping.signal, runtime));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function repeat(job: Job, signal: AbortSignal, runtime: JobRuntime): Promise<void> {
  const runOnce = createRun(job, signal, runtime);
  const wait = () => runtime.clock.sleep(withJitter(job.intervalSeconds * 1000), signal);
  if (job.firstRun === 'after-interval') await wait();
  while (!signal.aborted) {
    await runOnce();
    await wait();
  }
}

/** Shortens a pause by a random part, so that processes that started together do not work in step. */
const withJitter = (milliseconds: number): number => milliseconds * (1 - Math.random() * JOB_JITTER);

function createRun(job: Job, signal: AbortSignal, { clock, log, metrics }: JobRuntime): () => Promise<void> {
  const { name, description } = job;
  const series = createSeries(job, { clock, metrics });

  return async () => {
    const startedAt = clock.monotonic();
    try {
      await job.run(signal);
      if (!signal.aborted) series.succeed((clock.monotonic() - startedAt) / 1000);
    } catch (error) {
      series.fail();
      const level = error instanceof StoreUnavailable ? 'warn' : 'error';
      log[level]({ err: error, job: name, description }, 'a background job failed');
    }
  };
}

const runs = {
  name: 'playkeep_job_duration_seconds',
  help: 'Successful runs of background jobs: how many, and how long each took.',
  bounds: durationBounds,
} as const;
const failedRuns = {
  name: 'playkeep_job_failures_total',
  help: 'Failed runs of background jobs; the next run tries again.',
} as const;

/** The metrics of one job. */
function createSeries(
  { name, intervalSeconds }: Job,
  { clock, metrics }: Pick<JobRuntime, 'clock' | 'metrics'>,
) {
  const labels = { job: name };
  const durations = metrics.histogram(runs, labels);
  const failures = metrics.counter(failedRuns, labels);
  let lastSuccess = 0;
  metrics.gauge(
    {
      name: 'playkeep_job_last_success_timestamp_seconds',
      help: 'End of the last successful run of a background job, in seconds since the Unix epoch; 0 before the first.',
      across: 'max',
    },
    () => lastSuccess,
    labels,
  );
  const scheduledAt = clock.now() / 1000;
  metrics.gauge(
    {
      name: 'playkeep_job_due_timestamp_seconds',
      help: 'One interval after the last successful run of a background job, or after the start, in seconds since the Unix epoch.',
      across: 'max',
    },
    () => (lastSuccess || scheduledAt) + intervalSeconds,
    labels,
  );
  let inARow = 0;
  metrics.gauge(
    {
      name: 'playkeep_job_consecutive_failures',
      help: 'Failed runs of a background job since its last successful one.',
      across: 'max',
    },
    () => inARow,
    labels,
  );
  return {
    succeed(seconds: number): void {
      durations.observe(seconds);
      lastSuccess = clock.now() / 1000;
      inARow = 0;
    },
    fail(): void {
      failures.value += 1;
      inARow += 1;
    },
  };
}
