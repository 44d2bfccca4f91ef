// Sessions in PostgreSQL. Expiry is judged by the clock of the database at the moment of each statement. `expire` only moves
// rows.
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { AuditedAs } from '../ports/audit.ts';
import { isLockedRow } from '../ports/errors.ts';
import type { IdempotencyKey } from '../ports/idempotency.ts';
import type { HistoryPosition, SessionStore } from '../ports/sessions.ts';
import type { StatisticsStore } from '../ports/statistics.ts';
import type { Suspended } from '../ports/suspensions.ts';
import { toAuditRow } from '../shared/audit.ts';
import type { HistoryLimit } from '../shared/history-limit.ts';
import { noActiveSession, toActiveSession } from '../shared/session-rules.ts';
import { activeSessionReads } from './active-sessions.ts';
import { insertAuditRows } from './audit.ts';
import { batchesInFlight, type Database } from './database.ts';
import { asStoreError, type Queries } from './executor.ts';
import { runOnce } from './idempotency-keys.ts';
import { rowLocks } from './locked-calls.ts';
import { deleteOldHistory } from './partitions.ts';
import {
  type End,
  type Heartbeat,
  type Replacement,
  type RequiredSession,
  type Start,
  sessionStatements,
} from './session-statements.ts';
import { endWith, heartbeatWith, type SessionSteps, startWith, whileSuspended } from './session-steps.ts';
import { correctClock, listActive, listEnded } from './sql/statements.ts';
import { createStatementBatcher, withOutcomes } from './statement-batcher.ts';
import { withRetries } from './with-retries.ts';

/** The position before the newest session of a history. */
const newest: HistoryPosition = {
  endedAt: Number.MAX_SAFE_INTEGER,
  sessionId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

export function sessionStore(
  database: Database,
  statistics: Pick<StatisticsStore, 'count'>,
): Omit<SessionStore, 'findStarts'> & { drain(): Promise<unknown> } {
  const { steps, drain } = sessionBatchers(database);
  return {
    ...sessionWrites(database, steps),
    async find(sequentialId) {
      const row = await steps.findSession(sequentialId);
      if (!row) return undefined;
      const { sessionId, expired } = row;
      if (sessionId === null) return whileSuspended(row, noActiveSession(undefined));
      return expired
        ? whileSuspended(row, noActiveSession(row.lastActivity))
        : toActiveSession({ ...row, sessionId });
    },
    async findEnd(sequentialId, sessionId) {
      const row = await steps.findSession(sequentialId);
      if (row?.sessionId !== sessionId) return steps.findEnded({ sequentialId, sessionId });
      return row.expired ? 'expired' : undefined;
    },
    ...activeSessionReads(database),
    ...historyOf(database, statistics),
    drain,
  };
}

/** The steps of a call within a transaction. */
const stepsWithin = (queries: Queries, statements: Statements): SessionSteps => ({
  start: async (call) => (await statements.start(queries, [call]))[0],
  heartbeat: async (call) => (await statements.heartbeat(queries, [call]))[0],
  end: async (call) => (await statements.end(queries, [call]))[0],
  expire: (id) => statements.expire(queries, [id]),
  findSession: async (id) => (await statements.findSession(queries, [id]))[0],
  replace: async (call) => (await statements.replace(queries, [call]))[0],
  findEnded: (call) => statements.findEnded(queries, call),
});

/** The writes of a player's sessions, after the earlier writes of the player. */
function sessionWrites(
  database: Database,
  inBatches: SessionSteps,
): Pick<SessionStore, 'start' | 'heartbeat' | 'end'> {
  const { executor, serialize, now, timeoutMilliseconds } = database;

  /** Runs a write after the earlier writes of the player. Under a key it runs in a transaction that also stores the outcome. */
  function write<T>(
    sequentialId: number,
    idempotencyKey: IdempotencyKey | undefined,
    work: (steps: SessionSteps) => Promise<T | undefined>,
  ): Promise<T | 'key-reused' | Suspended | undefined> {
    return serialize(sequentialId, () =>
      idempotencyKey
        ? untilCommitted(database, (statements) =>
            runOnce(database, sequentialId, idempotencyKey, (queries) =>
              work(stepsWithin(queries, statements)),
            ),
          )
        : work(inBatches),
    );
  }

  /** Ends a session with its entry in the audit, in one transaction. Without a key its outcome may stay unknown. */
  function endAudited(call: End, audited: AuditedAs, idempotencyKey: IdempotencyKey | undefined) {
    const { sequentialId } = call;
    const work = (statements: Statements) => async (queries: Queries) => {
      const ended = await endWith(stepsWithin(queries, statements), call);
      if (ended && 'endedAt' in ended) {
        const { sessionId } = ended;
        await insertAuditRows(queries, [toAuditRow(audited, sequentialId, { sessionId })], now());
      }
      return ended;
    };
    return serialize(sequentialId, () =>
      untilCommitted(database, (statements) =>
        idempotencyKey
          ? runOnce(database, sequentialId, idempotencyKey, work(statements))
          : withRetries(
              () => executor.transaction(work(statements), sequentialId),
              false,
              timeoutMilliseconds,
            ),
      ),
    );
  }

  return {
    start: (sequentialId, sessionId, options = {}) => {
      const { context = null, installationId = null, idempotencyKey } = options;
      const call = { sequentialId, sessionId, context, installationId };
      return write(sequentialId, idempotencyKey, (steps) => startWith(steps, call, options));
    },
    heartbeat: (sequentialId, { sessionId = null, idempotencyKey } = {}) =>
      write(sequentialId, idempotencyKey, (steps) => heartbeatWith(steps, { sequentialId, sessionId })),
    end(sequentialId, reason, { sessionId = null, idempotencyKey, audited } = {}) {
      const call = { sequentialId, sessionId, reason };
      if (audited) return endAudited(call, audited, idempotencyKey);
      return write(sequentialId, idempotencyKey, (steps) => endWith(steps, call));
    },
  };
}

/** Runs work outside of a batcher, which would turn its errors into those of a store. */
async function query<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** The reads and deletions that no batcher runs. */
function historyOf(
  database: Database,
  statistics: Pick<StatisticsStore, 'count'>,
): Pick<SessionStore, 'listEnded' | 'expire' | 'deleteOldHistory'> {
  const { executor, now, sessionTimeoutMilliseconds: timeout } = database;
  const statements = plainStatements(database);
  const expire = withOutcomes<number, boolean>({
    run: (ids) => statements.expire(executor, ids),
    isRepeatable: true,
    locks: rowLocks(database, ['metadata', 'active_sessions'], (id) => id),
  });

  /** Ends expired sessions, and leaves those whose rows are locked to the next run. @returns how many it ended */
  async function expireUnlocked(ids: readonly number[]): Promise<number> {
    let moved = 0;
    for (const outcome of await expire(ids)) {
      if ('value' in outcome) moved += (await outcome.value) ? 1 : 0;
      else if (!isLockedRow(outcome.error)) throw outcome.error;
    }
    return moved;
  }

  return {
    listEnded: (sequentialId, limit, { endedAt, sessionId } = newest) =>
      query(async () => {
        const page = { sequentialId, limit, endedAt, sessionId };
        const rows = await executor.run(listEnded, { ...page, now: now(), timeout });
        return rows.map((row) => ({ ...row }));
      }),
    expire: (afterSequentialId, rows) =>
      query(async () => {
        const window = await executor.run(listActive, {
          after: afterSequentialId,
          limit: rows,
          now: now(),
          timeout,
          skew: CLOCK_SKEW_MILLISECONDS,
        });
        const last = window.at(-1);
        const next = window.length < rows || !last ? undefined : last.sequentialId;
        const expired = window.filter((row) => row.expired).map((row) => row.sequentialId);
        const ahead = window.filter((row) => row.ahead).map((row) => row.sequentialId);
        if (ahead.length > 0)
          await executor.run(correctClock, { ids: ahead, now: now(), skew: CLOCK_SKEW_MILLISECONDS });
        const moved = expired.length === 0 ? 0 : await expireUnlocked(expired);
        return { moved, active: window.length - expired.length, next };
      }),
    deleteOldHistory: (days, signal) =>
      query(async () => {
        await statistics.count(signal, { publish: 'if-asked' });
        await deleteOldHistory(database, days, signal);
      }),
  };
}

export type Statements = ReturnType<typeof sessionStatements>;

/** Tells the history limit, and those who wait for a change, of the end of a session that is committed. */
const noteEndedOf =
  ({ historyLimit, changes }: Database): HistoryLimit['ended'] =>
  (sequentialId, contextBytes) => {
    historyLimit.ended(sequentialId, contextBytes);
    changes.tell(sequentialId);
  };

/** Statements that commit by themselves. */
const plainStatements = (database: Database): Statements =>
  sessionStatements({ ...database, onEnded: noteEndedOf(database) });

/** Runs statements of a transaction. The ends of sessions are told after the commit. */
export async function untilCommitted<T>(
  database: Database,
  transact: (statements: Statements) => Promise<T>,
): Promise<T> {
  const ended: [sequentialId: number, contextBytes: number][] = [];
  const onEnded = (...session: (typeof ended)[number]) => void ended.push(session);
  const result = await transact(sessionStatements({ ...database, onEnded }));
  const noteEnded = noteEndedOf(database);
  for (const session of ended) noteEnded(...session);
  return result;
}

function sessionBatchers(database: Database): { steps: SessionSteps; drain(): Promise<unknown> } {
  const { executor, admission, shards } = database;
  const statements = plainStatements(database);
  const shardOf = shards && ((call: { readonly sequentialId: number }) => shards.ofId(call.sequentialId));
  const locksOf = (...tables: Parameters<typeof rowLocks>[1]) =>
    rowLocks<{ readonly sequentialId: number }>(database, tables, ({ sequentialId }) => sequentialId);
  const starts = createStatementBatcher({
    monitor: admission.monitor('start'),
    locks: locksOf('metadata', 'active_sessions'),
    shardOf,
    // The session id makes a start repeatable: the player's row says whether it was done.
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    commits: true,
    run: (calls: readonly Start[]) => statements.start(executor, calls),
  });
  const heartbeats = createStatementBatcher({
    monitor: admission.monitor('heartbeat'),
    locks: locksOf('active_sessions'),
    shardOf,
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    commits: true,
    run: (calls: readonly Heartbeat[]) => statements.heartbeat(executor, calls),
  });
  const ends = createStatementBatcher({
    monitor: admission.monitor('end'),
    locks: locksOf('metadata', 'active_sessions'),
    shardOf,
    isRepeatable: false,
    maxInFlight: batchesInFlight,
    commits: true,
    run: (calls: readonly End[]) => statements.end(executor, calls),
  });
  const expiries = createStatementBatcher({
    monitor: admission.monitor('expire'),
    locks: rowLocks(database, ['metadata', 'active_sessions'], (id: number) => id),
    shardOf: shards?.ofId,
    isRepeatable: true,
    maxInFlight: 1,
    run: (ids: readonly number[]) => statements.expire(executor, ids),
  });
  const sessionFinds = createStatementBatcher({
    monitor: admission.monitor('find-presence'),
    shardOf: shards?.ofId,
    isRepeatable: true,
    maxInFlight: 1,
    run: (ids: readonly number[]) => statements.findSession(executor, ids),
  });
  const replacements = createStatementBatcher({
    monitor: admission.monitor('replace'),
    locks: locksOf('metadata', 'active_sessions'),
    shardOf,
    // A repetition finds that the session to end is gone and that its own session exists.
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    commits: true,
    run: (calls: readonly Replacement[]) =>
      untilCommitted(database, (statements) =>
        executor.transaction((queries) => statements.replace(queries, calls)),
      ),
  });
  // One call per statement. The batcher bounds their number, and only refused calls read the history.
  const endedFinds = createStatementBatcher({
    monitor: admission.monitor('find-ended'),
    shardOf,
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: 1,
    run: (calls: readonly RequiredSession[]) =>
      Promise.all(calls.map((call) => statements.findEnded(executor, call))),
  });
  const batchers = [starts, heartbeats, ends, expiries, sessionFinds, replacements, endedFinds];
  return {
    steps: {
      start: starts.add,
      heartbeat: heartbeats.add,
      end: ends.add,
      expire: expiries.add,
      findSession: sessionFinds.add,
      replace: replacements.add,
      findEnded: endedFinds.add,
    },
    drain: () => Promise.all(batchers.map((batcher) => batcher.drain())),
  };
}
