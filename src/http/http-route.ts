// A route as the HTTP server sees it: a method of a path, its handler, and the part of its kind of access that the server needs.
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Reply } from './reply.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The access to a request's connection: the address of its peer, and the time for which it may be silent. */
export type Peers = Pick<Bun.Server<undefined>, 'requestIP' | 'timeout'>;

/** @param bodyLength from `bodyLengthOf` */
export type Handler = (
  request: Bun.BunRequest,
  peers: Peers,
  bodyLength: number,
  requestId: string,
) => MaybePromise<Reply>;

/** The part of a kind of access that the server itself needs. */
export interface AccessPolicy {
  /** May a request be answered 503 under overload, before it is read? */
  readonly isSheddable: boolean;
  /** The part of the limit of calls from which on a sheddable request is refused: 1 by default. */
  readonly admissionShare?: number;
  /**
   * `configured` lets the origins of `CORS_ORIGINS` call, `none` no page at all. `private` is as `configured`, and every
   * answer, also an error, tells caches that it is of one player. With `unstored` no page may call, and every answer tells caches to keep nothing (RFC 9111
   * section 5.2.2.5).
   */
  readonly cors: 'configured' | 'none' | 'private' | 'unstored';
}

export interface HttpRoute {
  readonly method: Method;
  /**
   * A literal path, a path with `:name` segments, whose decoded values are in `request.params`, or a prefix that ends in
   * `/*`.
   */
  readonly path: string;
  /** All routes of a path have the same policy. */
  readonly access: AccessPolicy;
  readonly handle: Handler;
}
