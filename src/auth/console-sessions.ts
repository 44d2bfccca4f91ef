// Console session → the digest of the server key that it was signed in with: the credentials of people at the console
// (credentials.ts). The key itself is looked up at each request, so a session ends with its key.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { keyDigest } from '../lib/key-text.ts';
import type { ConsoleSession, ConsoleSessionStore } from '../store/ports/console-sessions.ts';
import { type Credentials, createCredentials } from './credentials.ts';

export interface SignedIn {
  /** SHA-256 of the key's text, in hexadecimal. */
  readonly keyDigest: string;
}

export interface ConsoleSessions extends Credentials<SignedIn> {
  /** @returns the text of a new session, for the cookie. */
  begin(keyDigest: string): Promise<string>;
  /** Ends the session with this text at once in this process, and within seconds in others. */
  end(text: string): Promise<void>;
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
      const text = newSessionText();
      await store.create({ digest: sessionDigest(text), keyDigest });
      return text;
    },
    async end(text) {
      await store.delete(sessionDigest(text));
      credentials.invalidate();
    },
  };
}

/** 256 random bits. */
const newSessionText = (): string => randomBytes(32).toString('base64url');

/** SHA-256 of a session's text, in hexadecimal. */
export const sessionDigest: (text: string) => string = keyDigest;

const toCredential = ({ digest, keyDigest, endsAt, lastUsedAt, now }: ConsoleSession) => ({
  digest,
  owner: { keyDigest },
  expiresAt: endsAt,
  lastUsedAt,
  now,
});
