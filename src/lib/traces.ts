// Traces as the code that is traced sees them: spans, and the spans for which work is done at this moment. The code
// of traces/ makes and exports them, and is loaded only where the settings ask for it. A request that is not sampled has no span.

export type Attributes = Readonly<Record<string, string | number>>;

/** A name, and whether it stands for a call to another program. */
export interface SpanDescription {
  readonly name: string;
  readonly isCall?: boolean;
  readonly attributes?: Attributes;
}

export interface Span {
  /** False after its end. Work that goes on after the answer belongs to no request. */
  readonly isOpen: boolean;
  /** The ids as the log has them (OpenTelemetry, Trace Context in non-OTLP Log Formats). */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  /** The header `traceparent` for a call to another service (W3C Trace Context section 3.2). */
  readonly traceparent: string;
  start(child: SpanDescription): Span;
  set(attributes: Attributes): void;
  /** @param type the kind of the error. No message is recorded, since it may quote what a caller sent. */
  fail(type: string): void;
  end(): void;
}

/** The request that a span is about. */
export interface TracedRequest {
  readonly request: Request;
  readonly method: string;
  /** The path in the table of routes; undefined for unknown paths. */
  readonly route: string | undefined;
}

export interface Traces {
  /** Decides whether a request is sampled. @returns its span; undefined for one that is not */
  startRequest(traced: TracedRequest): Span | undefined;
  /** The open spans for which work is done at this moment: one in a request, several in a batch of several requests. */
  current(): readonly Span[];
  /** Does work for these spans, and for no other ones. */
  within<T>(spans: readonly Span[], work: () => T): T;
  /** True while context of callers is read and given on. */
  readonly propagates: boolean;
}

export const noSpans: readonly Span[] = [];

/** The headers that carry the context of this moment to another service. */
export function contextHeaders(traces: Traces | undefined): Readonly<Record<string, string>> {
  const [span] = traces?.propagates ? traces.current() : noSpans;
  return span ? { traceparent: span.traceparent } : {};
}

/** Starts a child of each span for which work is done at this moment. */
export const startChildren = (traces: Traces, child: SpanDescription): readonly Span[] =>
  traces.current().map((span) => span.start(child));

/** Ends spans. @param error what ended the work, if it failed */
export function endSpans(spans: readonly Span[], error?: unknown): void {
  for (const span of spans) {
    if (error !== undefined) span.fail(errorType(error));
    span.end();
  }
}

/** The kind of an error: the code of the system or of a database, or its name. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { errno, code } = error as { errno?: unknown; code?: unknown };
  for (const found of [errno, code]) if (typeof found === 'string' && found !== '') return found;
  return error.name;
}

/** Does asynchronous work within a child of each span of this moment. Without any it only does the work. */
export function withChildren<T>(
  traces: Traces | undefined,
  describe: () => SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  if (traces === undefined || traces.current().length === 0) return work();
  const spans = startChildren(traces, describe());
  return endAfter(spans, traces.within(spans, work));
}

/** Ends spans with their work. */
export const endAfter = <T>(spans: readonly Span[], work: Promise<T>): Promise<T> =>
  work.then(
    (value) => {
      endSpans(spans);
      return value;
    },
    (error: unknown) => {
      endSpans(spans, error);
      throw error;
    },
  );

/** The same for work that does not wait. */
export function withChildrenNow<T>(traces: Traces, describe: () => SpanDescription, work: () => T): T {
  if (traces.current().length === 0) return work();
  const spans = startChildren(traces, describe());
  let failure: unknown;
  try {
    return work();
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    endSpans(spans, failure);
  }
}
