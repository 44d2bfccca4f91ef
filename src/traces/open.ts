// Traces by OpenTelemetry's SDK, loaded only where the settings ask for traces. The spans of this moment follow the work through its
// waits by AsyncLocalStorage. Only a sampled request calls the SDK.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import { noSpans, type Span, type SpanDescription, type TracedRequest, type Traces } from '../lib/traces.ts';
import { version } from '../lib/version.ts';
import { withoutCredentials } from '../lib/without-credentials.ts';
import { TRACES_FLUSH_MILLISECONDS } from '../limits.ts';
import { createProcessor } from './export.ts';
import { createExportReport } from './report.ts';
import { createSampler } from './sampler.ts';
import type { TraceConfig } from './trace-config.ts';
import { formatTraceparent, type RemoteContext } from './trace-context.ts';

export interface OpenedTraces extends Traces {
  /** Exports what waits, within a bound, and ends. */
  stop(): Promise<void>;
}

/** Methods that a span is named by (Semantic Conventions for HTTP spans). Others come from callers. */
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

export function openTraces(
  config: TraceConfig,
  { clock, log, metrics }: { readonly clock: Clock; readonly log: Log; readonly metrics: Metrics },
): OpenedTraces {
  const url = withoutCredentials(config.url);
  const processor = createProcessor(config, createExportReport(url, metrics, log));
  const provider = new TracerProvider({
    sampler: new AlwaysOnSampler(),
    spanProcessors: [processor],
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': version,
        'service.instance.id': crypto.randomUUID(),
        ...config.resource,
      }),
    ),
  });
  const tracer = provider.getTracer('playkeep', version);
  const sample = createSampler(config.sampling, config.propagates);
  const storage = new AsyncLocalStorage<readonly Span[]>();

  function start(
    { name, isCall, attributes = noAttributes }: SpanDescription,
    parent: Context,
    moment: Moment,
  ): Span {
    const kind = isCall ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const span = tracer.startSpan(name, { kind, attributes, startTime: moment() }, parent);
    return spanOf(span, moment, start);
  }

  return {
    propagates: config.propagates,
    startRequest(traced) {
      const sampled = sample(traced.request);
      if (!sampled) return undefined;
      const { name, attributes } = describeRequest(traced);
      const moment = createMoment(clock);
      const options = { kind: SpanKind.SERVER, attributes, startTime: moment() };
      return spanOf(tracer.startSpan(name, options, contextOf(sampled.parent)), moment, start);
    },
    current() {
      const spans = storage.getStore();
      if (spans === undefined || spans.length === 0) return noSpans;
      return spans.every((span) => span.isOpen) ? spans : spans.filter((span) => span.isOpen);
    },
    within: (spans, work) => storage.run(spans, work),
    stop: () => flush(provider, clock, log),
  };
}

const noAttributes = {};

/** The present moment in milliseconds since the epoch, with fractions. */
type Moment = () => number;

/** All spans of a request measure from the same moment. By itself the SDK begins each at a whole millisecond. */
function createMoment({ now, monotonic }: Clock): Moment {
  const offset = now() - monotonic();
  return () => offset + monotonic();
}

type Start = (child: SpanDescription, parent: Context, moment: Moment) => Span;

function spanOf(span: SdkSpan, moment: Moment, start: Start): Span {
  const { traceId, spanId } = span.spanContext();
  let context: Context | undefined;
  return {
    get isOpen() {
      return span.isRecording();
    },
    ids: { trace_id: traceId, span_id: spanId },
    get traceparent() {
      return formatTraceparent(traceId, spanId);
    },
    start(child) {
      context ??= trace.setSpan(ROOT_CONTEXT, span);
      return start(child, context, moment);
    },
    set: (attributes) => void span.setAttributes(attributes),
    fail(type) {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(moment()),
  };
}

const contextOf = (parent: RemoteContext | undefined) =>
  parent
    ? trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: 1,
        isRemote: true,
      })
    : ROOT_CONTEXT;

/** The path is that of the route, since the one of the request may name a player. */
function describeRequest({ method, route }: TracedRequest) {
  const known = knownMethods.has(method) ? method : '_OTHER';
  const name = known === '_OTHER' ? 'HTTP' : known;
  const attributes = { 'http.request.method': known };
  if (route === undefined) return { name, attributes };
  return { name: `${name} ${route}`, attributes: { ...attributes, 'http.route': route, 'url.path': route } };
}

/** Exports what waits. A collector that does not answer holds up no shutdown for longer than the bound. */
async function flush(provider: TracerProvider, clock: Clock, log: Log): Promise<void> {
  const ended = provider.shutdown().then(
    () => true,
    // The report has told of it.
    () => true,
  );
  const isInTime = await withTimeLimit(clock, TRACES_FLUSH_MILLISECONDS, (signal) =>
    Promise.race([
      ended,
      new Promise<boolean>((late) => signal.addEventListener('abort', () => late(false))),
    ]),
  );
  if (!isInTime) log.warn('the last spans could not be exported in time');
}
