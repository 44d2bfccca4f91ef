// The decisions about sessions that are the same on both engines: expiry, the effect of a start on an active session, the end of
// a session, and the reason why no session is active. SQLite calls them for each row. PostgreSQL judges expiry within its
// statements, which mirror these functions, and calls the rest.

import { isFromClockSetBack } from '../../lib/clock-skew.ts';
import type {
  ActiveSession,
  EndedSession,
  EndReason,
  NotActive,
  Session,
  StartOptions,
} from '../ports/sessions.ts';

/** A row of the table of active sessions. The session in it may have expired. */
export interface SessionRow extends ActiveSession {
  /** The time from which the session expires: its last activity, or where a clock was set back the corrected one. */
  readonly expiresFrom: number;
}

/** A session in a row is active or expired; without a row there is none. */
export type FoundSession =
  | { readonly state: 'none' }
  | { readonly state: 'active' | 'expired'; readonly sessionId: string; readonly lastActivity: number };

/** Mirrored by every statement of PostgreSQL that has `expired` or the timeout among its parameters. */
export const isExpired = (
  { expiresFrom }: Pick<SessionRow, 'expiresFrom'>,
  now: number,
  timeoutMilliseconds: number,
): boolean => expiresFrom <= now - timeoutMilliseconds;

/** @param row the player's row of the table of active sessions, if there is one. */
export function stateOf(
  row: Pick<SessionRow, 'expiresFrom'> | null | undefined,
  now: number,
  timeoutMilliseconds: number,
): FoundSession['state'] {
  if (!row) return 'none';
  return isExpired(row, now, timeoutMilliseconds) ? 'expired' : 'active';
}

/** True when a write may proceed that requires a session: the required one is active, or none is required. */
export const isRequiredSession = (required: string | undefined, active: string | null): boolean =>
  required === undefined || required === active;

/**
 * The next step of a start. `insert`: there is no session. `expire`: the session found ends as `expired` first. `replace`: it
 * ends as `replaced` first. `resume`: its activity is noted and it is the answer. `reject`: the start is refused.
 * @param found the session that is active
 */
export function nextStepOfStart(
  state: FoundSession['state'],
  { onActive = 'reject', installationId }: Pick<StartOptions, 'onActive' | 'installationId'>,
  found: Pick<ActiveSession, 'installationId'> | null | undefined,
): 'insert' | 'expire' | 'replace' | 'resume' | 'reject' {
  if (state === 'none') return 'insert';
  if (state === 'expired') return 'expire';
  if (onActive !== 'replaceOwn') return onActive;
  return installationId !== undefined && found?.installationId === installationId ? 'replace' : 'reject';
}

/** The last activity that a heartbeat stores: it never goes backwards. Mirrored by heartbeat-sessions.sql. */
export const nextActivity = (lastActivity: number, now: number): number => Math.max(lastActivity, now);

/** The corrected activity stored beside a last activity; null unless a clock was set back. Mirrored by heartbeat-sessions.sql. */
export const correctedActivity = (lastActivity: number, now: number): number | null =>
  isFromClockSetBack(lastActivity, now) ? now : null;

/**
 * The end of a session. An expired session ended at its last activity as `expired`, whatever reason the caller gives. Mirrored by
 * end-sessions.sql.
 */
export function endOf(
  row: SessionRow,
  asked: EndReason,
  now: number,
  timeoutMilliseconds: number,
): EndedSession {
  const { sessionId, startedAt, lastActivity } = row;
  return isExpired(row, now, timeoutMilliseconds)
    ? { sessionId, startedAt, endedAt: lastActivity, reason: 'expired' }
    : { sessionId, startedAt, endedAt: Math.max(now, lastActivity), reason: asked };
}

/** The answer to the caller who ended a session. A session that had expired by then was not active. */
export const answerToEnd = (
  ended: EndedSession,
  asked: EndReason,
  required: string | undefined,
): EndedSession | NotActive => (ended.reason === asked ? ended : expiredAnswer(ended.endedAt, required));

/**
 * The answer when a call found no active session, or not the required one.
 * @returns `'active'` when the row has an active session after all, which another process may have started meanwhile;
 *   `'in-history'` when the required session has no row: its end has to be looked up
 */
export function explainNotActive(
  found: FoundSession,
  required: string | undefined,
): NotActive | 'active' | 'in-history' {
  if (required !== undefined && (found.state === 'none' || found.sessionId !== required)) return 'in-history';
  if (found.state === 'none') return noActiveSession(undefined);
  return found.state === 'active' ? 'active' : expiredAnswer(found.lastActivity, required);
}

/** The answer when no session is active and none was required. @param lastActivity of the session that expired, if there was one */
export const noActiveSession = (lastActivity: number | undefined): NotActive =>
  lastActivity === undefined ? { notActive: 'none' } : { notActive: 'expired', lastActivity };

/** The answer about a required session that has no row. @param reason its reason in the history, undefined for no such session */
export const answerFromHistory = (reason: EndReason | undefined): NotActive => ({
  notActive: reason ?? 'unknown',
});

/** A caller who names the session knows its last activity, so the time is left out. */
const expiredAnswer = (lastActivity: number, required: string | undefined): NotActive =>
  required === undefined ? noActiveSession(lastActivity) : { notActive: 'expired' };

export const toSession = ({ sessionId, startedAt, lastActivity }: Session): Session => ({
  sessionId,
  startedAt,
  lastActivity,
});

export const toActiveSession = ({
  sessionId,
  startedAt,
  lastActivity,
  context,
  installationId,
}: ActiveSession): ActiveSession => ({ sessionId, startedAt, lastActivity, context, installationId });

export const toEndedSession = ({ sessionId, startedAt, endedAt, reason }: EndedSession): EndedSession => ({
  sessionId,
  startedAt,
  endedAt,
  reason,
});
