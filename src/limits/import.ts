// The bounds of what `import --from` reads of another service. limits.ts passes them on.

/**
 * One part of a source, such as a line, a row or an element of an array, and all values of one player together: bytes, and nesting, which
 * leaves eight levels for what a source wraps around metadata.
 */
export const IMPORT_PART_MAX_BYTES = 32 * 1024 * 1024;
export const IMPORT_PART_MAX_DEPTH = 1_032;

/** Values, sessions and ids of one player. */
export const IMPORT_PLAYER_MAX_VALUES = 100_000;
export const IMPORT_PLAYER_MAX_SESSIONS = 100_000;
export const IMPORT_PLAYER_MAX_IDS = 1_000;
