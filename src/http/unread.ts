// The unread rest of a request body whose answer is known. The connection can take no other request before the rest is read. A
// sender may be slow, so reading is bounded in time and bytes. Past the bounds the answer ends the connection.
import type { Clock } from '../lib/clock.ts';
import {
  UNREAD_BODY_MAX_BYTES,
  UNREAD_DISCARD_MAX_BYTES,
  UNREAD_MAX_CONNECTIONS,
  UNREAD_MILLISECONDS,
} from '../limits.ts';

/** The consequences of an unread rest for the answer. */
export interface Rest {
  /** True when the answer must end the connection. */
  readonly endsConnection: boolean;
  /**
   * The answer is held open until this settles, and bytes that arrive meanwhile are discarded. If the connection ended while its
   * peer is sending, the peer's system would drop an answer that is not read yet (RFC 9112 section 9.6).
   */
  readonly discarded?: Promise<void>;
}

export interface Waiting {
  /** Connections that wait for the rest of a body. */
  rests: number;
}

type Outcome = 'ended' | 'late' | 'long';

/**
 * Reads the rest. A short rest that has arrived takes one turn of the event loop. A slow rest is waited for, but only on a few
 * connections at once, since each holds a file descriptor. A long rest is discarded after the answer.
 * @param bodyLength the length of the whole body
 */
export async function readRest(
  request: Request,
  bodyLength: number,
  waiting: Waiting,
  clock: Pick<Clock, 'sleep'>,
): Promise<Rest> {
  const { body } = request;
  // The runtime gives no access to a body of GET or HEAD, and discards it by itself.
  if (!body || body.locked) return { endsConnection: true };
  const reader = body.getReader();
  let isLate = false;
  const giveUp = (): void => {
    isLate = true;
    // The pending read then returns as at the end of the body.
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
  /** A connection that broke has nothing left to send. */
  const broken = (): Outcome => 'ended';

  const isAnnouncedLong = bodyLength !== Number.POSITIVE_INFINITY && bodyLength > UNREAD_BODY_MAX_BYTES;
  const rest = isAnnouncedLong ? undefined : discard(UNREAD_BODY_MAX_BYTES).catch(broken);
  const atOnce = rest && (await Promise.race([rest, nextTurn()]));
  if (atOnce === 'ended') return { endsConnection: false };
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
    const discarded = discard(UNREAD_DISCARD_MAX_BYTES).catch(broken);
    return { endsConnection: true, discarded: discarded.then(done) };
  }
  done();
  return { endsConnection: outcome === 'late' };
}

/** Resolves in the next turn. By then the part of the body that came with the head is read. */
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
