// Declared indexes in SQLite. A build and a mending pass take metadata in the order of its keys. Each step is a write of its own,
// so that no write of a player waits for long.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { systemClock } from '../../lib/clock.ts';
import { METADATA_INDEXES_STORED_MAX } from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS, INDEX_PAGE_ENTRIES } from '../../tuning.ts';
import type { IndexDeclaration, IndexStore, IndexType } from '../ports/indexes.ts';
import type { LabelDeclaration, LabelStore } from '../ports/labels.ts';
import { backgroundJobs, searches } from '../shared/fair-queue.ts';
import { decodeIndexValue } from '../shared/index-values.ts';
import {
  declarationOf,
  declarationStart,
  type EntriesOfValue,
  type IndexRow,
  isIndex,
  isLabels,
  isSameIndex,
  labelType,
  matches,
  newestWhole,
  planBuild,
  toDeclaredIndex,
  toDeclaredLabels,
  toFoundIndex,
  toValuePage,
} from '../shared/indexes.ts';
import { pointersOf } from '../shared/labels.ts';
import { certainTimeOn } from './clock.ts';
import type { IndexEntries } from './index-entries.ts';
import { indexPassesOn } from './index-passes.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

interface IndexStoreOptions {
  readonly db: Database;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly entries: IndexEntries;
}

const listRows = `SELECT index_id AS indexId, pointer, type, created_at AS createdAt, declared_at AS declaredAt,
    build_position AS buildPosition, built_at AS builtAt
  FROM metadata_indexes ORDER BY index_id`;

/** The values of the next entries of the index ?1, in the order of their bytes. */
export const listIndexValues = `SELECT value, count(*) AS players, max(sequential_id) AS lastPlayer
  FROM (
    SELECT value, sequential_id FROM metadata_index_entries
    WHERE index_id = ?1 AND value IS NOT NULL AND (value, sequential_id) > (?2, ?3)
    ORDER BY value, sequential_id LIMIT ?4
  )
  GROUP BY value ORDER BY value`;
export const findLargestIndexValue = `SELECT value FROM metadata_index_entries
  WHERE index_id = ?1 AND value IS NOT NULL ORDER BY value DESC LIMIT 1`;

/** The writes of declarations, each within a write of the store. */
function declarationsOn(db: Database, entries: IndexEntries) {
  const listAll = db.query<IndexRow, []>(listRows);
  const renew = db.query<object, [string, string, number]>(
    'UPDATE metadata_indexes SET declared_at = max(declared_at, ?3) WHERE pointer = ?1 AND type = ?2',
  );
  const insert = db.query<object, [string, string, number]>(
    'INSERT INTO metadata_indexes (pointer, type, created_at, declared_at) VALUES (?1, ?2, ?3, ?3)',
  );
  const remove = db.query<object, [number]>('DELETE FROM metadata_indexes WHERE index_id = ?1');
  const correct = db.query<object, [now: number, latest: number]>(
    'UPDATE metadata_indexes SET declared_at = ?1 WHERE declared_at > ?2',
  );
  const certain = certainTimeOn(db);

  return {
    declare(indexes: readonly IndexDeclaration[], now: number) {
      const rows = listAll.all();
      const missing = indexes.filter((index) => !rows.some((row) => isSameIndex(row, index)));
      if (rows.filter(isIndex).length + missing.length > METADATA_INDEXES_STORED_MAX) return 'too-many';
      for (const { pointer, type } of indexes) renew.run(pointer, type, now);
      for (const { pointer, type } of missing) insert.run(pointer, type, now);
      if (missing.length > 0) entries.reload();
      return missing.map(declarationOf);
    },

    declareLabels(labels: LabelDeclaration, replaces: boolean, now: number): boolean {
      const others = listAll.all().filter(isLabels);
      const pointer = pointersOf(labels);
      renew.run(pointer, labelType, now);
      if (others.some((row) => row.pointer === pointer) || (others.length > 0 && !replaces)) return false;
      for (const { indexId } of others) remove.run(indexId);
      insert.run(pointer, labelType, now);
      entries.reload();
      return true;
    },

    dropUndeclared(now: number): IndexDeclaration[] {
      // A declaration from before the clock was set back counts as one of now.
      correct.run(now, now + CLOCK_SKEW_MILLISECONDS);
      const start = declarationStart(certain(now));
      return drop(({ declaredAt }) => declaredAt < start);
    },
    drop,
  };

  function drop(isDropped: (row: IndexRow) => boolean): IndexDeclaration[] {
    const dropped = listAll.all().filter(isDropped);
    for (const { indexId } of dropped) remove.run(indexId);
    if (dropped.length > 0) entries.reload();
    return dropped.filter(isIndex).map(declarationOf);
  }
}

/** The long passes. Each step is a write of its own, and the next one begins after other work of the process. */
function passesOn(
  { db, writer, entries }: IndexStoreOptions,
  listAll: () => Promise<readonly IndexRow[]>,
  list: IndexStore['list'],
): Pick<IndexStore, 'build' | 'mend'> {
  const passes = indexPassesOn(db, entries);
  const step = async <T>(signal: AbortSignal, run: (now: number) => T): Promise<T> => {
    const result = await writer.write(run, backgroundJobs);
    await systemClock.sleep(0, signal);
    return result;
  };

  return {
    async build(signal, report) {
      // Every write knows an index from its declaration on, so a build may begin at once.
      const rows = await listAll();
      const build = planBuild(rows, Number.POSITIVE_INFINITY);
      if (!build) return;
      const ids = build.indexes.map(({ indexId }) => indexId);
      for (let after = build.start; !signal.aborted; ) {
        const place = { after, newest: build.newest };
        const { end, isLast } = await step(signal, (now) => passes.build(ids, place, now));
        report((await list()).filter(({ indexId }) => ids.includes(indexId)));
        if (isLast) return;
        after = end;
      }
    },
    async mend(signal) {
      const total = { mended: 0, deleted: 0 };
      const newest = newestWhole(await listAll());
      for (
        let after: number | undefined = newest > 0 ? 0 : undefined;
        after !== undefined && !signal.aborted;
      ) {
        const place: { after: number; newest: number } = { after, newest };
        const { stale, end, isLast } = await step(signal, () => passes.mend(place));
        total.mended += stale.length;
        after = isLast ? undefined : end;
      }
      for (let after = passes.firstEntry; !signal.aborted; ) {
        const deletion = await step(signal, () => passes.deleteDropped(after));
        total.deleted += deletion.deleted;
        if (!deletion.last) break;
        after = deletion.last;
      }
      return total;
    },
  };
}

export function indexStore(options: IndexStoreOptions): IndexStore & { readonly labels: LabelStore } {
  const { db, writer, reader, entries } = options;
  const rows = reader.db.query<IndexRow, []>(listRows);
  const lastId = reader.db.query<{ last: number | null }, []>(
    'SELECT max(sequential_id) AS last FROM metadata',
  );
  const values = reader.db.query<EntriesOfValue, SQLQueryBindings[]>(listIndexValues);
  const largest = reader.db.query<{ value: Uint8Array }, [number]>(findLargestIndexValue);
  const { declare, declareLabels, drop, dropUndeclared } = declarationsOn(db, entries);

  const list = () =>
    reader.read(() => {
      const last = lastId.get()?.last ?? 0;
      return rows
        .all()
        .filter(isIndex)
        .map((row) => toDeclaredIndex(row, last));
    });

  return {
    list,
    find: (pointer) =>
      reader.read(() =>
        rows
          .all()
          .filter(isIndex)
          .filter((row) => row.pointer === pointer)
          .map(toFoundIndex),
      ),
    listValues: ({ indexId, type }, { value, sequentialId }) =>
      reader.read(
        () => toValuePage(type, values.all(indexId, value, sequentialId, INDEX_PAGE_ENTRIES)),
        searches,
      ),
    findLargest: ({ indexId, type }) =>
      reader.read(() => {
        const row = largest.get(indexId);
        return row ? decodeIndexValue(type, row.value) : undefined;
      }, searches),
    declare: async (indexes) =>
      indexes.length === 0 ? [] : writer.write((now) => declare(indexes, now), backgroundJobs),
    drop: (pointer: string, type?: IndexType) =>
      writer.write(() => drop((row) => matches(row, pointer, type)), backgroundJobs),
    dropUndeclared: async () => writer.write((now) => dropUndeclared(now), backgroundJobs),
    labels: {
      find: async () => reader.read(() => toDeclaredLabels(rows.all(), lastId.get()?.last ?? 0)),
      declare: async (labels, replaces) =>
        writer.write((now) => declareLabels(labels, replaces, now), backgroundJobs),
    },
    ...passesOn(options, () => reader.read(() => rows.all()), list),
  };
}
