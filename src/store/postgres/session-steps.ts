// The start, the heartbeat and the end of one player's session in PostgreSQL, as loops over steps. A step is one statement. It
// runs in a batch with steps of other players, or in a transaction of its own (sessions.ts).
import { EDIT_ATTEMPTS } from '../../limits.ts';
import { StoreBusy } from '../ports/errors.ts';
import type { EndedSession, EndReason, NotActive, Session, StartOptions } from '../ports/sessions.ts';
import type { Suspended } from '../ports/suspensions.ts';
import {
  answerFromHistory,
  answerToEnd,
  explainNotActive,
  type FoundSession,
  nextStepOfStart,
  toEndedSession,
  toSession,
} from '../shared/session-rules.ts';
import { suspensionOf } from '../shared/suspensions.ts';
import type { End, Heartbeat, Replacement, RequiredSession, Start } from './session-statements.ts';
import type { EndSessionsRow, FindPresenceRow, StartSessionsRow } from './sql/statements.ts';

export interface SessionSteps {
  start(call: Start): Promise<StartSessionsRow | undefined>;
  heartbeat(call: Heartbeat): Promise<StartSessionsRow | undefined>;
  end(call: End): Promise<EndSessionsRow | undefined>;
  expire(sequentialId: number): Promise<unknown>;
  findSession(sequentialId: number): Promise<FindPresenceRow | undefined>;
  findEnded(call: RequiredSession): Promise<EndReason | undefined>;
  /** Ends the session that was found and starts another one, both or neither. */
  replace(call: Replacement): Promise<StartSessionsRow | undefined>;
}

function toFoundSession({ sessionId, lastActivity, expired }: FindPresenceRow): FoundSession {
  if (sessionId === null) return { state: 'none' };
  return { state: expired ? 'expired' : 'active', sessionId, lastActivity };
}

/** Repeats until a session is started or found to be active, as other processes may start and end it in between. */
export async function startWith(
  steps: SessionSteps,
  call: Start,
  options: StartOptions,
): Promise<Session | 'already-active' | Suspended | undefined> {
  const { sequentialId, sessionId } = call;
  for (let attempt = 1; attempt <= EDIT_ATTEMPTS; attempt += 1) {
    const started = await steps.start(call);
    if (started) return toSession(started);
    const row = await steps.findSession(sequentialId);
    if (!row) return undefined;
    // This same call started it, before the connection broke.
    if (row.sessionId === sessionId) return toSession({ ...row, sessionId });
    const suspendedUntil = suspensionOf(row.suspendedUntil);
    if (suspendedUntil !== undefined) return { suspendedUntil };
    const found = toFoundSession(row);
    const step = nextStepOfStart(found.state, options, row);
    if (found.state === 'none' || step === 'insert') continue;
    if (step === 'reject') return 'already-active';
    if (step === 'expire') {
      await steps.expire(sequentialId);
      continue;
    }
    const session = await (step === 'replace'
      ? steps.replace({ ...call, replacedId: found.sessionId })
      : steps.heartbeat({ sequentialId, sessionId: found.sessionId }));
    if (session) return toSession(session);
  }
  throw new StoreBusy('contendedStart');
}

export const heartbeatWith = (
  steps: SessionSteps,
  call: Heartbeat,
): Promise<Session | NotActive | undefined> =>
  actOnActive(steps, call, () => steps.heartbeat(call).then((row) => row && toSession(row)));

export const endWith = (steps: SessionSteps, call: End): Promise<EndedSession | NotActive | undefined> =>
  actOnActive(steps, call, () =>
    steps
      .end(call)
      .then((row) => row && answerToEnd(toEndedSession(row), call.reason, call.sessionId ?? undefined)),
  );

/**
 * Acts on the active session. A statement may miss an active session: it waited for the row of a session that was replaced
 * meanwhile, and does not see the row of the new session. Then the action is repeated.
 */
function actOnActive<T>(
  steps: SessionSteps,
  call: Heartbeat,
  act: () => Promise<T | undefined>,
  attempt = 1,
): Promise<T | NotActive | undefined> {
  return act().then((done) => done ?? explainOrRepeat(steps, call, act, attempt));
}

async function explainOrRepeat<T>(
  steps: SessionSteps,
  call: Heartbeat,
  act: () => Promise<T | undefined>,
  attempt: number,
): Promise<T | NotActive | undefined> {
  const row = await steps.findSession(call.sequentialId);
  if (!row) return undefined;
  const { sequentialId, sessionId } = call;
  const answer = explainNotActive(toFoundSession(row), sessionId ?? undefined);
  if (answer === 'in-history' && sessionId !== null) {
    return whileSuspended(row, answerFromHistory(await steps.findEnded({ sequentialId, sessionId })));
  }
  if (answer !== 'active' && answer !== 'in-history') return whileSuspended(row, answer);
  if (attempt === EDIT_ATTEMPTS) throw new StoreBusy('contendedSession');
  return actOnActive(steps, call, act, attempt + 1);
}

/** Adds the end of a suspension, where there is one. */
export function whileSuspended(row: Pick<FindPresenceRow, 'suspendedUntil'>, answer: NotActive): NotActive {
  const suspendedUntil = suspensionOf(row.suspendedUntil);
  return suspendedUntil === undefined ? answer : { ...answer, suspendedUntil };
}
