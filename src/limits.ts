// Every bound that is not a setting, by name and with its unit, so that nothing grows with what callers send.

/** What a request body may hold beside the metadata itself: the wrapping object and white space. */
export const BODY_OVERHEAD_BYTES = 64 * 1024;

/** Nesting of objects and arrays in stored metadata, and in a session's context: more breaks the parsers of game engines and of PostgreSQL. */
export const METADATA_MAX_DEPTH = 1024;

/** The highest that `METADATA_MAX_BYTES` may be, and so what one player's metadata may take anywhere. */
export const METADATA_LIMIT_BYTES = 16 * 1024 * 1024;

/** Request line and headers together. Past it the parser itself answers a bare 431. */
export const REQUEST_HEADERS_MAX_BYTES = 64 * 1024;

/** A longer access token is refused unread. */
export const TOKEN_MAX_BYTES = 16 * 1024;

/**
 * Strings, keys among them, and nesting of a token's header and of its claims, and of a key set. They are parsed by the runtime, which
 * keeps keys and short strings in hash tables, and whose time grows with the square of those that collide: for a header a fifth of
 * a millisecond at most, for claims, which are signed, half a one.
 */
export const TOKEN_HEADER_MAX_STRINGS = 64;
export const TOKEN_CLAIMS_MAX_STRINGS = 256;
export const JWKS_MAX_STRINGS = 2_000;
export const TOKEN_MAX_DEPTH = 32;

/** What a verified token that is kept counts for at least; `TOKEN_CACHE_MAX_BYTES` bounds all of them. */
export const TOKEN_CACHE_LEAST_BYTES = 640;

/** Together they stay under 60 s: that is how soon a key that was removed from the key set stops working. */
export const TOKEN_CACHE_SECONDS = 30;
export const JWKS_MAX_AGE_SECONDS = 25;

/** After a fetch of the key set that failed, none is made for this long. */
export const JWKS_COOL_DOWN_SECONDS = 10;
/** Between two fetches on account of keys that are unknown: so much later at most a new key is accepted, whatever others send. */
export const JWKS_EXTRA_FETCH_MILLISECONDS = 1_000;
export const JWKS_FETCH_TIMEOUT_SECONDS = 5;
export const JWKS_MAX_BYTES = 1024 * 1024;

/** Addresses, and on SQLite players, whose token buckets are kept in memory; those that were used last. */
export const ADDRESS_LIMIT_MAX_ADDRESSES = 100_000;
export const RATE_LIMIT_MAX_PLAYERS = 200_000;

/** Characters (Unicode code points) of a player id. */
export const PLAYER_ID_MAX_CHARACTERS = 255;

/** Player ids whose sequential id is kept in memory, in each process. */
export const PLAYER_CACHE_MAX_PLAYERS = 200_000;

/** Players whose last save is remembered, on SQLite, so that the next one need not look anything up. */
export const SAVED_STATES_MAX_PLAYERS = 100_000;

/** Calls that share one transaction, and calls that may wait for one; past the latter the answer is 503. */
export const BATCH_MAX_CALLS = 1_000;
export const BATCH_QUEUE_MAX_CALLS = 20_000;

/**
 * Calls that may be with the store before requests are answered 503 at once: to begin with, at least and at most. In between
 * it is found by how long they wait: longer than the target is too long.
 */
export const LOAD_START_CALLS = 1_024;
export const LOAD_LEAST_CALLS = 128;
export const LOAD_MAX_CALLS = 16_384;
export const LOAD_TARGET_MILLISECONDS = 100;
/** Too long when much of the time goes into turning callers away: to serve them instead would not take much more of it. */
export const LOAD_LONGEST_MILLISECONDS = 1_000;
/** About what it takes to turn somebody away. */
export const LOAD_REFUSAL_MILLISECONDS = 0.01;
/** When a call has waited for so long, no more are let in, however few there are; and how often that is looked at. */
export const LOAD_LATE_MILLISECONDS = 1_000;
export const LOAD_WATCH_MILLISECONDS = 50;

/** How long a batch of writes is alone with the database before a further one of its kind leaves beside it. */
export const BATCH_PATIENCE_MILLISECONDS = 5;

/** Reads that share a statement or a read transaction: what each finds may be a megabyte, and more. */
export const READ_BATCH_MAX_CALLS = 128;

/** What the calls of one batch may hold together, in characters of metadata. */
export const BATCH_MAX_BYTES = 4 * 1024 * 1024;

/** The same for all calls that wait for a batch: past it the answer is 503. */
export const BATCH_QUEUE_MAX_BYTES = 256 * 1024 * 1024;

/** Writes of one player that may wait; one more is answered 503. */
export const PLAYER_MAX_WRITES = 128;

/**
 * A call that keeps the thread for so long is charged to its player. Whose charges come to a turn of the thread is costly, until time
 * has halved them often enough.
 */
export const COSTLY_LEAST_MILLISECONDS = 0.5;
export const COSTLY_HALF_LIFE_MILLISECONDS = 2_000;

/**
 * After costly calls the others may take so many times as long before the next ones. Where none waits, these pause for a part of how
 * long they took: so others can come, and what they ask of a database can come back.
 */
export const COSTLY_SHARE = 9;
export const COSTLY_PAUSE = 1 / 8;
export const COSTLY_PAUSE_MAX_MILLISECONDS = 50;

/** How often a write that decides by what it finds is tried again when another process wrote in between. */
export const EDIT_ATTEMPTS = 100;

/** Reads that share a statement when a write looks at a state and its kept versions, each of which may be megabytes. */
export const EDIT_BATCH_MAX_CALLS = 64;

/**
 * How long the first answer under an `Idempotency-Key` is kept, how many keys of one player, and how much of their answers. What
 * takes no more than the last stays as long as its key.
 */
export const REPLAY_SECONDS = 24 * 3_600;
export const REPLAY_MAX_KEYS = 1_000;
export const REPLAY_MAX_BYTES = 4 * 1024 * 1024;
export const REPLAY_BRIEF_MAX_BYTES = 2 * 1024;
export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255;

/**
 * Reads of kept versions: the memory of all together, with the contents from which theirs are stored as differences; the waiting
 * reads of one player; and the repetitions of a read when a write stored the versions anew in between.
 */
export const VERSION_READS_MAX_BYTES = 64 * 1024 * 1024;
export const PLAYER_MAX_VERSION_READS = 64;
export const VERSION_READ_ATTEMPTS = 10;

/**
 * What one patch may hold and cause: operations, and work in the time to look at one character (some 4 ns). To open and to
 * write again all of a text, be it nothing but `0,`, takes 14 of that a character, and is not refused however long it is.
 */
export const PATCH_MAX_OPERATIONS = 1_000;
export const PATCH_MAX_WORK = 16 * 1024 * 1024;
export const PATCH_MAX_WORK_PER_CHARACTER = 16;

/** Players looked up in one request, and what the answer may hold in UTF-8 bytes of metadata. */
export const LOOKUP_MAX_PLAYERS = 100;
export const LOOKUP_MAX_BYTES = 4 * 1024 * 1024;

/** What a session keeps of its start's `context`, in UTF-8 bytes. */
export const SESSION_CONTEXT_MAX_BYTES = 4 * 1024;

/**
 * The history of one player's ended sessions: its bytes, the bytes that a row counts for beside its context, and its rows. It is
 * checked after `LOOK_BYTES` of new history on average, and shortened by `STEP_ROWS` at once.
 */
export const SESSION_HISTORY_MAX_BYTES = 1024 * 1024;
export const SESSION_HISTORY_ROW_BYTES = 128;
export const SESSION_HISTORY_MAX_ROWS = 7_680;
export const SESSION_HISTORY_LOOK_BYTES = 64 * 1024;
export const SESSION_HISTORY_STEP_ROWS = 512;
/** Players whose histories wait to be looked at, in each process; more are left to a later look. */
export const SESSION_HISTORY_MAX_WAITING = 1_000;

/** Length of an error's detail: a sentence, which may quote the caller's text. */
export const ERROR_DETAIL_MAX_CHARACTERS = 200;

/** How many ended sessions are looked through for one that a device takes for active, and how much earlier than its id says. */
export const ENDED_LOOK_ROWS = 100;
export const ENDED_LOOK_EARLIER_MILLISECONDS = 300_000;

/** A request body that holds no metadata. */
export const SMALL_BODY_MAX_BYTES = 64 * 1024;

/**
 * Memory of large requests, from `LARGE_BODY_BYTES` on: of all together, and of one player. `ROOM_AHEAD_MAX_BYTES` bounds the bodies
 * that the runtime gathers by their announced length, which is faster; past it bodies are counted as they arrive.
 * `UNSENT_MAX_BYTES` bounds the answers that are not yet sent.
 */
export const LARGE_BODY_BYTES = 64 * 1024;
export const ROOM_MAX_BYTES = 512 * 1024 * 1024;
export const ROOM_AHEAD_MAX_BYTES = 64 * 1024 * 1024;
export const ROOM_MAX_BYTES_PER_PLAYER = 32 * 1024 * 1024;
export const UNSENT_MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reading of a body whose answer did not need it: bytes, time, and connections at once. Past them the connection ends. A body of a
 * longer announced length is thrown away for the same time, so that its sender can read the answer.
 */
export const UNREAD_BODY_MAX_BYTES = 64 * 1024;
export const UNREAD_DISCARD_MAX_BYTES = 16 * 1024 * 1024;
export const UNREAD_MILLISECONDS = 1_000;
export const UNREAD_MAX_CONNECTIONS = 128;

/** Ended sessions in one answer. */
export const SESSION_PAGE_MAX_ROWS = 100;
export const SESSION_PAGE_ROWS = 20;

/**
 * How far a stored time may be ahead without a clock having been set back: statements that began before another one may meet
 * what that one has written.
 */
export const AHEAD_MILLISECONDS = 10_000;

/** How often a batch runs again after a deadlock or a serialization failure. */
export const BATCH_RETRIES = 5;

/** And after a connection broke, if it may: of those that an operator ended together, the next one may be broken too. */
export const CONNECTION_RETRIES = 3;

/** How much later than its own time-out a PostgreSQL that says nothing is given up. */
export const SILENCE_MARGIN_MILLISECONDS = 250;

/** How many times as long as one of a request a statement of housekeeping may take. */
export const HOUSEKEEPING_TIMEOUTS = 40;

/** Rows looked at in one step, and the pause between two passes, when old history is dropped. */
export const HISTORY_STEP_ROWS = 5_000;
export const HISTORY_INTERVAL_SECONDS = 6 * 3_600;

/**
 * Rows that an export reads, and an import commits, at once: some hundred megabytes where each has metadata of 1 MiB, some
 * gigabytes where each has 16.
 */
export const TRANSFER_PAGE_ROWS = 200;

/** A line of an export: metadata of 16 MiB with every character escaped, and some more. And its strings, which are some twenty. */
export const IMPORT_LINE_MAX_BYTES = 100 * 1024 * 1024;
export const IMPORT_LINE_MAX_STRINGS = 64;

/** Months of history that an import into PostgreSQL makes partitions for: twenty years. */
export const IMPORT_MAX_PARTITIONS = 240;

/**
 * How far an import into PostgreSQL counts the sequential ids up, one second's work, before it sets the sequence instead; and how
 * many at once, so that a time-out for statements which the user of the database may have is far.
 */
export const IMPORT_MAX_COUNTED_IDS = 1_000_000;
export const IMPORT_STEP_IDS = 100_000;

/** How long a starting service waits for a PostgreSQL that is starting too. */
export const DATABASE_START_SECONDS = 30;

/** How long writes wait for another process's lock on the SQLite file before they are answered 503. */
export const SQLITE_LOCK_TIMEOUT_MILLISECONDS = 5_000;

/** How long what shares a turn of the event loop, such as the calls of a transaction on the SQLite file, may keep the thread, but for the last of it. */
export const TURN_MILLISECONDS = 20;

/** What one step of dropping old versions and answers takes from the SQLite file: some ten milliseconds. */
export const SQLITE_STEP_ROWS = 500;
export const SQLITE_STEP_MAX_BYTES = 1024 * 1024;

/** SQLite's page cache, in each process. */
export const SQLITE_CACHE_KIBIBYTES = 64 * 1024;

/** The sweep of expired sessions: rows looked at in one step, and the pause between two sweeps. */
export const SWEEP_STEP_ROWS = 2_000;
export const SWEEP_INTERVAL_SECONDS = 30;

/** When so much of the file descriptors that the process may have is taken, idle connections are closed. */
export const DESCRIPTORS_MAX_SHARE = 0.9;
export const DESCRIPTORS_CHECK_SECONDS = 5;

/** A connection that is idle between requests is closed after this; load balancers keep one for 60 s. */
export const CONNECTION_IDLE_SECONDS = 75;

/** A request must be complete after this: 1 MiB at 4.4 kB/s. */
export const UPLOAD_MAX_SECONDS = 240;

/** A signal that follows the first one sooner is the same once more; a later one ends the process at once. */
export const SECOND_SIGNAL_MILLISECONDS = 1_000;

/**
 * In production, how long a stopping service still takes new requests while `/readyz` tells load balancers to leave; and at the
 * end of that, for how long it takes no new connection, so that those before are all heard when the listener closes.
 */
export const SHUTDOWN_DRAIN_SECONDS = 2;
export const SHUTDOWN_SETTLE_MILLISECONDS = 250;

/** How long requests in flight may take after that, before their connections are cut. */
export const SHUTDOWN_GRACE_SECONDS = 10;

/** What a 503 tells its caller to wait. */
export const RETRY_AFTER_SECONDS = 1;

/** Lines kept for a slow reader of the log; past the bound, lines are dropped. The process waits so long for the reader when it ends. */
export const LOG_QUEUE_MAX_CHARACTERS = 256 * 1024;
export const LOG_FINISH_MILLISECONDS = 1_000;

/** How long a line waits for a terminal that takes nothing. */
export const LOG_TERMINAL_MILLISECONDS = 1_000;

/** While the store is unavailable the log says so once in this time. */
export const OUTAGE_LOG_MILLISECONDS = 1_000;

/** In production the log says once in this time that tokens are refused, for each reason. */
export const REFUSAL_LOG_MILLISECONDS = 60_000;
