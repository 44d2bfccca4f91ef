// Amounts that tune webhooks. tuning.ts has them all.

/** The pause between two looks of a process at its endpoints, by which it keeps them and sees their changes. */
export const WEBHOOK_LOOK_MILLISECONDS = 5_000;

/** Requests to one endpoint at once, at most and at the start. The amount follows how it answers. */
export const WEBHOOK_MAX_REQUESTS = 32;
export const WEBHOOK_START_REQUESTS = 4;

/** Events of one endpoint in memory, and of one page of the feed. */
export const WEBHOOK_WINDOW_EVENTS = 256;
export const WEBHOOK_PAGE_EVENTS = 128;

/** No retry waits longer: the longest pause of schedule.ts is 26.4 hours. One that is due later is from a clock that was set back. */
export const WEBHOOK_RETRY_MAX_MILLISECONDS = 27 * 3_600_000;

/** The least time between two writes of what was done at one endpoint, and the log of successes in one of them. */
export const WEBHOOK_SETTLE_MILLISECONDS = 100;
export const WEBHOOK_SETTLE_LOGGED = 50;

/** Failing players after which an endpoint is left alone, failures in a row after which a player is, and the pauses: first and longest. */
export const WEBHOOK_PAUSE_FAILURES = 5;
export const WEBHOOK_PAUSE_MILLISECONDS = 5_000;
export const WEBHOOK_PAUSE_MAX_MILLISECONDS = 300_000;

/** Players of one endpoint of whom a process knows that their last attempt failed, and events that it sent before their turn. */
export const WEBHOOK_FAILING_PLAYERS_MAX = 1_000;
export const WEBHOOK_PEEKED_EVENTS_MAX = 5_000;

/** Pages of the feed in which another player is looked for at once, after an attempt that failed. */
export const WEBHOOK_PEEKED_PAGES = 16;

/** Rows of the log after which the old ones of an endpoint are deleted. */
export const WEBHOOK_LOG_STEP_ROWS = 200;

/** How long a stopping process waits for the requests that are under way. */
export const WEBHOOK_STOP_MILLISECONDS = 3_000;
