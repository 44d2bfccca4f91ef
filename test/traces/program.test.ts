// Traces of each form of the program: the source, the bundle, the executable and the npm package.
import { expect, test } from 'bun:test';
import { version } from '../../src/lib/version.ts';
import { paths } from '../harness/api.ts';
import { startCollector } from '../harness/collector.ts';
import { sqlite } from '../harness/engines.ts';
import { startProcess } from '../harness/process.ts';

test.each(['http/protobuf', 'http/json'])(
  'are exported as %s, compressed where that is asked for',
  async (protocol) => {
    const collector = startCollector();
    const { directory, environment, remove } = await sqlite.create();
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_TRACES_SAMPLER: 'always_on',
    };
    const service = await startProcess({ ...environment, ...settings }, directory);
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
    service.signal('SIGTERM');
    expect(await service.exited).toBe(0);
    const [request] = collector.spans.filter(({ kind }) => kind === 2);
    expect(request).toMatchObject({
      name: `GET ${paths.metadata}`,
      resource: { 'service.version': version },
    });
    expect(collector.requests[0]?.headers.get('content-encoding')).toBe('gzip');
    await collector.stop();
    await remove();
  },
  90_000,
);
