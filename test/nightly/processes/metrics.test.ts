// The metrics of several processes are those of one service: counters are sums and never go back, and a number that each process tells
// of the same thing is told once.
import { describe, expect, test } from 'bun:test';
import type { FamilyValues } from '../../../src/lib/metrics.ts';
import { countedOf, sumFamilies } from '../../../src/metrics/sum.ts';
import { freePort } from '../../harness/postgres.ts';
import { runProgram } from '../../harness/process.ts';
import {
  askAnew,
  lastProcess,
  type Several,
  sampleOf,
  startSeveral,
  until,
} from '../../processes/several.ts';

const gauges = (
  values: Readonly<Record<string, number>>,
  across: 'max' | 'min' | undefined,
): FamilyValues => ({
  name: 'stored',
  type: 'gauge',
  help: '',
  ...(across && { across }),
  samples: Object.entries(values).map(([kind, value]) => ({ labels: { kind }, value })),
});
const seconds = (upTo: readonly number[], count: number, sum: number): FamilyValues => ({
  name: 'seconds',
  type: 'histogram',
  help: '',
  bounds: [1, 2],
  samples: [{ labels: { kind: 'a' }, upTo, count, sum }],
});

test.each([
  [undefined, { a: 1, b: 30, c: 300 }],
  ['max', { a: 1, b: 20, c: 300 }],
  ['min', { a: 1, b: 10, c: 300 }],
] as const)('gauges across processes by %s, series by series, and histograms by their sum', (across, sum) => {
  const one = [gauges({ a: 1, b: 10 }, across), seconds([1, 2], 3, 4.5)];
  const other = [gauges({ b: 20, c: 300 }, across), seconds([10, 20], 30, 40)];
  expect(sumFamilies([one, other])).toEqual([gauges(sum, across), seconds([11, 22], 33, 44.5)]);
  // An ended process has counted what it has counted, and has nothing open any more.
  expect(countedOf(one)).toEqual([seconds([1, 2], 3, 4.5)]);
});

const counted = 'playkeep_http_request_duration_seconds_count';
const live = 'route="/livez"';

async function scrape(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toStartWith('text/plain; version=0.0.4');
  return answer.text();
}

/** A scrape with this count. A process that stands still for a second has told its count of before, and tells the newest one later. */
async function scrapeOf(url: string, asked: number): Promise<string> {
  const countIn = (text: string) => sampleOf(text, counted, live) ?? 0;
  let text = await scrape(url);
  for (let again = 0; again < 30 && countIn(text) < asked; again += 1) text = await scrape(url);
  expect(countIn(text)).toBe(asked);
  return text;
}

/** Asks until each process has answered. @returns the number of requests */
async function askAll(service: Several, processes: number): Promise<number> {
  const seen = new Set<string>();
  let asked = 0;
  await until(async () => {
    asked += 1;
    return seen.add((await askAnew(service.url)).process).size === processes;
  });
  return asked;
}

describe.skipIf(process.platform !== 'linux')('a scrape', () => {
  test('of any process has the requests of all, and shared numbers once', async () => {
    const startedAt = Date.now() / 1_000;
    await using service = await startSeveral({ PROCESSES: '3' });
    const asked = await askAll(service, 3);
    for (let scrapes = 0; scrapes < 5; scrapes += 1) {
      const text = await scrapeOf(service.url, asked);
      expect(sampleOf(text, 'playkeep_processes')).toBe(3);
      // The parts of the pool add up to the whole.
      expect(sampleOf(text, 'playkeep_pool_size')).toBe(4);
      // Each process runs the job and tells when. Three of these times added would be far in the future.
      const job = 'job="prune-history"';
      await until(
        async () =>
          Number(sampleOf(await scrape(service.url), 'playkeep_job_last_success_timestamp_seconds', job)) > 0,
      );
      const told = Number(
        sampleOf(await scrape(service.url), 'playkeep_job_last_success_timestamp_seconds', job),
      );
      const now = Date.now() / 1_000;
      expect(told).toBeWithin(startedAt, now + 1);
      expect(Number(sampleOf(text, 'process_start_time_seconds'))).toBeWithin(startedAt - 1, now);
    }
  }, 180_000);

  test('loses no count at a roll, and at a kill none that it has shown', async () => {
    await using service = await startSeveral();
    let asked = await askAll(service, 2);
    const reload = await runProgram(['reload'], service.environment, service.directory);
    expect(reload.status).toBe(0);
    await scrapeOf(service.url, asked);
    asked += await askAll(service, 2);
    await scrapeOf(service.url, asked);
    process.kill(lastProcess(service), 'SIGKILL');
    await service.logged('the process was replaced');
    const text = await scrapeOf(service.url, asked);
    expect(sampleOf(text, 'playkeep_process_replacements_total')).toBe(1);
  }, 180_000);

  test('on a port of its own is answered by the parent, which holds that port alone', async () => {
    const METRICS_PORT = String(freePort());
    await using service = await startSeveral({ METRICS_PORT });
    const url = `http://127.0.0.1:${METRICS_PORT}`;
    const asked = await askAll(service, 2);
    await scrapeOf(url, asked);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    const reload = await runProgram(['reload'], service.environment, service.directory);
    expect(reload.status).toBe(0);
    await scrapeOf(url, asked);
    expect(sampleOf(await scrape(url), 'playkeep_processes')).toBe(2);
  }, 180_000);
});
