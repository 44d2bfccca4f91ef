// The description of one operation in the API document. A route holds it beside its handler (route.ts).
import type { ErrorName } from '../errors/errors.ts';
import type { ShapeName } from '../wire/named-shapes.ts';

/** Headers that several operations take, described once in the document. */
export type HeaderName =
  | 'If-Match'
  | 'If-None-Match'
  | 'X-Session-Id'
  | 'Idempotency-Key'
  | 'Prefer'
  | 'X-Installation-Id';

export interface RequestContent {
  readonly shape: ShapeName;
  readonly example?: unknown;
}

export interface PathParameter {
  readonly description: string;
  readonly schema: object;
  readonly example?: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly tag:
    | 'Metadata'
    | 'Sessions'
    | 'Players'
    | 'Player metadata'
    | 'Audit'
    | 'Events'
    | 'Keys'
    | 'Statistics'
    | 'Webhooks'
    | 'Service';
  readonly summary: string;
  readonly description: string;
  /** Path parameters. One with a description alone is a positive integer. */
  readonly pathParameters?: Readonly<Record<string, string | PathParameter>>;
  readonly queryParameters?: Readonly<
    Record<string, { readonly description: string; readonly schema: object; readonly required?: true }>
  >;
  /**
   * The operation takes any query and reads none (decision 0071): a probe, or one of the specification, whose clients may add a
   * parameter for a cache. Every other operation refuses a parameter that it does not know.
   */
  readonly ignoresQuery?: true;
  readonly headers?: readonly HeaderName[];
  /** The request body by media type. */
  readonly request?: Readonly<Record<string, RequestContent>>;
  readonly isRequestOptional?: boolean;
  /** The shape of `data` in the success envelope. */
  readonly dataShape: ShapeName;
  /** The shape of `data` for a caller who prefers a minimal answer (RFC 7240). */
  readonly minimalShape?: ShapeName;
  /** Is the answer CSV for a caller who prefers it? */
  readonly hasCsv?: boolean;
  /** Is the answer a stream of events for a caller who prefers it? */
  readonly hasStream?: boolean;
  /** Does the answer carry an entity tag? Then a GET may answer 304. */
  readonly isTagged?: boolean;
  /** Does the answer tell when the caller's own record was last written? */
  readonly isDated?: boolean;
  /** May a 304 wait for a change (RFC 7240)? */
  readonly waits?: boolean;
  /** The operation's own errors. Every operation also has 500 and the errors of its kind of access. */
  readonly errors: readonly ErrorName[];
}
