// Request → who: the Bearer token of the Authorization header (RFC 6750 section 2.1), verified.

import type { AddressLimit } from '../admission/address-limit.ts';
import { ApiError } from '../errors.ts';
import type { Peers } from '../http/server.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { KeySetUnavailable } from './jwks.ts';
import { InvalidToken, type TokenRefusals } from './refusals.ts';
import type { TokenVerifier } from './verifier.ts';

const scheme = /^Bearer +/i;

export interface Gate {
  readonly verifier: TokenVerifier;
  readonly addressLimit: AddressLimit | undefined;
  readonly refusals: TokenRefusals;
}

/**
 * @returns the player id that the request's token names; at once for a token that was verified a moment ago.
 * @throws ApiError `unauthorized`, `tooManyRequests` for an address that was refused too often, or `serviceUnavailable`
 *   when no key to judge tokens could be fetched yet.
 */
export function authenticate(
  { verifier, addressLimit, refusals }: Gate,
  request: Request,
  peers: Peers,
): MaybePromise<string> {
  const credentials = request.headers.get('authorization') ?? '';
  const known = verifier.findCached(credentials);
  if (known !== undefined) return known;
  const length = scheme.exec(credentials)?.[0].length;
  const token = length === undefined ? undefined : credentials.slice(length);
  // Who was let in with it before is not held to what others of the same address do.
  const isOwn = token !== undefined && verifier.knows(token);
  const takeBack = isOwn ? undefined : addressLimit?.count(request, peers);

  function refuse(error: unknown): never {
    if (error instanceof InvalidToken) throw refusals.refuse(error);
    takeBack?.();
    if (!(error instanceof KeySetUnavailable)) throw error;
    throw new ApiError('serviceUnavailable', { cause: error, reason: 'keySetUnavailable' });
  }
  if (token === undefined) refuse(new InvalidToken('there is no token', { reason: 'missing' }));
  const judged = verifier.verify(token);
  if (!takeBack) return judged.catch(refuse);
  return judged.then((playerId) => {
    takeBack();
    return playerId;
  }, refuse);
}
