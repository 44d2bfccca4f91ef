// Amounts that tune the service: sizes of caches and batches, steps of background jobs, pauses. They change its speed and its
// memory, and no answer. Amounts that change an answer are in limits.ts.

/** The least bytes that a cached token counts for. `TOKEN_CACHE_MAX_BYTES` bounds all cached tokens. */
export const TOKEN_CACHE_LEAST_BYTES = 640;

/** Addresses, and on SQLite players, whose token buckets are kept in memory. */
export const ADDRESS_LIMIT_MAX_ADDRESSES = 100_000;
export const RATE_LIMIT_MAX_PLAYERS = 200_000;

/** Server keys whose token buckets are kept in memory on SQLite, and unknown keys that are cached as unknown. */
export const SERVER_RATE_LIMIT_MAX_KEYS = 1_000;
export const UNKNOWN_KEY_CACHE_MAX_KEYS = 10_000;

/** How long one process alone confirms the role behind a session at the console, also after it died or the issuer failed. */
export const ROLE_CHECK_LEASE_SECONDS = 30;

/** A use of a server key is noted when the last noted one is older than this. */
export const SERVER_KEY_USE_MILLISECONDS = 30_000;

/** Player ids whose sequential id is cached in each process. */
export const PLAYER_CACHE_MAX_PLAYERS = 200_000;

/**
 * Waiting reads: the pause between two looks for changes of other processes and for waits that are over, and the players of one step
 * of a look. The longest delay of a change is the pause and a look.
 */
export const CHANGES_PAUSE_MILLISECONDS = 500;
export const CHANGES_STEP_PLAYERS = 1_000;

/** Calls, and characters of metadata, in one batch. */
export const BATCH_MAX_CALLS = 1_000;
export const BATCH_MAX_BYTES = 4 * 1024 * 1024;

/** How long a batch of writes is alone with the database before another batch of its kind may run beside it. */
export const BATCH_DELAY_MILLISECONDS = 5;

/**
 * The waits for a lock in one batch. They find one locked call among `BATCH_MAX_CALLS` by halves; where more calls are locked, those
 * that are left wait apart.
 */
export const BATCH_LOCK_WAITS = 12;

/** The pause between two looks whether a row that another transaction has locked is free. */
export const LOCKED_ROW_PAUSE_MILLISECONDS = 25;

/** Reads in one statement or read transaction. Each may find a megabyte and more. */
export const READ_BATCH_MAX_CALLS = 128;

/** Reads in one statement of a conditional write. Each may find a state and its kept versions, which may be megabytes. */
export const EDIT_BATCH_MAX_CALLS = 64;

/**
 * Admission control: the limit of calls at the store when the process starts, and the waiting time above which it shrinks. Its
 * bounds are in limits.ts.
 */
export const ADMISSION_START_CALLS = 1_024;
export const ADMISSION_TARGET_MILLISECONDS = 100;
/**
 * The waiting time on Citus above which the limit falls below its start. A statement goes through two servers and the shards of a
 * worker take turns, so that a thousand callers wait longer without any fault, and smaller batches only make fewer calls a second.
 */
export const CITUS_ADMISSION_TARGET_MILLISECONDS = 500;
/** A worker of Citus is late when a call has waited this long. The limit then does not adapt to its calls. */
export const CITUS_WORKER_LATE_MILLISECONDS = 1_000;
/** The target while refusals take much of the time: serving those callers would not take much more. */
export const ADMISSION_OVERLOAD_TARGET_MILLISECONDS = 1_000;
/** The approximate cost of one refusal. */
export const ADMISSION_REFUSAL_MILLISECONDS = 0.01;

/** The figures of the last requests: how far they look back, and how often the totals are noted for it. */
export const RECENT_REQUESTS_SECONDS = 60;
export const RECENT_REQUESTS_STEP_SECONDS = 5;

/** A batch of work may keep the thread for this long. The call that runs at its end still finishes. */
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
export const COSTLY_QUICK_FACTOR = 9;
export const COSTLY_PAUSE = 1 / 8;
export const COSTLY_PAUSE_MAX_MILLISECONDS = 50;

/** The session history of a player is checked once per so many new bytes on average, and shortened by so many rows at once. */
export const SESSION_HISTORY_CHECK_BYTES = 64 * 1024;
export const SESSION_HISTORY_STEP_ROWS = 512;
/** Players whose histories wait for a check, in each process. More are left to a later check. */
export const SESSION_HISTORY_MAX_WAITING = 1_000;

/** The search for an ended session that a device takes for active: its rows, and how much before the time in the id it begins. */
export const ENDED_SEARCH_ROWS = 100;
export const ENDED_SEARCH_EARLIER_MILLISECONDS = 300_000;

/** Bodies from this size on count in the memory budget and in the response backlog. */
export const LARGE_BODY_BYTES = 64 * 1024;
/** Bodies that the runtime gathers by their announced length, which is faster. Past it bodies count as they arrive. */
export const MEMORY_BUDGET_ANNOUNCED_MAX_BYTES = 64 * 1024 * 1024;

/**
 * A stored time may be this far in the future although no clock was set back: a statement may see the writes of a statement that
 * began after it.
 */
export const CLOCK_SKEW_MILLISECONDS = 10_000;

/** The pause between two attempts to connect to a PostgreSQL that is away. Callers wait for the next one, for half of it on average. */
export const CONNECT_AGAIN_MILLISECONDS = 25;

/** A connection to PostgreSQL is opened anew after this, a tenth more or less. */
export const CONNECTION_MAX_AGE_MILLISECONDS = 30 * 60_000;
/** A connection whose server takes no writes is opened anew, at most once in this time. */
export const READ_ONLY_PAUSE_MILLISECONDS = 1_000;
/** While PostgreSQL is silent: the pause between two attempts to connect. Callers are refused meanwhile. */
export const PROBE_MILLISECONDS = 1_000;

/** The time beyond its own time-out after which a statement on a silent PostgreSQL is given up. */
export const SILENCE_MARGIN_MILLISECONDS = 250;

/** The time-out of a background job's statement, as a multiple of a request's. */
export const JOB_TIMEOUT_FACTOR = 40;

/** The largest random part by which the pause between two runs of a background job is shortened. */
export const JOB_JITTER = 0.1;

/** The expiry of sessions: rows in one step, and the pause between two runs. */
export const EXPIRY_STEP_ROWS = 2_000;
export const EXPIRY_INTERVAL_SECONDS = 30;

/** The entries of the audit that one page looks at: some ten milliseconds. */
export const AUDIT_PAGE_MAX_ENTRIES = 10_000;

/** The losses that one page of them, or a count of them, looks at. */
export const LOSSES_PAGE_MAX_LOOKED_AT = 10_000;

/** How long losses are marked where no versions are kept. */
export const LOSS_DAYS_WITHOUT_HISTORY = 30;

/** The rows that one page of active sessions looks at: some ten milliseconds. Expired sessions are among them. */
export const ACTIVE_PAGE_MAX_ROWS = 10_000;

/** The rows that one step of counting the active sessions looks at. */
export const ONLINE_COUNT_STEP_ROWS = 10_000;

/** Sessions that a page with a filter by contexts looks at, and those that it reads at once: their contexts are 2 MB at most. */
export const SESSION_FILTER_READ_ROWS = 5_000;
export const SESSION_FILTER_STEP_ROWS = 500;

/**
 * The operations of all bulk requests that are under way at once. While players send more requests than this, measured over a
 * window or more, and for a while after, there is one at a time, and a pause from its start to the next.
 */
export const BULK_OPERATIONS_IN_FLIGHT = 8;
export const BULK_BUSY_REQUESTS_PER_SECOND = 500;
export const BULK_BUSY_WINDOW_MILLISECONDS = 20;
export const BULK_BUSY_MILLISECONDS = 500;
export const BULK_PAUSE_MILLISECONDS = 4;
/** Characters of results that leave together in the answer to a bulk request. */
export const BULK_PIECE_CHARACTERS = 16_384;

/**
 * One page of a search: the candidates that it looks at, the entries that it counts to choose the set of candidates, and the time
 * after which it ends. It looks at fewer where no index gives the set in order. Candidates are checked in chunks. The first one is
 * short, since it often fills the page, and each is twice as long as the one before.
 */
export const SEARCH_PAGE_MAX_ENTRIES = 10_000;
export const SEARCH_PROBE_MAX_ENTRIES = 30_000;
export const SEARCH_PAGE_MILLISECONDS = 12;
export const SEARCH_COLLECTED_MAX_PLAYERS = 2_500;
export const SEARCH_CHUNK_LEAST_PLAYERS = 64;
export const SEARCH_CHUNK_MAX_PLAYERS = 256;

/** Bytes of metadata that a search compares with a long string at once. */
export const SEARCH_TEXTS_MAX_BYTES = 1024 * 1024;

/** Rows of sessions and of the audit in one piece of a player's export. */
export const EXPORT_PAGE_ROWS = 100;

/** The pruning of old rows: rows in one step, and the pause between two runs. */
export const PRUNE_STEP_ROWS = 5_000;
/** Old sessions whose times are noted in one step before their deletion: some ten milliseconds, in which rows of players are locked. */
export const LAST_SEEN_STEP_ROWS = 1_000;
export const PRUNE_INTERVAL_SECONDS = 6 * 3_600;
/** The pause between two looks at the clock, and so the time that a wait for a clock in doubt loses at a restart. */
export const CLOCK_CHECK_INTERVAL_SECONDS = 300;

/** One step of pruning the SQLite file: some ten milliseconds. */
export const SQLITE_STEP_ROWS = 500;
export const SQLITE_STEP_MAX_BYTES = 1024 * 1024;

/** SQLite's page cache of each connection. A process has two. */
export const SQLITE_CACHE_KIBIBYTES = 64 * 1024;

/**
 * Rows that an export reads, and an import commits, at once: some hundred megabytes where each has metadata of 1 MiB, some
 * gigabytes where each has 16.
 */
export const TRANSFER_PAGE_ROWS = 200;

/** Months of history for which an import into PostgreSQL creates partitions: twenty years. Other months go to the default one. */
export const IMPORT_MAX_PARTITIONS = 240;

/** Memory for pages of the temporary database in which an import sorts the parts of a source by player. */
export const STAGING_CACHE_KIBIBYTES = 16 * 1024;

/** Parts of a source that are staged in one transaction. */
export const STAGING_TRANSACTION_ROWS = 10_000;

/**
 * An import into PostgreSQL counts the sequential ids up to this difference, a second's work, and sets the sequence past it. It
 * counts in steps, far below a statement time-out of the database's user.
 */
export const IMPORT_MAX_COUNTED_IDS = 1_000_000;
export const IMPORT_STEP_IDS = 100_000;

/**
 * How far a restore raises each player's version and the highest sequential id, beyond all that can have been lost: thirty years of
 * a write a second, and a million registrations. Both stay below 2^52.
 */
export const RESTORED_VERSIONS = 1_000_000_000;
export const RESTORED_SEQUENTIAL_IDS = 1_000_000;
export const RESTORED_EVENTS = 1_000_000_000;

/** Players, by sequential id, whose versions one statement raises after a restore. */
export const RAISE_STEP_IDS = 20_000;

/**
 * A step of the doctor: its players, its rows of each other table, and the entries of the audit and the bytes of texts that it
 * reads at once.
 */
export const DOCTOR_STEP_PLAYERS = 200;
export const DOCTOR_STEP_ROWS = 5_000;
export const DOCTOR_AUDIT_ROWS = 1_000;
export const DOCTOR_READ_MAX_BYTES = 16 * 1024 * 1024;

/** How often file descriptors are counted. */
export const DESCRIPTORS_CHECK_SECONDS = 5;

/** While the store is unavailable, or sign-ins at the console fail, the log says so once in this time. */
export const OUTAGE_LOG_MILLISECONDS = 1_000;

/** In production the log reports each reason of token refusals once in this time. */
export const REFUSAL_LOG_MILLISECONDS = 60_000;

/** Indexes on metadata: how often a process declares its own, looks for one to build, and mends entries. */
export const INDEX_DECLARE_INTERVAL_SECONDS = 300;
export const INDEX_BUILD_INTERVAL_SECONDS = 15;
export const INDEX_MEND_INTERVAL_SECONDS = 3_600;

/** One step of a build on PostgreSQL: rows that are looked at, rows and bytes whose entries are made. */
export const INDEX_STEP_ROWS = 500;
export const INDEX_STEP_MAX_BYTES = 4 * 1024 * 1024;
/** Steps after which the other background jobs have their turn. */
export const INDEX_TURN_STEPS = 50;

/** How often a build that goes on tells its progress in the log. */
export const INDEX_LOG_MILLISECONDS = 10_000;

/** The counting of sessions for the statistics: the pause between two runs of the job. */
export const COUNT_INTERVAL_SECONDS = 20;
/** Ended sessions in one transaction: some ten milliseconds. SQLite writes in the thread that serves HTTP. */
export const COUNT_STEP_ROWS = 2_000;
export const SQLITE_COUNT_STEP_ROWS = 500;
/**
 * At the start of a backlog one statement counts what is left, up to the rows of this many transactions. That takes two
 * milliseconds on SQLite.
 */
export const COUNT_TOTAL_STEPS = 4;
/** Sessions and players that one statement reads. */
export const COUNT_PAGE_ROWS = 1_000;

/** On Citus: how often the coordinator's clock is measured, how often at the start, and how often the shards are read again. */
export const CITUS_CLOCK_INTERVAL_MILLISECONDS = 1_000;
export const CITUS_CLOCK_SAMPLES = 5;
export const CITUS_SHARDS_INTERVAL_MILLISECONDS = 30_000;

/** On Citus: how long the calls of a step wait for those of a worker that is slow. Those go on by themselves then. */
export const CITUS_STEP_MILLISECONDS = 50;

/** The pause between two looks whether PostgreSQL takes writes, which all probes share. */
export const WRITE_LOOK_PAUSE_MILLISECONDS = 250;

/** Below npx: how often a process looks whether it is still there. */
export const PARENT_LOOK_MILLISECONDS = 500;

/** Several processes of one service: a scrape waits for the metrics of each, and a process for the parent's sum. */
export const PROCESS_TELL_MILLISECONDS = 1_000;
export const PROCESS_SCRAPE_MILLISECONDS = 5_000;
/**
 * The replacement of a process that ended sooner after its start than this waits; each further time twice as long, up to a bound.
 */
export const PROCESS_SETTLED_MILLISECONDS = 10_000;
export const PROCESS_PAUSE_MILLISECONDS = 250;
export const PROCESS_PAUSE_MAX_MILLISECONDS = 30_000;
/** A process that says nothing for this time is killed, or for that of systemd's watchdog; it speaks so often in that time. */
export const PROCESS_SILENCE_MILLISECONDS = 15_000;
export const SILENCE_PARTS = 5;
/** A process that was told to end and has not is killed after this. Its drain, its grace and its log take less. */
export const PROCESS_END_MILLISECONDS = 16_000;

export * from './tuning/events.ts';
export * from './tuning/import.ts';
export * from './tuning/statistics.ts';
export * from './tuning/webhooks.ts';
