// Limits of webhooks. limits.ts has them all.

/** Endpoints of one service, the characters of a URL, and the events of one redelivery by their ids. */
export const WEBHOOKS_MAX = 50;
export const WEBHOOK_URL_MAX_CHARACTERS = 2_048;
export const WEBHOOK_REDELIVER_MAX_EVENTS = 100;

/**
 * One attempt: its time with the look at DNS and the answer, the first bytes of the answer, which are read and kept, and the
 * informational answers (1xx) before it.
 */
export const WEBHOOK_TIMEOUT_SECONDS = 15;
export const WEBHOOK_ANSWER_MAX_BYTES = 16 * 1024;
export const WEBHOOK_INFORMATIONAL_MAX_ANSWERS = 8;

/** The bytes of an answer that are kept of a delivery that succeeded. */
export const WEBHOOK_ANSWER_KEPT_BYTES = 1024;

/** The longest `Retry-After` that is believed. */
export const WEBHOOK_RETRY_AFTER_MAX_SECONDS = 3_600;

/** How long the former keys of an endpoint sign beside the new ones, and after how long a time of failure alone it is disabled. */
export const WEBHOOK_ROTATION_SECONDS = 24 * 3_600;
export const WEBHOOK_FAILING_MAX_SECONDS = 5 * 24 * 3_600;

/**
 * Events of one endpoint that failed and are tried again: with more no further one is taken from the feed, where it waits. Events that
 * were given up after their last attempt: the oldest go.
 */
export const WEBHOOK_PENDING_MAX = 10_000;
export const WEBHOOK_GIVEN_UP_MAX = 10_000;

/** Of these the events of one player: while more wait behind one that fails again and again, that one is given up. */
export const WEBHOOK_PLAYER_PENDING_MAX = 1_000;

/** The log of one endpoint: the newest failed attempts and the newest others, and the rows of one answer. */
export const WEBHOOK_LOG_MAX_ROWS = 1_000;
export const WEBHOOK_DELIVERIES_PAGE_MAX_ROWS = 100;
export const WEBHOOK_DELIVERIES_PAGE_ROWS = 20;

/** Tests of endpoints that a process makes at once. */
export const WEBHOOK_TESTS_MAX = 4;

/** A process that dies loses its endpoints after this time. */
export const WEBHOOK_LEASE_SECONDS = 15;
