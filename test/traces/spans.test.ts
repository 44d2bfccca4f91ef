// The spans of requests, as a collector gets them: on both engines, in both forms of OTLP/HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Environment } from '../../src/config/settings.ts';
import { routeTable } from '../../src/routes.ts';
import { paths } from '../harness/api.ts';
import { type CollectedSpan, type Collector, startCollector } from '../harness/collector.ts';
import { engines } from '../harness/engines.ts';
import { type Service, startService } from '../harness/service.ts';

let collector: Collector;
let service: Service;
beforeEach(() => {
  collector = startCollector();
});
afterEach(async () => {
  await service.stop();
  await collector.stop();
});

/** All requests are traced, and spans leave at once. */
const traced = (settings: Environment = {}): Environment => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_SAMPLER: 'always_on',
  OTEL_BSP_SCHEDULE_DELAY: '10',
  ...settings,
});

const serverKey = 'a server key of tests, which is long enough';

for (const engine of engines) {
  describe(`on ${engine.name}`, () => {
    const system = engine.name === 'sqlite' ? 'sqlite' : 'postgresql';

    test.each(['http/protobuf', 'http/json'])(
      'a save is a trace with admission, batch and statement: %s',
      async (protocol) => {
        const environment = traced({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol });
        service = await startService({ engine, environment });
        await service.as('ann', 'GET', paths.metadata);
        const saved = await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"gold":71236}}' });
        expect(saved.status).toBe(200);
        const [request] = await collector.named(`POST ${paths.metadata}`);
        if (!request) throw new Error('no span');
        expect(request).toMatchObject({
          kind: 2,
          status: 0,
          parentSpanId: '',
          attributes: {
            'http.request.method': 'POST',
            'http.route': paths.metadata,
            'url.path': paths.metadata,
            'http.response.status_code': 200,
          },
          resource: { 'service.name': 'playkeep', 'service.version': expect.stringMatching(/^\d/) },
        });
        const tree = collector.tree(request);
        const top = `POST ${paths.metadata}`;
        expect(tree.slice(0, 2)).toEqual([top, `${top} > admission`]);
        const statements = tree.filter((path) => path.split(' > ').length === 3);
        expect(statements.length).toBeGreaterThan(0);
        expect(statements.every((path) => path.startsWith(`${top} > batch `))).toBe(true);
        const own = collector.spans.filter(({ traceId }) => traceId === request.traceId);
        for (const span of own) {
          expect(span.startNanoseconds).toBeGreaterThanOrEqual(request.startNanoseconds);
          expect(span.endNanoseconds).toBeLessThanOrEqual(request.endNanoseconds);
        }
        const calls = own.filter(({ kind }) => kind === 3);
        expect(calls.length).toBe(statements.length);
        for (const { attributes } of calls) expect(attributes['db.system.name']).toBe(system);
        const batch = own.find(({ name }) => name.startsWith('batch '));
        // A background job may write in the same batch.
        expect(batch?.attributes['playkeep.batch.calls']).toBeGreaterThanOrEqual(1);
        const operations = calls.map(({ attributes }) => attributes['db.operation.name']);
        if (system === 'sqlite') expect(operations).toEqual(['SELECT', 'UPDATE', 'COMMIT']);
        else expect(operations).toContain('update-metadata');
      },
    );

    test('no name of a player, token, key or content is in a span', async () => {
      const environment = traced({ SERVER_API_KEY: serverKey });
      service = await startService({ engine, environment });
      const token = 'forged.token.secret';
      const player = 'player-with-a-name';
      const body = '{"data":{"content":"of a player"}}';
      await service.as(player, 'POST', paths.metadata, { body });
      await service.as(player, 'POST', paths.start, { body: '{"context":{"platform":"secret-platform"}}' });
      await service.call('GET', paths.metadata, { token, headers: { 'x-request-id': 'id-of-a-caller' } });
      await service.call('GET', `/api/server/players/by-id/${player}`, { token: serverKey });
      await service.call('GET', `/api/game/metadata/${player}`, { token });
      await service.call('GET', `/nowhere/${player}?secret=query`);
      await service.call('POST', '/api/server/players/search', {
        token: serverKey,
        body: `{"playerIdPrefix":"${player}"}`,
      });
      await collector.named('POST /api/server/players/search');
      expect(collector.bodies.join('')).toContain('playkeep');
      for (const secret of [player, token, serverKey, 'of a player', 'secret', 'id-of-a-caller'])
        expect(collector.bodies.join('')).not.toContain(secret);
    });

    test('each of several requests in one batch has the batch in its own trace', async () => {
      service = await startService({ engine, environment: traced() });
      const players = ['a', 'b', 'c', 'd', 'e', 'f'];
      for (const player of players) await service.as(player, 'POST', paths.start);
      const sizes = () =>
        collector.spans
          .filter(({ name }) => /^batch (?:write|heartbeat)$/.test(name))
          .map(({ attributes }) => Number(attributes['playkeep.batch.calls']));
      // They share a batch where they come together, which a busy machine may prevent.
      let requests: readonly CollectedSpan[] = [];
      while (Math.max(0, ...sizes()) < 2) {
        await Promise.all(players.map((player) => service.as(player, 'POST', paths.heartbeat)));
        requests = await collector.named(`POST ${paths.heartbeat}`, requests.length + players.length);
      }
      expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(requests.length);
      for (const { traceId, spanId } of requests) {
        const batches = collector.spans.filter(
          (span) => span.parentSpanId === spanId && /^batch /.test(span.name),
        );
        expect(batches.map((span) => span.traceId)).toEqual([traceId]);
        const below = collector.spans.filter((span) => span.parentSpanId === batches[0]?.spanId);
        expect(below.map((span) => span.name)).toEqual(
          system === 'sqlite'
            ? ['SELECT active_sessions', 'UPDATE active_sessions', 'COMMIT']
            : ['heartbeat-sessions'],
        );
      }
    });
  });
}

test('a request that is not sampled gets no span of another one in its batch', async () => {
  service = await startService({ environment: traced({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }) });
  const players = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const player of players) await service.as(player, 'POST', paths.start);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await Promise.all(
    players.map((player) =>
      service.as(player, 'POST', paths.heartbeat, player === 'c' ? { headers: { traceparent } } : {}),
    ),
  );
  const [request] = await collector.named(`POST ${paths.heartbeat}`);
  await service.as('d', 'GET', paths.metadata);
  await service.as('e', 'POST', paths.metadata, { body: '{"data":{}}' });
  if (!request) throw new Error('no span');
  expect(collector.tree(request)).toEqual([
    `POST ${paths.heartbeat}`,
    ...['admission', 'batch write'].map((name) => `POST ${paths.heartbeat} > ${name}`),
    ...['SELECT active_sessions', 'UPDATE active_sessions', 'COMMIT'].map(
      (name) => `POST ${paths.heartbeat} > batch write > ${name}`,
    ),
  ]);
  expect(collector.spans).toHaveLength(6);
});

test('refusals, mistakes of callers and unknown paths are told apart', async () => {
  service = await startService({ environment: traced() });
  await service.call('GET', paths.metadata, { token: 'forged' });
  await service.call('GET', '/nowhere/at/all');
  await service.call('PROPFIND', paths.metadata);
  const [refused] = await collector.named(`GET ${paths.metadata}`);
  expect(refused).toMatchObject({ status: 0, attributes: { 'http.response.status_code': 401 } });
  const [unknown] = await collector.named('GET');
  expect(unknown?.attributes).toEqual({ 'http.request.method': 'GET', 'http.response.status_code': 404 });
  const [other] = await collector.named(`HTTP ${paths.metadata}`);
  expect(other?.attributes).toMatchObject({
    'http.request.method': '_OTHER',
    'http.response.status_code': 405,
  });
});

test('a failure of the service is an error', async () => {
  service = await startService({ environment: traced() });
  await service.as('ann', 'GET', paths.metadata);
  await Bun.$`rm -r ${service.database.directory}`.quiet();
  expect((await service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' })).status).toBe(503);
  const [failed] = await collector.named(`POST ${paths.metadata}`);
  expect(failed).toMatchObject({
    status: 2,
    attributes: { 'http.response.status_code': 503, 'error.type': '503' },
  });
  const [batch] = await collector.named('batch write', 2);
  expect(collector.spans.findLast(({ name }) => name === 'batch write') ?? batch).toMatchObject({
    status: 2,
    attributes: { 'error.type': 'StoreUnavailable' },
  });
});

test('every route has a span of its own name', async () => {
  service = await startService({ environment: traced() });
  const probes = routeTable
    .filter(({ method, path }) => method === 'GET' && !path.includes('*'))
    .slice(0, 12);
  for (const { path } of probes) await service.call('GET', path.replaceAll(/:\w+/g, '1'));
  for (const { path } of probes) await collector.named(`GET ${path}`);
});

test('names, attributes and headers of the settings reach the collector', async () => {
  service = await startService({
    environment: traced({
      OTEL_SERVICE_NAME: 'saves',
      OTEL_RESOURCE_ATTRIBUTES: 'team=games%20one,service.name=other,service.instance.id=first',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc,x-tenant=1',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-tenant=2',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path`,
    }),
  });
  await service.as('ann', 'GET', paths.metadata);
  const [request] = await collector.named(`GET ${paths.metadata}`);
  expect(request?.resource).toMatchObject({
    'service.name': 'saves',
    'service.instance.id': 'first',
    team: 'games one',
  });
  const [sent] = collector.requests;
  expect(new URL(sent?.url ?? '').pathname).toBe('/own/path');
  expect(sent?.headers.get('authorization')).toBe('Bearer abc');
  expect(sent?.headers.get('x-tenant')).toBe('2');
});
