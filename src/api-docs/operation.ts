// What the API document says of one operation. The route table holds one of these beside each handler, so that an
// operation of the API cannot lack it.
import type { ErrorName } from '../errors.ts';
import type { ShapeName } from '../wire.ts';

/** Headers that several operations take, described once in the document. */
export type HeaderName = 'If-Match' | 'If-None-Match' | 'X-Session-Id' | 'Idempotency-Key';

export interface RequestContent {
  readonly shape: ShapeName;
  readonly example?: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly tag: 'Metadata' | 'Sessions' | 'Service';
  readonly summary: string;
  readonly description: string;
  /** Path parameters, all positive integers, with their descriptions. */
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly queryParameters?: Readonly<
    Record<string, { readonly description: string; readonly schema: object }>
  >;
  readonly headers?: readonly HeaderName[];
  /** What a request may bring, by media type. */
  readonly request?: Readonly<Record<string, RequestContent>>;
  readonly isRequestOptional?: boolean;
  /** The shape of `data` in the success envelope. */
  readonly dataShape: ShapeName;
  /** Does the answer carry an entity tag? Then a GET may answer 304. */
  readonly isTagged?: boolean;
  /** Beyond 500 and, where a token is needed, 401 and 404 'Player not found'. */
  readonly errors: readonly ErrorName[];
}

/** Headers that make a write conditional, or one that may be sent again. */
export const writeHeaders = ['If-Match', 'If-None-Match', 'X-Session-Id', 'Idempotency-Key'] as const;

/** What a write of metadata may be refused for because of them, or of the rules of `METADATA_RULES`. */
export const writeErrors = [
  'invalidRequest',
  'fieldNotWritable',
  'sessionNotCurrent',
  'preconditionFailed',
  'idempotencyKeyReused',
  'serviceUnavailable',
] as const satisfies readonly ErrorName[];
