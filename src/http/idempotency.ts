// The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), which makes a request safe to repeat.
import { createHash } from 'node:crypto';
import { ApiError } from '../errors/errors.ts';
import { IDEMPOTENCY_KEY_MAX_CHARACTERS } from '../limits.ts';
import { mediaTypeOf } from './body.ts';
import { targetOf } from './path.ts';

const printable = /^[\x20-\x7e]+$/;

/**
 * @returns the key and a digest of method, path, media type and body; undefined without a key.
 * @throws ApiError `invalidRequest` for a key that is empty, too long or not of printable ASCII.
 */
export function readIdempotencyKey(
  request: Request,
  body?: Uint8Array,
): { readonly key: string; readonly fingerprint: string } | undefined {
  const key = request.headers.get('idempotency-key');
  if (key === null) return undefined;
  assertIdempotencyKey(key, 'Idempotency-Key');
  const parts = [request.method, ...normalizedTarget(request), mediaTypeOf(request)];
  return { key, fingerprint: fingerprintOf(parts, body) };
}

/**
 * @param name the place of the key in the request, for the error.
 * @throws ApiError `invalidRequest` for a key that is empty, too long or not of printable ASCII.
 */
export function assertIdempotencyKey(key: string, name: string): void {
  if (printable.test(key) && key.length <= IDEMPOTENCY_KEY_MAX_CHARACTERS) return;
  const detail = `${name} must be 1 to ${IDEMPOTENCY_KEY_MAX_CHARACTERS} printable ASCII characters`;
  throw new ApiError('invalidRequest', { detail });
}

/** A digest of the parts of a request that tell it apart from others, and of its body. */
export const fingerprintOf = (parts: readonly string[], body: string | Uint8Array = ''): string =>
  createHash('sha256').update(JSON.stringify(parts)).update(body).digest('base64url');

function normalizedTarget(request: Request): [pathname: string, search: string] {
  const { pathname, search } = new URL(`http://localhost${targetOf(request)}`);
  return [pathname, search];
}
