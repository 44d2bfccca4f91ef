// The port for console sessions, by which people who signed in at the console are known. A store holds the digest of a
// session's two secrets and the digest of the key that it was signed in with, or the id of the person, never a text. Times are
// milliseconds since the Unix epoch, by the clock of the store.

export interface NewConsoleSession {
  /** SHA-256 of the session's two secrets, in hexadecimal. */
  readonly digest: string;
  /** SHA-256 of the text of the server key; the id of a person (lib/person-id.ts) who signed in at the issuer. */
  readonly keyDigest: string;
}

/** The further members of a session of a person. */
export interface PersonsSession {
  /** Of the attempt to sign in. An attempt begins one session. */
  readonly attempt: string;
  /** The tokens of the issuer, sealed with the secrets of the session; null for none. */
  readonly tokens: string | null;
  /** Is the role to be confirmed again? Otherwise the session ends after `ROLE_MAX_SECONDS`. */
  readonly isConfirmed: boolean;
}

export interface ConsoleSession extends NewConsoleSession {
  /** When the role of the person was confirmed; null for a session whose role is not confirmed again. */
  readonly confirmedAt: number | null;
  readonly lastUsedAt: number;
  /** `CONSOLE_SESSION_SECONDS` after it began, or `CONSOLE_SESSION_IDLE_SECONDS` after its last use, whichever is first. */
  readonly endsAt: number;
  /** The store's time of the lookup. */
  readonly now: number;
}

export interface ConsoleSessionStore {
  /**
   * Begins a session, and deletes those that have ended. Past `CONSOLE_SESSIONS_PER_KEY_MAX` the session of the key that was
   * used longest ago ends.
   * @returns false for a person's session whose attempt has begun one before
   */
  create(session: NewConsoleSession, ofPerson?: PersonsSession): Promise<boolean>;
  /** Finds sessions by their digests, ended ones too. Unknown digests are left out. */
  findByDigests(digests: readonly string[]): Promise<readonly ConsoleSession[]>;
  /** Notes that a session was used now. A session that has ended stays so. */
  noteUse(digest: string): Promise<void>;
  /** Ends a session. One that is not there is no error. @returns its tokens; null without */
  delete(digest: string): Promise<string | null>;
  /**
   * Claims to confirm the role behind a session, for `ROLE_CHECK_LEASE_SECONDS`.
   * @returns its tokens; undefined unless the role was confirmed `ROLE_CHECK_SECONDS` ago and nobody else is about it
   */
  beginRoleCheck(digest: string): Promise<string | undefined>;
  /** Notes that the role was confirmed now. */
  endRoleCheck(digest: string, tokens: string): Promise<void>;
}
