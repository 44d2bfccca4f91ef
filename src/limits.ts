// Limits that a caller or an operator can reach and that are no settings, each with its unit in its name. docs/limits.md says
// what the caller then sees. Amounts that only tune the service are in tuning.ts.

/** Bytes of a request body beside the metadata itself: the wrapping object and white space. */
export const BODY_OVERHEAD_BYTES = 64 * 1024;

/** Nesting of objects and arrays in metadata. More breaks parsers of game engines and of PostgreSQL. */
export const METADATA_MAX_DEPTH = 1024;

/** The highest value of `METADATA_MAX_BYTES`. */
export const METADATA_LIMIT_BYTES = 16 * 1024 * 1024;

/** Request line and headers together. Past it the HTTP parser itself answers a bare 431. */
export const REQUEST_HEADERS_MAX_BYTES = 64 * 1024;

/** A longer access token is refused without being read. */
export const TOKEN_MAX_BYTES = 16 * 1024;

/** The longest life of a token from the token server, which is for development. */
export const TOKEN_SERVER_MAX_SECONDS = 24 * 3_600;

/**
 * Strings, keys included, in a token's header, in its claims and in a key set, and their nesting. The runtime's JSON parser keeps
 * keys and short strings in hash tables, and its time grows with the square of those that collide: at most 0.2 ms for a header,
 * and 0.5 ms for claims, which are signed.
 */
export const TOKEN_HEADER_MAX_STRINGS = 64;
export const TOKEN_CLAIMS_MAX_STRINGS = 256;
export const JWKS_MAX_STRINGS = 2_000;
export const TOKEN_MAX_DEPTH = 32;

/** Bytes of a key set. A longer one counts as a failed fetch. */
export const JWKS_MAX_BYTES = 1024 * 1024;

/**
 * How long a copy of the key set and a cached token are used without a check. Together they stay under 60 s, so a key that was
 * removed from the key set stops working within that time.
 */
export const JWKS_MAX_AGE_SECONDS = 25;
export const TOKEN_CACHE_SECONDS = 30;

/** The time-out of a fetch of the key set, and the pause after one that failed. */
export const JWKS_FETCH_TIMEOUT_SECONDS = 5;
export const JWKS_COOL_DOWN_SECONDS = 10;

/** The least time between two fetches for unknown keys. A new key waits no longer than this, whatever other callers send. */
export const JWKS_EXTRA_FETCH_MILLISECONDS = 1_000;

/** Server keys, expired ones included, and the name and lifetime of one. */
export const SERVER_KEYS_MAX = 1_000;
export const SERVER_KEY_NAME_MAX_CHARACTERS = 100;
export const SERVER_KEY_MAX_SECONDS = 10 * 366 * 24 * 3_600;

/** Console sessions of one key (one more ends that used longest ago), and their ends: after the beginning, after the last use. */
export const CONSOLE_SESSIONS_PER_KEY_MAX = 100;
/** The console has a page ready for each depth of its paths: the addresses in it are relative. */
export const CONSOLE_PATH_MAX_SEGMENTS = 8;
export const CONSOLE_SESSION_SECONDS = 12 * 3_600;
export const CONSOLE_SESSION_IDLE_SECONDS = 3_600;

/** A clock that is further ahead of the newest certain time is in doubt. Nothing old is deleted until a service has run for so long. */
export const CLOCK_JUMP_SECONDS = 24 * 3_600;
export const CLOCK_DOUBT_SECONDS = 24 * 3_600;

/** How long a one-time sign-in link works. */
export const SIGN_IN_LINK_SECONDS = 300;

/** The reason of a suspension, which servers alone read. */
export const SUSPENSION_REASON_MAX_CHARACTERS = 1_000;

/** How long a server key is believed after a lookup. A revoked key stops working within twice this time. */
export const SERVER_KEY_CACHE_SECONDS = 5;

/**
 * Lookups of unknown keys in a second, and the keys of one lookup. Later keys wait for the next lookup; past the bound on those
 * that wait the answer is 503.
 */
export const SERVER_KEY_LOOKUPS_PER_SECOND = 10;
export const SERVER_KEY_LOOKUP_MAX_KEYS = 100;
export const SERVER_KEY_WAITING_MAX_KEYS = 1_000;

/** Characters (Unicode code points) of a player id. */
export const PLAYER_ID_MAX_CHARACTERS = 255;

/** Admission control: the bounds of the limit of calls at the store, which adapts to their waiting time. Past it is 503. */
export const ADMISSION_MIN_CALLS = 128;
export const ADMISSION_MAX_CALLS = 16_384;

/**
 * Slow calls of players whose calls are slow: those that wait for their turn may take this long together. One more is answered 503.
 */
export const SLOW_CALLS_MAX_MILLISECONDS = 1_000;

/** Requests of servers are refused at this part of the calls at which those of players are. */
export const SERVER_ADMISSION_SHARE = 0.5;

/** Where the tables are distributed with Citus: the parts of calls at the store, and of connections, that the players of one worker get. */
export const WORKER_CALLS_SHARE = 0.75;
export const WORKER_CONNECTIONS_SHARE = 0.5;

/** Calls that may wait for a batch of one kind, and their bytes. Past either the answer is 503. */
export const BATCH_QUEUE_MAX_CALLS = 20_000;
export const BATCH_QUEUE_MAX_BYTES = 256 * 1024 * 1024;

/** Writes of one player that may wait. One more is answered 503. */
export const PLAYER_MAX_WRITES = 128;

/** Idempotency keys of a player, and their outcomes. One of `IDEMPOTENCY_BRIEF_MAX_BYTES` or less stays as long as its key. */
export const IDEMPOTENCY_KEY_SECONDS = 24 * 3_600;
export const IDEMPOTENCY_MAX_KEYS = 1_000;
export const IDEMPOTENCY_OUTCOMES_MAX_BYTES = 4 * 1024 * 1024;
export const IDEMPOTENCY_BRIEF_MAX_BYTES = 2 * 1024;
export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 255;

/** The id of an installation, and the installations of a player whose last writes are known. */
export const INSTALLATION_ID_MIN_CHARACTERS = 16;
export const INSTALLATION_ID_MAX_CHARACTERS = 64;
export const INSTALLATIONS_PER_PLAYER = 16;

/** Reads of kept versions: memory of all together, that of those that wait for it, and waiting reads of one player. */
export const VERSION_READS_MAX_BYTES = 64 * 1024 * 1024;
export const VERSION_READS_MAX_WAITING_BYTES = 4 * VERSION_READS_MAX_BYTES;
export const PLAYER_MAX_VERSION_READS = 64;

/**
 * The check of metadata by METADATA_SCHEMA: its work, in the unit of lib/json-work.ts, at least and for each character; the problems of
 * one object that are shown and those that are counted, and the length of a pointer and of a sentence.
 */
export const METADATA_SCHEMA_MAX_WORK = 32 * 1024 * 1024;
export const METADATA_SCHEMA_MAX_WORK_PER_CHARACTER = 32;
export const METADATA_PROBLEMS_MAX = 50;
export const METADATA_PROBLEMS_COUNTED = 1_000;
export const METADATA_PROBLEM_POINTER_MAX_UNITS = 256;
export const METADATA_PROBLEM_MAX_CHARACTERS = 200;

/**
 * Operations of a JSON Patch, and work of a patch in the unit of lib/json-work.ts. The budget grows with the text, so a patch
 * that only reads and writes the whole text is never refused: that takes at most 14 units a character.
 */
export const PATCH_MAX_OPERATIONS = 1_000;
export const PATCH_MAX_WORK = 16 * 1024 * 1024;
export const PATCH_MAX_WORK_PER_CHARACTER = 16;

/** Digits of the numbers of an `increment` and of its result, and the largest exponent of its numbers in either direction. */
export const COUNTER_MAX_DIGITS = 1_000;
export const COUNTER_MAX_EXPONENT = 1_000;

/** Players of one lookup, and UTF-8 bytes of metadata in its answer. */
export const LOOKUP_MAX_PLAYERS = 100;
export const LOOKUP_MAX_BYTES = 4 * 1024 * 1024;

/** UTF-8 bytes of a session's `context`, and its nesting: events bring it to receivers, whose parsers may read no deeper text. */
export const SESSION_CONTEXT_MAX_BYTES = 4 * 1024;
export const SESSION_CONTEXT_MAX_DEPTH = 32;

/** The history of one player's ended sessions: its bytes, the bytes that a row counts for beside its context, and its rows. */
export const SESSION_HISTORY_MAX_BYTES = 1024 * 1024;
export const SESSION_HISTORY_ROW_BYTES = 128;
export const SESSION_HISTORY_MAX_ROWS = 7_680;

/** Ended sessions in one answer: at most, and by default. */
export const SESSION_PAGE_MAX_ROWS = 100;
export const SESSION_PAGE_ROWS = 20;

/** Conditions of a filter by contexts, in a list of sessions. */
export const SESSION_FILTER_MAX_CONDITIONS = 8;

/** Operations of a bulk request, and bytes of its body unless one maximal set takes more. */
export const BULK_MAX_OPERATIONS = 1_000;
export const BULK_BODY_MAX_BYTES = 4 * 1024 * 1024;

/** Bulk requests of all server keys that are done at once. One that waits longer for its turn is answered 503. */
export const BULK_MAX_REQUESTS = 4;
export const BULK_MAX_WAIT_MILLISECONDS = 5_000;

/** How long all callers of a process share a count of the active sessions, from its beginning on. */
export const ONLINE_COUNT_SECONDS = 5;

/** Losses of metadata: members from which on the loss of most is one, marks of a player, characters of a version of the game in one. */
export const LOSS_LEAST_MEMBERS = 8;
export const LOSSES_PER_PLAYER = 20;
export const LOSS_GAME_VERSION_MAX_CHARACTERS = 64;
/** Losses in one answer: at most, and by default. Versions of the game in one. */
export const LOSSES_PAGE_MAX_ROWS = 100;
export const LOSSES_PAGE_ROWS = 50;
export const LOSS_VERSIONS_MAX_ROWS = 50;

/** Entries of the audit in one answer: at most, and by default. */
export const AUDIT_PAGE_MAX_ROWS = 100;
export const AUDIT_PAGE_ROWS = 50;

/** Characters of an error's detail, which may quote the caller's text. */
export const ERROR_DETAIL_MAX_CHARACTERS = 200;

/** Players in one page of a search: at most, and by default. Conditions of a search on metadata. */
export const SEARCH_PAGE_MAX_PLAYERS = 100;
export const SEARCH_PAGE_PLAYERS = 50;
export const SEARCH_MAX_METADATA_CONDITIONS = 16;

/** Bytes of a request body that holds no metadata. */
export const SMALL_BODY_MAX_BYTES = 64 * 1024;

/** The memory budget of large request bodies: of all together, and of one player. Past either the answer is 503. */
export const MEMORY_BUDGET_MAX_BYTES = 512 * 1024 * 1024;
export const MEMORY_BUDGET_MAX_BYTES_PER_PLAYER = 32 * 1024 * 1024;

/** Bytes of large answers that are made and not yet sent. One more is answered 503. */
export const RESPONSE_BACKLOG_MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reading of a body that the answer did not need: bytes, time, and connections at once. Past them the connection ends. A body
 * whose announced length is greater is discarded for the same time, so that its sender can read the answer.
 */
export const UNREAD_BODY_MAX_BYTES = 64 * 1024;
export const UNREAD_DISCARD_MAX_BYTES = 16 * 1024 * 1024;
export const UNREAD_MILLISECONDS = 1_000;
export const UNREAD_MAX_CONNECTIONS = 128;

/** The share of the process's file descriptors at which idle connections are closed. */
export const DESCRIPTORS_MAX_SHARE = 0.9;

/** A request must be complete after this time, which suffices for 1 MiB at 4.4 kB/s. */
export const UPLOAD_MAX_SECONDS = 240;

/** Attempts of a compare-and-swap write that loses to others, and of a read whose versions were rewritten; then 503. */
export const EDIT_ATTEMPTS = 100;
export const VERSION_READ_ATTEMPTS = 10;

/**
 * Retries of a batch after a deadlock or a serialization failure, and of a repeatable batch after a broken connection: the next
 * connection may be broken by the same event. After them the answer is 503.
 */
export const BATCH_RETRIES = 5;
export const CONNECTION_RETRIES = 3;

/** The `Retry-After` of a 503. */
export const RETRY_AFTER_SECONDS = 1;

/** In production, how long a stopping service takes new requests while `/readyz` tells load balancers to leave. */
export const SHUTDOWN_DRAIN_SECONDS = 2;

/** At the end of the drain no new connection is taken for this time, so that those before are read when the listener closes. */
export const SHUTDOWN_SETTLE_MILLISECONDS = 250;

/** How long requests in flight may take after the drain before their connections are cut, and then the export of the last spans. */
export const SHUTDOWN_GRACE_SECONDS = 10;
export const TRACES_FLUSH_MILLISECONDS = 2_000;

/** A signal that follows the first one sooner is the same signal. A later one ends the process at once. */
export const SECOND_SIGNAL_MILLISECONDS = 1_000;

/** How long a starting service waits for a PostgreSQL that is starting too. */
export const DATABASE_START_SECONDS = 30;

/** How long writes wait for another process's lock on the SQLite file. Then they are answered 503. */
export const SQLITE_LOCK_TIMEOUT_MILLISECONDS = 5_000;

/** Characters of log lines kept for a slow reader, its time at the end of the process, and that of a terminal. More lines are dropped. */
export const LOG_QUEUE_MAX_CHARACTERS = 256 * 1024;
export const LOG_FINISH_MILLISECONDS = 1_000;
export const LOG_TERMINAL_MILLISECONDS = 1_000;

/** Indexes on metadata: those of one file of METADATA_INDEXES, those of the database, and the UTF-16 units of a pointer. */
export const METADATA_INDEXES_MAX = 16;
export const METADATA_INDEXES_STORED_MAX = 32;
export const METADATA_INDEX_POINTER_MAX_UNITS = 256;

/** Names and columns of players in lists: how many, the length of a pointer, and the characters that are shown and compared. */
export const PLAYER_COLUMNS_MAX = 4;
export const LABEL_POINTER_MAX_UNITS = 128;
export const LABEL_MAX_CHARACTERS = 64;

/** An index that no process has declared for this time is dropped. */
export const METADATA_INDEX_UNDECLARED_SECONDS = 3_600;

/**
 * The lease of the list of declared indexes, on PostgreSQL. From the first time on a process reads it again beside the writes, and
 * past the second no write goes by it.
 */
export const METADATA_INDEX_REFRESH_SECONDS = 3;
export const METADATA_INDEX_LEASE_SECONDS = 10;

/**
 * The statements that a write may run after it took the lease, the wait for its connection included. So long after its declaration
 * plus the lease an index is known to all writes.
 */
export const METADATA_INDEX_LEASE_STATEMENTS = 6;

/** Names that are looked up at once. A name server that is silent is given up after half a minute. */
export const NAME_LOOKUPS_MAX = 100;

/** With less free space on the disk of an SQLite file, the service is not ready: a large write may fail. */
export const SQLITE_LEAST_FREE_BYTES = 1024 * 1024;

export * from './limits/events.ts';
export * from './limits/imports.ts';
export * from './limits/people.ts';
export * from './limits/statistics.ts';
export * from './limits/waits.ts';
export * from './limits/webhooks.ts';
