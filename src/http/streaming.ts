// Replies that are made while they are sent. The next piece is requested when the caller can take it. The iteration ends when the
// caller leaves. An error in between resets the connection, so that no caller takes a part for the whole.
import type { Body } from './outgoing.ts';

/** Pieces of text or bytes; no piece of text may end within a surrogate pair. A `ReadableStream` is one too. */
export type StreamedBody = AsyncIterable<string | Uint8Array>;

export const isStreamed = (body: Body | StreamedBody): body is StreamedBody =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** The end of a streamed reply: `left` if its caller left before the end. */
export type StreamEnd = 'complete' | 'left' | { readonly error: unknown };

export interface StartedStream {
  /** The first piece, undefined for an empty body. */
  readonly first: Uint8Array | undefined;
  readonly pieces: AsyncIterator<string | Uint8Array>;
}

const encoder = new TextEncoder();

/** Skips empty pieces: a chunk of no bytes ends a body (RFC 9112 section 7.1). */
async function nextPiece(pieces: StartedStream['pieces']): Promise<Uint8Array | undefined> {
  for (;;) {
    const step = await pieces.next();
    if (step.done) return undefined;
    const bytes = typeof step.value === 'string' ? encoder.encode(step.value) : step.value;
    if (bytes.byteLength > 0) return bytes;
  }
}

/** Waits for the first piece. @throws the error before it, which becomes a reply of its own */
export async function startStream(body: StreamedBody): Promise<StartedStream> {
  const pieces = piecesOf(body);
  return { first: await nextPiece(pieces), pieces };
}

/** The iterator of a body. That of a stream is made from its reader, since the stream's own cannot be ended while it waits. */
function piecesOf(body: StreamedBody): StartedStream['pieces'] {
  if (!(body instanceof ReadableStream)) return body[Symbol.asyncIterator]();
  const reader = body.getReader();
  return {
    next: () => reader.read(),
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/** Ends a body that is not sent, as in the answer to HEAD. */
export const abandonBody = (body: StreamedBody): Promise<void> => endIteration(piecesOf(body));

/** Ends an iteration. Its errors have no effect, since no caller waits for it any more. */
export async function endIteration(pieces: StartedStream['pieces']): Promise<void> {
  try {
    await pieces.return?.();
  } catch {}
}

interface StreamOptions {
  readonly until: Promise<void> | undefined;
  readonly cutOff: AbortSignal | undefined;
  readonly onEnd: (end: StreamEnd) => void;
}

/**
 * @param until keeps the connection open after the last piece until it settles.
 * @param cutOff ends the reply when it aborts while the caller reads nothing: the connection is reset when it reads, or is idle for long.
 *   A piece that is made then comes to its end.
 * @param onEnd is called once.
 */
export function toReadableStream(
  { first, pieces }: StartedStream,
  { until, cutOff, onEnd }: StreamOptions,
): ReadableStream<Uint8Array> {
  let ready = first;
  let isOver = false;
  let isPulled = false;

  function end(how: StreamEnd): void {
    if (isOver) return;
    isOver = true;
    onEnd(how);
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        cutOff?.addEventListener('abort', () => {
          if (isOver || isPulled) return;
          end('left');
          controller.error();
          void endIteration(pieces);
        });
      },
      async pull(controller) {
        isPulled = true;
        try {
          const piece = ready ?? (await nextPiece(pieces));
          ready = undefined;
          if (isOver) return;
          if (piece) {
            controller.enqueue(piece);
            return;
          }
          await until;
          if (isOver) return;
          end('complete');
          controller.close();
        } catch (error) {
          if (isOver) return;
          end({ error });
          // Bun would print a reason.
          controller.error();
        } finally {
          isPulled = false;
        }
      },
      async cancel() {
        end('left');
        await endIteration(pieces);
      },
    },
    { highWaterMark: 0 },
  );
}
