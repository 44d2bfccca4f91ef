// Console session → the digest of the server key that it was signed in with: the credentials of people at the console
// (credentials.ts). The key itself is looked up at each request, so a session ends with its key. A person who signed in at the issuer
// takes the place of the key. A session has two secrets, one in a cookie and one in the page, and is found by both together: a cookie
// knows no port, so the servers of other ports see it.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { ageOf } from '../lib/clock-skew.ts';
import { keyDigest } from '../lib/key-text.ts';
import type { ConsoleSession, ConsoleSessionStore } from '../store/ports/console-sessions.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import type { SessionSecrets } from './session-secrets.ts';
import { type IssuerTokens, sealTokens } from './staff/sealed-tokens.ts';

export interface SignedIn {
  /** SHA-256 of the key's text, in hexadecimal; the id of a person who signed in at the issuer. */
  readonly keyDigest: string;
  /** Milliseconds since the role of a person was confirmed; null where it is not confirmed again. */
  readonly roleAge: number | null;
}

export interface ConsoleSessions extends Credentials<SignedIn> {
  /** @returns the secrets of a new session, each of 256 random bits. */
  begin(keyDigest: string): Promise<SessionSecrets>;
  /** The same for a person. @returns undefined when the attempt has begun a session before */
  beginOfPerson(personId: string, attempt: string, tokens: IssuerTokens): Promise<SessionSecrets | undefined>;
  /** Ends the session with this digest at once in this process, and within seconds in others. @returns its sealed tokens */
  end(digest: string): Promise<string | null>;
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
    async beginOfPerson(personId, attempt, tokens) {
      const secrets = { cookie: newSecret(), page: newSecret() };
      const sealed = sealTokens(tokens, secrets);
      const isConfirmed = sealed !== null && tokens.refreshToken !== undefined;
      const ofPerson = { attempt, tokens: sealed, isConfirmed };
      const isNew = await store.create({ digest: digestOf(secrets), keyDigest: personId }, ofPerson);
      return isNew ? secrets : undefined;
    },
    async end(digest) {
      const tokens = await store.delete(digest);
      credentials.invalidate();
      return tokens;
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

const toCredential = ({ digest, keyDigest, endsAt, lastUsedAt, confirmedAt, now }: ConsoleSession) => ({
  digest,
  owner: { keyDigest, roleAge: confirmedAt === null ? null : ageOf(confirmedAt, now) },
  expiresAt: endsAt,
  lastUsedAt,
  now,
});
