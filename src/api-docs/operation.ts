// What the API document says of one operation. The route table holds one of these beside each handler, so that an
// operation of the API cannot lack it.
import type { ErrorName } from '../errors.ts';
import type { ShapeName } from '../wire.ts';

export interface Operation {
  readonly operationId: string;
  readonly tag: 'Metadata' | 'Sessions' | 'Service';
  readonly summary: string;
  readonly description: string;
  /** Path parameters, all positive integers, with their descriptions. */
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly requestShape?: ShapeName;
  readonly requestExample?: object;
  /** The shape of `data` in the success envelope. */
  readonly dataShape: ShapeName;
  /** Beyond 500 and, where a token is needed, 401 and 404 'Player not found'. */
  readonly errors: readonly ErrorName[];
}
