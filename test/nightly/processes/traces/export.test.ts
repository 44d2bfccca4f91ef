// The export of spans as it is in production: no collector that fails delays a request or a shutdown. The log names the trace of a request. The service is a process of its own.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Environment } from '../../../../src/config/settings.ts';
import { TRACES_FLUSH_MILLISECONDS } from '../../../../src/limits.ts';
import { paths } from '../../../harness/api.ts';
import { type Collector, startCollector } from '../../../harness/collector.ts';
import { sqlite, type TestDatabase } from '../../../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { sampleOf, startSeveral, until } from '../../../processes/several.ts';

let collector: Collector;
let database: TestDatabase;
let service: ServiceProcess | undefined;
beforeEach(async () => {
  collector = startCollector();
  database = await sqlite.create();
});
afterEach(async () => {
  service?.signal('SIGKILL');
  await service?.exited;
  service = undefined;
  await collector.stop();
  await database.remove();
});

const traced = (settings: Environment = {}): Environment => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_SAMPLER: 'always_on',
  OTEL_BSP_SCHEDULE_DELAY: '10',
  ...settings,
});

async function start(settings: Environment): Promise<ServiceProcess> {
  const environment = { ...database.environment, NODE_ENV: 'production', HOST: '127.0.0.1', ...settings };
  service = await startProcess(environment, database.directory);
  return service;
}

const heartbeats = (of: ServiceProcess, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => of.as(`player-${n}`, 'POST', paths.heartbeat)));
const spansOf = async (of: ServiceProcess, outcome: string) =>
  sampleOf((await of.call('GET', '/metrics')).text, 'playkeep_trace_spans_total', `outcome="${outcome}"`);
const linesOf = (of: ServiceProcess, message: string) =>
  of
    .output()
    .split('\n')
    .filter((line) => line.includes(`"msg":"${message}"`))
    .map((line) => JSON.parse(line));

test('the log has the ids of a sampled request, and where traces go', async () => {
  const running = await start(
    traced({ LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/base/` }),
  );
  const sentAt = Date.now();
  await running.as('ann', 'GET', paths.metadata);
  const answeredAt = Date.now();
  const [request] = await collector.named(`GET ${paths.metadata}`);
  await until(() => linesOf(running, 'request').length > 0);
  expect(linesOf(running, 'request')[0]).toMatchObject({
    ...{ path: paths.metadata, trace_id: request?.traceId, span_id: request?.spanId },
  });
  expect(linesOf(running, 'listening')[0].traces).toBe(`${collector.url}/base/v1/traces`);
  const duration = Number((request?.endNanoseconds ?? 0n) - (request?.startNanoseconds ?? 0n)) / 1e6;
  // The span begins before the clock of the log, and ends with it.
  expect(duration).toBeGreaterThanOrEqual(linesOf(running, 'request')[0].milliseconds - 1);
  // Both processes have the clock of the machine, which the service reads at its start alone.
  const startedAt = Number((request?.startNanoseconds ?? 0n) / 1_000_000n);
  expect(startedAt).toBeWithin(sentAt - 1_000, answeredAt + 1_000);
});

test('a shutdown exports the spans that wait', async () => {
  const running = await start(traced({ OTEL_BSP_SCHEDULE_DELAY: '600000', NODE_ENV: 'test' }));
  await heartbeats(running, 20);
  expect(collector.spans).toEqual([]);
  running.signal('SIGTERM');
  expect(await running.exited).toBe(0);
  expect(collector.spans.filter(({ kind }) => kind === 2)).toHaveLength(20);
});

describe('a collector', () => {
  test('that is down delays no request: its spans are counted, and the log tells once of each outage', async () => {
    const running = await start(traced());
    collector.answer = () => new Response('broken', { status: 500 });
    await heartbeats(running, 10);
    await until(async () => ((await spansOf(running, 'failed')) ?? 0) >= 40);
    await heartbeats(running, 10);
    await until(async () => ((await spansOf(running, 'failed')) ?? 0) >= 80);
    await until(() => linesOf(running, 'traces cannot be exported').length > 0);
    expect(linesOf(running, 'traces cannot be exported')).toHaveLength(1);
    expect(linesOf(running, 'traces cannot be exported')[0]).toMatchObject({
      ...{ level: 'warn', reason: "the answer's status is 500", url: `${collector.url}/v1/traces` },
    });
    collector.answer = () => new Response();
    await heartbeats(running, 1);
    await until(async () => ((await spansOf(running, 'exported')) ?? 0) > 0);
    await until(() => linesOf(running, 'traces are exported again').length === 1);
    collector.answer = () => new Response('gone', { status: 404 });
    await until(
      async () =>
        (await heartbeats(running, 1)) && linesOf(running, 'traces cannot be exported').length === 2,
    );
  });

  test('that nobody listens for is an outage too', async () => {
    await collector.stop();
    const running = await start(traced({ OTEL_EXPORTER_OTLP_TIMEOUT: '100' }));
    for (const { status } of await heartbeats(running, 10)) expect(status).toBe(400);
    await until(async () => ((await spansOf(running, 'failed')) ?? 0) > 0);
    await until(() => linesOf(running, 'traces cannot be exported').length === 1);
  });

  test('that never answers holds up no request and no shutdown, and spans beyond the queue are dropped', async () => {
    const never = Promise.withResolvers<Response>();
    collector.answer = () => never.promise;
    // An end that waited for the collector would take this time-out.
    const timeouts = { OTEL_EXPORTER_OTLP_TIMEOUT: '120000', OTEL_BSP_EXPORT_TIMEOUT: '120000' };
    const queue = { OTEL_BSP_MAX_QUEUE_SIZE: '50', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10', ...timeouts };
    const running = await start(traced({ ...queue, NODE_ENV: 'test' }));
    await heartbeats(running, 10);
    await until(() => collector.requests.length > 0);
    const before = performance.now();
    for (let round = 0; round < 10; round += 1) await heartbeats(running, 10);
    expect(performance.now() - before).toBeLessThan(30_000);
    expect(await spansOf(running, 'dropped')).toBeGreaterThan(300);
    const stopped = performance.now();
    running.signal('SIGTERM');
    expect(await running.exited).toBe(0);
    expect(performance.now() - stopped).toBeGreaterThan(TRACES_FLUSH_MILLISECONDS - 100);
    expect(performance.now() - stopped).toBeLessThan(TRACES_FLUSH_MILLISECONDS + 30_000);
    expect(running.output()).toContain('the last spans could not be exported in time');
    never.resolve(new Response());
  }, 90_000);
});

test.skipIf(process.platform !== 'linux')(
  'each of several processes exports its own spans',
  async () => {
    await using several = await startSeveral(traced());
    const instances = new Set<unknown>();
    await until(async () => {
      await fetch(`${several.url}/livez`, { headers: { connection: 'close' } });
      for (const { resource } of collector.spans) instances.add(resource['service.instance.id']);
      return instances.size === 2;
    });
    // A process counts its spans when it has the collector's answer. The sum of both has every span that came before.
    await until(async () => {
      const came = collector.spans.length;
      return ((await spansOf(several, 'exported')) ?? 0) >= came;
    });
  },
  90_000,
);
