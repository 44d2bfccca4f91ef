// Access for players: the Bearer token of the Authorization header (RFC 6750 section 2.1), verified, and the player's
// rate limit.

import { ApiError } from '../../errors/errors.ts';
import type { Peers } from '../../http/http-route.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { AddressLimit } from '../address-limit.ts';
import { bearerText } from '../bearer.ts';
import { KeySetUnavailable } from '../jwks.ts';
import type { Player } from '../principals.ts';
import { challenges, InvalidToken, type TokenRefusals, tokenRefusals } from '../refusals.ts';
import type { TokenVerifier } from '../verifier.ts';
import type { Access } from './access.ts';

export interface PlayerAccessDependencies {
  readonly config: { readonly idleTimeoutSeconds: number };
  readonly verifier: TokenVerifier;
  readonly addressLimit: AddressLimit | undefined;
  readonly tokenRefusals: TokenRefusals;
  /** Throws the error of a request, or that of a player who does not exist. */
  readonly refuseRequest: (playerId: string, error: unknown) => Promise<never>;
  /** Undefined where `RATE_LIMIT_PER_MINUTE` sets no limit. */
  readonly takePlayerToken: ((playerId: string) => MaybePromise<number>) | undefined;
}

export const playerAccess: Access<Player, PlayerAccessDependencies> = {
  kind: 'player',
  isSheddable: true,
  cors: 'private',
  errors: ['unauthorized', 'playerSuspended', 'playerNotFound', 'tooManyRequests', 'serviceUnavailable'],
  securityScheme: {
    name: 'player',
    scheme: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    unauthorizedHeaders: {
      'WWW-Authenticate': { schema: { type: 'string', enum: [...challenges] } },
      'X-Error-Detail': { schema: { type: 'string', enum: Object.values(tokenRefusals) } },
    },
  },
  rateLimit: {
    key: ({ playerId }) => playerId,
    takeToken: ({ takePlayerToken }) => takePlayerToken,
    refusal: 'playerLimit',
  },
  idleSeconds: ({ config }) => config.idleTimeoutSeconds,
  refuse: ({ refuseRequest }, { playerId }, error) => refuseRequest(playerId, error),
  authenticator: (dependencies) => (request, peers) => authenticate(dependencies, request, peers),
};

/**
 * @returns the player whom the request's token names, without a promise for a cached token.
 * @throws ApiError `unauthorized`, `tooManyRequests` for an address that was refused too often, or `serviceUnavailable`
 *   while no key set could be fetched.
 */
function authenticate(
  { verifier, addressLimit, tokenRefusals }: PlayerAccessDependencies,
  request: Request,
  peers: Peers,
): MaybePromise<Player> {
  const credentials = request.headers.get('authorization') ?? '';
  const cached = verifier.findCached(credentials);
  if (cached !== undefined) return cached;
  const token = bearerText(credentials);
  // A token that was good before is verified even if its address is over the limit: the refusals may be other callers'.
  const wasGood = token !== undefined && verifier.wasVerified(token);
  const uncount = wasGood ? undefined : addressLimit?.count(request, peers);

  function refuse(error: unknown): never {
    if (error instanceof InvalidToken) throw tokenRefusals.refuse(error);
    uncount?.();
    if (!(error instanceof KeySetUnavailable)) throw error;
    throw new ApiError('serviceUnavailable', { cause: error, reason: 'keySetUnavailable' });
  }
  if (token === undefined) refuse(new InvalidToken('there is no token', { reason: 'missing' }));
  const verified = verifier.verify(token);
  if (!uncount) return verified.catch(refuse);
  return verified.then((player) => {
    uncount();
    return player;
  }, refuse);
}
