// The standard variables of OpenTelemetry: what turns traces on, their defaults, and their problems.
import { describe, expect, test } from 'bun:test';
import { loadConfig } from '../../src/config/config.ts';
import { describeSettings } from '../../src/config/describe.ts';
import type { Environment } from '../../src/config/settings.ts';
import { warningsOf } from '../../src/config/spelling.ts';
import { problemsOf } from './problems-of.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const tracesOf = (environment: Environment) => loadConfig(environment).traces;

describe('traces are on', () => {
  test.each<[Environment, string]>([
    [endpoint, 'http://collector:4318/v1/traces'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example/otlp/?key=1' },
      'https://c.example/otlp/v1/traces?key=1',
    ],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c:1' }, 'http://c:1'],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c:1/own' }, 'http://c:1/own'],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'http://localhost:4318/v1/traces'],
  ])('with %p', (environment, url) => {
    expect(tracesOf(environment)?.url).toBe(url);
  });

  test.each<[Environment]>([
    [{}],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'true' }],
    [{ ...endpoint, OTEL_TRACES_SAMPLER: 'always_off' }],
    // Variables for other programs on the machine.
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_PROPAGATORS: 'b3', OTEL_SERVICE_NAME: 'a' }],
  ])('unless %p', (environment) => {
    expect(tracesOf(environment)).toBeUndefined();
  });
});

test('their defaults are those of the specification, but for the sampler', () => {
  expect(tracesOf(endpoint)).toEqual({
    url: 'http://collector:4318/v1/traces',
    protocol: 'http/protobuf',
    headers: {},
    timeoutMilliseconds: 10_000,
    resource: { 'service.name': 'playkeep' },
    sampling: { ratio: 0.01, followsCaller: false },
    propagates: true,
    queue: { maxSpans: 2048, maxBatch: 512, delayMilliseconds: 5000, exportMilliseconds: 30_000 },
  });
});

test.each<[string, string | undefined, number, boolean]>([
  ['always_on', undefined, 1, false],
  ['traceidratio', undefined, 1, false],
  ['traceidratio', '0.25', 0.25, false],
  ['parentbased_always_on', undefined, 1, true],
  ['parentbased_always_off', undefined, 0, true],
  ['parentbased_traceidratio', '1e-3', 0.001, true],
])('the sampler %s with %s', (OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, ratio, followsCaller) => {
  expect(tracesOf({ ...endpoint, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG })?.sampling).toEqual({
    ratio,
    followsCaller,
  });
});

test('each value reaches the exporter, those for traces alone first', () => {
  const environment = {
    ...{ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    ...{ OTEL_EXPORTER_OTLP_HEADERS: 'a=1, b=x%20y=z', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=2' },
    ...{ OTEL_EXPORTER_OTLP_TIMEOUT: '1000', OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '2000' },
    ...{ OTEL_RESOURCE_ATTRIBUTES: 'service.name=a,region=eu', OTEL_SERVICE_NAME: 'b' },
    OTEL_PROPAGATORS: 'none',
    ...{ OTEL_BSP_SCHEDULE_DELAY: '1', OTEL_BSP_EXPORT_TIMEOUT: '2', OTEL_BSP_MAX_QUEUE_SIZE: '4' },
    ...{ OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '3', OTEL_TRACES_SAMPLER_ARG: '.5' },
  };
  expect(tracesOf({ ...endpoint, ...environment })).toMatchObject({
    protocol: 'http/json',
    headers: { a: '2', b: 'x y=z' },
    timeoutMilliseconds: 2000,
    resource: { 'service.name': 'b', region: 'eu' },
    sampling: { ratio: 0.5 },
    propagates: false,
    queue: { maxSpans: 4, maxBatch: 3, delayMilliseconds: 1, exportMilliseconds: 2 },
  });
});

const protocols = 'must be one of http/protobuf, http/json';
const samplers =
  'always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio';
const noHeaders = 'must be a list such as authorization=Bearer%20abc, of printable ASCII characters';
test.each([
  [
    'EXPORTER_OTLP_PROTOCOL',
    'grpc',
    `${protocols}; a collector takes them on port 4318, beside grpc on 4317`,
  ],
  ['EXPORTER_OTLP_TRACES_PROTOCOL', 'http', protocols],
  ['TRACES_EXPORTER', 'zipkin', 'must be one of otlp, none'],
  ['EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an http or https URL'],
  ['TRACES_SAMPLER', 'jaeger_remote', `must be one of ${samplers}`],
  ['TRACES_SAMPLER_ARG', '1.01', 'must be a number from 0 to 1'],
  ['TRACES_SAMPLER_ARG', '1 %', 'must be a number from 0 to 1'],
  ['PROPAGATORS', 'b3', 'b3 is not known; choose from tracecontext, baggage, none'],
  ['EXPORTER_OTLP_HEADERS', 'a secret', noHeaders],
  ['EXPORTER_OTLP_HEADERS', 'secret=a%0D%0Ab', noHeaders],
  ['RESOURCE_ATTRIBUTES', 'team=%zz', 'must be a list such as team=games,region=eu%20west'],
  ['BSP_MAX_EXPORT_BATCH_SIZE', '4000', 'must not be more than OTEL_BSP_MAX_QUEUE_SIZE'],
  ['BSP_SCHEDULE_DELAY', '0', 'must be at least 1'],
])('OTEL_%s=%s is a problem', (name, value, problem) => {
  expect(problemsOf({ ...endpoint, [`OTEL_${name}`]: value })).toEqual([`OTEL_${name}: ${problem}`]);
});

test('a sampler of no ratio takes no argument', () => {
  const sampler = { OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: '0.1' };
  const problem = 'always_on takes no argument; choose a sampler that ends in traceidratio';
  expect(problemsOf({ ...endpoint, ...sampler })).toEqual([`OTEL_TRACES_SAMPLER_ARG: ${problem}`]);
});

test('the headers for the collector are never shown', () => {
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret' };
  const shown = describeSettings({ ...endpoint, ...headers });
  expect(shown).toContain('OTEL_EXPORTER_OTLP_HEADERS=(hidden)');
  expect(shown).not.toContain('secret');
});

test('variables of logs and metrics are no misspelled ones of traces', () => {
  const others = ['OTEL_BLRP_SCHEDULE_DELAY', 'OTEL_BLRP_EXPORT_TIMEOUT', 'OTEL_BLRP_MAX_QUEUE_SIZE'];
  const more = ['OTEL_BLRP_MAX_EXPORT_BATCH_SIZE', 'OTEL_LOGS_EXPORTER', 'OTEL_METRICS_EXPORTER'];
  for (const signal of ['LOGS', 'METRICS'])
    for (const end of ['ENDPOINT', 'HEADERS', 'PROTOCOL', 'TIMEOUT'])
      more.push(`OTEL_EXPORTER_OTLP_${signal}_${end}`);
  expect(warningsOf(Object.fromEntries([...others, ...more].map((name) => [name, 'a'])))).toEqual([]);
  expect(warningsOf({ OTEL_TRACE_SAMPLER: 'always_on' })).toEqual([
    'OTEL_TRACE_SAMPLER is not a setting; did you mean OTEL_TRACES_SAMPLER?',
  ]);
});
