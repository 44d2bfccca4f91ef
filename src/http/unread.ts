// The unread rest of a request's body when the answer is ready. The connection can take no other request before the rest
// was read. A sender may be slow, so reading is bounded in time and bytes; past the bounds the answer ends the connection.
import type { Clock } from '../lib/clock.ts';
import {
  UNREAD_BODY_MAX_BYTES,
  UNREAD_DISCARD_MAX_BYTES,
  UNREAD_MAX_CONNECTIONS,
  UNREAD_MILLISECONDS,
} from '../limits.ts';

export interface Rest {
  /** Must the answer end the connection? */
  readonly endsConnection: boolean;
  /**
   * Settles when the connection may end. To end it while its peer sends makes the peer's system forget an answer that nobody
   * has read yet (RFC 9112 section 9.6), so what comes is thrown away until then.
   */
  readonly discarded?: Promise<void>;
}

/** How many connections wait for the rest of a body. */
export interface Waiting {
  rests: number;
}

type Outcome = 'ended' | 'late' | 'long';

/**
 * Resolves at once when the rest is there, or is announced to be long; else when it has come, or the time is over. Of those that
 * are slow only so many are waited for, or they would take all file descriptors again and again.
 */
export async function readRest(
  request: Request,
  waiting: Waiting,
  clock: Pick<Clock, 'sleep'>,
): Promise<Rest> {
  const { body } = request;
  // The runtime hands out no body of GET and HEAD, and throws it away by itself.
  if (!body || body.locked) return { endsConnection: true };
  const reader = body.getReader();
  let isLate = false;
  const giveUp = (): void => {
    isLate = true;
    // The pending read then ends as it does at the end of the body.
    reader.cancel().catch(() => undefined);
  };

  async function discard(maxBytes: number): Promise<Outcome> {
    for (let size = 0; size <= maxBytes; ) {
      const step = await reader.read();
      if (isLate) return 'late';
      if (step.done) return 'ended';
      size += step.value.byteLength;
    }
    return 'long';
  }
  // Whose connection has ended has nothing left to send.
  const gone = (): Outcome => 'ended';

  const isLong = Number(request.headers.get('content-length')) > UNREAD_BODY_MAX_BYTES;
  const rest = isLong ? undefined : discard(UNREAD_BODY_MAX_BYTES).catch(gone);
  const soon = rest && (await Promise.race([rest, turnOfEventLoop()]));
  if (soon === 'ended') return { endsConnection: false };
  if (waiting.rests >= UNREAD_MAX_CONNECTIONS) {
    giveUp();
    return { endsConnection: true };
  }
  waiting.rests += 1;
  const ended = new AbortController();
  void clock.sleep(UNREAD_MILLISECONDS, ended.signal).then(() => {
    if (!ended.signal.aborted) giveUp();
  });
  const done = (): void => {
    ended.abort();
    waiting.rests -= 1;
  };
  const outcome = rest ? await rest : 'long';
  if (outcome === 'long') {
    const discarded = discard(UNREAD_DISCARD_MAX_BYTES).catch(gone);
    return { endsConnection: true, discarded: discarded.then(done) };
  }
  done();
  return { endsConnection: outcome === 'late' };
}

/** In which what has come with the head of a request is read. */
const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
