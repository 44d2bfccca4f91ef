// Bounds of events and their feed. src/limits.ts names this file.

/** The names of changed members in an event of metadata, and the bytes of all of them. Past either bound there is no list. */
export const EVENT_MAX_MEMBERS = 100;
export const EVENT_MEMBERS_MAX_BYTES = 1_024;

/** The bytes of such lists that the events of one player have in a period of 30 days. Past them there is no list until the next one. */
export const EVENT_MEMBERS_MAX_BYTES_OF_PERIOD = 8 * 1024 * 1024;

/** A context of so many bytes is in the events of its session. A longer one is in the session alone. */
export const EVENT_OWN_CONTEXT_BYTES = 128;

/** Events of a page of the feed, the default first, and the time for which a read of the feed may wait. */
export const EVENTS_PAGE_ROWS = 100;
export const EVENTS_PAGE_MAX_ROWS = 1_000;
export const EVENTS_WAIT_MAX_SECONDS = 25;

/**
 * Reads of the feed that wait at once in one process, and streams: of all, and of one key. Past them a read is answered at once, and a
 * stream is 503.
 */
export const EVENTS_MAX_WAITING = 100;
export const EVENTS_MAX_WAITING_OF_KEY = 25;

/** How long a stream of events lasts before its caller comes back, with a key that is valid then, and the comment that keeps it open. */
export const EVENT_STREAM_SECONDS = 60;
export const EVENT_STREAM_COMMENT_SECONDS = 15;

/** A stream that is past its time and is not read by its caller is cut off after so long. */
export const EVENT_STREAM_GRACE_SECONDS = 5;
