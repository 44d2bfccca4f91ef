// Identifiers that the service makes: sessions and server keys (UUIDv7, RFC 9562 section 5.7), and requests.
import type { Clock } from './clock.ts';

export function newSessionId(clock: Clock): string {
  return Bun.randomUUIDv7('hex', clock.now());
}

/** Could this be the id of a session? In lower case, as the service writes them. */
export const isSessionId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** Milliseconds since the Unix epoch at which a session began, by the clock that made its id. */
export const beginningOf = (sessionId: string): number =>
  Number.parseInt(sessionId.slice(0, 8) + sessionId.slice(9, 13), 16);

/** The nil UUID (RFC 9562 section 5.9), which the service never gives a session. */
const noSessionId = '00000000-0000-0000-0000-000000000000';

/**
 * The id of a session as the service writes it. What is none becomes one that no session has, so that it is answered like the
 * id of a session that is over, in the same place: after an idempotency key was looked at, and kept under it.
 */
export function readSessionId(text: string): string {
  const id = text.toLowerCase();
  return isSessionId(id) ? id : noSessionId;
}

/**
 * A source of request ids. A given one is kept when it is short, printable and free of separators; else it is a random prefix
 * for the process, then a counter, so an id costs next to nothing.
 */
export function requestIdSource(): (given: string | null) => string {
  const prefix = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return (given) => {
    if (given !== null && /^[\w.:/+=@-]{1,128}$/.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

/** The id of a server key, a UUIDv7. */
export const newKeyId = (clock: Clock): string => Bun.randomUUIDv7('hex', clock.now());

/** Could this be the id of a server key? In lower case, as the service writes them. */
export const isKeyId: (text: string) => boolean = isSessionId;
