// What the API document says of one operation. The route table holds one of these beside each handler, so that an
// operation without documentation cannot exist.
import type { ErrorName } from '../errors.ts';
import type { ShapeName } from '../wire.ts';

export interface Operation {
  readonly operationId: string;
  readonly tag: 'Metadata' | 'Sessions' | 'Service';
  readonly summary: string;
  readonly description: string;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly requestShape?: ShapeName;
  /** The shape of `data` in the success envelope; undefined for what is no JSON envelope at all. */
  readonly dataShape: ShapeName | undefined;
  /** The content type where there is no envelope. */
  readonly contentType?: string;
  /** Beyond 500 and, where a token is needed, 401 and 404 'Player not found'. */
  readonly errors: readonly ErrorName[];
}
