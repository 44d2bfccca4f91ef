// Reads a request body of a JSON media type, bounded: nothing past the limit is kept, announced or chunked.
import { ApiError } from '../errors.ts';
import { LARGE_BODY_BYTES } from '../tuning.ts';

export const jsonMediaType = /^(?:application\/json|[^\s/;]+\/[^\s/;]+\+json)$/i;

/** The connection ended, or went silent for too long, before the whole body had come. Nobody is left to answer. */
export class BodyInterrupted extends Error {
  override readonly name = 'BodyInterrupted';
}

/** The media type of the body, without parameters and in lower case; empty when the request says none. */
export function mediaTypeOf(request: Request): string {
  const type = request.headers.get('content-type') ?? '';
  return type === 'application/json' ? type : (type.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

/** How a large body holds room. */
export interface Reservation {
  /** Told before the body takes so many bytes more in memory. It throws where there is no room for them. */
  grow(bytes: number): void;
  /** May the runtime gather the body, since there is room for all of it? Then it is told once, when it has come. */
  readonly isAhead: boolean;
}

/**
 * @param parse what to make of the bytes of the body, at most `maxBytes`.
 * @throws ApiError `unsupportedMediaType` when a `Content-Type` or `Content-Encoding` says that this is not plain
 *   JSON (RFC 9110 section 15.5.16), `metadataTooLarge`; BodyInterrupted; what `grow` throws.
 */
export function readJsonBody<T>(
  request: Request,
  maxBytes: number,
  parse: (bytes: Uint8Array) => T,
  held?: Reservation,
): Promise<T> {
  const mediaType = mediaTypeOf(request);
  if (mediaType !== '' && !jsonMediaType.test(mediaType)) {
    return Promise.reject(new ApiError('unsupportedMediaType', { detail: 'send application/json' }));
  }
  return readBody(request, maxBytes, parse, held);
}

/** The same for a body of any media type. An `await` in here costs a save as much as to parse it. */
export function readBody<T>(
  request: Request,
  maxBytes: number,
  parse: (bytes: Uint8Array) => T,
  held?: Reservation,
): Promise<T> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    const detail = 'send the body without a content encoding';
    return Promise.reject(new ApiError('unsupportedMediaType', { detail }));
  }
  const announced = request.headers.get('content-length');
  const size = announced === null ? maxBytes : Number(announced);
  if (size > maxBytes) return Promise.reject(new ApiError('metadataTooLarge'));
  const isSmall = announced !== null && size < LARGE_BODY_BYTES;
  const whole = isSmall
    ? request.bytes()
    : held?.isAhead
      ? gather(request, held)
      : collect(request, size, held);
  return whole.then(parse, (error) => {
    if (error instanceof ApiError) throw error;
    throw new BodyInterrupted('the request body ended early', { cause: error });
  });
}

/** Does the request bring a body (RFC 9112 section 6)? */
export function hasBody({ headers }: Request): boolean {
  const length = headers.get('content-length');
  return length === null ? headers.has('transfer-encoding') : length !== '0';
}

/** Requests whose body was begun and then refused. */
const refusedMidway = new WeakSet<Request>();

/** Is there something of the body that nobody has read? */
export const hasUnread = (request: Request): boolean =>
  hasBody(request) && (!request.bodyUsed || refusedMidway.has(request));

/** How large the body will be; undefined when the request does not say. */
export function announcedBytes({ headers }: Request): number | undefined {
  const length = headers.get('content-length');
  return length === null ? undefined : Number(length);
}

/** May the body be a large one, as far as the request tells? */
export function mayBeLarge(request: Request): boolean {
  const announced = announcedBytes(request);
  return announced === undefined ? request.headers.has('transfer-encoding') : announced >= LARGE_BODY_BYTES;
}

const gather = (request: Request, held: Reservation): Promise<Uint8Array> =>
  request.bytes().then((bytes) => {
    held.grow(bytes.byteLength);
    return bytes;
  });

/**
 * A chunk kept by itself costs some ninety bytes beside its content, and the sender says how small chunks are. Copied into
 * one buffer, they take twice of what has come at most, and but for the moment in which it grows never more than `maxBytes`.
 */
async function collect(
  request: Request,
  maxBytes: number,
  room: Reservation | undefined,
): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  let held: Uint8Array = new Uint8Array();
  let size = 0;
  // A body of announced length is complete at that length, without another read that returns nothing.
  const isComplete = (): boolean => size === maxBytes && request.headers.has('content-length');
  try {
    while (!isComplete()) {
      const step = await reader.read();
      if (step.done) break;
      const chunk: Uint8Array = step.value;
      const needed = size + chunk.byteLength;
      if (needed > maxBytes) throw new ApiError('metadataTooLarge');
      if (size === 0) {
        // Nearly every body comes in one piece, which needs no copy.
        room?.grow(needed);
        held = chunk;
      } else {
        if (needed > held.byteLength) {
          const capacity = Math.min(2 * needed, maxBytes);
          room?.grow(capacity - held.byteLength);
          held = enlarge(held, capacity);
        }
        held.set(chunk, size);
      }
      size = needed;
    }
    return held.subarray(0, size);
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
