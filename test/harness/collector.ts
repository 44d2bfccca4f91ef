// A collector of traces for tests: it takes spans over OTLP/HTTP, as protobuf and as JSON, and keeps them.
import { gunzipSync } from 'node:zlib';
import { decodeSpans } from './otlp-protobuf.ts';
import { until } from './until.ts';

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  /** 1 for work within the service, 2 for a request, 3 for a call (SpanKind of OTLP). */
  readonly kind: number;
  /** 2 for an error (StatusCode of OTLP). */
  readonly status: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly startNanoseconds: bigint;
  readonly endNanoseconds: bigint;
  /** The attributes of the service. */
  readonly resource: Readonly<Record<string, string | number>>;
}

export type Collector = ReturnType<typeof startCollector>;

export function startCollector() {
  const spans: CollectedSpan[] = [];
  /** Requests with spans, whatever their answer. */
  const requests: Request[] = [];
  /** The texts of all bodies, for searches. */
  const bodies: string[] = [];
  /** Its answer from now on. By default it takes everything. */
  const collector = { answer: (): Response | Promise<Response> => new Response() };
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      requests.push(request);
      const sent = Buffer.from(await request.arrayBuffer());
      const body = request.headers.get('content-encoding') === 'gzip' ? gunzipSync(sent) : sent;
      bodies.push(body.toString('latin1'));
      const answer = await collector.answer();
      if (answer.status !== 200) return answer;
      const isJson = request.headers.get('content-type') === 'application/json';
      spans.push(...(isJson ? decodeJson(JSON.parse(body.toString())) : decodeSpans(body)));
      return answer;
    },
  });

  /** Waits for spans of a name. */
  async function named(name: string, count = 1): Promise<readonly CollectedSpan[]> {
    const found = () => spans.filter((span) => span.name === name);
    await until(() => found().length >= count);
    return found();
  }

  return Object.assign(collector, {
    url: server.url.origin,
    spans,
    requests,
    bodies,
    named,
    /** The spans of a request and below it, each by the names from the request down to it. */
    tree(request: CollectedSpan): readonly string[] {
      // A request ends after its children, so it is exported with them or after them.
      const childrenOf = (id: string) =>
        spans
          .filter(({ parentSpanId }) => parentSpanId === id)
          .toSorted((one, other) => Number(one.startNanoseconds - other.startNanoseconds));
      const below = (span: CollectedSpan, path: string): string[] => [
        path,
        ...childrenOf(span.spanId).flatMap((child) => below(child, `${path} > ${child.name}`)),
      ];
      return below(request, request.name);
    },
    stop: () => server.stop(true),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of OTLP, read by the shapes of its specification
type Json = any;

function decodeJson({ resourceSpans }: Json): readonly CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
    scopeSpans.flatMap((scope: Json) =>
      scope.spans.map((span: Json) => ({
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        kind: span.kind,
        parentSpanId: span.parentSpanId ?? '',
        status: span.status.code,
        attributes: attributesOf(span.attributes),
        startNanoseconds: BigInt(span.startTimeUnixNano),
        endNanoseconds: BigInt(span.endTimeUnixNano),
        resource: attributesOf(resource.attributes),
      })),
    ),
  );
}

const attributesOf = (list: Json): Record<string, string | number> =>
  Object.fromEntries(
    list.map(({ key, value }: Json) => [
      key,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
