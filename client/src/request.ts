// A request to the service, and its answer once it was found complete.
import type { Shape } from './shapes.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface RequestFacts {
  readonly method: Method;
  /** From `/api` on. */
  readonly path: string;
  /** A complete answer holds this. */
  readonly shape: Shape;
  /** An answer that names a player must name the one who plays here. */
  readonly isOwn?: boolean;
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** The request outlives the page. Bodies of such requests have at most 60 KB together. */
  readonly keepalive?: boolean;
  /** Called with each token before it is used. */
  readonly checkToken?: ((token: string) => void) | undefined;
}

export interface Reply {
  readonly status: number;
  /** The text of the envelope. */
  readonly text: string;
  readonly etag: string | undefined;
  /** When the record was written, in milliseconds since the epoch, where the service tells. */
  readonly writtenAt?: number | null;
  /** The token with which it was sent. */
  readonly token: string;
}

export type Answer = Omit<Reply, 'token'>;
