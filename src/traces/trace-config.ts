// The settings of traces as the exporter needs them.

export const otlpProtocols = ['http/protobuf', 'http/json'] as const;
export type OtlpProtocol = (typeof otlpProtocols)[number];

export interface Sampling {
  /** The part of requests that are sampled, from 0 to 1. With `followsCaller`, of those whose caller does not trace. */
  readonly ratio: number;
  /** Is a request sampled if its caller says so, and only then, where it has a context? */
  readonly followsCaller: boolean;
}

export interface TraceConfig {
  /** Where spans are sent to: the whole URL, which may have a password. */
  readonly url: string;
  readonly protocol: OtlpProtocol;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMilliseconds: number;
  /** Attributes of this service, the name among them. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampling: Sampling;
  /** Are contexts of callers read, and given on to other services? */
  readonly propagates: boolean;
  readonly queue: {
    readonly maxSpans: number;
    readonly maxBatch: number;
    readonly delayMilliseconds: number;
    readonly exportMilliseconds: number;
  };
}
