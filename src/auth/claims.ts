// The header and the claims of a token (RFC 7515 section 4, RFC 7519 section 4), checked against the settings once its signature is good.

import { InvalidToken, type TokenRefusal } from './refusals.ts';
import type { TokenConfig } from './token-config.ts';

export type Members = Readonly<Record<string, unknown>>;

/**
 * The extensions that a header says must be understood (RFC 7515 section 4.1.11). The only one that is known is the unencoded payload of
 * RFC 7797, which tokens must not have (its section 7).
 * @throws InvalidToken
 */
export function assertNoExtensions(header: Members): void {
  if (!Object.hasOwn(header, 'crit')) return;
  const { crit } = header;
  const isSound =
    Array.isArray(crit) &&
    crit.length > 0 &&
    crit.every((name) => typeof name === 'string' && name !== '' && Object.hasOwn(header, name));
  if (!isSound) throw new InvalidToken('crit is malformed');
  throw new InvalidToken('the token needs an extension', { reason: 'unsupported' });
}

/**
 * Checks the issuer, the audience, the times and the presence of claims.
 * @param now in milliseconds since 1970
 * @returns when the token expires, in milliseconds since 1970; infinity for a token that does not
 * @throws InvalidToken
 */
export function checkClaims(claims: Members, config: TokenConfig, now: number): number {
  const { issuers, audiences, clockToleranceSeconds: tolerance } = config;
  const seconds = Math.floor(now / 1000);
  const required = new Set(config.requiredClaims);
  if (issuers.length > 0) required.add('iss');
  if (audiences.length > 0) required.add('aud');
  for (const name of required) {
    if (!Object.hasOwn(claims, name)) refuse('claimMissing', `the claim ${name} is missing`);
  }
  if (issuers.length > 0 && !issuers.includes(claims.iss as string))
    refuse('wrongIssuer', 'the claim iss is another');
  if (
    audiences.length > 0 &&
    !audiencesOf(claims.aud).some((audience) => audiences.includes(audience as string))
  ) {
    refuse('wrongAudience', 'the claim aud is another');
  }
  timeOf(claims, 'iat');
  const notBefore = timeOf(claims, 'nbf');
  if (notBefore !== undefined && notBefore > seconds + tolerance)
    refuse('notYetValid', 'the claim nbf is in the future');
  const expires = timeOf(claims, 'exp');
  if (expires === undefined) return Number.POSITIVE_INFINITY;
  if (expires <= seconds - tolerance) refuse('expired', 'the claim exp is in the past');
  return expires * 1000;
}

const audiencesOf = (audience: unknown): readonly unknown[] =>
  Array.isArray(audience) ? audience : [audience];

/** A time in seconds since 1970 (RFC 7519 section 2, NumericDate); undefined without the claim. */
function timeOf(claims: Members, name: string): number | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (value === undefined || typeof value === 'number') return value;
  return refuse('claimInvalid', `the claim ${name} is no number`);
}

function refuse(reason: TokenRefusal, message: string): never {
  throw new InvalidToken(message, { reason });
}
