// Bounds of the zips that an import reads. src/limits.ts names this file.

/** Entries of a zip. */
export const ZIP_MAX_ENTRIES = 200_000;

/** Bytes that the entries of a zip hold when they are unpacked: of one that is read, and of all that are. */
export const ZIP_ENTRY_MAX_BYTES = 8 * 1024 * 1024 * 1024;
export const ZIP_MAX_BYTES = 64 * 1024 * 1024 * 1024;

/**
 * Unpacked bytes for each packed one, in an entry of more than the least bytes. Exports of services pack to a tenth, a bomb to a
 * thousandth.
 */
export const ZIP_MAX_RATIO = 200;
export const ZIP_RATIO_LEAST_BYTES = 4 * 1024 * 1024;
