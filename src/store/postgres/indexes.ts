// Declared indexes in PostgreSQL. Declarations are made one after the other, so that ids are committed in ascending order. A build
// and a mending pass take metadata in the order of its keys, in small steps that each commit by themselves.
import {
  METADATA_INDEX_LEASE_SECONDS,
  METADATA_INDEX_LEASE_STATEMENTS,
  METADATA_INDEXES_STORED_MAX,
} from '../../limits.ts';
import { SILENCE_MARGIN_MILLISECONDS } from '../../tuning.ts';
import type { IndexDeclaration, IndexStore } from '../ports/indexes.ts';
import {
  declarationOf,
  declarationStart,
  type IndexRow,
  isSameIndex,
  toDeclaredIndex,
  toFoundIndex,
} from '../shared/indexes.ts';
import { bigints, texts } from './arrays.ts';
import { type Database, readClock } from './database.ts';
import type { Queries } from './executor.ts';
import { buildTurn, deletionTurn, firstEntry, mendTurn, type Turn } from './index-passes.ts';
import { withRetries } from './with-retries.ts';

/**
 * The key of the advisory lock of declarations. An import holds it shared, so that it makes the entries of every index that is
 * declared when it commits. Any number that nothing else in the database uses.
 */
const declarationLock = 7_529_361_048;
export const lockDeclarationsShared = `SELECT pg_advisory_xact_lock_shared(${declarationLock}::bigint)`;

const columns = `index_id::float8 AS "indexId", pointer, type, created_at::float8 AS "createdAt",
  declared_at::float8 AS "declaredAt", build_position::float8 AS "buildPosition", built_at::float8 AS "builtAt"`;
const listIndexes = `SELECT ${columns} FROM metadata_indexes ORDER BY index_id`;
const findIndexes = `SELECT ${columns} FROM metadata_indexes WHERE pointer = $1::text ORDER BY index_id`;
const findLastId = `SELECT max(sequential_id)::float8 AS last FROM metadata`;
const renewDeclarations = `UPDATE metadata_indexes SET declared_at = greatest(declared_at, $2::bigint)
  WHERE index_id = ANY ($1::bigint[])`;
const insertIndexes = `INSERT INTO metadata_indexes (pointer, type, created_at, declared_at)
  SELECT input.pointer, input.type, $3::bigint, $3::bigint
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS input (pointer, type, position) ORDER BY input.position`;
const dropIndexes = `DELETE FROM metadata_indexes WHERE pointer = $1::text AND ($2::text IS NULL OR type = $2::text)
  RETURNING ${columns}`;
const dropOld = `DELETE FROM metadata_indexes WHERE declared_at < $1::bigint RETURNING ${columns}`;

export const listIndexRows = (queries: Queries): Promise<readonly IndexRow[]> =>
  queries.query<IndexRow>(listIndexes);

export function indexStore(database: Database): IndexStore {
  const { executor, now, indexLease, timeoutMilliseconds } = database;
  /** From this time after its declaration on, an index is known to every write that has not ended. */
  const knownAfter =
    METADATA_INDEX_LEASE_SECONDS * 1000 +
    METADATA_INDEX_LEASE_STATEMENTS * (timeoutMilliseconds + SILENCE_MARGIN_MILLISECONDS);

  async function declare(queries: Queries, indexes: readonly IndexDeclaration[]) {
    await queries.query(`SELECT pg_advisory_xact_lock(${declarationLock}::bigint)`);
    const rows = await listIndexRows(queries);
    const missing = indexes.filter((index) => !rows.some((row) => isSameIndex(row, index)));
    if (rows.length + missing.length > METADATA_INDEXES_STORED_MAX) return 'too-many';
    const time = await readClock(queries, now);
    const present = rows.filter((row) => indexes.some((index) => isSameIndex(row, index)));
    // In the order of the ids, like the progress of a build.
    await queries.query(renewDeclarations, [bigints(present.map(({ indexId }) => indexId)), time]);
    if (missing.length > 0) await queries.query(insertIndexes, [...declarationColumns(missing), time]);
    return missing.map(declarationOf);
  }

  /** Drops by a statement. It is not repeated after an unknown outcome: a repetition would find nothing. */
  async function drop(statement: string, parameters: readonly unknown[]) {
    const rows = await withRetries(() => executor.query<IndexRow>(statement, parameters), false);
    if (rows.length > 0) indexLease.invalidate();
    return rows.map(declarationOf);
  }

  /** Runs turns until one is the last. @returns the number of rows that they changed */
  async function inTurns<Place>(
    signal: AbortSignal,
    start: Place,
    work: (queries: Queries, place: Place) => Promise<Turn<Place>>,
  ): Promise<number> {
    let changed = 0;
    for (let place: Place | undefined = start; place !== undefined && !signal.aborted; ) {
      const from: Place = place;
      place = undefined;
      await executor.background(signal, async (queries) => {
        const turn = await work(queries, from);
        changed += turn.changed;
        place = turn.next;
      });
    }
    return changed;
  }

  const readAll = async () => {
    const rows = await listIndexRows(executor);
    const [found] = rows.length > 0 ? await executor.query<{ last: number | null }>(findLastId) : [];
    return rows.map((row) => toDeclaredIndex(row, found?.last ?? 0));
  };

  return {
    list: () => withRetries(readAll, true),
    find: (pointer) =>
      withRetries(
        async () => (await executor.query<IndexRow>(findIndexes, [pointer])).map(toFoundIndex),
        true,
      ),
    async declare(indexes) {
      if (indexes.length === 0) return [];
      const declared = await withRetries(
        () => executor.transaction((queries) => declare(queries, indexes)),
        true,
      );
      indexLease.invalidate();
      return declared;
    },
    drop: (pointer, type) => drop(dropIndexes, [pointer, type ?? null]),
    dropUndeclared: async () => {
      const time = await withRetries(() => readClock(executor, now), true);
      return drop(dropOld, [declarationStart(time)]);
    },
    async build(signal, report) {
      const hasWork = async () => (await listIndexRows(executor)).some(({ builtAt }) => builtAt === null);
      // A connection is opened only where there is work.
      if (!(await withRetries(hasWork, true))) return;
      await inTurns(signal, true, async (queries) => {
        const hasMore = await buildTurn({ queries, now, knownAfter, signal, report });
        return { changed: 0, next: hasMore || undefined };
      });
    },
    mend: async (signal) => ({
      mended: await inTurns(signal, 0, (queries, after) => mendTurn(queries, after, signal)),
      deleted: await inTurns(signal, firstEntry, (queries, after) => deletionTurn(queries, after, signal)),
    }),
  };
}

const declarationColumns = (indexes: readonly IndexDeclaration[]): unknown[] => [
  texts(indexes.map(({ pointer }) => pointer)),
  texts(indexes.map(({ type }) => type)),
];
