// Amounts that tune an import from another service.

/** Users of Nakama that are measured at once, and the bytes of values after which the rest of them wait for the next statement. */
export const NAKAMA_PAGE_USERS = 1_000;
export const NAKAMA_PAGE_BYTES = 2 * 1024 * 1024;
