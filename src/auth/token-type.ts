// The type of a token, which is `typ` in its header, and its check against the types that the settings allow.
import { InvalidToken } from './refusals.ts';

/** A media type in the header of a token (RFC 7515 section 4.1.9): `application/` is optional, and case is ignored. */
export function normalizedType(type: string): string {
  const lower = type.toLowerCase();
  const [, subtype] = /^application\/([^/]+)$/.exec(lower) ?? [];
  return subtype ?? lower;
}

/**
 * Refuses tokens of another kind, such as ID tokens, even if the same key signed them (RFC 8725 section 3.11).
 * @param types the allowed types, normalized; empty when every type is allowed
 * @throws InvalidToken
 */
export function assertType(type: unknown, types: readonly string[]): void {
  if (types.length === 0) return;
  if (typeof type === 'string' && types.includes(normalizedType(type))) return;
  throw new InvalidToken('the header has another typ than JWT_TYPES', { reason: 'typeNotAllowed' });
}
