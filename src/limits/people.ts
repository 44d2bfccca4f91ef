// Bounds of people who sign in at the console with an account of an issuer. src/limits.ts names this file.

/**
 * People who sign in at the console by OpenID Connect. A person without a key goes this long after the role was confirmed last, when
 * a new one comes.
 */
export const CONSOLE_PEOPLE_MAX = 1_000;
export const CONSOLE_PEOPLE_DAYS = 400;

/** A server key that a person makes must expire. */
export const PERSON_KEY_MAX_SECONDS = 366 * 24 * 3_600;

/** How long a sign-in at the issuer may take. */
export const SIGN_IN_ATTEMPT_SECONDS = 600;

/** After this time a person's role is confirmed with the issuer, and after the longer one nothing is done without that. */
export const ROLE_CHECK_SECONDS = 600;
export const ROLE_MAX_SECONDS = 3_600;

/** The time-out of a request to the issuer, the size of its answer, and how long its description is believed. */
export const ISSUER_TIMEOUT_SECONDS = 5;
export const ISSUER_ANSWER_MAX_BYTES = 512 * 1024;
export const ISSUER_MAX_AGE_SECONDS = 600;

/** The tokens of a session at the console, sealed. Longer ones are not kept. */
export const SESSION_TOKENS_MAX_CHARACTERS = 32 * 1024;
