// `/metrics`: the text format, the access to it, and the counting of each metric.
import { afterEach, describe, expect, test } from 'bun:test';
import { routeTable } from '../../src/routes.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { startProcess } from '../harness/process.ts';
import { seeded } from '../harness/seeded.ts';
import { type Service, signTestToken, startService } from '../harness/service.ts';
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
    const found = /^(?<name>[a-z_0-9]+)(?:\{(?<labels>.*)\})? (?<value>-?[\d.e+-]+|[+-]Inf|NaN)$/.exec(
      line,
    )?.groups;
    if (!found) throw new Error(`not a sample: ${line}`);
    const labels = [...(found.labels ?? '').matchAll(/(?<key>\w+)="(?<text>[^"]*)"/g)];
    return {
      name: found.name ?? '',
      labels: Object.fromEntries(labels.map(({ groups }) => [groups?.key, groups?.text])),
      value: Number(found.value),
    };
  });
}

let service: Service;
afterEach(() => service.stop());

async function sample(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const found = parse((await service.call('GET', '/metrics')).text).filter(
    (line) =>
      line.name === name && Object.entries(labels).every(([key, value]) => line.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

/** Waits for a value, which a job may tell some time later, for half a minute. */
async function untilSampled(name: string, value: number | undefined, labels = {}): Promise<void> {
  for (let wait = 0; wait < 1_500 && (await sample(name, labels)) !== value; wait += 1) await Bun.sleep(20);
  expect([name, await sample(name, labels)]).toEqual([name, value]);
}

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
    const requests = 'playkeep_http_request_duration_seconds_count';
    const set = { route: paths.metadata, method: 'POST' };
    expect(await sample(requests, { ...set, status: '200' })).toBe(1);
    expect(await sample(requests, { ...set, status: '400' })).toBe(1);
    expect(await sample(requests, { route: paths.metadata, method: 'GET', status: '401' })).toBe(1);
    expect(await sample(requests, { route: paths.metadata, method: 'other', status: '405' })).toBe(2);
    expect(await sample(requests, { route: 'none', method: 'other', status: '404' })).toBe(1);
    expect(await sample('playkeep_refusals_total', { reason: 'invalidMetadata' })).toBe(1);
    expect(await sample('playkeep_refusals_total', { reason: 'unauthorized' })).toBe(1);
    expect(await sample('playkeep_tokens_total', { cache: 'miss' })).toBe(2);
    expect(await sample('playkeep_tokens_total', { cache: 'hit' })).toBe(2);
    expect(await sample('playkeep_token_cache_tokens')).toBe(1);
    expect(await sample('playkeep_batch_size_sum')).toBeGreaterThanOrEqual(3);
    expect(await sample('playkeep_batch_wait_seconds_count')).toBeGreaterThanOrEqual(3);
    expect(await sample('playkeep_batch_duration_seconds_count')).toBeGreaterThanOrEqual(3);
    // A background job may have calls under way.
    await untilSampled('playkeep_batch_calls', 0);
    await untilSampled('playkeep_store_calls', 0);
    expect(await sample('playkeep_store_calls_limit')).toBeGreaterThan(0);
    expect(await sample('playkeep_http_requests_in_progress')).toBe(1);
    expect(await sample('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(await sample('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(await sample('process_open_fds')).toBeGreaterThan(3);
    expect(await sample('process_max_fds')).toBeGreaterThan(100);
    expect(await sample('process_start_time_seconds')).toBeGreaterThan(1.7e9);
    expect(await sample('playkeep_event_loop_delay_seconds', { quantile: '0.99' })).toBeGreaterThanOrEqual(0);
    const isOnServer = engine.name !== 'sqlite';
    expect(await sample('playkeep_pool_size')).toBe(isOnServer ? 4 : undefined);
    await untilSampled('playkeep_pool_statements', isOnServer ? 0 : undefined);
  });

  test(`on ${engine.name}, the expiry of sessions counts the active sessions`, async () => {
    service = await startService({ engine });
    for (const player of ['ann', 'bob', 'cy']) await service.as(player, 'POST', paths.start);
    service.clock.advance(30_000);
    await untilSampled('playkeep_active_sessions', 3);
    await untilSampled('playkeep_job_duration_seconds_count', 1, { job: 'expire-sessions' });
    service.clock.advance(1_500_000);
    await untilSampled('playkeep_active_sessions', 0);
    await untilSampled('playkeep_sessions_expired_total', 3);
    await untilSampled('playkeep_job_duration_seconds_count', 2, { job: 'expire-sessions' });
    await untilSampled('playkeep_job_last_success_timestamp_seconds', service.clock.now() / 1000, {
      job: 'expire-sessions',
    });
    expect(await sample('playkeep_job_failures_total', { job: 'expire-sessions' })).toBe(0);
  });
}

for (const engine of engines) {
  test(`on ${engine.name}, the count of sessions tells what it counted and what remains`, async () => {
    service = await startService({ engine });
    const first = 'playkeep_statistics_complete_timestamp_seconds';
    const until = async (name: string, value: number) => {
      const seen: (number | undefined)[] = [];
      for (let wait = 0; wait < 20_000 && seen.at(-1) !== value; wait += 1) {
        seen.push(await sample(name));
        remaining.push(await sample('playkeep_sessions_uncounted'));
      }
      expect([name, seen.at(-1)]).toEqual([name, value]);
    };
    const remaining: (number | undefined)[] = [];
    await until(first, service.clock.now() / 1000);
    await service.as('ann', 'POST', paths.start);
    await service.as('ann', 'POST', paths.stop);
    const isSeen = () => remaining.some((left) => (left ?? 0) > 0);
    // The thread of the requests may stand still for all of a count, so there are more to count until one was seen.
    for (let round = 1; round === 1 || (!isSeen() && round <= 20); round += 1) {
      const records = randomRecords(seeded(round), 5_000, 20, service.clock.now() - 86_400_000 * 30);
      await importSessions({ environment: service.database.environment, clock: service.clock }, records);
      service.clock.advance(20_000);
      await until('playkeep_sessions_counted_total', 5_000 * round + 1);
      await until(first, service.clock.now() / 1000);
      await until('playkeep_sessions_uncounted', 0);
    }
    expect(remaining.every((left) => left !== undefined && left >= 0 && left <= 5_001)).toBe(true);
    expect(isSeen()).toBe(true);
  }, 180_000);
}

describe('the exposition', () => {
  test('is text of version 0.0.4 with a help and a type for each family, and no sample twice', async () => {
    service = await startService();
    for (const player of ['ann', 'bob']) await service.as(player, 'GET', paths.metadata);
    await service.call('GET', '/metrics');
    const { headers, text } = await service.call('GET', '/metrics');
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const families = [...text.matchAll(/^# TYPE (?<name>\S+) /gm)].map(({ groups }) => groups?.name);
    const helps = [...text.matchAll(/^# HELP (?<name>\S+) \S/gm)].map(({ groups }) => groups?.name);
    expect(helps).toEqual(families);
    expect(new Set(families).size).toBe(families.length);
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(new Set(samples.map((line) => line.slice(0, line.lastIndexOf(' ')))).size).toBe(samples.length);
  });

  test('has cumulative buckets', async () => {
    service = await startService();
    for (let n = 0; n < 5; n += 1) await service.as('ann', 'GET', paths.metadata);
    const lines = parse((await service.call('GET', '/metrics')).text).filter(
      ({ name, labels }) =>
        name.startsWith('playkeep_http_request_duration_seconds') && labels.route === paths.metadata,
    );
    const buckets = lines.filter(({ name }) => name.endsWith('_bucket')).map(({ value }) => value);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
    expect(buckets.at(-1)).toBe(5);
    expect(lines.find(({ name }) => name.endsWith('_count'))?.value).toBe(5);
  });

  test('holds nothing that callers sent, however many there are', async () => {
    service = await startService();
    for (let n = 0; n < 50; n += 1) {
      await service.call('GET', `/made/up/${n}`, { token: `secret${n}` });
      await service.as(`name${n}`, 'GET', `${paths.metadata}/${n}`);
    }
    const { text } = await service.call('GET', '/metrics');
    expect(text).not.toMatch(/made|secret|name\d/);
    const known = new Set(['none', ...routeTable.map((route) => route.path)]);
    const routes = parse(text).flatMap(({ labels }) => labels.route ?? []);
    expect([...new Set(routes)].filter((route) => !known.has(route))).toEqual([]);
  });
});

test('METRICS_PORT gives the metrics a port of their own, and removes them from the other', async () => {
  service = await startService();
  const apart = await startProcess({ METRICS_PORT: '0' }, service.database.directory);
  try {
    expect((await apart.call('GET', '/metrics')).status).toBe(404);
    await apart.call('GET', paths.metadata, { token: await signTestToken('ann') });
    const printed = () => /"?metrics"?: "(?<url>http:[^"]+)"/.exec(apart.output())?.groups?.url;
    while (printed() === undefined) await Bun.sleep(10);
    const url = printed();
    const answer = await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    const text = await answer.text();
    expect([answer.status, text.includes('# TYPE playkeep_batch_size histogram')]).toEqual([200, true]);
    // Requests on this port are not counted, so that the numbers are about players alone.
    expect(text).not.toContain('route="/metrics"');
    expect((await fetch(`${url}${paths.metadata}`)).status).toBe(404);
  } finally {
    apart.signal('SIGTERM');
    await apart.exited;
  }
});
