// Sessions in SQLite. Expiry is judged at the moment of each read and write. `expire` only moves rows.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { beginningOf } from '../../lib/ids.ts';
import { ENDED_SEARCH_EARLIER_MILLISECONDS, ENDED_SEARCH_ROWS } from '../../tuning.ts';
import type {
  EndedSession,
  EndOptions,
  EndReason,
  ListedSession,
  NotActive,
  Session,
  SessionOptions,
  SessionStore,
  StartOptions,
} from '../ports/sessions.ts';
import type { StatisticsStore } from '../ports/statistics.ts';
import type { Suspended } from '../ports/suspensions.ts';
import { toAuditRow } from '../shared/audit.ts';
import { startTold } from '../shared/events.ts';
import {
  answerFromHistory,
  answerToEnd,
  correctedActivity,
  explainNotActive,
  isExpired,
  isRequiredSession,
  nextActivity,
  nextStepOfStart,
  noActiveSession,
  type SessionRow,
  stateOf,
  toActiveSession,
} from '../shared/session-rules.ts';
import { suspensionAt } from '../shared/suspensions.ts';
import { createActiveSessionReads } from './active-sessions.ts';
import type { InsertAudit } from './audit.ts';
import { deleteOldHistory } from './delete-history.ts';
import { type EndSession, findSessionRow } from './end-session.ts';
import { createExpiry } from './expire-sessions.ts';
import { findSuspensionEnd, hasNoActivityAfter } from './expressions.ts';
import type { RunOnce } from './idempotency-keys.ts';
import type { Reader } from './reader.ts';
import { findStartsOn } from './session-facts.ts';
import type { Tell } from './tell.ts';
import type { Writer } from './writer.ts';

export interface SessionStoreOptions {
  readonly db: Database;
  readonly endSession: EndSession;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly runOnce: RunOnce;
  readonly clock: Clock;
  readonly sessionTimeout: number;
  readonly insertAudit: InsertAudit;
  readonly statistics: Pick<StatisticsStore, 'count'>;
  readonly tell: Tell;
}

interface PlayerRow {
  readonly suspendedUntil: number | null;
}

export function sessionStore(options: SessionStoreOptions): SessionStore {
  const { writer, reader, runOnce, clock, sessionTimeout } = options;
  const { start, heartbeat, end } = sessionWrites(options);
  const player = reader.db.query<PlayerRow, [number]>(findSuspensionEnd);
  const findRow = reader.db.query<SessionRow, [number]>(findSessionRow);
  const findStarts = findStartsOn(reader.db);
  // An expired session is listed at the place that it will have in the history.
  const listEnded = reader.db.query<ListedSession, [number, number, number, string, number]>(
    `SELECT session_id AS sessionId, started_at AS startedAt, ended_at AS endedAt, reason, context,
       installation_id AS installationId FROM ended_sessions
     WHERE sequential_id = ?1 AND (ended_at, session_id) < (?3, ?4)
     UNION ALL
     SELECT session_id, started_at, last_activity, 'expired', context, installation_id FROM active_sessions
     WHERE sequential_id = ?1 AND ${hasNoActivityAfter('?5')} AND (last_activity, session_id) < (?3, ?4)
     ORDER BY endedAt DESC, sessionId DESC LIMIT ?2`,
  );

  return {
    start: (sequentialId, sessionId, options = {}) =>
      writer.write(
        (now) =>
          runOnce(sequentialId, options.idempotencyKey, now, () =>
            start(sequentialId, sessionId, options, now),
          ),
        sequentialId,
      ),
    heartbeat: (sequentialId, options) =>
      writer.write(
        (now) =>
          runOnce(sequentialId, options?.idempotencyKey, now, () => heartbeat(sequentialId, options, now)),
        sequentialId,
      ),
    end: (sequentialId, reason, options) =>
      writer.write(
        (now) =>
          runOnce(sequentialId, options?.idempotencyKey, now, () => end(sequentialId, reason, options, now)),
        sequentialId,
      ),
    find: async (sequentialId) =>
      reader.read(() => {
        const row = findRow.get(sequentialId);
        const now = clock.now();
        if (row && !isExpired(row, now, sessionTimeout)) return toActiveSession(row);
        const found = player.get(sequentialId);
        if (!found) return undefined;
        return whileSuspended(found, now, noActiveSession(row?.lastActivity));
      }, sequentialId),
    findStarts: (sequentialId, sessionIds) =>
      reader.read(() => findStarts(sequentialId, sessionIds), sequentialId),
    listEnded: async (sequentialId, limit, after) =>
      reader.read(() => {
        const { endedAt, sessionId } = after ?? { endedAt: Number.MAX_SAFE_INTEGER, sessionId: '' };
        return listEnded.all(sequentialId, limit, endedAt, sessionId, clock.now() - sessionTimeout);
      }, sequentialId),
    ...createActiveSessionReads(options),
    deleteOldHistory: deleteOldHistory(options),
    expire: createExpiry(options),
  };
}

/** Adds the end of a suspension, where there is one. */
function whileSuspended(player: PlayerRow, now: number, answer: NotActive): NotActive {
  const suspendedUntil = suspensionAt(player.suspendedUntil, now);
  return suspendedUntil === undefined ? answer : { ...answer, suspendedUntil };
}

/** The writes, each within the writer's transaction. */
function sessionWrites({ db, endSession, sessionTimeout, insertAudit, tell }: SessionStoreOptions) {
  const player = db.prepare<PlayerRow, [number]>(findSuspensionEnd);
  const findRow = db.prepare<SessionRow, [number]>(findSessionRow);
  const insert = db.prepare<object, [number, string, number, string | null, string | null]>(
    `INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context, installation_id)
     VALUES (?1, ?2, ?3, ?3, ?4, ?5)`,
  );
  const touch = db.prepare<object, [number, number, number | null]>(
    'UPDATE active_sessions SET last_activity = ?2, corrected_activity = ?3 WHERE sequential_id = ?1',
  );
  // Sessions of one player do not overlap. So the required session is the first one that ended after its start, unless clocks
  // differ.
  const findEnded = db.query<Pick<EndedSession, 'reason'>, [number, string, number]>(
    `SELECT reason FROM (
       SELECT * FROM (SELECT session_id, reason FROM ended_sessions WHERE sequential_id = ?1 AND ended_at >= ?3
         ORDER BY ended_at, session_id LIMIT ${ENDED_SEARCH_ROWS})
       UNION ALL
       SELECT * FROM (SELECT session_id, reason FROM ended_sessions WHERE sequential_id = ?1
         ORDER BY ended_at DESC, session_id DESC LIMIT ${ENDED_SEARCH_ROWS}))
     WHERE session_id = ?2 LIMIT 1`,
  );

  /** @param required undefined when no session is required. */
  function notActive(sequentialId: number, required: string | undefined, now: number): NotActive | undefined {
    const found = player.get(sequentialId);
    if (!found) return undefined;
    const row = findRow.get(sequentialId);
    const state = stateOf(row, now, sessionTimeout);
    const answer = explainNotActive(
      row && state !== 'none' ? { ...row, state } : { state: 'none' },
      required,
    );
    if (answer === 'active') throw new Error('an active session was taken for an inactive one');
    if (answer !== 'in-history') return whileSuspended(found, now, answer);
    if (required === undefined) return undefined;
    const since = beginningOf(required) - ENDED_SEARCH_EARLIER_MILLISECONDS;
    const reason = findEnded.get(sequentialId, required, since)?.reason;
    return whileSuspended(found, now, answerFromHistory(reason));
  }

  function touchRow(sequentialId: number, row: SessionRow, now: number): Session {
    const { sessionId, startedAt } = row;
    const lastActivity = nextActivity(row.lastActivity, now);
    touch.run(sequentialId, lastActivity, correctedActivity(lastActivity, now));
    return { sessionId, startedAt, lastActivity };
  }

  return {
    start(
      sequentialId: number,
      sessionId: string,
      options: StartOptions,
      now: number,
    ): Session | 'already-active' | Suspended | undefined {
      const found = player.get(sequentialId);
      if (!found) return undefined;
      const suspendedUntil = suspensionAt(found.suspendedUntil, now);
      if (suspendedUntil !== undefined) return { suspendedUntil };
      const row = findRow.get(sequentialId);
      const step = nextStepOfStart(stateOf(row, now, sessionTimeout), options, row);
      if (step === 'reject') return 'already-active';
      if (step === 'resume' && row) return touchRow(sequentialId, row, now);
      if (step !== 'insert') endSession(sequentialId, 'replaced', now);
      const { context = null, installationId = null } = options;
      insert.run(sequentialId, sessionId, now, context, installationId);
      if (tell.sessions) tell.event(sequentialId, startTold(sessionId, context, installationId), now);
      return { sessionId, startedAt: now, lastActivity: now };
    },

    heartbeat(
      sequentialId: number,
      options: SessionOptions | undefined,
      now: number,
    ): Session | NotActive | undefined {
      const required = options?.sessionId;
      const row = findRow.get(sequentialId);
      const isActive = row && !isExpired(row, now, sessionTimeout);
      return isActive && isRequiredSession(required, row.sessionId)
        ? touchRow(sequentialId, row, now)
        : notActive(sequentialId, required, now);
    },

    end(
      sequentialId: number,
      reason: EndReason,
      options: EndOptions | undefined,
      now: number,
    ): EndedSession | NotActive | undefined {
      const required = options?.sessionId;
      const mayEnd = required === undefined || findRow.get(sequentialId)?.sessionId === required;
      const ended = mayEnd ? endSession(sequentialId, reason, now) : undefined;
      if (!ended) return notActive(sequentialId, required, now);
      const answer = answerToEnd(ended, reason, required);
      if (options?.audited && 'endedAt' in answer) {
        const { sessionId } = answer;
        insertAudit(toAuditRow(options.audited, sequentialId, { sessionId }), now);
      }
      return answer;
    },
  };
}
