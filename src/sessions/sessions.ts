// The rules of play sessions. A player has no active session or exactly one:
//
//   none   --start-->      active   a new session
//   active --start-->      active   refused with 'Session already active'; a start with `onActive` resumes the session, or
//                                   replaces it, which ends it as `replaced`
//   active --heartbeat-->  active   its last activity moves forward
//   active --stop-->       none     ended as `stopped`
//   active --terminate-->  none     ended as `terminated`, by a server
//   active --silence-->    none     after the time-out; ended as `expired` at its last activity, without any call
//
// The store guarantees this against concurrent callers. A session that has expired never counts as active again.
import { ApiError, playerSuspended, sessionOver } from '../errors/errors.ts';
import { type Clock, toTimestamp } from '../lib/clock.ts';
import { newSessionId } from '../lib/ids.ts';
import type { Author } from '../store/ports/audit.ts';
import type { IdempotencyKey } from '../store/ports/idempotency.ts';
import type {
  ActiveSession,
  EndedSession,
  HistoryPosition,
  NotActive,
  Session,
  SessionOptions,
  SessionStore,
  StartOptions,
} from '../store/ports/sessions.ts';
import type { Suspended } from '../store/ports/suspensions.ts';

// Each function resolves to undefined when the player does not exist (any more).

/** @throws ApiError `sessionAlreadyActive`, `idempotencyKeyReused`, `playerSuspended` */
export const startSession = (
  store: SessionStore,
  clock: Clock,
  sequentialId: number,
  options: StartOptions | undefined,
): Promise<Session | undefined> => store.start(sequentialId, newSessionId(clock), options).then(forPlayer);

/** @throws ApiError `noActiveSession`, `idempotencyKeyReused`, `playerSuspended` */
export const heartbeatSession = (
  store: SessionStore,
  sequentialId: number,
  options: SessionOptions | undefined,
): Promise<Session | undefined> => store.heartbeat(sequentialId, options).then(forPlayer);

/** @throws ApiError `noActiveSession`, `idempotencyKeyReused`, `playerSuspended` */
export const stopSession = (
  store: SessionStore,
  sequentialId: number,
  options: SessionOptions | undefined,
): Promise<EndedSession | undefined> => store.end(sequentialId, 'stopped', options).then(forPlayer);

/**
 * Ends the active session in the name of a server, with its entry in the audit.
 * @throws ApiError `noActiveSession`, `idempotencyKeyReused`
 */
export const terminateSession = (
  store: SessionStore,
  sequentialId: number,
  author: Author,
  idempotencyKey: IdempotencyKey | undefined,
): Promise<EndedSession | undefined> =>
  store
    .end(sequentialId, 'terminated', { audited: { author, action: 'session.terminate' }, idempotencyKey })
    .then(unlessRefused);

/** For a server, which learns nothing of a suspension. @throws ApiError `noActiveSession` */
export const getActiveSession = (
  store: SessionStore,
  sequentialId: number,
): Promise<ActiveSession | undefined> => store.find(sequentialId).then(unlessRefused);

/** @throws ApiError `noActiveSession`, `playerSuspended` */
export const getOwnActiveSession = (
  store: SessionStore,
  sequentialId: number,
): Promise<ActiveSession | undefined> => store.find(sequentialId).then(forPlayer);

/** `unlessRefused` for a player, who learns of a suspension rather than of a session that is not active. @throws ApiError */
function forPlayer<T extends object>(answer: Answer<T>): T | undefined {
  if (typeof answer === 'object' && 'suspendedUntil' in answer && answer.suspendedUntil !== undefined)
    throw playerSuspended(answer.suspendedUntil);
  return unlessRefused(answer);
}

/** An answer of the store. */
type Answer<T> = T | NotActive | Suspended | 'already-active' | 'key-reused' | undefined;

/** Passes on an answer of the store, and turns a refusal into its error, for a player or a server. @throws ApiError */
function unlessRefused<T extends object>(answer: Answer<T>): T | undefined {
  if (answer === 'already-active') {
    throw new ApiError('sessionAlreadyActive', {
      detail: 'a session is active; send onActive "replace" or "resume"',
    });
  }
  if (answer === 'key-reused') throw new ApiError('idempotencyKeyReused');
  if (answer !== undefined && 'notActive' in answer) {
    const { notActive } = answer;
    throw sessionOver(
      'noActiveSession',
      notActive,
      notActive === 'unrecorded' ? undefined : detailOf(answer),
    );
  }
  if (answer !== undefined && 'suspendedUntil' in answer) throw playerSuspended(answer.suspendedUntil);
  return answer;
}

const reasonSentences = {
  none: 'there is no active session',
  unknown: 'there is no such session (any more)',
  stopped: 'this session was stopped',
  expired: 'this session expired',
  replaced: 'this session was replaced',
  terminated: 'this session was terminated',
  erased: 'this session ended when its player was erased',
  unrecorded: '',
} as const satisfies Record<NotActive['notActive'], string>;

/** The detail of a refusal. It tells a device that was replaced from one that was silent for too long. */
const detailOf = ({ notActive, lastActivity }: NotActive): string =>
  lastActivity === undefined
    ? reasonSentences[notActive]
    : `the session expired; its last activity was at ${toTimestamp(lastActivity)}`;

/** The duration of a session, with millisecond precision. */
export function durationSeconds(session: EndedSession): number {
  return (session.endedAt - session.startedAt) / 1000;
}

/** A page of ended sessions. */
export interface EndedPage {
  readonly sessions: Awaited<ReturnType<SessionStore['listEnded']>>;
  /** The position after which the next page begins; undefined on the last page. */
  readonly next: HistoryPosition | undefined;
}

/**
 * Reads a page of the ended sessions, newest first.
 * @param sequentialId undefined for a player who is not registered yet.
 */
export async function listEndedSessions(
  store: SessionStore,
  sequentialId: number | undefined,
  { limit, after }: { readonly limit: number; readonly after: HistoryPosition | undefined },
): Promise<EndedPage> {
  if (sequentialId === undefined) return { sessions: [], next: undefined };
  // One more than asked for tells whether there is a next page.
  const found = await store.listEnded(sequentialId, limit + 1, after);
  const sessions = found.slice(0, limit);
  return { sessions, next: found.length > limit ? sessions.at(-1) : undefined };
}
