// The figures of the process in the state of the service: rates of the last minute, the database, the disk and the jobs, on both
// engines, with a port of their own for the metrics and behind a proxy.
import { afterEach, describe, expect, test } from 'bun:test';
import { createMetrics, durationBounds, quantileOf } from '../../src/lib/metrics.ts';
import { createFigures } from '../../src/metrics/figures.ts';
import type { ProcessFigures } from '../../src/wire/service.ts';
import { paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';

let service: Service;
afterEach(async () => service?.stop());

const figures = async (): Promise<ProcessFigures> =>
  (await service.call('GET', '/api/server/service', { token: testServerKey })).body.data.process;

for (const engine of engines) {
  describe(`the figures of the process on ${engine.name}`, () => {
    test('count answers and refusals, and tell the rates of the last minute', async () => {
      const environment = { SERVER_API_KEY: testServerKey, RATE_LIMIT_PER_MINUTE: '2', METRICS_PORT: '0' };
      service = await startService({ engine, environment });
      for (const status of [200, 200, 429, 429])
        expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(status);
      service.clock.advance(10_000);
      const { requests, recent } = await figures();
      expect(requests).toEqual({ answered: 4, refused: 2, failed: 0 });
      expect(recent).toMatchObject({
        seconds: 10,
        requestsPerSecond: 0.4,
        refusedPerSecond: 0.2,
        failedPerSecond: 0,
        p99Seconds: expect.any(Number),
      });
      // The jump passed several notes at once, and those of the minute before the last one are gone.
      for (let step = 0; step < 15; step += 1) service.clock.advance(5_000);
      expect((await figures()).recent).toMatchObject({ seconds: 60, refusedPerSecond: 0 });
      expect((await figures()).requests.refused).toBe(2);
    });

    test('tell of the database, the disk, the process and the jobs', async () => {
      service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey } });
      const jobOf = async (name: string) => (await figures()).jobs.find((job) => job.name === name);
      const startedAt = service.clock.now();
      expect(await jobOf('expire-sessions')).toEqual({
        name: 'expire-sessions',
        lastSuccessAt: null,
        failures: 0,
        consecutiveFailures: 0,
        dueAt: new Date(startedAt + 30_000).toISOString(),
      });
      await service.as('ann', 'POST', paths.start);
      service.clock.advance(30_000);
      // It has counted the sessions some time before its end.
      await until(async () => (await jobOf('expire-sessions'))?.lastSuccessAt != null);
      let read = await figures();
      // Another job may have a call under way.
      await until(async () => {
        read = await figures();
        return read.storeCalls.now === 0;
      });
      const { activeSessions, memoryBytes, storeCalls, openFiles, ...rest } = read;
      expect(activeSessions).toBe(1);
      expect(memoryBytes).toBeGreaterThan(1e6);
      expect(storeCalls.limit).toBeGreaterThan(100);
      expect([storeCalls.now, rest.logLinesDropped]).toEqual([0, 0]);
      if (process.platform === 'linux') expect(openFiles?.limit).toBeGreaterThan(openFiles?.now ?? 0);
      const isEmbedded = engine.name === 'sqlite';
      expect(rest.pool === null).toBe(isEmbedded);
      if (!isEmbedded) expect(rest.pool?.size).toBe(4);
      expect(rest.disk === null).toBe(!isEmbedded);
      if (rest.disk) {
        expect(rest.disk.databaseBytes).toBeGreaterThan(4096);
        expect(rest.disk.sizeBytes).toBeGreaterThanOrEqual(rest.disk.freeBytes);
        expect(rest.disk.freeBytes).toBeGreaterThan(0);
      }
      const job = await jobOf('expire-sessions');
      expect(job?.lastSuccessAt).toBe(new Date(startedAt + 30_000).toISOString());
      expect(job?.dueAt).toBe(new Date(startedAt + 60_000).toISOString());
    });
  });
}

describe('the quantile of durations', () => {
  test('is spread evenly within its range, as histogram_quantile has it', () => {
    expect(quantileOf(0.99, [1, 2], [0, 0, 0])).toBeUndefined();
    expect(quantileOf(0.5, [1, 2, 4], [0, 10, 10, 10])).toBe(1.5);
    expect(quantileOf(0.99, [1, 2, 4], [50, 50, 100, 100])).toBeCloseTo(3.96, 10);
    expect(quantileOf(0.99, [1, 2], [0, 0, 7])).toBe(2);
  });

  test('is that of players’ requests that were served', () => {
    const [metrics, clock] = [createMetrics(), manualClock()];
    const { read, stop } = createFigures(metrics, clock);
    const observe = (route: string, status: string, seconds: number) =>
      metrics
        .histogram(
          { name: 'playkeep_http_request_duration_seconds', help: '', bounds: durationBounds },
          { method: 'GET', route, status },
        )
        .observe(seconds);
    clock.advance(2_000);
    observe('/readyz', '503', 7);
    expect(read().recent).toEqual({
      seconds: 2,
      requestsPerSecond: 0,
      refusedPerSecond: 0,
      failedPerSecond: 0,
      p99Seconds: null,
    });
    observe(paths.metadata, '500', 7);
    observe('/api/server/service', '503', 7);
    observe(paths.metadata, '200', 0.2);
    expect(read()).toMatchObject({
      requests: { answered: 3, refused: 1, failed: 1 },
      recent: { requestsPerSecond: 1.5, p99Seconds: expect.closeTo(0.2485, 6) },
    });
    stop();
    expect(clock.pending).toBe(0);
  });
});
