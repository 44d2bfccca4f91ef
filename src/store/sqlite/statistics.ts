// The statistics in SQLite. The counting reads on a connection of its own, whose snapshots last over many turns of the event
// loop, and writes in small transactions of the writer.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { createTurns } from '../../lib/turns.ts';
import { CLOCK_SKEW_MILLISECONDS, COUNT_LEASE_MILLISECONDS, SQLITE_COUNT_STEP_ROWS } from '../../tuning.ts';
import type { StatisticsSettings, StatisticsStore, SumKind, SumsRow } from '../ports/statistics.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
import { answerOf, type StoredStatistics } from '../shared/statistics-answer.ts';
import type {
  EndedKey,
  OpenSession,
  StatisticsConnection,
  StatisticsDatabase,
  StatisticsState,
  UncountedSession,
} from '../shared/statistics-database.ts';
import { createCountMetrics } from '../shared/statistics-metrics.ts';
import { createCounting } from '../shared/statistics-pass.ts';
import { openReader } from './database.ts';
import { activity } from './expressions.ts';
import { toStoreError } from './fault.ts';
import type { Reader } from './reader.ts';
import { prepareChange } from './statistics-change.ts';
import type { Writer } from './writer.ts';

interface StatisticsOptions {
  readonly path: string;
  readonly db: Database;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly sessionTimeout: number;
  readonly settings: StatisticsSettings;
  readonly metrics: Metrics;
}

const stateColumns = `zone, version, as_of AS asOf, asked_at AS askedAt, merged_key AS mergedKey,
  reset_position AS resetPosition, floor_day AS floorDay, floor_utc_day AS floorUtcDay, dropped_before AS droppedBefore, importing,
  counted, total`;
const findSums =
  'SELECT kind, day, sums AS text FROM statistics_days WHERE kind = ?1 AND day BETWEEN ?2 AND ?3 ORDER BY day';

const firstKey: EndedKey = { sequentialId: 0, endedAt: 0, sessionId: '' };
const uncountedAfter = `FROM ended_sessions INDEXED BY ended_sessions_uncounted
  WHERE counted <> 1 AND (ended_at, sequential_id, session_id) > (?1, ?2, ?3)`;
/** The order of the index: a pass reads sessions by the time of their end. */
const inOrder = 'ORDER BY ended_at, sequential_id, session_id';
const keyOf = ({ endedAt, sequentialId, sessionId }: EndedKey) => [endedAt, sequentialId, sessionId] as const;

type StateRow = Omit<StatisticsState, 'now'>;
type PublishedRow = Omit<StoredStatistics, 'now' | 'parts' | 'rows'>;

export function statisticsStore(options: StatisticsOptions): StatisticsStore {
  const { path, db, reader, clock, sessionTimeout, settings } = options;
  const connectionOn = connections(options);
  const counting = createCounting(
    {
      stepRows: SQLITE_COUNT_STEP_ROWS,
      sessionTimeoutMilliseconds: sessionTimeout,
      connect: oneAfterTheOther(async (signal, work) => {
        if (signal.aborted) return undefined;
        const own = openReader(path);
        try {
          return await work(connectionOn(own));
        } catch (error) {
          throw toStoreError(db, error);
        } finally {
          own.close();
        }
      }),
    },
    settings,
    clock,
    createCountMetrics(options.metrics),
  );
  const findPublished = reader.db.query<PublishedRow, []>(
    `SELECT zone, as_of AS asOf, published, merged_key AS mergedKey, counted, total FROM statistics_state WHERE id = 1`,
  );
  const listParts = reader.db.query<{ sums: string }, []>('SELECT sums FROM statistics_parts');
  const listSums = reader.db.query<SumsRow, [string, number, number]>(findSums);
  return {
    ...counting,
    async read(queries) {
      const stored = await reader.read(() => {
        const state = findPublished.get();
        if (!state) throw new Error('the row of statistics_state is missing');
        const isPublished = state.published !== null;
        return {
          ...state,
          now: clock.now(),
          parts: isPublished ? listParts.all().map(({ sums }) => sums) : [],
          rows: isPublished ? queries.flatMap(({ kind, from, to }) => listSums.all(kind, from, to)) : [],
        };
      });
      return answerOf(stored, queries, settings);
    },
  };
}

/** Passes of this process wait for each other, rather than find the lease taken. */
function oneAfterTheOther(connect: StatisticsDatabase['connect']): StatisticsDatabase['connect'] {
  const inTurn = createTurns();
  return (signal, work) => inTurn(signal, () => connect(signal, work));
}

/** @returns a function that makes the steps of the counting out of a connection for reads. */
function connections({ db, writer, clock }: StatisticsOptions): (own: Database) => StatisticsConnection {
  const take = db.query<object, [string, number, number, number]>(
    `UPDATE statistics_state SET lease_holder = ?1, lease_until = ?2
     WHERE id = 1 AND (lease_holder IS NULL OR lease_holder = ?1 OR lease_until NOT BETWEEN ?3 + 1 AND ?4)`,
  );
  const giveBack = db.query<object, [string]>(
    'UPDATE statistics_state SET lease_holder = NULL, lease_until = 0 WHERE id = 1 AND lease_holder = ?1',
  );
  const change = prepareChange(db, COUNT_LEASE_MILLISECONDS);

  return (own) => {
    const all = <Row>(text: string, ...parameters: SQLQueryBindings[]): Row[] =>
      own.query<Row, SQLQueryBindings[]>(text).all(...parameters);
    const findState = async (): Promise<StatisticsState> => {
      const [row] = all<StateRow>(`SELECT ${stateColumns} FROM statistics_state WHERE id = 1`);
      if (!row) throw new Error('the row of statistics_state is missing');
      return { ...row, now: clock.now() };
    };
    return {
      ...readsOn(all),
      findState,
      async acquire(holder, milliseconds) {
        const isTaken = await writer.write(
          (now) =>
            take.run(holder, now + milliseconds, now, now + milliseconds + CLOCK_SKEW_MILLISECONDS).changes >
            0,
          backgroundJobs,
        );
        return isTaken ? findState() : undefined;
      },
      release: (holder) => writer.write(() => void giveBack.run(holder), backgroundJobs),
      async snapshot(read) {
        own.run('BEGIN');
        try {
          return await read();
        } finally {
          own.run('COMMIT');
        }
      },
      change: (wanted) => writer.write((now) => change(wanted, now), backgroundJobs),
    };
  };
}

type All = <Row>(text: string, ...parameters: SQLQueryBindings[]) => Row[];

function readsOn(
  all: All,
): Omit<StatisticsConnection, 'acquire' | 'release' | 'snapshot' | 'findState' | 'change'> {
  return {
    async listUncounted(after, rows) {
      return all<UncountedSession>(
        `SELECT sequential_id AS sequentialId, ended_at AS endedAt, session_id AS sessionId, started_at AS startedAt, reason,
           context, counted AS mark
         ${uncountedAfter} ${inOrder} LIMIT ?4`,
        ...keyOf(after ?? firstKey),
        rows,
      );
    },
    async countUncounted(after, rows) {
      const key = keyOf(after ?? firstKey);
      const [last] = all<EndedKey>(
        `SELECT sequential_id AS sequentialId, ended_at AS endedAt, session_id AS sessionId
         ${uncountedAfter} ${inOrder} LIMIT 1 OFFSET ?4`,
        ...key,
        rows - 1,
      );
      if (last) return { count: rows, last };
      const [row] = all<{ count: number }>(`SELECT count(*) AS count ${uncountedAfter}`, ...key);
      return { count: row?.count ?? 0, last };
    },
    async findPlayers(ids) {
      const rows = all<{ id: number; days: string }>(
        `SELECT sequential_id AS id, days FROM statistics_players
         WHERE sequential_id IN (SELECT value FROM json_each(?1))`,
        JSON.stringify(ids),
      );
      return new Map(rows.map(({ id, days }) => [id, days]));
    },
    async listPlayers(after, rows) {
      const found = all<{ id: number; days: string }>(
        `SELECT sequential_id AS id, days FROM statistics_players WHERE sequential_id > ?1
         ORDER BY sequential_id LIMIT ?2`,
        ...[after, rows],
      );
      return found.map(({ id, days }) => [id, days] as const);
    },
    async findSessionAt(after, rows) {
      const [row] = all<{ id: number }>(
        `SELECT sequential_id AS id FROM ended_sessions WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT 1 OFFSET ?2`,
        ...[after, rows],
      );
      return row?.id;
    },
    async listActive(after, rows) {
      return all<OpenSession>(
        `SELECT sequential_id AS sequentialId, started_at AS startedAt, last_activity AS lastActivity,
           ${activity} AS expiresFrom, context, days
         FROM active_sessions LEFT JOIN statistics_players USING (sequential_id)
         WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2`,
        ...[after, rows],
      );
    },
    async listParts() {
      return all<{ sums: string }>('SELECT sums FROM statistics_parts').map(({ sums }) => sums);
    },
    listLong: async (bytes) =>
      all<{ kind: SumKind; day: number }>(
        `SELECT kind, day FROM statistics_days WHERE kind >= '/' AND kind < '0' AND octet_length(sums) > ?1`,
        bytes,
      ),
    async findSums(keys) {
      return keys.flatMap(({ kind, day }) => all<SumsRow>(findSums, kind, day, day));
    },
  };
}
