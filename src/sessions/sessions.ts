// The rules of play sessions. A player has no active session or exactly one:
//
//   none   --start-->      active   a new session; 'Session already active' if there is one
//   active --heartbeat-->  active   its last activity moves forward
//   active --stop-->       none     ended as `stopped`
//   active --silence-->    none     after the timeout, ended as `expired` at its last activity, by itself
//
// The store guarantees this against concurrent callers; a session that expired is never seen as active again.
import { ApiError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { newSessionId } from '../lib/ids.ts';
import type { EndedSession, Session, SessionStore } from '../store/store.ts';

/** @throws ApiError `sessionAlreadyActive`; undefined when the player does not exist (any more). */
export async function startSession(
  store: SessionStore,
  clock: Clock,
  sequentialId: number,
): Promise<Session | undefined> {
  const started = await store.insert(sequentialId, newSessionId(clock));
  if (started === 'already-active') throw new ApiError('sessionAlreadyActive');
  return started;
}

/** @throws ApiError `noActiveSession`; undefined when the player does not exist (any more). */
export async function heartbeatSession(
  store: SessionStore,
  sequentialId: number,
): Promise<Session | undefined> {
  const session = await store.update(sequentialId);
  if (session === 'not-active') throw new ApiError('noActiveSession');
  return session;
}

/** @throws ApiError `noActiveSession`; undefined when the player does not exist (any more). */
export async function stopSession(
  store: SessionStore,
  sequentialId: number,
): Promise<EndedSession | undefined> {
  const ended = await store.delete(sequentialId, 'stopped');
  if (ended === 'not-active') throw new ApiError('noActiveSession');
  return ended;
}

/** Seconds, with millisecond precision. */
export function durationSeconds(session: EndedSession): number {
  return (session.endedAt - session.startedAt) / 1000;
}
