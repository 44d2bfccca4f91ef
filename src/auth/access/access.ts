// A kind of access is one record: everything that the service knows of one kind of principal. The HTTP server, the API
// document and the guard of the routes read the record and know nothing else about kinds.
import { assertRateLimit } from '../../admission/rate-limit.ts';
import type { ErrorName } from '../../errors/errors.ts';
import type { RateRefusal } from '../../errors/refusals-table.ts';
import { isLarge } from '../../http/body.ts';
import type { AccessPolicy, Handler, Peers } from '../../http/http-route.ts';
import type { Reply } from '../../http/reply.ts';
import { chain, type MaybePromise } from '../../lib/maybe-promise.ts';
import { UPLOAD_MAX_SECONDS } from '../../limits.ts';
import type { Principal } from '../principals.ts';

/** The credentials of a kind of access, in the words of the API document. */
export interface SecurityScheme {
  /** The name under which operations refer to the scheme. */
  readonly name: string;
  /** A Security Scheme Object (OpenAPI 3.1 section 4.8.27). */
  readonly scheme: Readonly<Record<string, unknown>>;
  /** The headers of a 401, each a Header Object. */
  readonly unauthorizedHeaders: Readonly<Record<string, unknown>>;
}

/** The part of a record that is plain data. */
export interface AccessDescription extends AccessPolicy {
  readonly kind: Principal['kind'];
  /** Errors that every route of this kind may answer. */
  readonly errors: readonly ErrorName[];
  /** Undefined where no credentials are needed. */
  readonly securityScheme: SecurityScheme | undefined;
}

export interface RateLimit<P extends Principal, Dependencies> {
  /** The key by which requests are counted. */
  readonly key: (principal: P) => string;
  /**
   * Makes the function that takes a token from the bucket of a key and returns the milliseconds until there is one, 0
   * for now. Undefined where the settings set no limit.
   */
  readonly takeToken: (dependencies: Dependencies) => ((key: string) => MaybePromise<number>) | undefined;
  /** The name of the limit in the table of refusals and in the metrics. */
  readonly refusal: RateRefusal;
}

export interface Access<P extends Principal, Dependencies> extends AccessDescription {
  /** Makes the function that finds the principal of a request, or throws an ApiError. */
  readonly authenticator: (dependencies: Dependencies) => (request: Request, peers: Peers) => MaybePromise<P>;
  /** Refuses a request of a principal. Without it the error of the request is the answer. */
  readonly refuse?: (dependencies: Dependencies, principal: P, error: unknown) => Promise<never>;
  /** Undefined where requests are not counted. */
  readonly rateLimit: RateLimit<P, Dependencies> | undefined;
  /** The time for which a connection may be idle after a large body has arrived. Undefined where bodies are small. */
  readonly idleSeconds: ((dependencies: Dependencies) => number) | undefined;
}

/** A handler that acts for a principal. */
export type PrincipalHandler<P extends Principal> = (
  request: Bun.BunRequest<string>,
  principal: P,
  bodyLength: number,
  requestId: string,
) => MaybePromise<Reply>;

/** Puts the checks of a kind of access before a handler: credentials first, then the rate limit. */
export function guard<P extends Principal, Dependencies>(
  access: Access<P, Dependencies>,
  dependencies: Dependencies,
  handle: PrincipalHandler<P>,
): Handler {
  const { rateLimit } = access;
  const authenticate = access.authenticator(dependencies);
  const takeToken = rateLimit?.takeToken(dependencies);
  const idleSeconds = access.idleSeconds?.(dependencies);
  return (request, peers, bodyLength, requestId) =>
    chain(authenticate(request, peers), (principal) => {
      const act = () =>
        idleSeconds !== undefined && isLongUpload(request, bodyLength)
          ? withUploadTime(request, peers, idleSeconds, () =>
              handle(request, principal, bodyLength, requestId),
            )
          : handle(request, principal, bodyLength, requestId);
      if (!rateLimit || !takeToken) return act();
      return chain(takeToken(rateLimit.key(principal)), (milliseconds) => {
        assertRateLimit(milliseconds, rateLimit.refusal);
        return act();
      });
    });
}

/** May the body take longer to arrive than a connection may be idle? */
const isLongUpload = ({ method }: Request, bodyLength: number): boolean =>
  isLarge(bodyLength) && (method === 'POST' || method === 'PATCH');

/** Bun counts the time of an upload as idle time, so a slow but steady upload needs more of it. */
async function withUploadTime(
  request: Request,
  peers: Peers,
  idleSeconds: number,
  act: () => MaybePromise<Reply>,
): Promise<Reply> {
  peers.timeout(request, Math.max(UPLOAD_MAX_SECONDS, idleSeconds));
  try {
    return await act();
  } finally {
    peers.timeout(request, idleSeconds);
  }
}
