// Amounts that tune an import from another service.

/** Users of Nakama that are measured at once, and the bytes of values after which the rest of them wait for the next statement. */
export const NAKAMA_PAGE_USERS = 1_000;
export const NAKAMA_PAGE_BYTES = 2 * 1024 * 1024;

/**
 * Players, records and bytes of metadata that an import commits at once, and its rest after that, as a part of the time that it took.
 * Players have the machine in the rest, and wait for about the time of a batch: with 400 players and half the rest their p99 was 172 ms
 * beside a million players (bench/import.ts). On SQLite they wait for each commit, some 20 ms.
 */
export const IMPORT_BATCH = { players: 100, records: 500, bytes: 1024 * 1024, rest: 1 } as const;
export const SQLITE_IMPORT_BATCH = { players: 100, records: 400, bytes: 512 * 1024, rest: 1 } as const;
/** The longest rest. */
export const IMPORT_REST_MAX_MILLISECONDS = 2_000;
