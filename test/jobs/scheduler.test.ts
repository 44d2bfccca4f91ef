// The scheduler on a clock that the test moves: first runs, waits, overlap, failures and the end.
import { beforeEach, describe, expect, test } from 'bun:test';
import { type Job, type Scheduler, startScheduler } from '../../src/jobs/scheduler.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics, type Metrics } from '../../src/lib/metrics.ts';
import { StoreUnavailable } from '../../src/store/ports/errors.ts';
import { JOB_JITTER } from '../../src/tuning.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';

const intervalSeconds = 100;
const interval = intervalSeconds * 1000;
const shortest = interval * (1 - JOB_JITTER);

let clock: ManualClock;
let metrics: Metrics;
let logged: Record<string, unknown>[];
/** The moments at which the job began. */
let begun: number[];
beforeEach(() => {
  clock = manualClock();
  metrics = createMetrics();
  logged = [];
  begun = [];
});

function job(options: Partial<Job> = {}): Job {
  const run = options.run ?? (async () => undefined);
  return {
    ...{
      name: 'test',
      description: 'Does nothing.',
      intervalSeconds,
      firstRun: 'after-interval',
      ...options,
    },
    run(signal) {
      begun.push(clock.monotonic());
      return run(signal);
    },
  };
}

function start(...jobs: Job[]): Scheduler {
  const write = (line: string): void => void logged.push(JSON.parse(line));
  const lines = { write, finish: async () => undefined, countDropsIn: () => undefined };
  const log = createLog({ level: 'info', production: true }, lines);
  return startScheduler(jobs, { clock, log, metrics });
}

/** The value of a job's series; the count of a histogram. */
function series(name: string): number {
  const family = metrics.families().find((each) => each.name === name);
  const [sample] = family?.samples() ?? [];
  expect(sample?.labels).toEqual({ job: 'test' });
  return sample === undefined ? Number.NaN : 'count' in sample ? sample.count : sample.value;
}

describe('a job', () => {
  test('runs first after an interval, then again and again, each time a little sooner', async () => {
    const scheduler = start(job());
    await clock.pass(shortest - 1);
    expect(begun).toEqual([]);
    await clock.pass(interval * 10);
    expect(begun.length).toBeGreaterThanOrEqual(10);
    const waits = begun.map((at, index) => at - (begun[index - 1] ?? 0));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(shortest);
    expect(Math.max(...waits)).toBeLessThanOrEqual(interval);
    expect(new Set(waits).size).toBeGreaterThan(1);
    await scheduler.stop();
  });

  test('runs at the start if it says so', async () => {
    const scheduler = start(job({ firstRun: 'at-start' }));
    expect(begun).toEqual([0]);
    await clock.pass(interval);
    expect(begun).toHaveLength(2);
    await scheduler.stop();
  });

  test('is not started again while it runs', async () => {
    const scheduler = start(job({ run: () => clock.sleep(interval * 3) }));
    await clock.pass(interval * 4 - 1);
    expect(begun).toHaveLength(1);
    await clock.pass(interval + 1);
    expect(begun).toHaveLength(2);
    const [first = 0, second = 0] = begun;
    expect(second - first).toBeGreaterThanOrEqual(interval * 3 + shortest);
    const stopping = scheduler.stop();
    await clock.pass(interval * 3);
    await stopping;
  });

  test('does not keep another one waiting', async () => {
    const stuck = Promise.withResolvers<void>();
    const scheduler = start(job({ firstRun: 'at-start', run: () => stuck.promise }), job({ name: 'other' }));
    await clock.pass(interval * 5);
    expect(begun.length).toBeGreaterThan(5);
    stuck.resolve();
    await scheduler.stop();
  });

  test('is measured: how long it took, and when it last succeeded', async () => {
    const scheduler = start(job({ run: () => clock.sleep(2_000) }));
    expect(series('playkeep_job_last_success_timestamp_seconds')).toBe(0);
    await clock.pass(interval + 2_000);
    const [startedAt = 0] = begun;
    const endedAt = clock.now() - clock.monotonic() + startedAt + 2_000;
    expect(series('playkeep_job_last_success_timestamp_seconds')).toBeCloseTo(endedAt / 1000, 3);
    expect(series('playkeep_job_duration_seconds')).toBe(1);
    const durations = metrics.families().find(({ name }) => name === 'playkeep_job_duration_seconds');
    expect(durations?.samples()[0]).toMatchObject({ sum: 2 });
    expect(series('playkeep_job_failures_total')).toBe(0);
    await scheduler.stop();
  });
});

describe('a run that fails', () => {
  test.each([
    ['warn', new StoreUnavailable('locked')],
    ['error', new TypeError('a mistake')],
  ])('is counted and logged in one line at level %s, and the next one tries again', async (level, error) => {
    let isWell = false;
    const run = async () => {
      if (!isWell) throw error;
    };
    const scheduler = start(job({ firstRun: 'at-start', run }));
    await clock.pass(0);
    expect(logged).toMatchObject([
      { level, msg: 'a background job failed', job: 'test', description: 'Does nothing.' },
    ]);
    expect(JSON.stringify(logged)).toContain(error.message);
    expect(series('playkeep_job_failures_total')).toBe(1);
    expect(series('playkeep_job_duration_seconds')).toBe(0);
    expect(series('playkeep_job_last_success_timestamp_seconds')).toBe(0);
    isWell = true;
    await clock.pass(interval);
    expect(begun).toHaveLength(2);
    expect([series('playkeep_job_failures_total'), series('playkeep_job_duration_seconds')]).toEqual([1, 1]);
    expect(logged).toHaveLength(1);
    await scheduler.stop();
  });
});

describe('stop', () => {
  test('ends a wait at once, and no run follows', async () => {
    const scheduler = start(job());
    await scheduler.stop();
    await clock.pass(interval * 3);
    expect(begun).toEqual([]);
  });

  test('aborts the run under way and waits for its step', async () => {
    const step = Promise.withResolvers<void>();
    let isAborted = false;
    const scheduler = start(
      job({
        firstRun: 'at-start',
        async run(signal) {
          await step.promise;
          isAborted = signal.aborted;
        },
      }),
    );
    let isStopped = false;
    const stopping = scheduler.stop().then(() => {
      isStopped = true;
    });
    await clock.pass(interval * 3);
    expect(isStopped).toBe(false);
    step.resolve();
    await stopping;
    expect([isAborted, begun.length]).toEqual([true, 1]);
    // An aborted run may be incomplete, so it does not count as a success.
    expect(series('playkeep_job_duration_seconds')).toBe(0);
  });
});
