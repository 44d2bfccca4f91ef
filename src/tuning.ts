// Amounts that tune the service and that no caller meets by name: sizes of caches and batches, steps of background jobs, pauses.
// Limits with an answer of their own are in limits.ts.

/** The bytes that a cached token counts for at least. `TOKEN_CACHE_MAX_BYTES` bounds all of them. */
export const TOKEN_CACHE_LEAST_BYTES = 640;

/** Together they stay under 60 s: a key that was removed from the key set stops working within that time. */
export const TOKEN_CACHE_SECONDS = 30;
export const JWKS_MAX_AGE_SECONDS = 25;

/** The pause after a fetch of the key set that failed. */
export const JWKS_COOL_DOWN_SECONDS = 10;
/** The least time between two fetches for unknown keys. A new key is accepted after at most that time, whatever others send. */
export const JWKS_EXTRA_FETCH_MILLISECONDS = 1_000;
export const JWKS_FETCH_TIMEOUT_SECONDS = 5;

/** Addresses, and on SQLite players, whose token buckets are kept in memory. */
export const ADDRESS_LIMIT_MAX_ADDRESSES = 100_000;
export const RATE_LIMIT_MAX_PLAYERS = 200_000;

/** Player ids whose sequential id is cached in each process. */
export const PLAYER_CACHE_MAX_PLAYERS = 200_000;

/** Players whose last save is cached on SQLite. */
export const SAVED_STATES_MAX_PLAYERS = 100_000;

/** Calls, and characters of metadata, in one batch. */
export const BATCH_MAX_CALLS = 1_000;
export const BATCH_MAX_BYTES = 4 * 1024 * 1024;

/** How long a batch of writes is alone with the database before another one of its kind leaves beside it. */
export const BATCH_DELAY_MILLISECONDS = 5;

/** Reads in one statement or read transaction. Each may find a megabyte and more. */
export const READ_BATCH_MAX_CALLS = 128;

/** Reads in one statement of a conditional write. Each may find a state and its kept versions, which may be megabytes. */
export const EDIT_BATCH_MAX_CALLS = 64;

/**
 * Admission control: calls that may be at the store before requests are answered 503, at start, at least and at most. In
 * between the limit adapts to the waiting time: above the target it shrinks.
 */
export const ADMISSION_START_CALLS = 1_024;
export const ADMISSION_MIN_CALLS = 128;
export const ADMISSION_MAX_CALLS = 16_384;
export const ADMISSION_TARGET_MILLISECONDS = 100;
/** The target while refusals take much of the time: serving those callers would not take much more. */
export const ADMISSION_OVERLOAD_TARGET_MILLISECONDS = 1_000;
/** The approximate cost of one refusal. */
export const ADMISSION_REFUSAL_MILLISECONDS = 0.01;
/** No call is admitted while another one has waited this long, and how often that is checked. */
export const ADMISSION_MAX_WAIT_MILLISECONDS = 1_000;
export const ADMISSION_CHECK_MILLISECONDS = 50;

/** A batch of work keeps the thread for this long, except for its last call. */
export const TIME_SLICE_MILLISECONDS = 20;

/**
 * Fair queues: a call that keeps the thread this long is charged to its player. A player whose charges reach a time slice is
 * costly. Charges halve with time.
 */
export const COSTLY_LEAST_MILLISECONDS = 0.5;
export const COSTLY_HALF_LIFE_MILLISECONDS = 2_000;

/**
 * After costly calls the others get this many times their duration. While no other call waits, costly calls pause for a part of
 * their duration, so that other requests can arrive and results of the database can be read.
 */
export const COSTLY_SHARE = 9;
export const COSTLY_PAUSE = 1 / 8;
export const COSTLY_PAUSE_MAX_MILLISECONDS = 50;

/** Attempts of a compare-and-swap write that loses to other processes, and of a read whose versions were rewritten meanwhile. */
export const EDIT_ATTEMPTS = 100;
export const VERSION_READ_ATTEMPTS = 10;

/** The session history of a player is checked once per so many new bytes on average, and shortened by so many rows at once. */
export const SESSION_HISTORY_CHECK_BYTES = 64 * 1024;
export const SESSION_HISTORY_STEP_ROWS = 512;
/** Players whose histories wait for a check, in each process. More are left to a later check. */
export const SESSION_HISTORY_MAX_WAITING = 1_000;

/** Ended sessions that are searched for one that a device takes for active, and how much earlier than its id says. */
export const ENDED_SEARCH_ROWS = 100;
export const ENDED_SEARCH_EARLIER_MILLISECONDS = 300_000;

/** Bodies from this size on count in the memory budget and in the response backlog. */
export const LARGE_BODY_BYTES = 64 * 1024;
/** Bodies that the runtime gathers by their announced length, which is faster. Past it bodies count as they arrive. */
export const MEMORY_BUDGET_ANNOUNCED_MAX_BYTES = 64 * 1024 * 1024;

/**
 * A stored time may be this far ahead without a clock having been set back: a statement may meet the writes of one that began
 * after it.
 */
export const CLOCK_SKEW_MILLISECONDS = 10_000;

/** Retries of a batch after a deadlock or a serialization failure. */
export const BATCH_RETRIES = 5;

/** Retries of a repeatable batch after a broken connection. The next connection may be broken by the same event. */
export const CONNECTION_RETRIES = 3;

/** How much later than its own time-out a silent PostgreSQL is given up. */
export const SILENCE_MARGIN_MILLISECONDS = 250;

/** The time-out of a background job's statement, as a multiple of a request's. */
export const JOB_TIMEOUTS = 40;

/** The expiry of sessions: rows in one step, and the pause between two passes. */
export const EXPIRY_STEP_ROWS = 2_000;
export const EXPIRY_INTERVAL_SECONDS = 30;

/** The pruning of what is too old: rows in one step, and the pause between two passes. */
export const PRUNE_STEP_ROWS = 5_000;
export const PRUNE_INTERVAL_SECONDS = 6 * 3_600;

/** One step of pruning the SQLite file: some ten milliseconds. */
export const SQLITE_STEP_ROWS = 500;
export const SQLITE_STEP_MAX_BYTES = 1024 * 1024;

/** SQLite's page cache, in each process. */
export const SQLITE_CACHE_KIBIBYTES = 64 * 1024;

/**
 * Rows that an export reads, and an import commits, at once: some hundred megabytes where each has metadata of 1 MiB, some
 * gigabytes where each has 16.
 */
export const TRANSFER_PAGE_ROWS = 200;

/**
 * An import into PostgreSQL counts the sequential ids up to this difference, a second's work, and sets the sequence past it. It
 * counts in steps, far below a statement time-out of the database's user.
 */
export const IMPORT_MAX_COUNTED_IDS = 1_000_000;
export const IMPORT_STEP_IDS = 100_000;

/** How often file descriptors are counted. */
export const DESCRIPTORS_CHECK_SECONDS = 5;

/** A signal that follows the first one sooner is the same signal. A later one ends the process at once. */
export const SECOND_SIGNAL_MILLISECONDS = 1_000;

/** At the end of the drain, how long no new connection is taken, so that those before are heard when the listener closes. */
export const SHUTDOWN_SETTLE_MILLISECONDS = 250;

/** Characters of log lines kept for a slow reader. More lines are dropped. At its end the process waits this long for the reader. */
export const LOG_QUEUE_MAX_CHARACTERS = 256 * 1024;
export const LOG_FINISH_MILLISECONDS = 1_000;

/** How long a line waits for a terminal that takes nothing. */
export const LOG_TERMINAL_MILLISECONDS = 1_000;

/** While the store is unavailable the log says so once in this time. */
export const OUTAGE_LOG_MILLISECONDS = 1_000;

/** In production the log reports each reason of token refusals once in this time. */
export const REFUSAL_LOG_MILLISECONDS = 60_000;
