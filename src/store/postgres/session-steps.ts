// What becomes of one player's session, in statements for many calls each. Every step is a statement; they run in batches with
// other players', or in a transaction of their own (sessions.ts).
import { beginningOf } from '../../lib/ids.ts';
import {
  CLOCK_SKEW_MILLISECONDS,
  EDIT_ATTEMPTS,
  ENDED_SEARCH_EARLIER_MILLISECONDS,
  ENDED_SEARCH_ROWS,
} from '../../tuning.ts';
import {
  type EndedSession,
  type EndReason,
  type NotActive,
  type Session,
  type StartOptions,
  StoreBusy,
} from '../ports/store.ts';
import type { HistoryLimit } from '../shared/history-limit.ts';
import { bigints, texts, uuids } from './arrays.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import endSessions from './sql/end-sessions.sql' with { type: 'text' };
import findEnded from './sql/find-ended.sql' with { type: 'text' };
import findPresence from './sql/find-presence.sql' with { type: 'text' };
import heartbeatSessions from './sql/heartbeat-sessions.sql' with { type: 'text' };
import startSessions from './sql/start-sessions.sql' with { type: 'text' };

/** As a start does it (start-sessions.sql), before there is one. */
const markStarts = `UPDATE metadata SET unseen_starts = metadata.unseen_starts + 1
  FROM unnest($1::bigint[]) AS input (sequential_id) WHERE metadata.sequential_id = input.sequential_id`;

interface SessionRow extends Session {
  readonly sequentialId: number;
}
/** `sessionId` is null for a player who has no session. */
interface PresenceRow extends Omit<SessionRow, 'sessionId'> {
  readonly sessionId: string | null;
  readonly context: string | null;
  readonly expired: boolean;
}
interface EndedRow extends EndedSession {
  readonly sequentialId: number;
  readonly contextBytes: number | null;
}
export interface Start {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly context: string | null;
}
export interface Replacement extends Start {
  readonly replacedId: string;
}
/** A session that somebody takes for active. */
export interface Meant {
  readonly sequentialId: number;
  readonly sessionId: string;
}
export interface Heartbeat {
  readonly sequentialId: number;
  readonly sessionId: string | null;
}
export interface End extends Heartbeat {
  readonly reason: EndReason;
}

const toSession = ({ sessionId, startedAt, lastActivity }: Session): Session => ({
  sessionId,
  startedAt,
  lastActivity,
});
const toEnded = ({ sessionId, startedAt, endedAt, reason }: EndedSession): EndedSession => ({
  sessionId,
  startedAt,
  endedAt,
  reason,
});
const byId = <R extends { readonly sequentialId: number }>(rows: readonly R[]): Map<number, R> =>
  new Map(rows.map((row) => [row.sequentialId, row]));
const inKeyOrder = <C extends { readonly sequentialId: number }>(calls: readonly C[]): C[] =>
  calls.toSorted((a, b) => a.sequentialId - b.sequentialId);
/** The statements, for many calls each: one result a call. */
export function sessionStatements({
  now,
  sessionTimeoutMilliseconds: timeout,
  onEnded,
}: Pick<Database, 'now' | 'sessionTimeoutMilliseconds'> & { readonly onEnded?: HistoryLimit['ended'] }) {
  async function end(queries: Queries, calls: readonly End[], onlyExpired: boolean) {
    const sorted = inKeyOrder(calls);
    const ids = bigints(sorted.map((call) => call.sequentialId));
    const reasons = texts(sorted.map((call) => call.reason));
    const sessions = uuids(sorted.map((call) => call.sessionId));
    const parameters = [ids, reasons, sessions, now(), timeout, onlyExpired];
    const rows = await queries.query<EndedRow>(endSessions, parameters);
    for (const row of rows) onEnded?.(row.sequentialId, row.contextBytes ?? 0);
    return byId(rows);
  }

  async function start(queries: Queries, calls: readonly Start[]): Promise<Map<number, SessionRow>> {
    const sorted = inKeyOrder(calls);
    const ids = bigints(sorted.map((call) => call.sequentialId));
    const sessionIds = uuids(sorted.map((call) => call.sessionId));
    const contexts = texts(sorted.map((call) => call.context));
    return byId(await queries.query<SessionRow>(startSessions, [ids, sessionIds, contexts, now()]));
  }

  return {
    async start(queries: Queries, calls: readonly Start[]): Promise<(SessionRow | undefined)[]> {
      const rows = await start(queries, calls);
      return calls.map((call) => rows.get(call.sequentialId));
    },
    async heartbeat(queries: Queries, calls: readonly Heartbeat[]): Promise<(SessionRow | undefined)[]> {
      const sorted = inKeyOrder(calls);
      const ids = bigints(sorted.map((call) => call.sequentialId));
      const sessionIds = uuids(sorted.map((call) => call.sessionId));
      const rows = byId(
        await queries.query<SessionRow>(heartbeatSessions, [
          ids,
          sessionIds,
          now(),
          timeout,
          CLOCK_SKEW_MILLISECONDS,
        ]),
      );
      return calls.map((call) => rows.get(call.sequentialId));
    },
    async end(queries: Queries, calls: readonly End[]): Promise<(EndedRow | undefined)[]> {
      const rows = await end(queries, calls, false);
      return calls.map((call) => rows.get(call.sequentialId));
    },
    /** Answers for each player whether an expired session was ended. */
    async expire(queries: Queries, ids: readonly number[]): Promise<boolean[]> {
      const calls = ids.map(
        (sequentialId) => ({ sequentialId, sessionId: null, reason: 'expired' }) as const,
      );
      const rows = await end(queries, calls, true);
      return ids.map((id) => rows.has(id));
    },
    /**
     * To be run in a transaction. The players' rows first, which a start by another process locks before it meets a session. And
     * nothing is started beside a session that is another one by now: whoever ends that one may wait for a row of this transaction.
     */
    async replace(queries: Queries, calls: readonly Replacement[]): Promise<(SessionRow | undefined)[]> {
      await queries.query(markStarts, [bigints(inKeyOrder(calls).map((call) => call.sequentialId))]);
      const ends = calls.map(({ sequentialId, replacedId }) => ({
        sequentialId,
        sessionId: replacedId,
        reason: 'replaced' as const,
      }));
      const ended = await end(queries, ends, false);
      const rows = await start(
        queries,
        calls.filter((call) => ended.has(call.sequentialId)),
      );
      return calls.map((call) => rows.get(call.sequentialId));
    },
    /** Does the player exist, and what row is there, active or expired? */
    async presence(queries: Queries, ids: readonly number[]): Promise<(PresenceRow | undefined)[]> {
      const sorted = bigints(ids.toSorted((a, b) => a - b));
      const rows = byId(await queries.query<PresenceRow>(findPresence, [sorted, now(), timeout]));
      return ids.map((id) => rows.get(id));
    },
    /** How it ended; undefined when it is unknown (any more). */
    async findEnded(queries: Queries, { sequentialId, sessionId }: Meant): Promise<EndReason | undefined> {
      const since = beginningOf(sessionId) - ENDED_SEARCH_EARLIER_MILLISECONDS;
      const parameters = [sequentialId, sessionId, since, ENDED_SEARCH_ROWS];
      const [row] = await queries.query<Pick<EndedSession, 'reason'>>(findEnded, parameters);
      return row?.reason;
    },
  };
}

/** The statements, for one player: each in a batch with others', or in a transaction of its own. */
export interface SessionSteps {
  start(call: Start): Promise<SessionRow | undefined>;
  heartbeat(call: Heartbeat): Promise<SessionRow | undefined>;
  end(call: End): Promise<EndedRow | undefined>;
  expire(sequentialId: number): Promise<unknown>;
  presence(sequentialId: number): Promise<PresenceRow | undefined>;
  findEnded(call: Meant): Promise<EndReason | undefined>;
  /** Ends the session that was found and starts another one, both or neither. */
  replace(call: Replacement): Promise<SessionRow | undefined>;
}

export async function startWith(
  steps: SessionSteps,
  call: Start,
  onActive: StartOptions['onActive'],
): Promise<Session | 'already-active' | undefined> {
  const { sequentialId, sessionId } = call;
  for (let attempt = 1; attempt <= EDIT_ATTEMPTS; attempt += 1) {
    const row = await steps.start(call);
    if (row) return toSession(row);
    const there = await steps.presence(sequentialId);
    if (!there) return undefined;
    // It was this very call that started it, before the connection broke.
    if (there.sessionId === sessionId) return toSession({ ...there, sessionId });
    if (there.sessionId === null) continue;
    if (there.expired) await steps.expire(sequentialId);
    else if (onActive === 'replace') {
      const late = await steps.replace({ ...call, replacedId: there.sessionId });
      if (late) return toSession(late);
    } else if (onActive === 'resume') {
      const resumed = await steps.heartbeat({ sequentialId, sessionId: there.sessionId });
      if (resumed) return toSession(resumed);
    } else return 'already-active';
  }
  throw new StoreBusy('too many others start and end the same session');
}

export const heartbeatWith = (
  steps: SessionSteps,
  call: Heartbeat,
): Promise<Session | NotActive | undefined> =>
  onActive(steps, call, () => steps.heartbeat(call).then((row) => row && toSession(row)));

export const endWith = (steps: SessionSteps, call: End): Promise<EndedSession | NotActive | undefined> =>
  onActive(steps, call, () =>
    steps.end(call).then((row) => {
      if (!row || row.reason === call.reason) return row && toEnded(row);
      return expired(call, row.endedAt);
    }),
  );

/** A caller who names the session knows its last activity, so the time is left out. */
const expired = ({ sessionId }: Heartbeat, lastActivity: number): NotActive =>
  sessionId === null ? { notActive: 'expired', lastActivity } : { notActive: 'expired' };

/**
 * Does something to the active session, which a statement may miss while there is one: it has waited for the row of a
 * session that was replaced meanwhile, and does not see the row that has come instead.
 */
function onActive<T>(
  steps: SessionSteps,
  call: Heartbeat,
  act: () => Promise<T | undefined>,
  attempt = 1,
): Promise<T | NotActive | undefined> {
  return act().then((done) => done ?? lookAgain(steps, call, act, attempt));
}

/** Was there no active session, or another one by then? */
async function lookAgain<T>(
  steps: SessionSteps,
  call: Heartbeat,
  act: () => Promise<T | undefined>,
  attempt: number,
): Promise<T | NotActive | undefined> {
  const there = await steps.presence(call.sequentialId);
  if (!there) return undefined;
  const { sequentialId, sessionId } = call;
  const isMeant = sessionId === null || sessionId === there.sessionId;
  if (isMeant && there.expired) return expired(call, there.lastActivity);
  if (sessionId === null && there.sessionId === null) return { notActive: 'none' };
  if (sessionId !== null && !isMeant) {
    return { notActive: (await steps.findEnded({ sequentialId, sessionId })) ?? 'unknown' };
  }
  if (attempt === EDIT_ATTEMPTS) throw new StoreBusy('too many others replace the same session');
  return onActive(steps, call, act, attempt + 1);
}
