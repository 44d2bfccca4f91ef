// The port for console sessions, by which people who signed in at the console are known. A store holds the digest of a
// session's two secrets and the digest of the key that it was signed in with, never a text. Times are milliseconds since the
// Unix epoch, by the clock of the store.

export interface NewConsoleSession {
  /** SHA-256 of the session's two secrets, in hexadecimal. */
  readonly digest: string;
  /** SHA-256 of the text of the server key. */
  readonly keyDigest: string;
}

export interface ConsoleSession extends NewConsoleSession {
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
   */
  create(session: NewConsoleSession): Promise<void>;
  /** Finds sessions by their digests, ended ones too. Unknown digests are left out. */
  findByDigests(digests: readonly string[]): Promise<readonly ConsoleSession[]>;
  /** Notes that a session was used now. A session that has ended stays so. */
  noteUse(digest: string): Promise<void>;
  /** Ends a session. One that is not there is no error. */
  delete(digest: string): Promise<void>;
}
