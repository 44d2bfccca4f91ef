// The reads that wait at the service for another answer, one for a page that follows what it shows. Nothing is asked while the tab is
// hidden, and no service, however it answers, is asked without a pause. A page still reads again by its own timer, more slowly, where no
// read waits.
import { requestText } from './client.ts';
import { ApiFailure } from './failure.ts';

/** As long as the service lets a server wait. */
const preference = 'wait=5';
/** The least pause after an answer. */
const pauseMilliseconds = 500;
/** After a failure that passes soon, and after any other, or where no read may wait. */
const troubledMilliseconds = 5_000;
const refusedMilliseconds = 60_000;

export interface Followed {
  /** Called with each answer that differs from the one before, and with the first one. `isFirst`: nothing is known to have changed. */
  readonly onAnswer: (text: string, isFirst: boolean) => void;
  /** Called when there is nothing at the path any more. */
  readonly onGone?: () => void;
  /** A longer pause after an answer, whose consequences are costly. */
  readonly pauseSeconds?: number;
}

/**
 * Follows a path until the signal is aborted.
 * @param path below the origin, with its query
 * @param listeners those of the moment
 */
export async function follow(path: string, listeners: () => Followed, signal: AbortSignal): Promise<void> {
  let etag: string | undefined;

  /** Asks once. @returns the pause before the next time, in milliseconds */
  async function ask(seen: AbortSignal): Promise<number> {
    const headers = { prefer: preference, ...(etag !== undefined && { 'if-none-match': etag }) };
    const answer = await requestText(path, { headers, signal: seen });
    if (answer.status === 304)
      return answer.headers.has('preference-applied') ? pauseMilliseconds : refusedMilliseconds;
    // A service of an earlier version lets no read wait.
    if (answer.etag === undefined) return refusedMilliseconds;
    const isFirst = etag === undefined;
    ({ etag } = answer);
    const { onAnswer, pauseSeconds = 0 } = listeners();
    onAnswer(answer.text, isFirst);
    return Math.max(pauseMilliseconds, pauseSeconds * 1_000);
  }

  while (!signal.aborted) {
    const seen = await untilSeen(signal);
    let pause = 0;
    try {
      if (!seen.aborted) pause = await ask(seen);
    } catch (error) {
      const failure = error instanceof ApiFailure ? error : undefined;
      pause = failure?.isTemporary ? troubledMilliseconds : refusedMilliseconds;
      if (failure?.status === 404 && !signal.aborted) listeners().onGone?.();
    }
    await sleep(pause, seen);
  }
}

/** Resolves when the tab is seen. @returns a signal that is aborted when it is hidden, and with the given one */
async function untilSeen(signal: AbortSignal): Promise<AbortSignal> {
  if (document.hidden) await visibilityChange(signal, () => !document.hidden);
  const hidden = new AbortController();
  void visibilityChange(signal, () => document.hidden).then(() => hidden.abort());
  return hidden.signal;
}

/** Resolves when the tab is as the condition says, or the signal is aborted. */
function visibilityChange(signal: AbortSignal, isReached: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = (): void => {
      over.abort();
      resolve();
    };
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { signal: over.signal });
    document.addEventListener('visibilitychange', () => isReached() && end(), { signal: over.signal });
  });
}

/** Ends early when the signal is aborted. */
const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
