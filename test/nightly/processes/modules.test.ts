// The modules that a service loads: those of OpenTelemetry and of the validator of schemas only where its settings ask for them.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../../src/config/settings.ts';
import { paths } from '../../harness/api.ts';
import { sqlite } from '../../harness/engines.ts';
import { startProcess } from '../../harness/process.ts';
import { until } from '../../harness/until.ts';

const root = join(import.meta.dir, '../../..');
const tracing = /@opentelemetry|src\/traces\/open/;
const validating = /node_modules\/(?:ajv|fast-uri)\/|src\/schemas\/(?!invalid-schema)/;
const nobody = 'http://127.0.0.1:9';

test.each<[settings: Environment, loaded: readonly RegExp[]]>([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: nobody, OTEL_TRACES_SAMPLER: 'always_on' }, [tracing]],
  [{ METADATA_SCHEMA: join(root, 'examples/metadata.schema.json') }, [validating]],
  [{}, []],
  [{ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: nobody }, []],
  [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: nobody }, []],
  [{ OTEL_TRACES_SAMPLER: 'always_off', OTEL_EXPORTER_OTLP_ENDPOINT: nobody }, []],
  [{ OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'saves' }, []],
])('with %p', async (settings, loaded) => {
  const database = await sqlite.create();
  const file = join(database.directory, 'modules');
  const service = await startProcess(
    {
      ...database.environment,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      ...settings,
      TEST_PROGRAM: join(root, 'src/main.ts'),
      TEST_MODULES: file,
    },
    database.directory,
    { program: join(root, 'test/harness/list-modules.ts') },
  );
  try {
    const { status } = await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"level":1}}' });
    expect(status).toBe(200);
    service.signal('SIGUSR2');
    await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
    const modules = readFileSync(file, 'utf8').split('\n');
    expect(modules.length).toBeGreaterThan(20);
    for (const pattern of [tracing, validating]) {
      const count = modules.filter((path) => pattern.test(path)).length;
      expect([pattern, count > (loaded.includes(pattern) ? 20 : 0)]).toEqual([
        pattern,
        loaded.includes(pattern),
      ]);
    }
  } finally {
    service.signal('SIGKILL');
    await service.exited;
    await database.remove();
  }
});
