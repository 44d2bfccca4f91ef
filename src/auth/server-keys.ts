// Server key → server: the credentials of a studio's own servers (credentials.ts), the key of `SERVER_API_KEY`, and that of a
// sign-in link.
import type { Clock } from '../lib/clock.ts';
import { environmentKeyId } from '../lib/ids.ts';
import { keyDigest } from '../lib/key-text.ts';
import { type FoundServerKey, type ServerKeyStore, scopes } from '../store/ports/keys.ts';
import { type Credentials, createCredentials, type FoundCredential } from './credentials.ts';
import type { LinkKey } from './link-key.ts';
import type { Server } from './principals.ts';

/** A digest is that of a key's text (lib/key-text.ts). */
export type ServerKeys = Credentials<Server>;

export interface ServerKeysOptions {
  readonly store: Pick<ServerKeyStore, 'findByDigests' | 'noteUse'>;
  readonly clock: Clock;
  /** The text of `SERVER_API_KEY`. */
  readonly environmentKey: string | undefined;
  readonly linkKey?: LinkKey;
}

export function createServerKeys({ store, clock, environmentKey, linkKey }: ServerKeysOptions): ServerKeys {
  const environment = environmentKey === undefined ? undefined : keyDigest(environmentKey);
  const stored = createCredentials<Server>({
    find: async (digests) => (await store.findByDigests(digests)).map(toCredential),
    noteUse: ({ owner }) => store.noteUse(owner.keyId),
    clock,
  });
  return {
    ...stored,
    findCached(digest) {
      if (digest === environment) return environmentServer;
      return digest === linkKey?.digest ? linkKey.server : stored.findCached(digest);
    },
  };
}

const toCredential = ({ digest, key, now }: FoundServerKey): FoundCredential<Server> => ({
  digest,
  owner: { kind: 'server', keyId: key.keyId, name: key.name, scopes: key.scopes },
  expiresAt: key.expiresAt,
  lastUsedAt: key.lastUsedAt,
  now,
});

const environmentServer: Server = { kind: 'server', keyId: environmentKeyId, name: 'SERVER_API_KEY', scopes };
