// Identifiers that the service makes: ids of sessions, server keys and webhooks (UUIDv7, RFC 9562 section 5.7), of requests, and the
// texts of ids of events.
import type { Clock } from './clock.ts';

export function newSessionId(clock: Clock): string {
  return Bun.randomUUIDv7('hex', clock.now());
}

/** Is this a UUID in lower case, as the service writes session ids? */
export const isSessionId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** The start of a session by its id, in milliseconds since the Unix epoch of the clock that made the id. */
export const beginningOf = (sessionId: string): number =>
  Number.parseInt(sessionId.slice(0, 8) + sessionId.slice(9, 13), 16);

/** The nil UUID (RFC 9562 section 5.9). No session has it. */
const noSessionId = '00000000-0000-0000-0000-000000000000';

/**
 * Reads a session id in upper or lower case. Text that is no session id becomes the nil UUID. So a request with it gets the same
 * answer as one with the id of an ended session: an idempotency key is checked first, and the answer is stored under it.
 */
export function readSessionId(text: string): string {
  const id = text.toLowerCase();
  return isSessionId(id) ? id : noSessionId;
}

/** Is this a request id, as a caller may give it and the service makes it: short, printable and without separators? */
export const isRequestId = (text: string): boolean => /^[\w.:/+=@-]{1,128}$/.test(text);

/**
 * Makes the function that gives a request its id. The caller's id is used if it has the form of one.
 * Otherwise the id is a random prefix of the process and a counter, which costs little.
 */
export function requestIdSource(): (given: string | null) => string {
  const prefix = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return (given) => {
    if (given !== null && isRequestId(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

/** Could this be the id of an entry of the audit? In lower case, as the service writes them. */
export const isAuditId: (text: string) => boolean = isSessionId;

/** The id of a server key, a UUIDv7. */
export const newKeyId = (clock: Clock): string => Bun.randomUUIDv7('hex', clock.now());

/** The id of a webhook, or of an attempt there, a UUIDv7. Attempts of one process ascend. */
export const newWebhookId = (clock: Pick<Clock, 'now'>): string =>
  Bun.randomUUIDv7('hex', Math.floor(clock.now()));

/** Could this be the id of a webhook, or of an attempt there? In lower case, as the service writes them. */
export const isWebhookId: (text: string) => boolean = isSessionId;

/** The id of the server key in the environment, `SERVER_API_KEY`. */
export const environmentKeyId = 'environment';

/** Could this be the id of a server key? In lower case, as the service writes them. */
export const isKeyId: (text: string) => boolean = isSessionId;

/** The text of the id of an event, or of a place in the feed. */
export const formatEventId = String;

/** @returns undefined for a text that is no id of an event; 0 is the place before all */
export function parseEventId(text: string): number | undefined {
  const id = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
