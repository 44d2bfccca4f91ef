// Sessions in PostgreSQL. Expiry is judged by the database's clock at the moment of each statement; `expire` only
// tidies up.
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { EndedSession, HistoryPosition, IdempotencyKey, SessionStore } from '../ports/store.ts';
import { bigints } from './arrays.ts';
import { batchesInFlight, type Database } from './database.ts';
import { asStoreError, type Queries } from './executor.ts';
import { once } from './idempotency-keys.ts';
import { deleteOldHistory } from './partitions.ts';
import {
  type End,
  endWith,
  type Heartbeat,
  heartbeatWith,
  type Meant,
  type Replacement,
  type SessionSteps,
  type Start,
  sessionStatements,
  startWith,
} from './session-steps.ts';
import correctClock from './sql/correct-clock.sql' with { type: 'text' };
import listActive from './sql/list-active.sql' with { type: 'text' };
import listEnded from './sql/list-ended.sql' with { type: 'text' };
import { createStatementBatcher } from './statement-batcher.ts';

/** An active session as the sweep sees it. */
interface ActiveWindowRow {
  readonly sequentialId: number;
  readonly expired: boolean;
  /** Its last activity is a time to come: the clock was set back. */
  readonly ahead: boolean;
}

interface HistoryRow extends EndedSession {
  readonly context: string | null;
}

/** After every position that there is. */
const newest: HistoryPosition = {
  endedAt: Number.MAX_SAFE_INTEGER,
  sessionId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

export function sessionStore(database: Database): SessionStore & { drain(): Promise<unknown> } {
  const { executor, serialize, now, sessionTimeoutMilliseconds: timeout } = database;
  const statements = plainStatements(database);
  const { steps: inBatches, drain } = sessionLanes(database);

  /** The same steps in a transaction. */
  const stepsWithin = (queries: Queries, statements: Statements): SessionSteps => ({
    start: async (call) => (await statements.start(queries, [call]))[0],
    heartbeat: async (call) => (await statements.heartbeat(queries, [call]))[0],
    end: async (call) => (await statements.end(queries, [call]))[0],
    expire: (id) => statements.expire(queries, [id]),
    presence: async (id) => (await statements.presence(queries, [id]))[0],
    replace: async (call) => (await statements.replace(queries, [call]))[0],
    findEnded: (call) => statements.findEnded(queries, call),
  });

  /** One player's write, after the ones before it; under a key in a transaction that also keeps the answer. */
  function write<T>(
    sequentialId: number,
    idempotencyKey: IdempotencyKey | undefined,
    work: (steps: SessionSteps) => Promise<T | undefined>,
  ): Promise<T | 'key-reused' | undefined> {
    return serialize(sequentialId, () =>
      idempotencyKey
        ? untilCommitted(database, (statements) =>
            once(database, sequentialId, idempotencyKey, (queries) => work(stepsWithin(queries, statements))),
          )
        : work(inBatches),
    );
  }

  async function query<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw asStoreError(error);
    }
  }

  return {
    start: (sequentialId, sessionId, { onActive, context = null, idempotencyKey } = {}) =>
      write(sequentialId, idempotencyKey, (steps) =>
        startWith(steps, { sequentialId, sessionId, context }, onActive),
      ),
    heartbeat: (sequentialId, { sessionId = null, idempotencyKey } = {}) =>
      write(sequentialId, idempotencyKey, (steps) => heartbeatWith(steps, { sequentialId, sessionId })),
    end: (sequentialId, reason, { sessionId = null, idempotencyKey } = {}) =>
      write(sequentialId, idempotencyKey, (steps) => endWith(steps, { sequentialId, sessionId, reason })),
    async find(sequentialId) {
      const there = await inBatches.presence(sequentialId);
      if (!there) return undefined;
      const { sessionId, startedAt, lastActivity, context, expired } = there;
      if (sessionId === null) return { notActive: 'none' };
      if (expired) return { notActive: 'expired', lastActivity };
      return { sessionId, startedAt, lastActivity, context };
    },
    listEnded: (sequentialId, limit, { endedAt, sessionId } = newest) =>
      query(async () => {
        const parameters = [sequentialId, limit, endedAt, sessionId, now(), timeout];
        const rows = await executor.query<HistoryRow>(listEnded, parameters);
        return rows.map((row) => ({ ...row }));
      }),
    expire: (afterSequentialId, rows) =>
      query(async () => {
        const window = await executor.query<ActiveWindowRow>(listActive, [
          afterSequentialId,
          rows,
          now(),
          timeout,
          CLOCK_SKEW_MILLISECONDS,
        ]);
        const last = window.at(-1);
        const next = window.length < rows || !last ? undefined : last.sequentialId;
        const expired = window.filter((row) => row.expired).map((row) => row.sequentialId);
        const ahead = window.filter((row) => row.ahead).map((row) => row.sequentialId);
        if (ahead.length > 0)
          await executor.query(correctClock, [bigints(ahead), now(), CLOCK_SKEW_MILLISECONDS]);
        const ended = expired.length === 0 ? [] : await statements.expire(executor, expired);
        const moved = ended.filter((isEnded) => isEnded).length;
        return { moved, active: window.length - expired.length, next };
      }),
    deleteOldHistory: (days, signal) => query(() => deleteOldHistory(database, days, signal)),
    drain,
  };
}

type Statements = ReturnType<typeof sessionStatements>;

/** Each commits by itself. */
const plainStatements = (database: Database): Statements =>
  sessionStatements({ ...database, onEnded: database.historyLimit.ended });

/** Statements of a transaction: what they have ended is in the history once it has committed. */
async function untilCommitted<T>(
  database: Database,
  transact: (statements: Statements) => Promise<T>,
): Promise<T> {
  const ended: [sequentialId: number, contextBytes: number][] = [];
  const onEnded = (...session: (typeof ended)[number]) => void ended.push(session);
  const result = await transact(sessionStatements({ ...database, onEnded }));
  for (const session of ended) database.historyLimit.ended(...session);
  return result;
}

function sessionLanes(database: Database): { steps: SessionSteps; drain(): Promise<unknown> } {
  const { executor, admission } = database;
  const statements = plainStatements(database);
  const starts = createStatementBatcher({
    monitor: admission.monitor('start'),
    // Its id makes a start one that may be repeated: its player's row says whether it was done.
    repeatable: true,
    maxInFlight: batchesInFlight,
    commits: true,
    run: (calls: readonly Start[]) => statements.start(executor, calls),
  });
  const heartbeats = createStatementBatcher({
    monitor: admission.monitor('heartbeat'),
    repeatable: true,
    maxInFlight: batchesInFlight,
    commits: true,
    run: (calls: readonly Heartbeat[]) => statements.heartbeat(executor, calls),
  });
  const ends = createStatementBatcher({
    monitor: admission.monitor('end'),
    repeatable: false,
    maxInFlight: batchesInFlight,
    commits: true,
    run: (calls: readonly End[]) => statements.end(executor, calls),
  });
  const expiries = createStatementBatcher({
    monitor: admission.monitor('expire'),
    repeatable: true,
    maxInFlight: 1,
    run: (ids: readonly number[]) => statements.expire(executor, ids),
  });
  const presences = createStatementBatcher({
    monitor: admission.monitor('find-presence'),
    repeatable: true,
    maxInFlight: 1,
    run: (ids: readonly number[]) => statements.presence(executor, ids),
  });
  const replacements = createStatementBatcher({
    monitor: admission.monitor('replace'),
    // Done twice, it finds that the session to end is gone and that its own is there.
    repeatable: true,
    maxInFlight: batchesInFlight,
    commits: true,
    run: (calls: readonly Replacement[]) =>
      untilCommitted(database, (statements) =>
        executor.transaction((queries) => statements.replace(queries, calls)),
      ),
  });
  // Each a statement by itself. The lane is for their number: only who was refused looks.
  const endedFinds = createStatementBatcher({
    monitor: admission.monitor('find-ended'),
    repeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: 1,
    run: (calls: readonly Meant[]) => Promise.all(calls.map((call) => statements.findEnded(executor, call))),
  });
  const lanes = [starts, heartbeats, ends, expiries, presences, replacements, endedFinds];
  return {
    steps: {
      start: starts.add,
      heartbeat: heartbeats.add,
      end: ends.add,
      expire: expiries.add,
      presence: presences.add,
      replace: replacements.add,
      findEnded: endedFinds.add,
    },
    drain: () => Promise.all(lanes.map((lane) => lane.drain())),
  };
}
