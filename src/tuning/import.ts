// Amounts that tune an import from another service.

/** Users of Nakama that are measured at once, and the bytes of values after which the rest of them wait for the next statement. */
export const NAKAMA_PAGE_USERS = 1_000;
export const NAKAMA_PAGE_BYTES = 2 * 1024 * 1024;

/** The rest of an import after each batch, as a part of the time that the batch took, and at most. Players have the machine then. */
export const IMPORT_REST = 0.5;
export const IMPORT_REST_MAX_MILLISECONDS = 2_000;
