// Every place that refuses a request, or closes a connection, because a bound is reached or concurrent requests came first: the
// bound, its scope and the answer. Errors take their names from this table, so a refusal without a row does not compile. The
// table of docs/limits.md has the same rows in the same order, and a test compares both with the code.

/** The bound counts for all callers of a process together, for one player, for one server key, for one address, or for one connection. */
export type RefusalScope = 'process' | 'player' | 'key' | 'address' | 'connection';

interface Row {
  /** The thing that has a bound. */
  readonly bounds: string;
  /** Settings, and constants of limits.ts and tuning.ts. */
  readonly limits: readonly string[];
  readonly scope: RefusalScope;
  /** The files that refuse, from `src/`. */
  readonly files: readonly string[];
}

/** Refusals by `tooBusy`: 503 with `Retry-After: RETRY_AFTER_SECONDS`, counted as `busy`. */
export const busyRefusals = {
  overload: {
    bounds: 'calls at the store',
    limits: [
      'ADMISSION_MIN_CALLS',
      'ADMISSION_MAX_CALLS',
      'ADMISSION_START_CALLS',
      'ADMISSION_TARGET_MILLISECONDS',
      'SERVER_ADMISSION_SHARE',
    ],
    scope: 'process',
    changesNothing: true,
    files: ['http/server.ts', 'admission/admission-control.ts', 'http/overload-response.ts'],
  },
  memoryBudget: {
    bounds: 'bytes of large bodies, as they arrive, and of lookups',
    limits: ['MEMORY_BUDGET_MAX_BYTES', 'LARGE_BODY_BYTES'],
    scope: 'process',
    changesNothing: true,
    files: ['admission/memory-budget.ts'],
  },
  playerMemoryBudget: {
    bounds: 'the same bytes of one player or server key; one request always passes',
    limits: ['MEMORY_BUDGET_MAX_BYTES_PER_PLAYER', 'LARGE_BODY_BYTES'],
    scope: 'player',
    changesNothing: true,
    files: ['admission/memory-budget.ts'],
  },
  keyLookups: {
    bounds: 'unknown server keys, or sessions at the console, that wait to be looked up',
    limits: ['SERVER_KEY_WAITING_MAX_KEYS', 'SERVER_KEY_LOOKUPS_PER_SECOND', 'SERVER_KEY_LOOKUP_MAX_KEYS'],
    scope: 'process',
    changesNothing: true,
    files: ['auth/key-lookups.ts'],
  },
  webhookTests: {
    bounds: 'tests of webhooks that are under way',
    limits: ['WEBHOOK_TESTS_MAX'],
    scope: 'process',
    changesNothing: true,
    files: ['webhooks/test-delivery.ts'],
  },
  eventStreams: {
    bounds: 'streams of events, and reads of the feed that wait',
    limits: ['EVENTS_MAX_WAITING', 'EVENTS_MAX_WAITING_OF_KEY'],
    scope: 'process',
    changesNothing: true,
    files: ['events/feed.ts'],
  },
  responseBacklog: {
    bounds: 'bytes of large answers that their callers have not read yet',
    limits: ['RESPONSE_BACKLOG_MAX_BYTES', 'LARGE_BODY_BYTES'],
    scope: 'process',
    changesNothing: false,
    files: ['admission/response-backlog.ts'],
  },
} as const satisfies Record<
  string,
  Row & { /** The answer then says that nothing was done. */ readonly changesNothing: boolean }
>;

/** Refusals by `assertRateLimit`: 429 with `Retry-After` up to the next token, counted by their names. */
export const rateRefusals = {
  playerLimit: {
    bounds: 'requests of a player in a minute',
    limits: ['RATE_LIMIT_PER_MINUTE'],
    scope: 'player',
    files: ['auth/access/player.ts', 'admission/rate-limit.ts'],
  },
  serverLimit: {
    bounds: 'requests with a server key in a minute',
    limits: ['SERVER_RATE_LIMIT_PER_MINUTE'],
    scope: 'key',
    files: ['auth/access/server.ts', 'admission/rate-limit.ts'],
  },
  addressLimit: {
    bounds:
      'refused tokens and server keys, sign-ins at the console, and sign-outs without a session, of an address in a minute',
    limits: ['UNAUTHENTICATED_LIMIT_PER_MINUTE'],
    scope: 'address',
    files: [
      'auth/address-limit.ts',
      'auth/access/player.ts',
      'auth/access/server.ts',
      'console/session-routes.ts',
      'console/staff-routes.ts',
      'admission/rate-limit.ts',
    ],
  },
} as const satisfies Record<string, Row>;

/**
 * Refusals by `StoreBusy`: 503 with `Retry-After: RETRY_AFTER_SECONDS`, counted as `busy`. An earlier write of the same request
 * may have been done, so the answer does not say that nothing was done.
 */
export const storeRefusals = {
  batchQueue: {
    bounds: 'calls of one kind that wait for a batch',
    limits: ['BATCH_QUEUE_MAX_CALLS', 'BATCH_QUEUE_MAX_BYTES'],
    scope: 'process',
    message: 'too many calls wait for the database',
    files: ['store/shared/batcher.ts'],
  },
  playerWrites: {
    bounds: 'writes of a player that wait',
    limits: ['PLAYER_MAX_WRITES'],
    scope: 'player',
    message: 'too many calls of one player wait',
    files: ['store/shared/fair-queue.ts', 'store/postgres/open.ts'],
  },
  playerVersionReads: {
    bounds: 'reads of kept versions of a player that wait',
    limits: ['PLAYER_MAX_VERSION_READS'],
    scope: 'player',
    message: 'too many calls of one player wait',
    files: ['store/shared/version-reads.ts'],
  },
  slowCalls: {
    bounds: 'the time that waiting slow calls will take, for players whose calls are slow',
    limits: ['SLOW_CALLS_MAX_MILLISECONDS'],
    scope: 'player',
    message: 'too many slow calls wait',
    files: ['store/shared/fair-queue.ts'],
  },
  versionReadMemory: {
    bounds: 'the memory of reads of kept versions, and of those that wait for it',
    limits: ['VERSION_READS_MAX_BYTES', 'VERSION_READS_MAX_WAITING_BYTES'],
    scope: 'process',
    message: 'too many wait for memory',
    files: ['store/shared/version-reads.ts'],
  },
  bulkRequests: {
    bounds: 'bulk requests of servers at once, until their answers are sent, and the wait of the next one',
    limits: ['BULK_MAX_REQUESTS', 'BULK_MAX_WAIT_MILLISECONDS'],
    scope: 'process',
    message: 'too many bulk requests wait',
    files: ['admission/bulk-admission.ts'],
  },
  connections: {
    bounds: 'the wait for a connection to PostgreSQL',
    limits: ['DATABASE_POOL_SIZE', 'DATABASE_TIMEOUT_MILLISECONDS'],
    scope: 'process',
    message: 'no connection to PostgreSQL was free in time',
    files: ['store/postgres/connection-pool.ts'],
  },
  workerCalls: {
    bounds: 'calls of the players of one Citus worker while it is slow, and their wait for a connection',
    limits: [
      'WORKER_CALLS_SHARE',
      'ADMISSION_TARGET_MILLISECONDS',
      'WORKER_CONNECTIONS_SHARE',
      'DATABASE_POOL_SIZE',
      'DATABASE_TIMEOUT_MILLISECONDS',
    ],
    scope: 'process',
    message: 'too many calls wait for one worker',
    files: ['store/postgres/citus/workers.ts'],
  },
  transactions: {
    bounds: 'the wait for a transaction on PostgreSQL',
    limits: ['DATABASE_POOL_SIZE', 'DATABASE_TIMEOUT_MILLISECONDS'],
    scope: 'process',
    message: 'no connection to PostgreSQL was free for a transaction in time',
    files: ['store/postgres/executor.ts'],
  },
  lockedRow: {
    bounds: 'the wait for a row that another transaction has locked',
    limits: ['DATABASE_TIMEOUT_MILLISECONDS'],
    scope: 'player',
    message: 'another transaction has locked the row',
    files: [
      'store/ports/errors.ts',
      'store/postgres/executor.ts',
      'store/postgres/locked-calls.ts',
      'store/postgres/statement-batcher.ts',
    ],
  },
  contendedMetadata: {
    bounds: 'attempts of a compare-and-swap on metadata',
    limits: ['EDIT_ATTEMPTS'],
    scope: 'player',
    message: 'too many others write the same metadata',
    files: ['store/postgres/edits.ts'],
  },
  contendedVersions: {
    bounds: 'attempts of a read of a kept version while its metadata is written',
    limits: ['VERSION_READ_ATTEMPTS'],
    scope: 'player',
    message: 'others write the same metadata',
    files: ['store/shared/version-reads.ts'],
  },
  contendedStart: {
    bounds: 'attempts of a start while others start and end sessions of the player',
    limits: ['EDIT_ATTEMPTS'],
    scope: 'player',
    message: 'too many others start and end the same session',
    files: ['store/postgres/session-steps.ts'],
  },
  contendedSession: {
    bounds: 'attempts of a heartbeat or stop while others replace the session',
    limits: ['EDIT_ATTEMPTS'],
    scope: 'player',
    message: 'too many others replace the same session',
    files: ['store/postgres/session-steps.ts'],
  },
  contendedPlayer: {
    bounds: 'a registration while the player is erased',
    limits: ['EDIT_ATTEMPTS'],
    scope: 'player',
    message: 'a player was erased while it was registered',
    files: [
      'store/postgres/registrations.ts',
      'store/postgres/citus/registration.ts',
      'players/registration.ts',
    ],
  },
} as const satisfies Record<string, Row & { /** For the log. */ readonly message: string }>;

/** Connections that are closed, with the answer or while they are idle. */
export const closedConnections = {
  unreadBody: {
    bounds: 'the rest of a body that its answer did not need',
    limits: [
      'UNREAD_BODY_MAX_BYTES',
      'UNREAD_MILLISECONDS',
      'UNREAD_MAX_CONNECTIONS',
      'UNREAD_DISCARD_MAX_BYTES',
    ],
    scope: 'connection',
    files: ['http/unread.ts'],
  },
  fileDescriptors: {
    bounds: 'file descriptors; idle connections are closed',
    limits: ['DESCRIPTORS_MAX_SHARE', 'DESCRIPTORS_CHECK_SECONDS'],
    scope: 'process',
    files: ['http/connections.ts'],
  },
} as const satisfies Record<string, Row>;

export type BusyRefusal = keyof typeof busyRefusals;
export type RateRefusal = keyof typeof rateRefusals;
export type StoreRefusal = keyof typeof storeRefusals;

/** The counter of all refusals. */
export const refusalsFamily = {
  name: 'playkeep_refusals_total',
  help: 'Requests that were refused, by reason: an error of the API, or what is behind a 429 or 503.',
} as const;
