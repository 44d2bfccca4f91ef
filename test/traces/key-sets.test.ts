// The context on the way out: the fetch of a key set is a span, and carries the context of the request that waits for it.
import { expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { startCollector } from '../harness/collector.ts';
import { createSigningKey, signWith } from '../harness/keys.ts';
import { startService } from '../harness/service.ts';

const key = await createSigningKey('ES256', 'a');
const other = await createSigningKey('ES256', 'b');

async function fetchWith(settings: Record<string, string>) {
  const headers: (string | null)[] = [];
  const keys = [key.jwk];
  const issuer = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      headers.push(request.headers.get('traceparent'));
      return Response.json({ keys });
    },
  });
  const collector = startCollector();
  const service = await startService({
    environment: {
      JWT_SECRET: '',
      JWT_JWKS_URL: `http://127.0.0.1:${issuer.port}/keys?secret=of-the-issuer`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '10',
      OTEL_TRACES_SAMPLER: 'always_on',
      ...settings,
    },
  });
  while (headers.length === 0) await Bun.sleep(1);
  keys.push(other.jwk);
  // The copy does not have this key, so the request waits for another fetch.
  const token = await signWith(other, { sub: 'ann' }, { kid: 'b' });
  expect((await service.call('GET', paths.metadata, { token })).status).toBe(200);
  const [request] = await collector.named(`GET ${paths.metadata}`);
  const [fetched] = await collector.named('GET');
  await service.stop();
  await collector.stop();
  await issuer.stop(true);
  return { headers, request, fetched, bodies: collector.bodies.join('') };
}

test('the fetch of a key set is a child of the request, and carries its context', async () => {
  const { headers, request, fetched, bodies } = await fetchWith({});
  expect(fetched).toMatchObject({ kind: 3, traceId: request?.traceId, parentSpanId: request?.spanId });
  expect(fetched?.attributes).toMatchObject({ 'http.request.method': 'GET', 'server.address': '127.0.0.1' });
  expect(headers).toEqual([null, `00-${fetched?.traceId}-${fetched?.spanId}-01`]);
  expect(bodies).not.toContain('of-the-issuer');
});

test('no context leaves with OTEL_PROPAGATORS=none', async () => {
  const { headers, fetched } = await fetchWith({ OTEL_PROPAGATORS: 'none' });
  expect(fetched?.kind).toBe(3);
  expect(headers).toEqual([null, null]);
});
