// `/metrics`: the text format, the access to it, and the counting of each metric.
import { afterEach, describe, expect, test } from 'bun:test';
import { routeTable } from '../../src/routes.ts';
import { paths } from '../harness/api.ts';
import { engines, temporaryDirectory } from '../harness/engines.ts';
import { startProcess } from '../harness/process.ts';
import { seeded } from '../harness/seeded.ts';
import { type Service, signTestToken, startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';
import { importSessions, randomRecords } from '../statistics/imported.ts';

interface Line {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of an exposition (Prometheus text format 0.0.4); a line that is no sample fails. */
function parse(text: string): Line[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name, labels = '', value] =
      /^([a-z_0-9]+)(?:\{(.*)\})? (-?[\d.e+-]+|[+-]Inf|NaN)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a sample: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

let service: Service;
afterEach(() => service.stop());

const expose = async () => (await service.call('GET', '/metrics')).text;
/** The sum of the samples with these labels. */
function sumOf(
  lines: readonly Line[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = lines.filter(
    (line) =>
      line.name === name && Object.entries(labels).every(([key, value]) => line.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
const sample = async (name: string, labels = {}) => sumOf(parse(await expose()), name, labels);
/** Waits for a value, which a job may tell some time later. */
const untilSampled = (name: string, value: number | undefined, labels = {}): Promise<void> =>
  until(async () => (await sample(name, labels)) === value);

for (const engine of engines) {
  test(`on ${engine.name}, requests and their outcomes are counted`, async () => {
    service = await startService({ engine });
    await service.as('ann', 'POST', paths.start);
    await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"a":1}}' });
    await service.as('ann', 'POST', paths.metadata, { body: '[]' });
    await service.call('GET', paths.metadata, { token: 'forged' });
    await service.call('PUT', paths.metadata);
    await service.call('PROPFIND', paths.metadata);
    await service.call('GET', '/nowhere/at/all');
    // A background job may have calls under way.
    const isOnServer = engine.name !== 'sqlite';
    await untilSampled('playkeep_batch_calls', 0);
    await untilSampled('playkeep_store_calls', 0);
    await untilSampled('playkeep_pool_statements', isOnServer ? 0 : undefined);
    const lines = parse(await expose());
    const [requests, route] = ['playkeep_http_request_duration_seconds_count', paths.metadata];
    for (const [name, labels, value] of [
      [requests, { route, method: 'POST', status: '200' }, 1],
      [requests, { route, method: 'POST', status: '400' }, 1],
      [requests, { route, method: 'GET', status: '401' }, 1],
      [requests, { route, method: 'other', status: '405' }, 2],
      [requests, { route: 'none', method: 'other', status: '404' }, 1],
      ['playkeep_refusals_total', { reason: 'invalidMetadata' }, 1],
      ['playkeep_refusals_total', { reason: 'unauthorized' }, 1],
      ['playkeep_tokens_total', { cache: 'miss' }, 2],
      ['playkeep_tokens_total', { cache: 'hit' }, 2],
      ['playkeep_token_cache_tokens', {}, 1],
      ['playkeep_http_requests_in_progress', {}, 1],
      ['playkeep_pool_size', {}, isOnServer ? 4 : undefined],
    ] as const)
      expect([name, labels, sumOf(lines, name, labels)]).toEqual([name, labels, value]);
    for (const [name, least] of [
      ['playkeep_batch_size_sum', 3],
      ['playkeep_batch_wait_seconds_count', 3],
      ['playkeep_batch_duration_seconds_count', 3],
      ['playkeep_store_calls_limit', 1],
      ['process_resident_memory_bytes', 1e6],
      ['process_cpu_seconds_total', 0.001],
      ['process_open_fds', 4],
      ['process_max_fds', 100],
      ['process_start_time_seconds', 1.7e9],
      ['playkeep_event_loop_delay_seconds', 0],
    ] as const)
      expect([name, (sumOf(lines, name) ?? -1) >= least]).toEqual([name, true]);
  });

  test(`on ${engine.name}, the expiry of sessions counts the active sessions`, async () => {
    service = await startService({ engine });
    for (const player of ['ann', 'bob', 'cy']) await service.as(player, 'POST', paths.start);
    const job = { job: 'expire-sessions' };
    service.clock.advance(30_000);
    await untilSampled('playkeep_active_sessions', 3);
    await untilSampled('playkeep_job_duration_seconds_count', 1, job);
    service.clock.advance(1_500_000);
    await untilSampled('playkeep_active_sessions', 0);
    await untilSampled('playkeep_sessions_expired_total', 3);
    await untilSampled('playkeep_job_duration_seconds_count', 2, job);
    await untilSampled('playkeep_job_last_success_timestamp_seconds', service.clock.now() / 1000, job);
    expect(await sample('playkeep_job_failures_total', job)).toBe(0);
  });

  test(`on ${engine.name}, the count of sessions tells what it counted and what remains`, async () => {
    service = await startService({ engine });
    const complete = 'playkeep_statistics_complete_timestamp_seconds';
    const remaining: (number | undefined)[] = [];
    const untilCounted = (name: string, value: number) =>
      until(async () => {
        const lines = parse(await expose());
        remaining.push(sumOf(lines, 'playkeep_sessions_uncounted'));
        return sumOf(lines, name) === value;
      });
    await untilCounted(complete, service.clock.now() / 1000);
    await service.as('ann', 'POST', paths.start);
    await service.as('ann', 'POST', paths.stop);
    const isSeen = () => remaining.some((left) => (left ?? 0) > 0);
    // The thread of the requests may stand still for all of a count, so there are more to count until one was seen.
    for (let round = 1; round === 1 || (!isSeen() && round <= 20); round += 1) {
      const records = randomRecords(seeded(round), 5_000, 20, service.clock.now() - 86_400_000 * 30);
      await importSessions({ environment: service.database.environment, clock: service.clock }, records);
      service.clock.advance(20_000);
      await untilCounted('playkeep_sessions_counted_total', 5_000 * round + 1);
      await untilCounted(complete, service.clock.now() / 1000);
      await untilCounted('playkeep_sessions_uncounted', 0);
    }
    expect(remaining.every((left) => left !== undefined && left >= 0 && left <= 5_001)).toBe(true);
    expect(isSeen()).toBe(true);
  }, 180_000);
}

describe('the exposition', () => {
  test('is text of version 0.0.4 with a help and a type for each family, cumulative buckets and no sample twice', async () => {
    service = await startService();
    for (let n = 0; n < 5; n += 1) await service.as('ann', 'GET', paths.metadata);
    await expose();
    const { headers, text } = await service.call('GET', '/metrics');
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const families = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
    expect([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name)).toEqual(families);
    expect(new Set(families).size).toBe(families.length);
    const lines = parse(text);
    const series = lines.map(({ name, labels }) => name + JSON.stringify(labels));
    expect(new Set(series).size).toBe(series.length);
    const name = 'playkeep_http_request_duration_seconds';
    const route = paths.metadata;
    const own = lines.filter((line) => line.name === `${name}_bucket` && line.labels.route === route);
    const buckets = own.map(({ value }) => value);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
    expect([buckets.at(-1), sumOf(lines, `${name}_count`, { route })]).toEqual([5, 5]);
  });

  test('holds nothing that callers sent, however many there are', async () => {
    service = await startService();
    for (let n = 0; n < 50; n += 1) {
      await service.call('GET', `/made/up/${n}`, { token: `secret${n}` });
      await service.as(`name${n}`, 'GET', `${paths.metadata}/${n}`);
    }
    const text = await expose();
    expect(text).not.toMatch(/made|secret|name\d/);
    const known = new Set(['none', ...routeTable.map((route) => route.path)]);
    const routes = parse(text).flatMap(({ labels }) => labels.route ?? []);
    expect([...new Set(routes)].filter((route) => !known.has(route))).toEqual([]);
  });
});

test('METRICS_HOST opens the port of the metrics to other machines, and HOST stays where it is', async () => {
  const { directory, remove } = temporaryDirectory();
  const apart = await startProcess({ METRICS_PORT: '0', METRICS_HOST: '0.0.0.0' }, directory);
  const printed = () => /"?metrics"?: "http:\/\/(?<place>[^"]+)"/.exec(apart.output())?.groups?.place ?? '';
  await until(() => printed() !== '');
  const [host, port] = printed().split(':');
  expect([new URL(apart.url).hostname, host]).toEqual(['127.0.0.1', '0.0.0.0']);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  apart.signal('SIGTERM');
  await apart.exited;
  remove();
});

test('METRICS_PORT gives the metrics a port of their own, and removes them from the other', async () => {
  service = await startService();
  const apart = await startProcess({ METRICS_PORT: '0' }, service.database.directory);
  try {
    expect((await apart.call('GET', '/metrics')).status).toBe(404);
    await apart.call('GET', paths.metadata, { token: await signTestToken('ann') });
    const printed = () => /"?metrics"?: "(?<url>http:[^"]+)"/.exec(apart.output())?.groups?.url;
    await until(() => printed() !== undefined);
    const answer = await fetch(`${printed()}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    const text = await answer.text();
    expect([answer.status, text.includes('# TYPE playkeep_batch_size histogram')]).toEqual([200, true]);
    // Requests on this port are not counted, so that the numbers are about players alone.
    expect(text).not.toContain('route="/metrics"');
    expect((await fetch(`${printed()}${paths.metadata}`)).status).toBe(404);
  } finally {
    apart.signal('SIGTERM');
    await apart.exited;
  }
});
