// The port for server keys, by which a studio's own servers are known. A store holds the digest of a key's text, never
// the text. A key that was created is found by every process at once, and a revoked one by none. Times are milliseconds
// since the Unix epoch.

import type { AuditedAs } from './audit.ts';

/** The rights that a key can have. The order is that of every list of scopes. */
export const scopes = [
  'players:read',
  'players:write',
  'sessions:read',
  'sessions:write',
  'statistics:read',
  'audit:read',
  'keys:write',
  'service:read',
] as const;
export type Scope = (typeof scopes)[number];

export interface ServerKey {
  /** A UUIDv7. */
  readonly keyId: string;
  /** The operator's own word for the key. Several keys may have the same. */
  readonly name: string;
  /** Never changes. */
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  /** From then on the key is expired; null for never. It stays listed until it is revoked. */
  readonly expiresAt: number | null;
  /** Null before the first use. */
  readonly lastUsedAt: number | null;
}

export interface NewServerKey {
  readonly keyId: string;
  /** From `keyDigest`. */
  readonly digest: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Counted from the creation, by the clock of the store. */
  readonly expiresInSeconds: number | undefined;
}

export interface FoundServerKey {
  readonly digest: string;
  readonly key: ServerKey;
  /** The store's time of the lookup, by which the key is expired or not. */
  readonly now: number;
}

export interface ServerKeyStore {
  /** The store adds the id of the key and its scopes to the audit entry. @returns `'too-many'` while there are `SERVER_KEYS_MAX` keys, expired ones included. */
  create(key: NewServerKey, audited?: AuditedAs): Promise<ServerKey | 'too-many'>;
  /** All keys, the oldest first. */
  list(): Promise<readonly ServerKey[]>;
  find(keyId: string): Promise<ServerKey | undefined>;
  /** Finds keys by the digests of their texts, expired ones too. Unknown digests are left out. */
  findByDigests(digests: readonly string[]): Promise<readonly FoundServerKey[]>;
  /** Deletes a key. The audit entry is that of `create`. @returns the key; undefined when there was none */
  revoke(keyId: string, audited?: AuditedAs): Promise<ServerKey | undefined>;
  /** Notes that a key was used now. The time never goes backwards. */
  noteUse(keyId: string): Promise<void>;
}
