// Sessions in PostgreSQL. Expiry is judged by the database's clock at the moment of each statement; `deleteExpired` only
// tidies up.
import { AHEAD_MILLISECONDS } from '../../limits.ts';
import type { EndedSession, HistoryPosition, Replay, SessionStore } from '../store.ts';
import { bigints } from './arrays.ts';
import { type Database, lanesInFlight } from './database.ts';
import { deleteOldHistory } from './history.ts';
import { createLane } from './lane.ts';
import { asStoreError, type Queries } from './pool.ts';
import { once } from './replays.ts';
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
import listActive from './sql/list-active.sql' with { type: 'text' };
import listEnded from './sql/list-ended.sql' with { type: 'text' };
import noteAhead from './sql/note-ahead.sql' with { type: 'text' };

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
  const { pool, inOrder, now, sessionTimeoutMilliseconds: timeout } = database;
  const statements = plainStatements(database);
  const { steps: inBatches, drain } = sessionLanes(database);

  /** The same steps in a transaction. */
  const stepsOn = (queries: Queries, statements: Statements): SessionSteps => ({
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
    replay: Replay | undefined,
    work: (steps: SessionSteps) => Promise<T | undefined>,
  ): Promise<T | 'key-reused' | undefined> {
    return inOrder(sequentialId, () =>
      replay
        ? untilCommitted(database, (statements) =>
            once(database, sequentialId, replay, (queries) => work(stepsOn(queries, statements))),
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
    insert: (sequentialId, sessionId, { onActive, context = null, replay } = {}) =>
      write(sequentialId, replay, (steps) =>
        startWith(steps, { sequentialId, sessionId, context }, onActive),
      ),
    update: (sequentialId, { sessionId = null, replay } = {}) =>
      write(sequentialId, replay, (steps) => heartbeatWith(steps, { sequentialId, sessionId })),
    delete: (sequentialId, reason, { sessionId = null, replay } = {}) =>
      write(sequentialId, replay, (steps) => endWith(steps, { sequentialId, sessionId, reason })),
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
        const rows = await pool.query<HistoryRow>(listEnded, parameters);
        return rows.map((row) => ({ ...row }));
      }),
    deleteExpired: (afterSequentialId, rows) =>
      query(async () => {
        const window = await pool.query<ActiveWindowRow>(listActive, [
          afterSequentialId,
          rows,
          now(),
          timeout,
          AHEAD_MILLISECONDS,
        ]);
        const last = window.at(-1);
        const next = window.length < rows || !last ? undefined : last.sequentialId;
        const expired = window.filter((row) => row.expired).map((row) => row.sequentialId);
        const ahead = window.filter((row) => row.ahead).map((row) => row.sequentialId);
        if (ahead.length > 0) await pool.query(noteAhead, [bigints(ahead), now(), AHEAD_MILLISECONDS]);
        const ended = expired.length === 0 ? [] : await statements.expire(pool, expired);
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
  sessionStatements({ ...database, onEnded: database.historyBound.ended });

/** Statements of a transaction: what they have ended is in the history once it has committed. */
async function untilCommitted<T>(
  database: Database,
  transact: (statements: Statements) => Promise<T>,
): Promise<T> {
  const ended: [sequentialId: number, contextBytes: number][] = [];
  const onEnded = (...session: (typeof ended)[number]) => void ended.push(session);
  const result = await transact(sessionStatements({ ...database, onEnded }));
  for (const session of ended) database.historyBound.ended(...session);
  return result;
}

function sessionLanes(database: Database): { steps: SessionSteps; drain(): Promise<unknown> } {
  const { pool, load } = database;
  const statements = plainStatements(database);
  const starts = createLane({
    watch: load.batcher('start'),
    // Its id makes a start one that may be repeated: its player's row says whether it was done.
    repeatable: true,
    maxInFlight: lanesInFlight,
    commits: true,
    run: (calls: readonly Start[]) => statements.start(pool, calls),
  });
  const heartbeats = createLane({
    watch: load.batcher('heartbeat'),
    repeatable: true,
    maxInFlight: lanesInFlight,
    commits: true,
    run: (calls: readonly Heartbeat[]) => statements.heartbeat(pool, calls),
  });
  const ends = createLane({
    watch: load.batcher('end'),
    repeatable: false,
    maxInFlight: lanesInFlight,
    commits: true,
    run: (calls: readonly End[]) => statements.end(pool, calls),
  });
  const expiries = createLane({
    watch: load.batcher('expire'),
    repeatable: true,
    maxInFlight: 1,
    run: (ids: readonly number[]) => statements.expire(pool, ids),
  });
  const presences = createLane({
    watch: load.batcher('find-presence'),
    repeatable: true,
    maxInFlight: 1,
    run: (ids: readonly number[]) => statements.presence(pool, ids),
  });
  const replacements = createLane({
    watch: load.batcher('replace'),
    // Done twice, it finds that the session to end is gone and that its own is there.
    repeatable: true,
    maxInFlight: lanesInFlight,
    commits: true,
    run: (calls: readonly Replacement[]) =>
      untilCommitted(database, (statements) =>
        pool.transaction((queries) => statements.replace(queries, calls)),
      ),
  });
  // Each a statement by itself. The lane is for their number: only who was refused looks.
  const endedFinds = createLane({
    watch: load.batcher('find-ended'),
    repeatable: true,
    maxInFlight: lanesInFlight,
    maxCalls: 1,
    run: (calls: readonly Meant[]) => Promise.all(calls.map((call) => statements.findEnded(pool, call))),
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
