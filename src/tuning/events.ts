// Amounts that tune events and their feed. src/tuning.ts names this file.

/** Events: the pause between two looks for events of other processes, while somebody waits for one. */
export const EVENTS_PAUSE_MILLISECONDS = 250;

/** The doctor: players with such events that it names, and the age of an event that should have its place. */
export const EVENTS_FINDINGS = 100;
export const EVENT_WAIT_MILLISECONDS = 60_000;

/** On PostgreSQL, the last written states that a process knows for the events of saves: characters of one, and of all of them. */
export const KNOWN_STATE_MAX_CHARACTERS = 16_384;
export const KNOWN_STATES_MAX_CHARACTERS = 16 * 1024 * 1024;

/** The events that a page of the feed looks at, and on PostgreSQL the runs of places. */
export const EVENTS_PAGE_MAX_LOOKED_AT = 5_000;
export const EVENT_RUNS_PER_PAGE = 200;

/**
 * On PostgreSQL one process gives events their places in the feed. How long its lease lasts without a sign of it, how often it gives one,
 * the pause between two looks for events of other processes, the least pause after one of its own, and the events of a look.
 */
export const EVENT_LEASE_MILLISECONDS = 5_000;
export const EVENT_LEASE_RENEWAL_MILLISECONDS = 1_500;
export const EVENT_LOOK_MILLISECONDS = 250;
export const EVENT_LOOK_LEAST_MILLISECONDS = 100;
export const EVENT_LOOK_ROWS = 10_000;
