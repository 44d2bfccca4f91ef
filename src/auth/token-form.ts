// What is demanded of a token beside its signature and claims: that all parsers read the same bytes, and that its header
// says which kind of token it is.
import { InvalidToken } from './refusals.ts';

/** EF BB BF in base64url: three bytes are four characters, so what begins with them begins with these. */
const byteOrderMark = '77u_';

/**
 * RFC 8259 section 8.1: JSON on the wire has no byte-order mark, and a parser may refuse or drop one.
 * @param token a compact JWS
 * @throws InvalidToken
 */
export function demandNoByteOrderMark(token: string): void {
  if (token.startsWith(byteOrderMark) || token.startsWith(byteOrderMark, token.indexOf('.') + 1)) {
    throw new InvalidToken('the header or the claims begin with a byte-order mark');
  }
}

/**
 * A media type as headers have it (RFC 7515 section 4.1.9): `application/` may be left out, and case says nothing.
 */
export function normalizedType(type: string): string {
  const lower = type.toLowerCase();
  const [, subtype] = /^application\/([^/]+)$/.exec(lower) ?? [];
  return subtype ?? lower;
}

/**
 * RFC 8725 section 3.11: a token of another kind, such as an ID token, is no access token though the same key signed it.
 * @param types normalized; none where any will do
 * @throws InvalidToken
 */
export function demandType(type: unknown, types: readonly string[]): void {
  if (types.length === 0) return;
  if (typeof type === 'string' && types.includes(normalizedType(type))) return;
  throw new InvalidToken('the header has another typ than JWT_TYPES', { reason: 'typeNotAllowed' });
}
