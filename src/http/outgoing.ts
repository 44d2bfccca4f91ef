// What a finished body is handed to Bun as. One of 15,360 bytes or more that was waited for is sent with each piece of its
// headers by itself, some twenty system calls and packets (Bun 1.4.5); a stream that has all of it at once leaves as one, and
// under a `Content-Length` as well.
import { LARGE_BODY_BYTES } from '../tuning.ts';

/** Text, whole or in pieces: to join large ones would only copy them. */
export type Body = string | readonly string[] | Blob | null;

/** From this many bytes on Bun does not put headers and body together. */
const APART_BYTES = 15_360;
/** The most bytes of UTF-8 that one UTF-16 unit takes. */
const MAX_BYTES_EACH = 3;

/** How large a body is in bytes: exact from `LARGE_BODY_BYTES` on, below that a bound, since to measure text is to go through it. */
export function sizeOf(body: Body): number {
  if (body === null) return 0;
  if (body instanceof Blob) return body.size;
  const most = unitsOf(body) * MAX_BYTES_EACH;
  if (most < LARGE_BODY_BYTES) return most;
  return typeof body === 'string'
    ? Buffer.byteLength(body)
    : body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
}

const unitsOf = (text: string | readonly string[]): number =>
  typeof text === 'string' ? text.length : text.reduce((sum, piece) => sum + piece.length, 0);

/**
 * A body for `Response`; for HEAD as well, if `isHead` says so: there a stream would leave without its length.
 * @param until leaves the answer open until then, though all of it is sent at once
 */
export function outgoing(
  body: Body,
  isHead: boolean,
  until?: Promise<void>,
): string | Blob | ReadableStream | null {
  if (body === null || body instanceof Blob) return body;
  const units = unitsOf(body);
  if (until && !isHead) return asStream(body, units, until);
  if (units >= APART_BYTES && !isHead) return asStream(body, units);
  const text = typeof body === 'string' ? body : body.join('');
  const isSmall = units * MAX_BYTES_EACH < APART_BYTES || Buffer.byteLength(text) < APART_BYTES;
  return isSmall || isHead ? text : asStream(text, units);
}

function asStream(body: string | readonly string[], units: number, until?: Promise<void>): ReadableStream {
  const pieces = typeof body === 'string' ? [body] : body;
  return new ReadableStream(
    {
      type: 'direct',
      pull(controller) {
        for (const piece of pieces) controller.write(piece);
        if (!until) return void controller.end();
        controller.flush();
        return until.then(() => void controller.end());
      },
    },
    // What reaches the mark would leave at once, in chunks of unknown number.
    { highWaterMark: units * MAX_BYTES_EACH + 1 },
  );
}
