// Access for a studio's own servers: the Bearer key of the Authorization header (RFC 6750 section 2.1), its scopes, and
// its rate limit. People at the console send the two secrets of a session in the place of a key. Pages of any other origin
// are kept out: a key does not belong into a browser.

import { assertRateLimit } from '../../admission/rate-limit.ts';
import { ApiError } from '../../errors/errors.ts';
import type { Peers } from '../../http/http-route.ts';
import { isKeyText, keyDigest } from '../../lib/key-text.ts';
import { chain, type MaybePromise } from '../../lib/maybe-promise.ts';
import { isPersonId } from '../../lib/person-id.ts';
import { SERVER_ADMISSION_SHARE } from '../../limits.ts';
import type { Author } from '../../store/ports/audit.ts';
import type { Scope } from '../../store/ports/keys.ts';
import type { ServerIdentity } from '../../wire/keys.ts';
import type { AddressLimit } from '../address-limit.ts';
import { bearerText, repeatsScheme } from '../bearer.ts';
import { type ConsoleSessions, sessionDigest } from '../console-sessions.ts';
import type { Credentials } from '../credentials.ts';
import { type KeyRefusal, type KeyRefusals, keyChallenges, keyRefusals } from '../key-refusals.ts';
import type { Server } from '../principals.ts';
import type { ServerKeys } from '../server-keys.ts';
import { assertFromConsole, consoleHeader, type SessionCookie } from '../session-cookie.ts';
import type { PersonsRequest } from '../staff/role-check.ts';
import type { Staff } from '../staff/staff.ts';
import type { Access, PrincipalHandler } from './access.ts';

export interface ServerAccessDependencies {
  readonly config: { readonly idleTimeoutSeconds: number };
  readonly serverKeys: ServerKeys;
  readonly consoleSessions: ConsoleSessions;
  readonly sessionCookie: SessionCookie;
  readonly addressLimit: AddressLimit | undefined;
  readonly keyRefusals: KeyRefusals;
  /** Undefined where no issuer is set. */
  readonly staff?: Staff | undefined;
  /** Undefined where `SERVER_RATE_LIMIT_PER_MINUTE` sets no limit. */
  readonly takeServerToken: ((keyId: string, amount?: number) => MaybePromise<number>) | undefined;
}

export interface IdentityDependencies {
  readonly config: { readonly metadataSchema: object | undefined; readonly events: readonly string[] };
}

const refusal = 'serverLimit';

export const serverAccess: Access<Server, ServerAccessDependencies> = {
  kind: 'server',
  isSheddable: true,
  admissionShare: SERVER_ADMISSION_SHARE,
  // Answers hold what belongs to players, and keys.
  cors: 'unstored',
  errors: ['unauthorized', 'tooManyRequests', 'serviceUnavailable'],
  securityScheme: {
    name: 'serverKey',
    scheme: {
      type: 'http',
      scheme: 'bearer',
      description: 'A server key, `pk_…`. Never send it to a browser.',
    },
    unauthorizedHeaders: {
      'WWW-Authenticate': { schema: { type: 'string', enum: [...keyChallenges] } },
      'X-Error-Detail': { schema: { type: 'string', enum: Object.values(keyRefusals) } },
    },
  },
  rateLimit: {
    key: ({ keyId }) => keyId,
    takeToken: ({ takeServerToken }) => takeServerToken,
    refusal,
  },
  idleSeconds: ({ config }) => config.idleTimeoutSeconds,
  authenticator: (dependencies) => (request, peers) => authenticate(dependencies, request, peers),
};

/**
 * @returns the server whose key the request brings, or whose key its session at the console was signed in with, without a
 * promise for one that was looked up a moment ago.
 * @throws ApiError `unauthorized`, `invalidRequest` for a key and a session at once, `forbidden` for a session's request
 * that comes from another page, or `tooManyRequests` for an address that was refused too often
 */
function authenticate(
  dependencies: ServerAccessDependencies,
  request: Request,
  peers: Peers,
): MaybePromise<Server> {
  if (dependencies.sessionCookie.read(request) === undefined)
    return authenticateKey(dependencies, request, peers);
  if (request.headers.has('authorization')) {
    throw new ApiError('invalidRequest', {
      detail: 'send a server key or the cookie of the console, not both',
    });
  }
  assertFromConsole(request);
  return chain(authenticateSession(dependencies, request, peers), (session) =>
    authenticateOwner(dependencies, session, request, peers),
  );
}

/** @returns the key or the person behind a session */
function authenticateOwner(
  dependencies: ServerAccessDependencies,
  session: PersonsRequest,
  request: Request,
  peers: Peers,
): MaybePromise<Server> {
  const { serverKeys, staff, keyRefusals } = dependencies;
  const { keyDigest: digest } = session;
  const isPerson = isPersonId(digest);
  // The settings have changed since the sign-in.
  if (staff === undefined ? isPerson : !isPerson && !staff.takesKeys) throw keyRefusals.refuse('signedOut');
  if (!isPerson || staff === undefined)
    return verifyCredential(dependencies, { credentials: serverKeys, digest }, request, peers);
  const sent = { credentials: staff.people, digest, refusal: 'roleGone' } as const;
  return chain(staff.checkRole(session), () => verifyCredential(dependencies, sent, request, peers));
}

/**
 * @returns the session at the console whose two secrets the request brings.
 * @throws ApiError as `authenticate` does
 */
export function authenticateSession(
  dependencies: ServerAccessDependencies,
  request: Request,
  peers: Peers,
): MaybePromise<PersonsRequest> {
  const { consoleSessions: credentials, sessionCookie, addressLimit, keyRefusals } = dependencies;
  const cookie = sessionCookie.read(request);
  const page = request.headers.get(consoleHeader) ?? '';
  const digest = cookie === undefined ? undefined : sessionDigest({ cookie, page });
  if (digest === undefined) {
    addressLimit?.count(request, peers);
    throw keyRefusals.refuse(cookie === undefined ? 'signedOut' : 'pageSecret');
  }
  const sent = { credentials, digest, refusal: 'signedOut' } as const;
  const secrets = { cookie: cookie ?? '', page };
  return chain(verifyCredential(dependencies, sent, request, peers), (signedIn) => ({
    ...signedIn,
    digest,
    secrets,
  }));
}

/** Like `authenticate`, for a request that brings a key whatever cookie it has. */
export function authenticateKey(
  dependencies: ServerAccessDependencies,
  request: Request,
  peers: Peers,
): MaybePromise<Server> {
  const { serverKeys, addressLimit, keyRefusals } = dependencies;
  const text = bearerText(request.headers.get('authorization') ?? '');
  if (text === undefined) {
    addressLimit?.count(request, peers);
    throw keyRefusals.refuse('missing');
  }
  const sent = { credentials: serverKeys, digest: keyDigest(text), faultOf: () => keyFaultOf(text) };
  return verifyCredential(dependencies, sent, request, peers);
}

const keyFaultOf = (text: string): KeyRefusal | undefined => {
  if (isKeyText(text)) return undefined;
  return repeatsScheme(text) ? 'schemeTwice' : 'malformed';
};

interface SentCredential<Owner extends object> {
  readonly credentials: Credentials<Owner>;
  readonly digest: string;
  /** Why the text is of no credential. It is asked only for one that the process does not know. */
  readonly faultOf?: () => KeyRefusal | undefined;
  /** The reason instead of `unknown` and `expired`. */
  readonly refusal?: KeyRefusal;
}

/** @throws ApiError `unauthorized`, or `tooManyRequests` for an address that was refused too often */
function verifyCredential<Owner extends object>(
  { addressLimit, keyRefusals }: ServerAccessDependencies,
  { credentials, digest, faultOf, refusal }: SentCredential<Owner>,
  request: Request,
  peers: Peers,
): MaybePromise<Owner> {
  const cached = credentials.findCached(digest);
  if (typeof cached === 'object') return cached;
  // Refusals of other callers at the same address do not count against a credential that was good before.
  const takeBack = credentials.wasGood(digest) ? undefined : addressLimit?.count(request, peers);
  if (cached !== undefined) throw keyRefusals.refuse(refusal ?? cached);
  const fault = faultOf?.();
  if (fault !== undefined) throw keyRefusals.refuse(fault);
  return credentials.verify(digest).then(
    (verdict) => {
      if (typeof verdict === 'string') throw keyRefusals.refuse(refusal ?? verdict);
      takeBack?.();
      return verdict;
    },
    (error) => {
      takeBack?.();
      throw error;
    },
  );
}

/** @throws ApiError `forbidden` that names the scope */
export function assertScope({ scopes }: Server, scope: Scope): void {
  if (!scopes.includes(scope))
    throw new ApiError('forbidden', { detail: `the key lacks the scope ${scope}` });
}

/** Puts the check of a scope before a handler. */
export const withScope =
  (scope: Scope, handle: PrincipalHandler<Server>): PrincipalHandler<Server> =>
  (request, server, bodyLength, requestId) => {
    assertScope(server, scope);
    return handle(request, server, bodyLength, requestId);
  };

/** The longest time in which a token returns: `SERVER_RATE_LIMIT_PER_MINUTE` is at least 100. */
const tokenMilliseconds = 600;

/**
 * Takes more tokens for a request that counts as several, beside the one that it took before.
 * @throws ApiError `tooManyRequests`, whose `Retry-After` lets the whole request through
 */
export async function takeTokens(
  { takeServerToken }: Pick<ServerAccessDependencies, 'takeServerToken'>,
  { keyId }: Server,
  amount: number,
): Promise<void> {
  if (!takeServerToken || amount === 0) return;
  const milliseconds = await takeServerToken(keyId, amount);
  assertRateLimit(milliseconds === 0 ? 0 : milliseconds + tokenMilliseconds, refusal);
}

/** The name under which the large bodies of a key count in the memory budget. No player has a name with a control character. */
export const budgetKeyOf = ({ keyId }: Server): string => `server\n${keyId}`;

/** The author of a change, for the audit. */
export const authorOf = ({ keyId, name, person }: Server, requestId: string): Author => ({
  keyId,
  keyName: name,
  requestId,
  ...(person && { person }),
});

/** The caller as the answers to "who am I" name it, and what a console has to know that may not read the settings. */
export const identityOf = (
  { keyId, name, scopes, person }: Server,
  { config }: IdentityDependencies,
): ServerIdentity => ({
  keyId,
  name,
  scopes: [...scopes],
  ...(person && { person: { ...person } }),
  ...(config.metadataSchema && { checksMetadata: true }),
  ...(config.events.length > 0 && { tellsEvents: true }),
});
