// The two secrets of a session at the console, and of an attempt to sign in: neither is worth anything alone.

export interface SessionSecrets {
  /** For the cookie. */
  readonly cookie: string;
  /** For the page, which sends it in a header. */
  readonly page: string;
}
