// Signs tokens that this configuration accepts, for development and for studios with a shared secret.
import { SignJWT } from 'jose';
import type { Clock } from '../lib/clock.ts';
import { isHmac } from './keys.ts';
import type { TokenConfig } from './token-config.ts';

/** The settings do not allow signing a token that they would accept. The message says why. */
export class CannotSign extends Error {
  override readonly name = 'CannotSign';
}

/** Further claims with their texts. */
export type Claims = readonly (readonly [name: string, text: string])[];

/** The claims that every token gets here, and that cannot name the player. */
const ownClaims: ReadonlySet<string> = new Set(['iat', 'nbf', 'exp', 'jti']);

/** Signs a token for a player, valid from now for `lifetimeSeconds`. @throws CannotSign */
export async function signToken(
  config: TokenConfig,
  options: {
    readonly playerId: string;
    readonly lifetimeSeconds: number;
    readonly clock: Clock;
    readonly claims?: Claims;
  },
): Promise<string> {
  const algorithm = config.algorithms.find(isHmac);
  if (config.secret === undefined || algorithm === undefined) {
    throw new CannotSign('only a shared secret (JWT_SECRET) can sign; these settings only verify');
  }
  const now = Math.floor(options.clock.now() / 1000);
  const claims: Record<string, unknown> = Object.assign(Object.create(null), {
    iat: now,
    nbf: now,
    exp: now + options.lifetimeSeconds,
    jti: crypto.randomUUID(),
    ...(config.issuers[0] !== undefined && { iss: config.issuers[0] }),
    ...(config.audiences[0] !== undefined && { aud: config.audiences[0] }),
  });
  if (ownClaims.has(config.playerClaim)) {
    throw new CannotSign(`JWT_PLAYER_CLAIM=${config.playerClaim} is a claim with a meaning of its own`);
  }
  claims[config.playerClaim] = options.playerId;
  for (const [name, text] of options.claims ?? []) {
    if (Object.hasOwn(claims, name)) throw new CannotSign(`the claim ${name} has its value already`);
    claims[name] = text;
  }
  const missing = config.requiredClaims.filter((claim) => !Object.hasOwn(claims, claim));
  if (missing.length > 0) {
    throw new CannotSign(
      `JWT_REQUIRED_CLAIMS asks for ${missing.join(', ')}, whose value is not known here; give it by --claim NAME=VALUE`,
    );
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: config.types[0] ?? 'JWT' })
    .sign(new TextEncoder().encode(config.secret));
}
