// The `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header): what makes it one that may be sent again.
import { createHash } from 'node:crypto';
import { ApiError } from '../errors.ts';
import { IDEMPOTENCY_KEY_MAX_CHARACTERS } from '../limits.ts';
import { mediaTypeOf } from './body.ts';

const printable = /^[\x20-\x7e]+$/;

/**
 * @param body what the request brought, if anything.
 * @returns the key and a digest of what is asked for: method, path, media type and body. Undefined without a key.
 * @throws ApiError `invalidRequest` for a key that is empty, too long or not of printable ASCII.
 */
export function readIdempotencyKey(
  request: Request,
  body?: Uint8Array,
): { readonly key: string; readonly fingerprint: string } | undefined {
  const key = request.headers.get('idempotency-key');
  if (key === null) return undefined;
  if (!printable.test(key) || key.length > IDEMPOTENCY_KEY_MAX_CHARACTERS) {
    const detail = `Idempotency-Key must be 1 to ${IDEMPOTENCY_KEY_MAX_CHARACTERS} printable ASCII characters`;
    throw new ApiError('invalidRequest', { detail });
  }
  const digest = createHash('sha256').update(
    JSON.stringify([request.method, ...pathOf(request.url), mediaTypeOf(request)]),
  );
  return { key, fingerprint: digest.update(body ?? '').digest('base64url') };
}

/**
 * Path and query, the same whatever `Host` says: one that names no host, or none as in HTTP/1.0, makes an URL that cannot be
 * parsed, and is cut off.
 */
function pathOf(url: string): [pathname: string, search: string] {
  const target = url.replace(/^https?:\/\/[^/]*/i, '');
  const { pathname, search } = new URL(`http://localhost${target}`);
  return [pathname, search];
}
