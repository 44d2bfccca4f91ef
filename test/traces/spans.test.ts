// The spans of requests, as a collector gets them: on both engines, in both forms of OTLP/HTTP; and the context on the way out.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Environment } from '../../src/config/settings.ts';
import { routeTable } from '../../src/routes.ts';
import { paths } from '../harness/api.ts';
import { type CollectedSpan, type Collector, startCollector } from '../harness/collector.ts';
import { engines } from '../harness/engines.ts';
import { createSigningKey, signWith } from '../harness/keys.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, type ServiceOptions, startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';

let collector: Collector;
let service: Service;
beforeEach(() => {
  collector = startCollector();
});
afterEach(async () => {
  await service.stop();
  await collector.stop();
});

/** Starts a service all of whose requests are traced, and whose spans leave at once. */
async function start(settings: Environment = {}, options: ServiceOptions = {}): Promise<void> {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_BSP_SCHEDULE_DELAY: '10',
    ...settings,
  };
  service = await startService({ ...options, environment });
}
async function firstNamed(name: string): Promise<CollectedSpan> {
  const [span] = await collector.named(name);
  if (!span) throw new Error('no span');
  return span;
}
const [saving, heartbeating] = [`POST ${paths.metadata}`, `POST ${paths.heartbeat}`];
const players = ['a', 'b', 'c', 'd', 'e', 'f'];
const statements = ['SELECT active_sessions', 'UPDATE active_sessions', 'COMMIT'];

for (const engine of engines) {
  describe(`on ${engine.name}`, () => {
    const isSqlite = engine.name === 'sqlite';

    test.each(['http/protobuf', 'http/json'])(
      'a save is a trace with admission, batch and statement: %s',
      async (protocol) => {
        await start({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol }, { engine });
        await service.as('ann', 'GET', paths.metadata);
        const saved = await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"gold":71236}}' });
        expect(saved.status).toBe(200);
        const request = await firstNamed(saving);
        expect(request).toMatchObject({ kind: 2, status: 0, parentSpanId: '' });
        expect(request.attributes).toMatchObject({
          'http.request.method': 'POST',
          'http.route': paths.metadata,
          'url.path': paths.metadata,
          'http.response.status_code': 200,
        });
        expect(request.resource['service.name']).toBe('playkeep');
        expect(request.resource['service.version']).toMatch(/^\d/);
        const tree = collector.tree(request);
        expect(tree.slice(0, 2)).toEqual([saving, `${saving} > admission`]);
        const inBatch = tree.filter((path) => path.split(' > ').length === 3);
        expect(inBatch.every((path) => path.startsWith(`${saving} > batch `))).toBe(true);
        const own = collector.spans.filter(({ traceId }) => traceId === request.traceId);
        for (const span of own) {
          expect(span.startNanoseconds).toBeGreaterThanOrEqual(request.startNanoseconds);
          expect(span.endNanoseconds).toBeLessThanOrEqual(request.endNanoseconds);
        }
        const calls = own.filter(({ kind }) => kind === 3);
        expect(calls.length).toBe(inBatch.length);
        for (const { attributes } of calls)
          expect(attributes['db.system.name']).toBe(isSqlite ? 'sqlite' : 'postgresql');
        const batch = own.find(({ name }) => name.startsWith('batch '));
        // A background job may write in the same batch.
        expect(batch?.attributes['playkeep.batch.calls']).toBeGreaterThanOrEqual(1);
        const operations = calls.map(({ attributes }) => attributes['db.operation.name']);
        if (isSqlite) expect(operations).toEqual(['SELECT', 'UPDATE', 'COMMIT']);
        else expect(operations).toContain('update-metadata');
      },
    );

    test('no name of a player, token, key or content is in a span', async () => {
      await start({ SERVER_API_KEY: testServerKey }, { engine });
      const token = 'forged.token.secret';
      const player = 'player-with-a-name';
      const asServer = (method: string, path: string, body?: string) =>
        service.call(method, `/api/server/players/${path}`, { token: testServerKey, ...(body && { body }) });
      await service.as(player, 'POST', paths.metadata, { body: '{"data":{"content":"of a player"}}' });
      await service.as(player, 'POST', paths.start, { body: '{"context":{"platform":"secret-platform"}}' });
      await service.call('GET', paths.metadata, { token, headers: { 'x-request-id': 'id-of-a-caller' } });
      await service.call('GET', `/api/game/metadata/${player}`, { token });
      await service.call('GET', `/nowhere/${player}?secret=query`);
      await asServer('GET', `by-id/${player}`);
      await asServer('POST', 'search', `{"playerIdPrefix":"${player}"}`);
      await collector.named('POST /api/server/players/search');
      const sent = collector.bodies.join('');
      expect(sent).toContain('playkeep');
      const address = new URL(service.url).hostname;
      for (const secret of [player, token, testServerKey, 'of a player', 'secret', 'id-of-a-caller', address])
        expect(sent).not.toContain(secret);
    });

    test('each of several requests in one batch has the batch in its own trace', async () => {
      await start({}, { engine });
      for (const player of players) await service.as(player, 'POST', paths.start);
      const isShared = () =>
        collector.spans.some(
          ({ name, attributes }) =>
            /^batch (?:write|heartbeat)$/.test(name) && Number(attributes['playkeep.batch.calls']) >= 2,
        );
      // They share a batch where they come together, which a busy machine may prevent.
      let requests: readonly CollectedSpan[] = [];
      while (!isShared()) {
        await Promise.all(players.map((player) => service.as(player, 'POST', paths.heartbeat)));
        requests = await collector.named(heartbeating, requests.length + players.length);
      }
      expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(requests.length);
      for (const { traceId, spanId } of requests) {
        const below = (id?: string) => collector.spans.filter(({ parentSpanId }) => parentSpanId === id);
        const batches = below(spanId).filter(({ name }) => name.startsWith('batch '));
        expect(batches.map((span) => span.traceId)).toEqual([traceId]);
        const names = below(batches[0]?.spanId).map(({ name }) => name);
        expect(names).toEqual(isSqlite ? statements : ['heartbeat-sessions']);
      }
    });
  });
}

test('a request that is not sampled gets no span of another one in its batch', async () => {
  await start({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
  for (const player of players) await service.as(player, 'POST', paths.start);
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  await Promise.all(
    players.map((player) => service.as(player, 'POST', paths.heartbeat, player === 'c' ? { headers } : {})),
  );
  const request = await firstNamed(heartbeating);
  await service.as('d', 'GET', paths.metadata);
  await service.as('e', 'POST', paths.metadata, { body: '{"data":{}}' });
  const below = ['admission', 'batch write', ...statements.map((name) => `batch write > ${name}`)];
  expect(collector.tree(request)).toEqual([
    heartbeating,
    ...below.map((name) => `${heartbeating} > ${name}`),
  ]);
  expect(collector.spans).toHaveLength(6);
});

test('refusals, mistakes of callers and unknown paths are told apart, and every route has a span of its own name', async () => {
  await start();
  await service.call('GET', paths.metadata, { token: 'forged' });
  await service.call('GET', '/nowhere/at/all');
  await service.call('PROPFIND', paths.metadata);
  const refused = await firstNamed(`GET ${paths.metadata}`);
  expect(refused).toMatchObject({ status: 0, attributes: { 'http.response.status_code': 401 } });
  const unknown = { 'http.request.method': 'GET', 'http.response.status_code': 404 };
  expect((await firstNamed('GET')).attributes).toEqual(unknown);
  expect((await firstNamed(`HTTP ${paths.metadata}`)).attributes).toMatchObject({
    'http.request.method': '_OTHER',
    'http.response.status_code': 405,
  });
  const routes = routeTable.filter(({ method, path }) => method === 'GET' && !path.includes('*'));
  for (const { path } of routes.slice(0, 12)) await service.call('GET', path.replaceAll(/:\w+/g, '1'));
  for (const { path } of routes.slice(0, 12)) await collector.named(`GET ${path}`);
});

test('a failure of the service is an error', async () => {
  await start();
  await service.as('ann', 'GET', paths.metadata);
  await Bun.$`rm -r ${service.database.directory}`.quiet();
  expect((await service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' })).status).toBe(503);
  expect(await firstNamed(saving)).toMatchObject({
    status: 2,
    attributes: { 'http.response.status_code': 503, 'error.type': '503' },
  });
  await collector.named('batch write', 2);
  expect(collector.spans.findLast(({ name }) => name === 'batch write')).toMatchObject({
    status: 2,
    attributes: { 'error.type': 'StoreUnavailable' },
  });
});

test('names, attributes and headers of the settings reach the collector', async () => {
  await start({
    OTEL_SERVICE_NAME: 'saves',
    OTEL_RESOURCE_ATTRIBUTES: 'team=games%20one,service.name=other,service.instance.id=first',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc,x-tenant=1',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-tenant=2',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path`,
  });
  await service.as('ann', 'GET', paths.metadata);
  const { resource } = await firstNamed(`GET ${paths.metadata}`);
  expect(resource).toMatchObject({
    'service.name': 'saves',
    'service.instance.id': 'first',
    team: 'games one',
  });
  const [sent] = collector.requests;
  expect(new URL(sent?.url ?? '').pathname).toBe('/own/path');
  expect([sent?.headers.get('authorization'), sent?.headers.get('x-tenant')]).toEqual(['Bearer abc', '2']);
});

test.each(['tracecontext', 'none'])(
  'the fetch of a key set is a child of the request, with OTEL_PROPAGATORS=%s',
  async (propagators) => {
    const [key, other] = [await createSigningKey('ES256', 'a'), await createSigningKey('ES256', 'b')];
    const keys = [key.jwk];
    const contexts: (string | null)[] = [];
    const issuer = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch({ headers }) {
        contexts.push(headers.get('traceparent'));
        return Response.json({ keys });
      },
    });
    const JWT_JWKS_URL = `${issuer.url}keys?secret=of-the-issuer`;
    await start({ JWT_SECRET: '', JWT_JWKS_URL, OTEL_PROPAGATORS: propagators });
    await until(() => contexts.length > 0);
    keys.push(other.jwk);
    // The copy does not have this key, so the request waits for another fetch.
    const token = await signWith(other, { sub: 'ann' }, { kid: 'b' });
    expect((await service.call('GET', paths.metadata, { token })).status).toBe(200);
    const { traceId, spanId } = await firstNamed(`GET ${paths.metadata}`);
    const fetched = await firstNamed('GET');
    await issuer.stop(true);
    expect(fetched).toMatchObject({ kind: 3, traceId, parentSpanId: spanId });
    expect(fetched.attributes).toMatchObject({ 'http.request.method': 'GET', 'server.address': '127.0.0.1' });
    expect(collector.bodies.join('')).not.toContain('of-the-issuer');
    // No context leaves where contexts are off.
    expect(contexts).toEqual([null, propagators === 'none' ? null : `00-${traceId}-${fetched.spanId}-01`]);
  },
);
