// The claims of a person: who it is, the mail that the issuer has verified, and the scopes of the roles. Pure.
import { parsePointer } from '../../lib/json-pointer.ts';
import { type Scope, scopes } from '../../store/ports/keys.ts';
import type { StaffConfig } from './staff-config.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A person as an issuer describes one. */
export interface Described {
  readonly subject: string;
  /** Null unless the issuer has verified it. */
  readonly mail: string | null;
  /** None for a person without a role. */
  readonly scopes: readonly Scope[];
}

const tokensOf = (claim: string): readonly string[] =>
  claim.startsWith('/') ? (parsePointer(claim) ?? []) : [claim];

/** The value of the claim that names the roles; undefined where the claims have none. */
export function roleValue(claims: Claims, claim: string): unknown {
  let value: unknown = claims;
  for (const token of tokensOf(claim)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    value = (value as Claims)[token];
  }
  return value;
}

/** Those of the ID token go before those of the user info endpoint. That a mail is verified counts for that mail alone. */
export function joinClaims(own: Claims, more: Claims): Claims {
  const joined = { ...more, ...own };
  if (own.email === undefined) return { ...joined, email_verified: more.email_verified };
  return own.email === more.email ? joined : { ...joined, email_verified: own.email_verified };
}

/** @throws Error for a subject that no issuer may give (OpenID Connect Core section 2) */
export function describePerson(
  claims: Claims,
  { claim, roles }: Pick<StaffConfig, 'claim' | 'roles'>,
): Described {
  const { sub } = claims;
  if (typeof sub !== 'string' || !/^[ -~]{1,255}$/.test(sub))
    throw new Error('the subject has no allowed form');
  return { subject: sub, mail: verifiedMail(claims), scopes: scopesOf(claims, claim, roles) };
}

/** Some issuers let people type any address, so one that is not verified names nobody. */
function verifiedMail({ email, email_verified: isVerified }: Claims): string | null {
  if (isVerified !== true || typeof email !== 'string') return null;
  return /^[^\s\p{C}]{1,254}$/u.test(email) ? email : null;
}

function scopesOf(claims: Claims, claim: string, roles: StaffConfig['roles']): readonly Scope[] {
  if (tokensOf(claim)[0] === 'email' && claims.email_verified !== true) return [];
  const value = roleValue(claims, claim);
  const values = Array.isArray(value) ? value : [value];
  const given = new Set(roles.filter((role) => values.includes(role.value)).flatMap((role) => role.scopes));
  return scopes.filter((scope) => given.has(scope));
}
