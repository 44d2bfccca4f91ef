// Identifiers that the service makes: sessions (UUIDv7, RFC 9562 section 5.7) and requests.
import type { Clock } from './clock.ts';

export function newSessionId(clock: Clock): string {
  return Bun.randomUUIDv7('hex', clock.now());
}

/** Could this be the id of a session? In lower case, as the service writes them. */
export const isSessionId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** A source of request ids: a random prefix for the process, then a counter, so an id costs next to nothing. */
export function requestIdSource(): () => string {
  const prefix = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
