// Bounds of reads that wait for a change. src/limits.ts names this file.

/**
 * Waiting reads: the longest wait, the reads of one player that wait at once, and the part of the file descriptors of the process that
 * all of them may take, whatever `WAIT_MAX_REQUESTS` says.
 */
export const WAIT_MAX_SECONDS = 25;
export const WAITS_PER_PLAYER = 4;
export const WAITS_DESCRIPTORS_SHARE = 0.5;

/** The headers of a request that waits, names and values. One with longer ones is answered at once. */
export const WAIT_HEAD_MAX_CHARACTERS = 16_384;

/**
 * The same for servers: a key that was revoked, and that a process knows for `SERVER_KEY_CACHE_SECONDS`, gets its last answer within ten
 * seconds.
 */
export const SERVER_WAIT_MAX_SECONDS = 5;
export const SERVER_WAITS_MAX = 64;
