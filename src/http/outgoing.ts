// What a finished body is handed to Bun as. One of 15,360 bytes or more that was waited for is sent with each piece of its
// headers by itself, some twenty system calls and packets (Bun 1.4.5); a stream that has all of it at once leaves as one, and
// under a `Content-Length` as well.

/** From this many bytes on Bun does not put headers and body together. */
const APART_BYTES = 15_360;
/** What a UTF-16 unit takes in UTF-8 at most. */
const MAX_BYTES_EACH = 3;

/** A body for `Response`; for HEAD as well, if `isHead` says so: there a stream would leave without its length. */
export function outgoing(body: string | Blob | null, isHead: boolean): string | Blob | ReadableStream | null {
  if (typeof body !== 'string' || isHead || body.length * MAX_BYTES_EACH < APART_BYTES) return body;
  const bytes = Buffer.byteLength(body);
  return bytes < APART_BYTES ? body : asStream(body, bytes);
}

function asStream(text: string, bytes: number): ReadableStream {
  return new ReadableStream(
    {
      type: 'direct',
      pull(controller) {
        controller.write(text);
        controller.end();
      },
    },
    // What reaches the mark would leave at once, in chunks of unknown number.
    { highWaterMark: bytes + 1 },
  );
}
