// Server keys as rows: what both engines store of a key, and how they read it. Scopes are one text with spaces between
// them, as in OAuth (RFC 6749 section 3.3). A scope that only a later version knows is left out.
import { environmentKeyId } from '../../lib/ids.ts';
import { isPersonId } from '../../lib/person-id.ts';
import type { AuditedAs } from '../ports/audit.ts';
import { type Revocation, type Scope, type ServerKey, scopes } from '../ports/keys.ts';
import { type NewAuditRow, toAuditRow } from './audit.ts';

export interface ServerKeyRow {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly madeBy: string | null;
}

export const formatScopes = (list: readonly Scope[]): string =>
  scopes.filter((scope) => list.includes(scope)).join(' ');

export function parseScopes(text: string): readonly Scope[] {
  const names = text.split(' ');
  return scopes.filter((scope) => names.includes(scope));
}

export const toServerKey = (row: ServerKeyRow): ServerKey => ({
  keyId: row.keyId,
  name: row.name,
  scopes: parseScopes(row.scopes),
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  lastUsedAt: row.lastUsedAt,
  madeBy: row.madeBy,
});

/** The audit entry of a key that was made or revoked. It is about no player. */
export const toKeyAuditRow = (audited: AuditedAs, { keyId, scopes }: ServerKey): NewAuditRow =>
  toAuditRow(audited, null, { keyId, scopes });

/** Null for a key that does not expire. @param makersExpiry the time at which its maker expires */
export function expiryOf(
  now: number,
  expiresInSeconds: number | undefined,
  makersExpiry: number | null,
): number | null {
  if (expiresInSeconds === undefined) return makersExpiry;
  return Math.min(now + expiresInSeconds * 1000, makersExpiry ?? Number.POSITIVE_INFINITY);
}

/** Is the maker of a key a stored key, which may have been revoked or have expired? The key of the environment is not stored. */
export const isStoredMaker = (madeBy: string | undefined): madeBy is string =>
  madeBy !== undefined && madeBy !== environmentKeyId && !isPersonId(madeBy);

/**
 * The keys that a revocation deletes: the key, then those that it made, and those that these made. Of a person it is always the keys
 * that the person made, and those that these made.
 * @param list all keys
 * @param keyId or the id of a person
 * @returns an empty list for an unknown key; or, instead of a list, the key that may not be revoked
 */
export function listRevoked(
  list: readonly ServerKey[],
  keyId: string,
  { withMade = false, mayRevoke = () => true }: Revocation = {},
): readonly ServerKey[] | { readonly refused: ServerKey } {
  const byMaker = Map.groupBy(list, ({ madeBy }) => madeBy);
  const ofPerson = isPersonId(keyId);
  const revoked = new Set(ofPerson ? byMaker.get(keyId) : list.filter((key) => key.keyId === keyId));
  // A set is gone through in the order of its additions, those meanwhile included.
  if (withMade || ofPerson)
    for (const key of revoked) for (const made of byMaker.get(key.keyId) ?? []) revoked.add(made);
  const keys = [...revoked];
  const refused = keys.find((key) => !mayRevoke(key));
  return refused ? { refused } : keys;
}
