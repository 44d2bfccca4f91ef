// Request → who: the Bearer token of the Authorization header (RFC 6750 section 2.1), verified.
import { ApiError } from '../errors.ts';
import { KeySetUnavailable } from './jwks.ts';
import { InvalidToken, type TokenVerifier } from './verifier.ts';

/** A compact JWS (RFC 7515 section 3.1): three parts of base64url without padding. */
const bearer = /^Bearer +(?<token>[\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * @returns the player id that the request's token names.
 * @throws ApiError `unauthorized`, or `serviceUnavailable` when no key to judge tokens could be fetched yet.
 */
export async function authenticate(verifier: TokenVerifier, headers: Headers): Promise<string> {
  const token = bearer.exec(headers.get('authorization') ?? '')?.groups?.token;
  if (token === undefined) throw unauthorized();
  try {
    return await verifier.verify(token);
  } catch (error) {
    if (error instanceof InvalidToken) throw unauthorized(error);
    if (error instanceof KeySetUnavailable) {
      throw new ApiError('serviceUnavailable', { cause: error });
    }
    throw error;
  }
}

function unauthorized(cause?: unknown): ApiError {
  return new ApiError('unauthorized', { headers: { 'www-authenticate': 'Bearer' }, cause });
}
