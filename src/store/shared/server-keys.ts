// Server keys as rows: what both engines store of a key, and how they read it. Scopes are one text with spaces between
// them, as in OAuth (RFC 6749 section 3.3). A scope that only a later version knows is left out.
import type { AuditedAs } from '../ports/audit.ts';
import { type Scope, type ServerKey, scopes } from '../ports/keys.ts';
import { type NewAuditRow, toAuditRow } from './audit.ts';

export interface ServerKeyRow {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
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
});

/** The audit entry of a key that was made or revoked. It is about no player. */
export const toKeyAuditRow = (audited: AuditedAs, { keyId, scopes }: ServerKey): NewAuditRow =>
  toAuditRow(audited, null, { keyId, scopes });

/** Null for a key that does not expire. */
export const expiryOf = (now: number, expiresInSeconds: number | undefined): number | null =>
  expiresInSeconds === undefined ? null : now + expiresInSeconds * 1000;
