// The form in which a finished body is given to Bun. From 15,360 bytes on, Bun 1.4.5 sends the headers of an awaited answer in
// some twenty system calls and packets. An answer whose body is a stream that has all bytes at once leaves as one packet, with a
// `Content-Length` too.
import { UTF8_MAX_BYTES_PER_UNIT } from '../lib/utf8.ts';
import { LARGE_BODY_BYTES } from '../tuning.ts';

/** The body of an answer. Text may be in pieces, since joining large pieces would copy them. */
export type Body = string | readonly string[] | Blob | null;

/** From this size on Bun sends headers and body separately. */
const APART_BYTES = 15_360;

/** The size of a body in bytes. Below `LARGE_BODY_BYTES` it is an upper bound, since measuring text means reading all of it. */
export function sizeOf(body: Body): number {
  if (body === null) return 0;
  if (body instanceof Blob) return body.size;
  const most = unitsOf(body) * UTF8_MAX_BYTES_PER_UNIT;
  if (most < LARGE_BODY_BYTES) return most;
  return typeof body === 'string'
    ? Buffer.byteLength(body)
    : body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
}

/** The length of a text in UTF-16 units. */
const unitsOf = (text: string | readonly string[]): number =>
  typeof text === 'string' ? text.length : text.reduce((sum, piece) => sum + piece.length, 0);

/**
 * Makes a body for `Response`.
 * @param isHead the answer is to HEAD. It gets no stream, which would leave without its length.
 * @param until holds the answer open until it settles, though all of the body is sent at once.
 */
export function outgoing(
  body: Body,
  isHead: boolean,
  until?: Promise<void>,
): string | Blob | ReadableStream | null {
  if (body === null || body instanceof Blob) return body;
  const units = unitsOf(body);
  if (until && !isHead) return toStream(body, units, until);
  if (units >= APART_BYTES && !isHead) return toStream(body, units);
  const text = typeof body === 'string' ? body : body.join('');
  const isSmall = units * UTF8_MAX_BYTES_PER_UNIT < APART_BYTES || Buffer.byteLength(text) < APART_BYTES;
  return isSmall || isHead ? text : toStream(text, units);
}

function toStream(body: string | readonly string[], units: number, until?: Promise<void>): ReadableStream {
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
    // A body that reaches the mark is sent at once, in chunks. So the mark is above its size.
    { highWaterMark: units * UTF8_MAX_BYTES_PER_UNIT + 1 },
  );
}
