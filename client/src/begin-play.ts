// The beginning of a play session, which may have to wait for a network. A start whose answer was lost counts once, and one that
// comes late takes the place of no other device, tab or process. Without another wish of the game, one at once does not either.
import { PlaykeepError } from './failure.ts';
import type { LiveSession } from './live-session.ts';
import { randomId } from './random-id.ts';
import type { SessionRequests, StartedSession, StartOptions } from './session-requests.ts';
import { isTemporary } from './transport.ts';

export interface PlayRequests extends SessionRequests {
  /** One attempt to start, without repetitions. */
  startOnce(options: StartOptions): Promise<StartedSession>;
  readonly live: LiveSession;
}

/** Is another session active? */
export const isConflict = (failure: unknown): boolean =>
  failure instanceof PlaykeepError && failure.code === 'conflict';

/** May a later attempt succeed? The game's `token` may need a network too, and a late start may wait for the player to sign in again. */
export const isWorthRepeating = (failure: unknown, isLate: boolean): failure is PlaykeepError =>
  failure instanceof PlaykeepError &&
  (isTemporary(failure) || (failure.code === 'unauthorized' && (isLate || failure.status === 0)));

/**
 * @param attempt a start under the key that it is given
 * @returns a function that tries to start. It throws PlaykeepError, or the reason of an aborted `signal`
 */
export function createStart(
  attempt: (options: StartOptions) => Promise<StartedSession>,
  live: LiveSession,
  options: StartOptions,
): (isLate: boolean) => Promise<StartedSession> {
  const idempotencyKey = options.idempotencyKey ?? randomId();
  /** One of these may have arrived under the key. */
  const sent = new Set<StartOptions['onActive']>();

  /** The key with another body: the service tells by 422 that an earlier start has arrived, and gives its answer to that again. */
  async function startAs(onActive: StartOptions['onActive']): Promise<StartedSession> {
    const candidates = [...new Set([onActive, ...sent])];
    sent.add(onActive);
    for (;;) {
      try {
        return await attempt({ ...options, onActive: candidates.shift(), idempotencyKey });
      } catch (failure) {
        if ((failure as PlaykeepError | undefined)?.status !== 422 || candidates.length === 0) throw failure;
      }
    }
  }

  return async (isLate) => {
    const { onActive = 'reject' } = options;
    if (onActive === 'resume' || (!isLate && onActive !== 'reject')) return startAs(onActive);
    try {
      return await startAs((await live.tryEnter()) ? 'replaceOwn' : 'reject');
    } catch (failure) {
      live.leave();
      throw failure;
    }
  };
}
