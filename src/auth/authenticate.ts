// Request → who: the Bearer token of the Authorization header (RFC 6750 section 2.1), verified.
import { ApiError } from '../errors.ts';
import type { Maybe } from '../lib/maybe.ts';
import { KeySetUnavailable } from './jwks.ts';
import { InvalidToken, type TokenVerifier } from './verifier.ts';

const scheme = /^Bearer +/i;

/**
 * @returns the player id that the request's token names; at once for a token that was verified a moment ago.
 * @throws ApiError `unauthorized`, or `serviceUnavailable` when no key to judge tokens could be fetched yet.
 */
export function authenticate(verifier: TokenVerifier, headers: Headers): Maybe<string> {
  const credentials = headers.get('authorization') ?? '';
  const length = scheme.exec(credentials)?.[0].length;
  if (length === undefined) throw unauthorized();
  const playerId = verifier.verify(credentials.slice(length));
  return typeof playerId === 'string' ? playerId : playerId.catch(refuse);
}

function refuse(error: unknown): never {
  if (error instanceof InvalidToken) throw unauthorized(error);
  if (error instanceof KeySetUnavailable) throw new ApiError('serviceUnavailable', { cause: error });
  throw error;
}

function unauthorized(cause?: unknown): ApiError {
  return new ApiError('unauthorized', { headers: { 'www-authenticate': 'Bearer' }, cause });
}
