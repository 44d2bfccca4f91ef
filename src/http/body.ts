// Reads the body of a request within its bounds. Bytes past the limit are never kept, whether the length is announced or the body
// is chunked. The announced length is read once for each request and passed on.
import type { Reservation } from '../admission/memory-budget.ts';
import { ApiError } from '../errors/errors.ts';
import { LARGE_BODY_BYTES } from '../tuning.ts';

export const jsonMediaType = /^(?:application\/json|[^\s/;]+\/[^\s/;]+\+json)$/i;

/** The connection ended or fell silent before the whole body had arrived, so there is no caller to answer. */
export class BodyInterrupted extends Error {
  override readonly name = 'BodyInterrupted';
}

/** The media type of the body, without parameters and in lower case; empty when the request names none. */
export function mediaTypeOf(request: Request): string {
  const type = request.headers.get('content-type') ?? '';
  return type === 'application/json' ? type : (type.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

/** The bytes of a body by the head of its request (RFC 9112 section 6): 0 for no body, infinite for a chunked one. */
export function bodyLengthOf({ headers }: Request): number {
  const announced = headers.get('content-length');
  if (announced === null) return headers.has('transfer-encoding') ? Number.POSITIVE_INFINITY : 0;
  const length = Number(announced);
  return length >= 0 ? length : Number.POSITIVE_INFINITY;
}

/** Is this a large body, which counts in the memory budget? */
export const isLarge = (bodyLength: number): boolean => bodyLength >= LARGE_BODY_BYTES;

/** Requests that were refused while their body was being read. */
const refusedMidway = new WeakSet<Request>();

/** May a part of the body be unread? */
export const hasUnread = (request: Request, bodyLength: number): boolean =>
  bodyLength !== 0 && (!request.bodyUsed || refusedMidway.has(request));

export interface BodyBounds {
  /** From `bodyLengthOf`. */
  readonly bodyLength: number;
  readonly maxBytes: number;
  /** Counts a large body in the memory budget as it arrives. */
  readonly reservation?: Reservation | undefined;
}

/**
 * Reads a body whose media type is JSON or not named.
 * @param parse a function of the whole body, whose result is returned.
 * @throws ApiError `unsupportedMediaType` for another `Content-Type` or a `Content-Encoding` (RFC 9110 section 15.5.16),
 *   `metadataTooLarge`; BodyInterrupted; the error of `reservation.grow`.
 */
export function readJsonBody<T>(
  request: Request,
  bounds: BodyBounds,
  parse: (bytes: Uint8Array) => T,
): Promise<T> {
  const mediaType = mediaTypeOf(request);
  if (mediaType !== '' && !jsonMediaType.test(mediaType)) {
    return Promise.reject(new ApiError('unsupportedMediaType', { detail: 'send application/json' }));
  }
  return readBody(request, bounds, parse);
}

/** Reads a body of any media type. It uses no `await`, which would cost a save as much time as parsing its body. */
export function readBody<T>(
  request: Request,
  { bodyLength, maxBytes, reservation }: BodyBounds,
  parse: (bytes: Uint8Array) => T,
): Promise<T> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    const detail = 'send the body without a content encoding';
    return Promise.reject(new ApiError('unsupportedMediaType', { detail }));
  }
  const isChunked = bodyLength === Number.POSITIVE_INFINITY;
  if (bodyLength > maxBytes && !isChunked) return Promise.reject(new ApiError('metadataTooLarge'));
  const whole = !isLarge(bodyLength)
    ? request.bytes()
    : reservation?.readsWholeBody
      ? gather(request, reservation)
      : collect(request, { bodyLength, maxBytes: isChunked ? maxBytes : bodyLength, reservation });
  return whole.then(parse, (error) => {
    if (error instanceof ApiError) throw error;
    throw new BodyInterrupted('the request body ended early', { cause: error });
  });
}

/** Reads a whole body, and counts it in the memory budget afterwards. */
const gather = (request: Request, reservation: Reservation): Promise<Uint8Array> =>
  request.bytes().then((bytes) => {
    reservation.grow(bytes.byteLength);
    return bytes;
  });

/**
 * Copies the chunks of a body into one buffer. The buffer has at most twice the bytes that have arrived and, except while it
 * grows, at most `maxBytes`. A list would cost some ninety bytes more for each chunk, and the sender decides how small chunks are.
 */
async function collect(
  request: Request,
  { bodyLength, maxBytes, reservation }: BodyBounds,
): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  let buffer: Uint8Array = new Uint8Array();
  let size = 0;
  try {
    // A body of its announced length is complete. Another read would return nothing.
    while (size !== bodyLength) {
      const step = await reader.read();
      if (step.done) break;
      const chunk: Uint8Array = step.value;
      const needed = size + chunk.byteLength;
      if (needed > maxBytes) throw new ApiError('metadataTooLarge');
      if (size === 0) {
        // Nearly every body comes in one piece, which needs no copy.
        reservation?.grow(needed);
        buffer = chunk;
      } else {
        if (needed > buffer.byteLength) {
          const capacity = Math.min(2 * needed, maxBytes);
          reservation?.grow(capacity - buffer.byteLength);
          buffer = enlarge(buffer, capacity);
        }
        buffer.set(chunk, size);
      }
      size = needed;
    }
    return buffer.subarray(0, size);
  } catch (error) {
    refusedMidway.add(request);
    reader.releaseLock();
    throw error;
  }
}

function enlarge(bytes: Uint8Array, capacity: number): Uint8Array {
  const larger = new Uint8Array(capacity);
  larger.set(bytes);
  return larger;
}
