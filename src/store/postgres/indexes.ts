// Declared indexes in PostgreSQL. Declarations are made one after the other, so that ids are committed in ascending order. A build
// and a mending pass take metadata in the order of its keys, in small steps that each commit by themselves.
import {
  METADATA_INDEX_LEASE_SECONDS,
  METADATA_INDEX_LEASE_STATEMENTS,
  METADATA_INDEXES_STORED_MAX,
} from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS, INDEX_PAGE_ENTRIES, SILENCE_MARGIN_MILLISECONDS } from '../../tuning.ts';
import type { IndexDeclaration, IndexStore } from '../ports/indexes.ts';
import type { LabelDeclaration, LabelStore } from '../ports/labels.ts';
import { decodeIndexValue } from '../shared/index-values.ts';
import {
  declarationOf,
  declarationStart,
  type IndexRow,
  isIndex,
  isLabels,
  isSameIndex,
  labelType,
  toDeclaredIndex,
  toDeclaredLabels,
  toFoundIndex,
  toValuePage,
} from '../shared/indexes.ts';
import { pointersOf } from '../shared/labels.ts';
import { lockKeys } from './advisory-locks.ts';
import { type Database, readCertainTime, readClock } from './database.ts';
import type { Queries } from './executor.ts';
import { listIndexRows } from './index-lease.ts';
import { buildTurn, deletionTurn, firstEntry, mendTurn, type Turn } from './index-passes.ts';
import {
  correctDeclarations,
  type DropIndexesRow,
  dropIndexes,
  dropOldIndexes,
  findIndexes,
  findLargestIndexValue,
  findLastId,
  insertIndexes,
  listIndexValues,
  lockAdvisory,
  lockAdvisoryShared,
  renewDeclarations,
} from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

export const lockDeclarationsShared = (queries: Queries) =>
  queries.run(lockAdvisoryShared, { key: lockKeys.declarations });

export function indexStore(database: Database): IndexStore & { readonly labels: LabelStore } {
  const { executor, now, indexLease } = database;

  /** Drops by a statement. It is not repeated after an unknown outcome: a repetition would find nothing. */
  async function drop(run: () => Promise<readonly DropIndexesRow[]>) {
    const rows = (await withRetries(run, false)) as readonly IndexRow[];
    if (rows.length > 0) indexLease.invalidate();
    return rows.filter(isIndex).map(declarationOf);
  }

  const readAll = async () => {
    const rows = await listIndexRows(executor);
    const [found] = rows.length > 0 ? await executor.run(findLastId, {}) : [];
    return rows.filter(isIndex).map((row) => toDeclaredIndex(row, found?.last ?? 0));
  };

  return {
    list: () => withRetries(readAll, true),
    async find(pointer) {
      // A text of PostgreSQL has no NUL, so no index is declared on such a pointer.
      if (pointer.includes('\u0000')) return [];
      const rows = await withRetries(() => executor.run(findIndexes, { pointer }), true);
      return (rows as readonly IndexRow[]).filter(isIndex).map(toFoundIndex);
    },
    async listValues({ indexId, type }, { value, sequentialId }) {
      const place = { indexId, value, sequentialId, most: INDEX_PAGE_ENTRIES };
      return toValuePage(type, await withRetries(() => executor.run(listIndexValues, place), true));
    },
    async findLargest({ indexId, type }) {
      const [row] = await withRetries(() => executor.run(findLargestIndexValue, { indexId }), true);
      return row && decodeIndexValue(type, row.value);
    },
    async declare(indexes) {
      if (indexes.length === 0) return [];
      const declared = await withRetries(
        () => executor.transactionOfOthers((queries) => declare(queries, indexes, now)),
        true,
      );
      indexLease.invalidate();
      return declared;
    },
    drop: (pointer, type) => drop(() => executor.run(dropIndexes, { pointer, type: type ?? null })),
    dropUndeclared: async () => {
      const before = await withRetries(async () => {
        const time = await readClock(executor, now);
        await executor.run(correctDeclarations, { time, latest: time + CLOCK_SKEW_MILLISECONDS });
        return declarationStart(await readCertainTime(executor, now));
      }, true);
      return drop(() => executor.run(dropOldIndexes, { before }));
    },
    labels: labelStore(database),
    ...passesOf(database),
  };
}

function labelStore({ executor, now, indexLease }: Database): LabelStore {
  const findLabels = async () => {
    const rows = (await listIndexRows(executor)).filter(isLabels);
    const [found] = rows.length > 0 ? await executor.run(findLastId, {}) : [];
    return toDeclaredLabels(rows, found?.last ?? 0);
  };

  return {
    find: () => withRetries(findLabels, true),
    async declare(labels, replaces) {
      const isNew = await withRetries(
        () => executor.transactionOfOthers((queries) => declareLabels(queries, labels, replaces, now)),
        true,
      );
      if (isNew) indexLease.invalidate();
      return isNew;
    },
  };
}

/** Labels take the place of others in one transaction, so that there is never more than one row of them. */
async function declareLabels(
  queries: Queries,
  labels: LabelDeclaration,
  replaces: boolean,
  now: Database['now'],
): Promise<boolean> {
  await queries.run(lockAdvisory, { key: lockKeys.declarations });
  const rows = (await listIndexRows(queries)).filter(isLabels);
  const pointer = pointersOf(labels);
  const time = await readClock(queries, now);
  const present = rows.find((row) => row.pointer === pointer);
  if (present) await queries.run(renewDeclarations, { indexIds: [present.indexId], time });
  if (present || (rows.length > 0 && !replaces)) return false;
  for (const row of rows) await queries.run(dropIndexes, { pointer: row.pointer, type: labelType });
  await queries.run(insertIndexes, { pointers: [pointer], types: [labelType], time });
  return true;
}

async function declare(queries: Queries, indexes: readonly IndexDeclaration[], now: Database['now']) {
  await queries.run(lockAdvisory, { key: lockKeys.declarations });
  const rows = await listIndexRows(queries);
  const missing = indexes.filter((index) => !rows.some((row) => isSameIndex(row, index)));
  if (rows.filter(isIndex).length + missing.length > METADATA_INDEXES_STORED_MAX) return 'too-many';
  const time = await readClock(queries, now);
  const present = rows.filter((row) => indexes.some((index) => isSameIndex(row, index)));
  // In the order of the ids, like the progress of a build.
  await queries.run(renewDeclarations, { indexIds: present.map(({ indexId }) => indexId), time });
  if (missing.length > 0) await queries.run(insertIndexes, { ...declarationColumns(missing), time });
  return missing.map(declarationOf);
}

/** The long passes, in turns of background work. */
function passesOf({ executor, now, timeoutMilliseconds }: Database): Pick<IndexStore, 'build' | 'mend'> {
  /** From this time after its declaration on, an index is known to every write that has not ended. */
  const knownAfter =
    METADATA_INDEX_LEASE_SECONDS * 1000 +
    METADATA_INDEX_LEASE_STATEMENTS * (timeoutMilliseconds + SILENCE_MARGIN_MILLISECONDS);

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

  return {
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

const declarationColumns = (indexes: readonly IndexDeclaration[]) => ({
  pointers: indexes.map(({ pointer }) => pointer),
  types: indexes.map(({ type }) => type),
});
