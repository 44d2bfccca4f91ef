// The beginning of a play session, which may have to wait for a network. A start whose answer was lost counts once, and one that
// comes late never takes the place of another device.
import { PlaykeepError } from './failure.ts';
import { randomId } from './random-id.ts';
import type { ActiveSession, SessionOperations, StartedSession, StartOptions } from './sessions.ts';
import { isTemporary } from './transport.ts';

export interface PlayRequests extends SessionOperations {
  /** One attempt to start, without repetitions. */
  startOnce(options: StartOptions): Promise<StartedSession>;
}

export interface BeginOptions extends StartOptions {
  /**
   * Is this session one that this device left behind, for instance by its `context`? A late start ends such a session. By default
   * every active session is another device's.
   */
  readonly isOwn?: ((active: ActiveSession) => boolean) | undefined;
}

/** May a later attempt succeed? The game's `token` may need a network too, and a late start may wait for the player to sign in again. */
export const isWorthRepeating = (failure: unknown, isLate: boolean): failure is PlaykeepError =>
  failure instanceof PlaykeepError &&
  (isTemporary(failure) || (failure.code === 'unauthorized' && (isLate || failure.status === 0)));

/** @returns a function that tries once to start. It throws PlaykeepError, or the reason of an aborted `signal`. */
export function createStart(
  sessions: PlayRequests,
  { isOwn, ...options }: BeginOptions,
): (isLate: boolean) => Promise<StartedSession> {
  let key = options.idempotencyKey ?? randomId();
  const { onActive, context, signal } = options;
  const start = () => sessions.startOnce({ ...options, idempotencyKey: key });

  /** The same key with another body: the service tells by 422 that the first request had arrived, and gives its answer again. */
  async function startCarefully(): Promise<StartedSession> {
    if (onActive !== 'replace') return start();
    try {
      return await sessions.startOnce({ onActive: 'reject', context, signal, idempotencyKey: key });
    } catch (failure) {
      if (failure instanceof PlaykeepError && failure.status === 422) return start();
      throw failure;
    }
  }

  /** Ends a session that this device left behind. @returns false where another device plays */
  async function endOwn(): Promise<boolean> {
    if (isOwn === undefined) return false;
    try {
      const active = await sessions.active({ signal });
      if (!isOwn(active)) return false;
      await sessions.stop({ sessionId: active.sessionId, signal });
    } catch (failure) {
      if (!(failure instanceof PlaykeepError) || failure.message !== 'No active session found') throw failure;
    }
    return true;
  }

  return async (isLate) => {
    if (!isLate) return start();
    try {
      return await startCarefully();
    } catch (failure) {
      const isConflict = failure instanceof PlaykeepError && failure.code === 'conflict';
      if (!isConflict || !(await endOwn())) throw failure;
    }
    key = randomId();
    return startCarefully();
  };
}
