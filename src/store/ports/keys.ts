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
  'events:read',
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
  /**
   * The key that made it, or the person; `environment` for `SERVER_API_KEY`; null for the command line, and where it is not known. When
   * a key is revoked without those that it made, its own maker stands in them from then on, so that no chain breaks.
   */
  readonly madeBy: string | null;
}

export interface NewServerKey {
  readonly keyId: string;
  /** From `keyDigest`. */
  readonly digest: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Counted from the creation, by the clock of the store. */
  readonly expiresInSeconds: number | undefined;
  /** Undefined for the command line. */
  readonly madeBy?: string | undefined;
}

export interface Revocation {
  /** Also revokes the keys that the key made, and those that these made. */
  readonly withMade?: boolean;
  /** Nothing is revoked if this is false for any of the keys. */
  readonly mayRevoke?: (key: ServerKey) => boolean;
}

export interface FoundServerKey {
  readonly digest: string;
  readonly key: ServerKey;
  /** The store's time of the lookup, by which the key is expired or not. */
  readonly now: number;
}

export interface ServerKeyStore {
  /**
   * Creates a key, which expires no later than its maker. The store adds the id of the key and its scopes to the audit entry.
   * @returns `'too-many'` while there are `SERVER_KEYS_MAX` keys, expired ones included; `'unknown'` or `'expired'` for a maker that
   * was revoked or has expired, `'unknown'` for a person without a role
   */
  create(key: NewServerKey, audited?: AuditedAs): Promise<ServerKey | 'too-many' | 'unknown' | 'expired'>;
  /** All keys, the oldest first. */
  list(): Promise<readonly ServerKey[]>;
  find(keyId: string): Promise<ServerKey | undefined>;
  /** Finds keys by the digests of their texts, expired ones too. Unknown digests are left out. */
  findByDigests(digests: readonly string[]): Promise<readonly FoundServerKey[]>;
  /**
   * Deletes a key, and in the same commit those that it made, if they are to go too. None of them makes another one meanwhile.
   * Each has its entry in the audit, as that of `create`. With the id of a person it deletes the keys that the person made, and those
   * that these made.
   * @returns the key and then those that it made; none when there was no such key; or the one that may not be revoked
   */
  revoke(
    keyId: string,
    audited?: AuditedAs,
    options?: Revocation,
  ): Promise<readonly ServerKey[] | { readonly refused: ServerKey }>;
  /** Notes that a key was used now. The time never goes backwards. */
  noteUse(keyId: string): Promise<void>;
}
