// The part of the registry about traces: the standard variables of OpenTelemetry (its specification: environment variables, and those
// of the OTLP exporter). Their meaning together is in traces.ts. Pure.
import { otlpProtocols } from '../traces/trace-config.ts';
import { anyText, boolean, httpUrl, integer, list, oneOf } from './parsers.ts';
import { attributes, headers, ratio } from './trace-parsers.ts';

/** The samplers of the specification: those that follow the caller begin with `parentbased_`. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type Sampler = (typeof samplers)[number];

/** The settings that turn traces on and off. */
export interface TraceSwitches {
  readonly OTEL_SDK_DISABLED?: boolean;
  readonly OTEL_TRACES_EXPORTER?: 'otlp' | 'none' | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER?: Sampler | undefined;
}

/** Are traces to be exported? An endpoint is enough. */
export const areTracesOn = (values: TraceSwitches): boolean =>
  values.OTEL_SDK_DISABLED !== true &&
  values.OTEL_TRACES_SAMPLER !== 'always_off' &&
  (values.OTEL_TRACES_EXPORTER === undefined
    ? (values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined
    : values.OTEL_TRACES_EXPORTER === 'otlp');

const forTracesAlone = 'as the variable without `TRACES_`, for traces alone';
const protocol = anyText(otlpProtocols.map((name) => `\`${name}\``).join(', '));
const milliseconds = integer(1, 600_000);
const spans = integer(1, 1_000_000);
/** A default that is shown only while traces are on. */
const isUsed = areTracesOn;

export const traceSettings = {
  OTEL_SDK_DISABLED: {
    parser: boolean,
    default: 'false',
    meaning: '`true` turns traces off, whatever the other variables say',
  },
  OTEL_TRACES_EXPORTER: {
    parser: oneOf(['otlp', 'none']),
    meaning:
      '`otlp` sends traces to a collector; without it they are sent if an endpoint is set: see [docs/operations/traces.md](docs/operations/traces.md)',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    parser: httpUrl,
    meaning:
      'base URL of the collector, to which `/v1/traces` is added; `http://localhost:4318` where only `OTEL_TRACES_EXPORTER` is set',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    parser: httpUrl,
    meaning: 'the whole URL for traces, to which nothing is added',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    parser: protocol,
    default: 'http/protobuf',
    isUsed,
    meaning: 'the form of spans on the way to the collector; `grpc` is not spoken',
  },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: { parser: protocol, meaning: forTracesAlone },
  OTEL_EXPORTER_OTLP_HEADERS: {
    parser: headers,
    isSecret: true,
    meaning: 'headers for the collector, such as `authorization=Bearer%20abc`',
  },
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: {
    parser: headers,
    isSecret: true,
    meaning: 'further headers for traces alone; they take precedence',
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    parser: milliseconds,
    default: '10000',
    isUsed,
    meaning: 'milliseconds for the export of a batch of spans, with its repetitions',
  },
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: { parser: milliseconds, meaning: forTracesAlone },
  OTEL_SERVICE_NAME: {
    parser: anyText('text'),
    meaning: 'the name of the service in traces; `playkeep` without it',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    parser: attributes,
    meaning: 'further attributes of the service in traces, such as `deployment.environment.name=staging`',
  },
  OTEL_TRACES_SAMPLER: {
    parser: oneOf(samplers),
    meaning:
      'which requests are traced; without it `traceidratio` of `0.01`, on which no caller has an influence, while one that begins with `parentbased_` lets callers decide',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    parser: ratio,
    meaning: 'the part of requests for `traceidratio`; `1` where a sampler is named and this is not',
  },
  OTEL_PROPAGATORS: {
    parser: list,
    default: 'tracecontext,baggage',
    isUsed,
    meaning:
      '`none` ignores `traceparent` of callers and sends none; `baggage` is accepted, and never read or sent',
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    parser: milliseconds,
    default: '5000',
    isUsed,
    meaning: 'milliseconds after which spans are exported that are no full batch',
  },
  OTEL_BSP_EXPORT_TIMEOUT: {
    parser: milliseconds,
    default: '30000',
    isUsed,
    meaning: 'milliseconds after which the next batch no longer waits for the one before',
  },
  OTEL_BSP_MAX_QUEUE_SIZE: {
    parser: spans,
    default: '2048',
    isUsed,
    meaning: 'spans of each process that wait for export; more are dropped and counted',
  },
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: {
    parser: spans,
    default: '512',
    isUsed,
    meaning: 'maximum spans of a batch',
  },
} as const;
