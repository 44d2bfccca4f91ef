// The meaning of the settings of traces together, and the conflicts between them. Pure.
import { type OtlpProtocol, otlpProtocols, type Sampling, type TraceConfig } from '../traces/trace-config.ts';
import type { Settings } from './settings.ts';
import { areTracesOn } from './trace-settings.ts';

/** Where a collector of this machine listens (OTLP/HTTP specification). */
const localCollector = 'http://localhost:4318';

/** The part of requests that is sampled where no sampler is named. */
const defaultRatio = 0.01;

/** Contexts that can be named. Only `tracecontext` is read and sent. */
const propagators: readonly string[] = ['tracecontext', 'baggage', 'none'];

/** Conflicts are looked for while traces are on: the variables may be there for other programs. */
export function traceConflicts(values: Partial<Settings>): string[] {
  if (!areTracesOn(values)) return [];
  const { OTEL_PROPAGATORS, OTEL_TRACES_SAMPLER_ARG: part, OTEL_TRACES_SAMPLER: sampler } = values;
  const unknown = OTEL_PROPAGATORS?.filter((name) => !propagators.includes(name)) ?? [];
  const needsRatio = sampler === undefined || sampler.endsWith('traceidratio');
  return [
    ...protocolConflicts(values),
    ...unknown.map((name) => `OTEL_PROPAGATORS: ${name} is not known; choose from ${propagators.join(', ')}`),
    ...(part !== undefined && !needsRatio
      ? [`OTEL_TRACES_SAMPLER_ARG: ${sampler} takes no argument; choose a sampler that ends in traceidratio`]
      : []),
    ...queueConflicts(values),
  ];
}

function protocolConflicts(values: Partial<Settings>): string[] {
  const names = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;
  const [name] = names.filter((each) => values[each] !== undefined);
  const protocol = name && values[name];
  if (protocol === undefined || isProtocol(protocol)) return [];
  const hint = protocol === 'grpc' ? '; a collector takes them on port 4318, beside grpc on 4317' : '';
  return [`${name}: must be one of ${otlpProtocols.join(', ')}${hint}`];
}

const isProtocol = (text: string): text is OtlpProtocol =>
  (otlpProtocols as readonly string[]).includes(text);

function queueConflicts(values: Partial<Settings>): string[] {
  const { OTEL_BSP_MAX_EXPORT_BATCH_SIZE: batch, OTEL_BSP_MAX_QUEUE_SIZE: queue } = values;
  return batch !== undefined && queue !== undefined && batch > queue
    ? ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE: must not be more than OTEL_BSP_MAX_QUEUE_SIZE']
    : [];
}

/** @returns undefined while traces are off */
export function tracesConfig(values: Settings): TraceConfig | undefined {
  if (!areTracesOn(values)) return undefined;
  const protocol = values.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? values.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (!isProtocol(protocol)) throw new Error('a protocol was not checked');
  return Object.freeze({
    url: values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? ofSignal(values.OTEL_EXPORTER_OTLP_ENDPOINT),
    protocol,
    headers: { ...values.OTEL_EXPORTER_OTLP_HEADERS, ...values.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMilliseconds: values.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? values.OTEL_EXPORTER_OTLP_TIMEOUT,
    resource: {
      'service.name': 'playkeep',
      ...values.OTEL_RESOURCE_ATTRIBUTES,
      ...(values.OTEL_SERVICE_NAME !== undefined && { 'service.name': values.OTEL_SERVICE_NAME }),
    },
    sampling: samplingOf(values),
    propagates: values.OTEL_PROPAGATORS.includes('tracecontext'),
    queue: {
      maxSpans: values.OTEL_BSP_MAX_QUEUE_SIZE,
      maxBatch: values.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
      delayMilliseconds: values.OTEL_BSP_SCHEDULE_DELAY,
      exportMilliseconds: values.OTEL_BSP_EXPORT_TIMEOUT,
    },
  });
}

/** The URL of traces below the base URL of all signals. */
function ofSignal(base = localCollector): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

function samplingOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: part }: Settings): Sampling {
  if (sampler === undefined) return { ratio: part ?? defaultRatio, followsCaller: false };
  const followsCaller = sampler.startsWith('parentbased_');
  if (sampler.endsWith('always_on')) return { ratio: 1, followsCaller };
  if (sampler.endsWith('always_off')) return { ratio: 0, followsCaller };
  return { ratio: part ?? 1, followsCaller };
}
