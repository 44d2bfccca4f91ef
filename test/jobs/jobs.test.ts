// The table of background jobs: its names are those of the documents, each job does its own work, and a service runs them.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSessionExpiry } from '../../src/jobs/expire-sessions.ts';
import { createJobs } from '../../src/jobs/jobs.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import type { Store } from '../../src/store/ports/store.ts';
import { paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { counted } from '../harness/counters.ts';
import { engines } from '../harness/engines.ts';
import { startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';
import { until } from '../harness/until.ts';

const log = createLog({ level: 'silent', production: true });
const runtime = () => ({ clock: manualClock(), log, metrics: createMetrics() });

const settings = {
  sessionHistoryDays: 400,
  auditDays: 300,
  events: [],
  eventsDays: 20,
  indexes: [],
  labels: undefined,
};

describe('the table of jobs', () => {
  test('runs the step of the store that its name says, with the signal of the scheduler', async () => {
    const called: unknown[] = [];
    const note =
      (name: string, answer: unknown = { moved: 0, active: 0, next: undefined }) =>
      async (...parameters: unknown[]) => {
        called.push([name, ...parameters]);
        return answer;
      };
    const store = {
      sessions: { expire: note('expire'), deleteOldHistory: note('history') },
      versions: { deleteOld: note('versions') },
      idempotencyKeys: { deleteOld: note('keys') },
      rateLimits: { deleteFull: note('buckets') },
      audit: { deleteOld: note('audit') },
      events: {
        deleteOld: note('events'),
        forgetErased: note('erased'),
        page: async () => ({ oldestEventId: 7 }),
      },
      webhooks: { forget: note('webhooks') },
      indexes: {
        declare: note('declare', []),
        dropUndeclared: note('drop', []),
        build: note('build'),
        mend: note('mend'),
      },
      statistics: { count: note('count') },
      clock: { judge: note('judge', { certainAt: 0, doubtedAt: null, waited: 0 }) },
    } as unknown as Store;
    const { signal } = new AbortController();
    const indexes = [{ pointer: '/level', type: 'number' }] as const;
    const jobs = createJobs(store, { ...settings, events: ['players'], indexes }, runtime());
    for (const { name, run } of jobs) {
      called.push(name);
      await run(signal);
    }
    expect(called).toEqual([
      'check-clock',
      ['judge', 0],
      'expire-sessions',
      ['expire', 0, expect.any(Number)],
      'count-sessions',
      ['count', signal, { publish: 'if-asked' }],
      'prune-history',
      ['judge', 0],
      ['history', 400, signal],
      'prune-versions',
      ['judge', 0],
      ['versions', signal],
      'prune-idempotency-keys',
      ['judge', 0],
      ['keys', signal],
      'prune-rate-limits',
      ['buckets', signal],
      'prune-audit',
      ['judge', 0],
      ['audit', 300, signal],
      'prune-events',
      ['judge', 0],
      ['events', 20, signal],
      'clear-events',
      ['erased', signal],
      'clear-webhooks',
      ['webhooks', 7, signal],
      'declare-indexes',
      ['judge', 0],
      ['declare', indexes],
      ['drop'],
      'build-indexes',
      ['build', signal, expect.any(Function)],
      'mend-indexes',
      ['mend', signal],
    ]);
  });

  test('is the one of docs/operations/monitor.md, word for word', () => {
    const document = readFileSync(join(import.meta.dir, '../../docs/operations/monitor.md'), 'utf8');
    const rows = createJobs({} as Store, settings, runtime()).map((job) => {
      const { intervalSeconds } = job;
      const hours = intervalSeconds / 3600;
      const every = hours < 1 ? `${intervalSeconds} seconds` : hours === 1 ? '1 hour' : `${hours} hours`;
      const firstRun = job.firstRun === 'at-start' ? 'at the start' : 'after one interval';
      return `| \`${job.name}\` | ${every} | ${firstRun} | ${job.description} |`;
    });
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(
      document
        .split('\n')
        .filter((line) => /^\| `(?:check|expire|count|prune|clear|declare|build|mend)-/.test(line)),
    ).toEqual(rows);
  });
});

for (const engine of engines) {
  test(`a service on ${engine.name} expires sessions by itself, and every job succeeds`, async () => {
    const service = await startService({ engine });
    const elsewhere = await openStoreOn(service.database.environment, service.clock);
    try {
      const { startTime } = (await service.as('ann', 'POST', paths.start)).body.data;
      service.clock.advance(1_500_000);
      const ended = async () => elsewhere.sessions.listEnded(1, 10);
      const failed = async () =>
        (await service.call('GET', '/metrics')).text.match(/_failures_total{.*} [^0].*/g);
      const succeeded = async () =>
        [
          ...(await service.call('GET', '/metrics')).text.matchAll(
            /^playkeep_job_last_success_timestamp_seconds{job="(?<job>[^"]+)"} [1-9]/gm,
          ),
        ].map(({ groups }) => groups?.job);
      await until(async () => {
        // A job that was under way when the time passed may rest for some milliseconds.
        await service.clock.pass(10);
        return (await succeeded()).length === 14;
      });
      expect(await succeeded()).toEqual(createJobs({} as Store, settings, runtime()).map(({ name }) => name));
      expect(await failed()).toBeNull();
      const endedAt = Date.parse(startTime);
      expect(await ended()).toMatchObject([{ startedAt: endedAt, endedAt, reason: 'expired' }]);
    } finally {
      await elsewhere.close();
      await service.stop();
    }
  });
}

test('an abort ends a pass after its step, counts that step, and leaves the gauge of active sessions as it was', async () => {
  const stopping = new AbortController();
  const metrics = createMetrics();
  const log = createLog({ level: 'silent', production: true });
  const active = () =>
    metrics
      .families()
      .find(({ name }) => name === 'playkeep_active_sessions')
      ?.samples()[0];
  let steps = 0;
  const sessions = {
    async expire() {
      steps += 1;
      if (steps === 3) stopping.abort();
      return { moved: 2, active: 10, next: steps === 2 ? undefined : steps };
    },
  };
  const expire = createSessionExpiry(sessions, { clock: manualClock(), log, metrics });
  await expire(stopping.signal);
  expect(steps).toBe(2);
  expect(active()).toMatchObject({ value: 20 });
  await expire(stopping.signal);
  expect(steps).toBe(3);
  expect(active()).toMatchObject({ value: 20 });
  expect(counted(metrics, 'playkeep_sessions_expired_total')).toBe(6);
});
