// The statements about sessions in PostgreSQL, each for many calls. They run in batches, or in a transaction (sessions.ts).
import { beginningOf } from '../../lib/ids.ts';
import {
  CLOCK_SKEW_MILLISECONDS,
  ENDED_SEARCH_EARLIER_MILLISECONDS,
  ENDED_SEARCH_ROWS,
} from '../../tuning.ts';
import type { EndedSession, EndReason, Session } from '../ports/sessions.ts';
import type { HistoryLimit } from '../shared/history-limit.ts';
import { bigints, texts, uuids } from './arrays.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import endSessions from './sql/end-sessions.sql' with { type: 'text' };
import findEnded from './sql/find-ended.sql' with { type: 'text' };
import findPresence from './sql/find-presence.sql' with { type: 'text' };
import heartbeatSessions from './sql/heartbeat-sessions.sql' with { type: 'text' };
import startSessions from './sql/start-sessions.sql' with { type: 'text' };

/** The count of unseen starts goes up as in start-sessions.sql, before the session is started. */
export const countStarts = `UPDATE metadata SET unseen_starts = metadata.unseen_starts + 1
  FROM unnest($1::bigint[]) AS input (sequential_id)
  WHERE metadata.sequential_id = input.sequential_id AND (metadata.suspended_until IS NULL OR metadata.suspended_until
    <= coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
  RETURNING metadata.sequential_id::float8 AS "sequentialId"`;

export interface SessionRow extends Session {
  readonly sequentialId: number;
}

/** A player with the session in the row, active or expired. `sessionId` is null for a player without a row. */
export interface FoundRow extends Omit<SessionRow, 'sessionId'> {
  readonly sessionId: string | null;
  readonly context: string | null;
  readonly expired: boolean;
  /** The end of a suspension that is not over. */
  readonly suspendedUntil: number | null;
}

export interface EndedRow extends EndedSession {
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

/** A session that a caller requires to be active. */
export interface RequiredSession {
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

const byId = <R extends { readonly sequentialId: number }>(rows: readonly R[]): Map<number, R> =>
  new Map(rows.map((row) => [row.sequentialId, row]));
const inKeyOrder = <C extends { readonly sequentialId: number }>(calls: readonly C[]): C[] =>
  calls.toSorted((a, b) => a.sequentialId - b.sequentialId);

/** The statements. Each takes many calls and answers one result for each, in order. */
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
     * Ends each session found and starts another one. Runs in a transaction. The players' rows are locked first, as a start by
     * another process does. No session is started if the one found is gone: the call that ended it may wait for a row of this
     * transaction. The session of a suspended player stays as it is: it has ended, or was started by an earlier version.
     */
    async replace(queries: Queries, calls: readonly Replacement[]): Promise<(SessionRow | undefined)[]> {
      const ids = bigints(inKeyOrder(calls).map((call) => call.sequentialId));
      const counted = byId(await queries.query<{ sequentialId: number }>(countStarts, [ids, now()]));
      const counting = calls.filter(({ sequentialId }) => counted.has(sequentialId));
      const ends = counting.map(({ sequentialId, replacedId }) => ({
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
    /** Answers undefined for a player who does not exist. */
    async findSession(queries: Queries, ids: readonly number[]): Promise<(FoundRow | undefined)[]> {
      const sorted = bigints(ids.toSorted((a, b) => a - b));
      const rows = byId(await queries.query<FoundRow>(findPresence, [sorted, now(), timeout]));
      return ids.map((id) => rows.get(id));
    },
    /** The reason why a session ended; undefined when it is not in the history (any more). */
    async findEnded(
      queries: Queries,
      { sequentialId, sessionId }: RequiredSession,
    ): Promise<EndReason | undefined> {
      const since = beginningOf(sessionId) - ENDED_SEARCH_EARLIER_MILLISECONDS;
      const parameters = [sequentialId, sessionId, since, ENDED_SEARCH_ROWS];
      const [row] = await queries.query<Pick<EndedSession, 'reason'>>(findEnded, parameters);
      return row?.reason;
    },
  };
}
