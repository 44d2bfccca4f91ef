// Reads of servers that wait for another answer (RFC 7240 section 4.3): the read is made again within the service, each half second. A
// console has one for each page that is seen, so they are few, and their work is that of a page that asks again by itself. Reads of
// players, who are many, wait in another way (metadata/watches.ts).
import { createHash } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { Metrics } from '../lib/metrics.ts';
import { failedPrecondition } from '../lib/preconditions.ts';
import { SERVER_WAIT_MAX_SECONDS, SERVER_WAITS_MAX } from '../limits.ts';
import { CHANGES_PAUSE_MILLISECONDS } from '../tuning.ts';
import { BodyInterrupted } from './body.ts';
import { parsePreconditions } from './preconditions.ts';
import { preferredWait } from './prefer.ts';
import { notModified, okTagged, type Reply } from './reply.ts';
import { afterWait, FailedAfterWait, type Wait } from './waited.ts';

/** The headers of such a read, for the API document. */
export const waitHeaders = ['If-None-Match', 'Prefer'] as const;

export interface RepeatedReads {
  /**
   * The reply with an entity tag, or 304 where the caller has it. With `Prefer: wait=N` it is read until it is another one, for so many
   * seconds.
   * @param read makes the data of the answer, as JSON text
   * @param mayWait false for a read that is too costly to be repeated: it gets 304 at once
   * @throws what `read` throws
   */
  answer(request: Request, read: () => Promise<string>, mayWait?: boolean): Promise<Reply>;
  /** Ends all waits, and lets none begin any more. */
  drain(): void;
}

export function createRepeatedReads(
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  metrics: Pick<Metrics, 'gauge'>,
): RepeatedReads {
  const draining = new AbortController();
  let waiting = 0;
  metrics.gauge(
    { name: 'playkeep_server_waiting_reads', help: 'Reads of servers that wait for another answer.' },
    () => waiting,
  );

  /** Begins the wait, which counts until its answer: its reads are the work that the bound is for. @returns false past the bound */
  function begin(wait: Wait): boolean {
    if (waiting >= SERVER_WAITS_MAX) return false;
    waiting += 1;
    wait.waited = 0;
    return true;
  }

  /** Pauses before the next read. @returns false where the wait is over, or may not begin */
  async function pause(wait: Wait, caller: AbortSignal): Promise<boolean> {
    const beganAt = clock.monotonic();
    const left = wait.until - beganAt;
    if (left <= 0 || draining.signal.aborted) return false;
    if (wait.waited === undefined && !begin(wait)) return false;
    await clock.sleep(Math.min(left, CHANGES_PAUSE_MILLISECONDS), AbortSignal.any([caller, draining.signal]));
    wait.waited = (wait.waited ?? 0) + clock.monotonic() - beganAt;
    if (caller.aborted) throw new BodyInterrupted('the caller left while it waited');
    return true;
  }

  async function repeat(request: Request, read: () => Promise<string>, wait: Wait): Promise<Reply> {
    const { ifNoneMatch } = parsePreconditions(request) ?? {};
    for (;;) {
      const data = await read();
      const etag = tagOf(data);
      const isKnown = failedPrecondition({ ifMatch: undefined, ifNoneMatch }, { etag, exists: true });
      if (!isKnown) return afterWait(okTagged(data, etag), wait);
      if (!(await pause(wait, request.signal))) return afterWait(notModified(etag), wait);
    }
  }

  return {
    async answer(request, read, mayWait = true) {
      const prefer = mayWait ? (request.headers.get('prefer') ?? '') : '';
      const seconds = preferredWait(prefer, SERVER_WAIT_MAX_SECONDS) ?? 0;
      const wait: Wait = { seconds, until: clock.monotonic() + seconds * 1_000, waited: undefined };
      try {
        return await repeat(request, read, wait);
      } catch (error) {
        throw wait.waited === undefined ? error : new FailedAfterWait(error, wait.waited);
      } finally {
        if (wait.waited !== undefined) waiting -= 1;
      }
    },
    drain: () => draining.abort(),
  };
}

const tagOf = (data: string): string =>
  `"${createHash('sha256').update(data).digest('base64url').slice(0, 22)}"`;
