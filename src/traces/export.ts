// The export of spans by OpenTelemetry's SDK over OTLP/HTTP. Spans wait in a bounded queue and leave in batches, so no request waits
// for the collector. Loaded only where traces are on.
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import { untilNameIsServed } from '../lib/names.ts';
import type { ExportReport } from './report.ts';
import type { TraceConfig } from './trace-config.ts';

/** The result codes of an export (`ExportResultCode`). */
const success = 0;
const failure = 1;

function exporterOf({ url, headers, timeoutMilliseconds, protocol, queue }: TraceConfig): SpanExporter {
  const options = {
    url,
    headers: { ...headers },
    timeoutMillis: timeoutMilliseconds,
    // A shutdown sends all that waits at once, beside a batch that is under way.
    concurrencyLimit: Math.ceil(queue.maxSpans / queue.maxBatch) + 1,
  };
  return protocol === 'http/json' ? new JsonExporter(options) : new ProtobufExporter(options);
}

/** The processor of ended spans. Spans that it drops, and those that the collector does not take, are counted. */
export function createProcessor(config: TraceConfig, report: ExportReport): SpanProcessor {
  const { queue } = config;
  const exporter = exporterOf(config);
  let waiting = 0;
  const reporting: SpanExporter = {
    export(spans: ReadableSpan[], done) {
      waiting -= spans.length;
      const end: typeof done = (result) => {
        if (result.code === success) report.exported(spans.length);
        else report.failed(spans.length, result.error);
        done(result);
      };
      untilNameIsServed(config.url).then(
        () => exporter.export(spans, end),
        (error: Error) => end({ code: failure, error }),
      );
    },
    shutdown: () => exporter.shutdown(),
  };
  const processor = new BatchSpanProcessor({
    exporter: reporting,
    maxQueueSize: queue.maxSpans,
    maxExportBatchSize: queue.maxBatch,
    scheduledDelayMillis: queue.delayMilliseconds,
    exportTimeoutMillis: queue.exportMilliseconds,
  });
  return {
    onStart: () => undefined,
    onEnd(span) {
      if (waiting >= queue.maxSpans) return report.dropped();
      waiting += 1;
      processor.onEnd(span);
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
}
