// Rules of server keys: what a new key may be, and who may make and revoke which. A caller hands on no scope that it has
// not itself, and revokes no key that has one.
import { ApiError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { isKeyId, newKeyId } from '../lib/ids.ts';
import { keyDigest, newKeyText } from '../lib/key-text.ts';
import { SERVER_KEY_NAME_MAX_CHARACTERS, SERVER_KEYS_MAX } from '../limits.ts';
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
}

/** The maker of the change, and its own scopes. */
export interface Caller {
  readonly scopes: readonly Scope[];
  /** For the audit. */
  readonly author: Author;
}

/** 1 to 100 characters, none a control character (Unicode `Cc`). */
export const isKeyName = (name: string): boolean =>
  name !== '' &&
  name.isWellFormed() &&
  !/\p{Cc}/u.test(name) &&
  [...name].length <= SERVER_KEY_NAME_MAX_CHARACTERS;

/** @throws ApiError `forbidden` for a scope that the caller lacks, `invalidRequest` while there are too many keys */
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
  const text = newKeyText();
  const digest = keyDigest(text);
  const wanted = { keyId: newKeyId(clock), digest, name, scopes, expiresInSeconds };
  const key = await store.create(wanted, { author: caller.author, action: 'key.create' });
  if (key === 'too-many') {
    throw new ApiError('invalidRequest', { detail: `there are ${SERVER_KEYS_MAX} keys; revoke some` });
  }
  return { key, text };
}

/** @throws ApiError `keyNotFound`, or `forbidden` for a key with a scope that the caller lacks */
export async function revokeKey(store: ServerKeyStore, caller: Caller, keyId: string): Promise<void> {
  const key = isKeyId(keyId) ? await store.find(keyId) : undefined;
  if (key === undefined) throw new ApiError('keyNotFound');
  const missing = scopeBeyond(caller, key.scopes);
  if (missing !== undefined) {
    throw new ApiError('forbidden', {
      detail: `your key lacks the scope ${missing}, so it cannot revoke a key that has it`,
    });
  }
  // Another caller may have revoked it meanwhile.
  const audited = { author: caller.author, action: 'key.revoke' } as const;
  if ((await store.revoke(keyId, audited)) === undefined) throw new ApiError('keyNotFound');
}

const scopeBeyond = (caller: Pick<Caller, 'scopes'>, scopes: readonly Scope[]): Scope | undefined =>
  scopes.find((scope) => !caller.scopes.includes(scope));
