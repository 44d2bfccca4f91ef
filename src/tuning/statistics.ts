// The tuning of the statistics: how sessions are counted beside players, and how answers are read. tuning.ts passes it on.

/** Ended sessions that are not counted and that an answer takes in. Beyond them there is a backlog. */
export const COUNT_BACKLOG_ROWS = 4_000;
/**
 * The counting keeps the thread for a slice, then rests. It rests longer when other work was waiting, so players have most of the
 * thread while they need it.
 */
export const COUNT_SLICE_MILLISECONDS = 2.5;
export const COUNT_REST_MILLISECONDS = 5;
/** A turn of the event loop that took longer had other work. An idle one waits a millisecond for its timer. */
export const COUNT_IDLE_TURN_MILLISECONDS = 1.5;
/**
 * Parts of the sums before they are merged, their characters before an answer is made ready, and days whose sums one transaction
 * merges.
 */
export const COUNT_MAX_PARTS = 128;
export const COUNT_MAX_PART_CHARACTERS = 256 * 1024;
export const COUNT_MERGE_ROWS = 200;
/** A table of 1,000 values of 64 code points, each an escape, is shorter. A longer one is from a version without that bound. */
export const COUNT_MAX_TABLE_BYTES = 450_000;
/** The days of a pointer whose values one statement reads: they may be long. */
export const COUNT_LEARN_ROWS = 16;
/** How long a process may count without renewing its lease. */
export const COUNT_LEASE_MILLISECONDS = 30_000;
/** Answers are kept ready this long after the last request that had to wait. They are renewed at this age. */
export const COUNT_READY_MILLISECONDS = 300_000;
export const COUNT_RENEWAL_MILLISECONDS = 25_000;
/**
 * Days whose sums are read at once for an answer, for sums by value in the first page, and the characters of a page at which the
 * next one aims.
 */
export const STATISTICS_PAGE_DAYS = 400;
export const STATISTICS_PAGE_VALUE_DAYS = 4;
export const STATISTICS_PAGE_CHARACTERS = 512 * 1024;
/** Entries of an index that a distribution reads at once, and distributions that a process keeps until they are too old. */
export const INDEX_PAGE_ENTRIES = 2_000;
export const DISTRIBUTIONS_KEPT = 64;
/** Answers that are made at once, each in turn with the others. */
export const STATISTICS_ANSWERS_AT_ONCE = 8;
/** How long a request for statistics waits for sums that are exact. */
export const COUNT_WAIT_MILLISECONDS = 5_000;
