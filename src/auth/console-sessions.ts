// Console session → the digest of the server key that it was signed in with: the credentials of people at the console
// (credentials.ts). The key itself is looked up at each request, so a session ends with its key. A session has two secrets, one
// in a cookie and one in the page, and is found by both together: a cookie knows no port, so the servers of other ports see it.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { keyDigest } from '../lib/key-text.ts';
import type { ConsoleSession, ConsoleSessionStore } from '../store/ports/console-sessions.ts';
import { type Credentials, createCredentials } from './credentials.ts';

export interface SignedIn {
  /** SHA-256 of the key's text, in hexadecimal. */
  readonly keyDigest: string;
}

/** The secrets of a session, each of 256 random bits. */
export interface SessionSecrets {
  /** For the cookie. */
  readonly cookie: string;
  /** For the page, which sends it in a header. */
  readonly page: string;
}

export interface ConsoleSessions extends Credentials<SignedIn> {
  /** @returns the secrets of a new session. */
  begin(keyDigest: string): Promise<SessionSecrets>;
  /** Ends the session with this digest at once in this process, and within seconds in others. */
  end(digest: string): Promise<void>;
}

export function createConsoleSessions(store: ConsoleSessionStore, clock: Clock): ConsoleSessions {
  const credentials = createCredentials<SignedIn>({
    find: async (digests) => (await store.findByDigests(digests)).map(toCredential),
    noteUse: ({ digest }) => store.noteUse(digest),
    clock,
  });
  return {
    ...credentials,
    async begin(keyDigest) {
      const secrets = { cookie: newSecret(), page: newSecret() };
      await store.create({ digest: digestOf(secrets), keyDigest });
      return secrets;
    },
    async end(digest) {
      await store.delete(digest);
      credentials.invalidate();
    },
  };
}

const newSecret = (): string => randomBytes(32).toString('base64url');
const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * SHA-256 of both secrets, in hexadecimal: the store finds a session by it. The point is in no secret, so no other pair has the
 * same text, and a session of the version before, whose digest is that of its cookie, is found by none.
 */
const digestOf = ({ cookie, page }: SessionSecrets): string => keyDigest(`${cookie}.${page}`);

/** @returns the digest of a session; undefined for texts that cannot be its secrets. */
export const sessionDigest = (secrets: SessionSecrets): string | undefined =>
  isSecret(secrets.cookie) && isSecret(secrets.page) ? digestOf(secrets) : undefined;

const toCredential = ({ digest, keyDigest, endsAt, lastUsedAt, now }: ConsoleSession) => ({
  digest,
  owner: { keyDigest },
  expiresAt: endsAt,
  lastUsedAt,
  now,
});
