// Declared indexes on both engines: the set that a write keeps up, the state of each, and the steps of a pass over the stored
// metadata. The entries of a row of metadata are right for an index if `indexed_version` is the version of the row and `index_set`
// is the id of the index or a higher one. Ids ascend in the order of declarations.
import { METADATA_INDEX_UNDECLARED_SECONDS } from '../../limits.ts';
import { INDEX_PAGE_ENTRIES } from '../../tuning.ts';
import type { DeclaredIndex, FoundIndex, IndexDeclaration, IndexType, ValuePage } from '../ports/indexes.ts';
import { createIndexReader, decodeIndexValue, type IndexValues } from './index-values.ts';

/** The row of a declared index. */
export interface IndexRow extends IndexDeclaration {
  readonly indexId: number;
  readonly createdAt: number;
  readonly declaredAt: number;
  /** The build has passed the sequential ids up to this one. */
  readonly buildPosition: number;
  /** Null while the index is not whole. */
  readonly builtAt: number | null;
}

/** The indexes that a write keeps up. */
export interface IndexSet {
  /** In ascending order. */
  readonly ids: readonly number[];
  /** The highest id; 0 for no index. */
  readonly newest: number;
  /** The value of a text at each index, in the order of `ids`. */
  readonly valuesOf: (text: string | null | undefined) => IndexValues;
}

export const noIndexes: IndexSet = { ids: [], newest: 0, valuesOf: () => [] };

/** @param rows in ascending order of their ids. */
export function toIndexSet(rows: readonly (IndexDeclaration & { readonly indexId: number })[]): IndexSet {
  if (rows.length === 0) return noIndexes;
  const ids = rows.map(({ indexId }) => indexId);
  return { ids, newest: ids.at(-1) ?? 0, valuesOf: createIndexReader(rows) };
}

export const toFoundIndex = ({ indexId, type, builtAt }: IndexRow): FoundIndex => ({
  indexId,
  type,
  isWhole: builtAt !== null,
});

/** @param lastId the highest sequential id of a player; 0 for none. */
export const toDeclaredIndex = (row: IndexRow, lastId: number): DeclaredIndex => ({
  ...toFoundIndex(row),
  pointer: row.pointer,
  createdAt: row.createdAt,
  declaredAt: row.declaredAt,
  progress: row.builtAt === null ? Math.min(1, row.buildPosition / Math.max(1, lastId)) : 1,
});

/** A row of the entries of an index, summed up by value. */
export interface EntriesOfValue {
  readonly value: Uint8Array;
  readonly players: number;
  /** The highest id among these entries. */
  readonly lastPlayer: number;
}

/** @param rows of at most `INDEX_PAGE_ENTRIES` entries, in the order of the bytes */
export function toValuePage(type: IndexType, rows: readonly EntriesOfValue[]): ValuePage {
  const entries = rows.reduce((sum, { players }) => sum + players, 0);
  const last = rows.at(-1);
  return {
    values: rows.map(({ value, players }) => ({ value: decodeIndexValue(type, value), players })),
    next:
      last && entries === INDEX_PAGE_ENTRIES
        ? { value: last.value, sequentialId: last.lastPlayer }
        : undefined,
  };
}

export const declarationOf = ({ pointer, type }: IndexDeclaration): IndexDeclaration => ({ pointer, type });

export const isSameIndex = (a: IndexDeclaration, b: IndexDeclaration): boolean =>
  a.pointer === b.pointer && a.type === b.type;

export const matches = (row: IndexDeclaration, pointer: string, type: IndexType | undefined): boolean =>
  row.pointer === pointer && (type === undefined || row.type === type);

/** An index whose last declaration is before this time is dropped. */
export const declarationStart = (now: number): number => now - METADATA_INDEX_UNDECLARED_SECONDS * 1000;

/** The build of some indexes: one pass for all of them. */
export interface Build {
  readonly indexes: readonly IndexRow[];
  /** Rows whose marks are below this id need entries. */
  readonly newest: number;
  /** The pass begins after this sequential id. */
  readonly start: number;
}

/**
 * @param rows in ascending order of their ids.
 * @param knownSince an index that was created later may be unknown to a process that writes.
 */
export function planBuild(rows: readonly IndexRow[], knownSince: number): Build | undefined {
  const indexes = rows.filter((row) => row.builtAt === null && row.createdAt <= knownSince);
  if (indexes.length === 0) return undefined;
  return {
    indexes,
    newest: Math.max(...indexes.map(({ indexId }) => indexId)),
    start: Math.min(...indexes.map(({ buildPosition }) => buildPosition)),
  };
}

/** The id that the marks of mended rows reach: those for indexes under construction are left to their build. 0 for none. */
export const newestWhole = (rows: readonly IndexRow[]): number =>
  Math.max(0, ...rows.filter(({ builtAt }) => builtAt !== null).map(({ indexId }) => indexId));

/** A row of metadata as a pass sees it. */
export interface MarkedRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly indexSet: number;
  readonly indexedVersion: number;
  /** The UTF-8 bytes of the text; null for none. */
  readonly bytes: number | null;
}

export interface PassStep {
  /** The players whose entries are to be made. */
  readonly stale: readonly number[];
  /** The next step begins after this sequential id. */
  readonly end: number;
  readonly isLast: boolean;
}

/**
 * The next step of a pass.
 * @param rows the next rows in the order of their keys, `maxRows` of them unless they are the last ones.
 * @param newest the id that the marks of a row have to reach.
 */
export function planStep(
  rows: readonly MarkedRow[],
  { after, newest, maxRows, maxBytes }: { after: number; newest: number; maxRows: number; maxBytes: number },
): PassStep {
  const stale: number[] = [];
  let bytes = 0;
  let end = after;
  for (const row of rows) {
    if (isStale(row, newest)) {
      bytes += row.bytes ?? 0;
      if (stale.length > 0 && bytes > maxBytes) return { stale, end, isLast: false };
      stale.push(row.sequentialId);
    }
    end = row.sequentialId;
  }
  return { stale, end, isLast: rows.length < maxRows };
}

/** Metadata that was never written has no entries and needs none. */
const isStale = ({ version, indexSet, indexedVersion }: MarkedRow, newest: number): boolean =>
  version > 0 && (indexedVersion !== version || indexSet < newest);
