// Rules of server keys: what a new key may be, and who may make and revoke which. A key gives others
// only scopes of its own, and revokes only keys without further ones.
import { ApiError } from '../errors/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { isKeyId, newKeyId } from '../lib/ids.ts';
import { keyDigest, newKeyText } from '../lib/key-text.ts';
import { PERSON_KEY_MAX_SECONDS, SERVER_KEYS_MAX } from '../limits.ts';
import type { Author } from '../store/ports/audit.ts';
import type { Scope, ServerKey, ServerKeyStore } from '../store/ports/keys.ts';

export interface KeyRequest {
  readonly name: string;
  /** At least one. */
  readonly scopes: readonly Scope[];
  /** Undefined for a key that does not expire. */
  readonly expiresInSeconds: number | undefined;
}

export interface CreatedKey {
  readonly key: ServerKey;
  /** The only copy of the text. */
  readonly text: string;
  /** Does the key expire sooner than asked, since its maker does? */
  readonly isExpiryCut: boolean;
}

/** The maker of the change, and its own scopes. */
export interface Caller {
  readonly scopes: readonly Scope[];
  /** For the audit, and the maker of a new key. */
  readonly author: Author;
  /** Makes the error for a caller whose key was revoked, or has expired, a moment ago. The command line has no key. */
  readonly refuse?: (reason: 'unknown' | 'expired') => ApiError;
  /** Keys of a person must expire, since a person may leave. */
  readonly isPerson?: boolean;
}

/**
 * Makes a key, which expires no later than the key of the caller.
 * @throws ApiError `forbidden` for a scope that the caller lacks, `invalidRequest` while there are too many keys and for a person's key
 *   without an end, `unauthorized` for a caller whose key was revoked or has expired
 */
export async function createKey(
  store: ServerKeyStore,
  clock: Clock,
  caller: Caller,
  { name, scopes, expiresInSeconds }: KeyRequest,
): Promise<CreatedKey> {
  const missing = scopeBeyond(caller, scopes);
  if (missing !== undefined) {
    throw new ApiError('forbidden', { detail: `your key lacks the scope ${missing}, so it cannot give it` });
  }
  if (caller.isPerson && (expiresInSeconds ?? Number.POSITIVE_INFINITY) > PERSON_KEY_MAX_SECONDS) {
    throw new ApiError('invalidRequest', {
      detail: `a key of a person must expire: expiresInSeconds must be from 1 to ${PERSON_KEY_MAX_SECONDS}`,
    });
  }
  const text = newKeyText();
  const digest = keyDigest(text);
  const madeBy = caller.author.keyId ?? undefined;
  const wanted = { keyId: newKeyId(clock), digest, name, scopes, expiresInSeconds, madeBy };
  const key = await store.create(wanted, { author: caller.author, action: 'key.create' });
  if (key === 'too-many') {
    throw new ApiError('invalidRequest', { detail: `there are ${SERVER_KEYS_MAX} keys; revoke some` });
  }
  if (typeof key === 'string') throw caller.refuse?.(key) ?? new ApiError('internal');
  const { createdAt, expiresAt } = key;
  const asked = expiresInSeconds === undefined ? null : createdAt + expiresInSeconds * 1000;
  return { key, text, isExpiryCut: expiresAt !== asked };
}

/**
 * Revokes a key, and with `withMade` those that it made, and those that these made. A key has only scopes of its
 * maker, so whoever may revoke the maker may revoke them. Each is checked all the same.
 * @returns the keys that it made
 * @throws ApiError `keyNotFound`, or `forbidden` for a key with a scope that the caller lacks. Then nothing is revoked.
 */
export async function revokeKey(
  store: ServerKeyStore,
  caller: Caller,
  keyId: string,
  { withMade }: { readonly withMade: boolean },
): Promise<readonly ServerKey[]> {
  if (!isKeyId(keyId)) throw new ApiError('keyNotFound');
  const audited = { author: caller.author, action: 'key.revoke' } as const;
  const mayRevoke = (key: ServerKey): boolean => scopeBeyond(caller, key.scopes) === undefined;
  const revoked = await store.revoke(keyId, audited, { withMade, mayRevoke });
  if ('refused' in revoked) {
    const missing = scopeBeyond(caller, revoked.refused.scopes);
    const made = revoked.refused.keyId === keyId ? '' : `, and ${revoked.refused.keyId}, which it made, does`;
    throw new ApiError('forbidden', {
      detail: `your key lacks the scope ${missing}, so it cannot revoke a key that has it${made}`,
    });
  }
  const [key, ...made] = revoked;
  if (key === undefined) throw new ApiError('keyNotFound');
  return made;
}

const scopeBeyond = (caller: Pick<Caller, 'scopes'>, scopes: readonly Scope[]): Scope | undefined =>
  scopes.find((scope) => !caller.scopes.includes(scope));
