// The rule of the keys that a person made: whoever ends them needs every scope that they have, as for any other key.
import { ApiError } from '../errors/errors.ts';
import { isPersonId } from '../lib/person-id.ts';
import type { Author } from '../store/ports/audit.ts';
import type { Scope, ServerKey, ServerKeyStore } from '../store/ports/keys.ts';

/**
 * @returns the keys that are revoked, none where the person has none
 * @throws ApiError `keyNotFound` for an id that is nobody's, or `forbidden` for a key with a scope that the caller lacks
 */
export async function revokeKeysOfPerson(
  store: Pick<ServerKeyStore, 'revoke'>,
  { scopes, author }: { readonly scopes: readonly Scope[]; readonly author: Author },
  personId: string,
): Promise<readonly ServerKey[]> {
  if (!isPersonId(personId)) throw new ApiError('keyNotFound');
  const mayRevoke = (key: ServerKey) => key.scopes.every((scope) => scopes.includes(scope));
  const revoked = await store.revoke(personId, { author, action: 'key.revoke' }, { mayRevoke });
  if (!('refused' in revoked)) return revoked;
  const missing = revoked.refused.scopes.find((scope) => !scopes.includes(scope));
  throw new ApiError('forbidden', {
    detail: `your key lacks the scope ${missing}, so it cannot revoke ${revoked.refused.keyId}, which has it`,
  });
}
