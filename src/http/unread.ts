// What is left of a request's body when its answer is ready. The connection can take another request only after it, and its
// sender may be slow, so it is read for a short time and within bounds; then the answer ends the connection.
import { UNREAD_BODY_MAX_BYTES, UNREAD_DISCARD_MAX_BYTES, UNREAD_MILLISECONDS } from '../limits.ts';

export interface Rest {
  /** Must the answer end the connection? */
  readonly endsConnection: boolean;
  /**
   * Settles when the connection may end. To end it while its peer sends makes the peer's system forget an answer that nobody
   * has read yet (RFC 9112 section 9.6), so what comes is thrown away until then.
   */
  readonly discarded?: Promise<void>;
}

/** Resolves at once when the rest is there, or is announced to be long; else when it has come, or the time is over. */
export async function readRest(request: Request): Promise<Rest> {
  const { body } = request;
  // The runtime hands out no body of GET and HEAD, and throws it away by itself.
  if (!body || body.locked) return { endsConnection: true };
  const reader = body.getReader();
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, UNREAD_MILLISECONDS, 'late');

  async function discard(maxBytes: number): Promise<'ended' | 'late' | 'long'> {
    for (let size = 0; size <= maxBytes; ) {
      const step = await Promise.race([reader.read(), late]);
      if (step === 'late') return 'late';
      if (step.done) return 'ended';
      size += step.value.byteLength;
    }
    return 'long';
  }
  // Whose connection has ended has nothing left to send.
  const gone = (): 'ended' => 'ended';

  const isLong = Number(request.headers.get('content-length')) > UNREAD_BODY_MAX_BYTES;
  const first = isLong ? 'long' : await discard(UNREAD_BODY_MAX_BYTES).catch(gone);
  if (first === 'long') {
    const discarded = discard(UNREAD_DISCARD_MAX_BYTES).catch(gone);
    return { endsConnection: true, discarded: discarded.then(() => clearTimeout(timer)) };
  }
  clearTimeout(timer);
  return { endsConnection: first === 'late' };
}
