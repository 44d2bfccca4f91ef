// The statements about sessions in PostgreSQL, each for many calls. They run in batches, or in a transaction (sessions.ts).
import { beginningOf } from '../../lib/ids.ts';
import { EVENT_OWN_CONTEXT_BYTES } from '../../limits.ts';
import {
  CLOCK_SKEW_MILLISECONDS,
  ENDED_SEARCH_EARLIER_MILLISECONDS,
  ENDED_SEARCH_ROWS,
} from '../../tuning.ts';
import type { EndReason } from '../ports/sessions.ts';
import { startTold, typeNumber } from '../shared/events.ts';
import type { HistoryLimit } from '../shared/history-limit.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import {
  countStarts,
  type EndSessionsRow,
  endSessions,
  endSessionsWithEvents,
  type FindPresenceRow,
  findEnded,
  findPresence,
  heartbeatSessions,
  type StartSessionsParameters,
  type StartSessionsRow,
  startSessions,
  startSessionsWithEvents,
} from './sql/statements.ts';

export interface Start {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly context: string | null;
  readonly installationId: string | null;
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
  tell,
  onEnded,
}: Pick<Database, 'now' | 'sessionTimeoutMilliseconds' | 'tell'> & {
  readonly onEnded?: HistoryLimit['ended'];
}) {
  async function end(queries: Queries, calls: readonly End[], onlyExpired: boolean) {
    const sorted = inKeyOrder(calls);
    const ends = {
      ids: sorted.map((call) => call.sequentialId),
      reasons: sorted.map((call) => call.reason),
      sessionIds: sorted.map((call) => call.sessionId),
      now: now(),
      timeout,
      onlyExpired,
    };
    const rows = tell.sessions
      ? await queries.run(endSessionsWithEvents, {
          ...ends,
          toldType: typeNumber('session.ended'),
          ownContextBytes: EVENT_OWN_CONTEXT_BYTES,
        })
      : await queries.run(endSessions, ends);
    if (tell.sessions) tell.wrote('session.ended', rows.length);
    for (const row of rows) onEnded?.(row.sequentialId, row.contextBytes ?? 0);
    return byId(rows);
  }

  async function start(queries: Queries, calls: readonly Start[]): Promise<Map<number, StartSessionsRow>> {
    const sorted = inKeyOrder(calls);
    const starts = {
      ids: sorted.map((call) => call.sequentialId),
      sessionIds: sorted.map((call) => call.sessionId),
      contexts: sorted.map((call) => call.context),
      installationIds: sorted.map((call) => call.installationId),
      now: now(),
    };
    return byId(
      tell.sessions ? await startTelling(queries, starts, sorted) : await queries.run(startSessions, starts),
    );
  }

  async function startTelling(
    queries: Queries,
    starts: StartSessionsParameters,
    calls: readonly Start[],
  ): Promise<readonly StartSessionsRow[]> {
    const told = calls.map((call) => startTold(call.sessionId, call.context, call.installationId));
    const rows = await queries.run(startSessionsWithEvents, {
      ...starts,
      toldType: typeNumber('session.started'),
      toldData: told.map(({ data }) => data),
      toldPersonal: told.map(({ personal }) => personal),
    });
    tell.wrote('session.started', rows.length);
    return rows;
  }

  return {
    async start(queries: Queries, calls: readonly Start[]): Promise<(StartSessionsRow | undefined)[]> {
      const rows = await start(queries, calls);
      return calls.map((call) => rows.get(call.sequentialId));
    },
    async heartbeat(
      queries: Queries,
      calls: readonly Heartbeat[],
    ): Promise<(StartSessionsRow | undefined)[]> {
      const sorted = inKeyOrder(calls);
      const rows = byId(
        await queries.run(heartbeatSessions, {
          ids: sorted.map((call) => call.sequentialId),
          sessionIds: sorted.map((call) => call.sessionId),
          now: now(),
          timeout,
          skew: CLOCK_SKEW_MILLISECONDS,
        }),
      );
      return calls.map((call) => rows.get(call.sequentialId));
    },
    async end(queries: Queries, calls: readonly End[]): Promise<(EndSessionsRow | undefined)[]> {
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
    async replace(
      queries: Queries,
      calls: readonly Replacement[],
    ): Promise<(StartSessionsRow | undefined)[]> {
      const ids = inKeyOrder(calls).map((call) => call.sequentialId);
      const counted = byId(await queries.run(countStarts, { ids, now: now() }));
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
    async findSession(queries: Queries, ids: readonly number[]): Promise<(FindPresenceRow | undefined)[]> {
      const sorted = ids.toSorted((a, b) => a - b);
      const rows = byId(await queries.run(findPresence, { ids: sorted, now: now(), timeout }));
      return ids.map((id) => rows.get(id));
    },
    /** The reason why a session ended; undefined when it is not in the history (any more). */
    async findEnded(
      queries: Queries,
      { sequentialId, sessionId }: RequiredSession,
    ): Promise<EndReason | undefined> {
      const since = beginningOf(sessionId) - ENDED_SEARCH_EARLIER_MILLISECONDS;
      const [row] = await queries.run(findEnded, { sequentialId, sessionId, since, rows: ENDED_SEARCH_ROWS });
      return row?.reason;
    },
  };
}
