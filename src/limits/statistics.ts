// The bounds of the statistics: what a caller may ask for, and which values are kept. limits.ts passes them on.

/**
 * The values of one pointer of `STATISTICS_CONTEXT`: their Unicode code points, for numbers those of the text, and how many a day
 * keeps in the statistics. The rest count as `other`.
 */
export const STATISTICS_VALUE_MAX_CHARACTERS = 64;
export const STATISTICS_VALUES_PER_DAY = 1_000;

/**
 * Rows of an answer by value, `other` among them, and the values that an answer over many days has in memory. Past them those with
 * the fewest sessions so far count as `other`.
 */
export const STATISTICS_MAX_VALUE_ROWS = 1_000;
export const STATISTICS_MAX_MERGED_VALUES = 10_000;

/** Pointers that `STATISTICS_CONTEXT` may have. */
export const STATISTICS_MAX_POINTERS = 8;

/** Days that one request for statistics may span, and points of the curve of players online. */
export const STATISTICS_MAX_DAYS = 3_700;
export const STATISTICS_MAX_POINTS = 10_000;

/** Days, weeks or months after the first one that one request for retention may name. */
export const STATISTICS_MAX_RETENTION_DAYS = 100;

/** Values with rows of their own over time, and rows of a distribution. */
export const STATISTICS_MAX_SERIES_VALUES = 20;
export const STATISTICS_MAX_DISTRIBUTION_ROWS = 100;

/** The age of the statistics in an answer. */
export const STATISTICS_MAX_AGE_SECONDS = 60;
