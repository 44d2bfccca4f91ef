// Bounds of imports: of Playkeep's own exports, and from other services. src/limits.ts names this file.

/** Bytes of a line of an export: metadata of 16 MiB with every character escaped, and some more. A line has some twenty strings. */
export const IMPORT_LINE_MAX_BYTES = 100 * 1024 * 1024;
export const IMPORT_LINE_MAX_STRINGS = 64;

/**
 * An import from another service: attempts at a batch of players whom the service changes meanwhile, and players whose ids are
 * compared, so that no two of the source become one. Their fingerprints take 32 MiB.
 */
export const IMPORT_BATCH_ATTEMPTS = 10;
export const IMPORT_COMPARED_MAX_PLAYERS = 2_900_000;

/** How long an import waits for a database that is away. */
export const IMPORT_OUTAGE_SECONDS = 60;

/** UTF-8 bytes of the detail of an imported audit entry. The service writes some hundred at most. */
export const AUDIT_DETAIL_MAX_BYTES = 4 * 1024;

/**
 * Path rules that an import makes of the access at the source: places of one level, of all, and characters of the pointers to all. More
 * become one place.
 */
export const IMPORT_RULES_LEVEL_MAX_PLACES = 1_000;
export const IMPORT_RULES_MAX_PLACES = 20_000;
export const IMPORT_RULES_MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * One part of a source's file, such as a line, a row or an element of an array, and all values, sessions, ids and names of one player
 * together: bytes, and nesting, which leaves eight levels for what a source wraps around metadata. It is in memory a dozen times, in
 * different forms.
 */
export const IMPORT_PART_MAX_BYTES = 17 * 1024 * 1024;
export const IMPORT_PART_MAX_DEPTH = 1_032;

/** Values, sessions and ids of one player at the source. Each is an object in memory, however short its text. */
export const IMPORT_PLAYER_MAX_VALUES = 100_000;
export const IMPORT_PLAYER_MAX_SESSIONS = 100_000;
export const IMPORT_PLAYER_MAX_IDS = 1_000;

/** Cells of a row of CSV. No database has tables of more columns. */
export const IMPORT_ROW_MAX_CELLS = 4_096;

/** UTF-16 units of the name of a column of Talo's export. Talo takes keys of 128 characters. */
export const TALO_COLUMN_MAX_UNITS = 512;

/** Entries of a zip of a source. */
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
