// Declared indexes on both engines: the set that a write keeps up, the state of each, and the steps of a pass over the stored
// metadata. The entries of a row of metadata are right for an index if `indexed_version` is the version of the row and `index_set`
// is the id of the index or a higher one. Ids ascend in the order of declarations. The labels of players stand in the same list, under
// a type of their own: they are no entries but columns of metadata, right where `label_version` is the version of the row too.
import { METADATA_INDEX_UNDECLARED_SECONDS } from '../../limits.ts';
import { INDEX_PAGE_ENTRIES } from '../../tuning.ts';
import type { DeclaredIndex, FoundIndex, IndexDeclaration, IndexType, ValuePage } from '../ports/indexes.ts';
import type { DeclaredLabels } from '../ports/labels.ts';
import { createIndexReader, decodeIndexValue, type IndexValues } from './index-values.ts';
import { createLabelFacts, createLabelReader, declarationFrom, type LabelColumns } from './labels.ts';

/** The type of the row of labels. A process of an earlier version takes it for that of an index without values. */
export const labelType = 'label';

export interface StoredDeclaration {
  readonly indexId: number;
  /** That of an index; of labels the list of their pointers. */
  readonly pointer: string;
  readonly type: IndexType | typeof labelType;
}

/** The row of a declared index, or of labels. */
export interface IndexRow extends StoredDeclaration {
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
  /** The label of a text; undefined where no labels are declared. */
  readonly labelOf: ((text: string | null | undefined) => LabelColumns) | undefined;
  /** The facts that a stored label gives; undefined where no labels are declared. */
  readonly factsOf: ReturnType<typeof createLabelFacts> | undefined;
}

export const noIndexes: IndexSet = {
  ids: [],
  newest: 0,
  valuesOf: () => [],
  labelOf: undefined,
  factsOf: undefined,
};

/** @param rows in ascending order of their ids. */
export function toIndexSet(rows: readonly StoredDeclaration[]): IndexSet {
  if (rows.length === 0) return noIndexes;
  const indexes = rows.filter(isIndex);
  const row = rows.findLast(isLabels);
  const labels = row && declarationFrom(row.pointer);
  return {
    ids: indexes.map(({ indexId }) => indexId),
    newest: rows.at(-1)?.indexId ?? 0,
    valuesOf: createIndexReader(indexes),
    labelOf: labels && createLabelReader(labels),
    factsOf: labels && createLabelFacts(labels),
  };
}

export const isLabels = <Row extends StoredDeclaration>(row: Row): boolean => row.type === labelType;
export const isIndex = <Row extends StoredDeclaration>(row: Row): row is Row & IndexDeclaration =>
  row.type !== labelType;

export const toFoundIndex = ({ indexId, type, builtAt }: IndexRow & IndexDeclaration): FoundIndex => ({
  indexId,
  type,
  isWhole: builtAt !== null,
});

/** @param lastId the highest sequential id of a player; 0 for none. */
export const toDeclaredIndex = (row: IndexRow & IndexDeclaration, lastId: number): DeclaredIndex => ({
  ...toFoundIndex(row),
  pointer: row.pointer,
  createdAt: row.createdAt,
  declaredAt: row.declaredAt,
  progress: progressOf(row, lastId),
});

const progressOf = ({ builtAt, buildPosition }: IndexRow, lastId: number): number =>
  builtAt === null ? Math.min(1, buildPosition / Math.max(1, lastId)) : 1;

/** The labels among the rows; undefined for none. */
export function toDeclaredLabels(rows: readonly IndexRow[], lastId: number): DeclaredLabels | undefined {
  const row = rows.findLast(isLabels);
  if (!row) return undefined;
  return {
    ...declarationFrom(row.pointer),
    isWhole: row.builtAt !== null,
    progress: progressOf(row, lastId),
  };
}

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

export const isSameIndex = (a: Pick<StoredDeclaration, 'pointer' | 'type'>, b: IndexDeclaration): boolean =>
  a.pointer === b.pointer && a.type === b.type;

export const matches = (row: StoredDeclaration, pointer: string, type: IndexType | undefined): boolean =>
  row.pointer === pointer && (type === undefined || row.type === type);

/** An index whose last declaration is before this time is dropped. */
export const declarationStart = (now: number): number => now - METADATA_INDEX_UNDECLARED_SECONDS * 1000;

/** The build of some indexes: one pass for all of them. */
export interface Build {
  /** Those and labels, in one list. */
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
  readonly labelVersion: number;
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

interface StepBounds {
  readonly after: number;
  readonly newest: number;
  /** Are labels declared? */
  readonly hasLabels: boolean;
  readonly maxRows: number;
  readonly maxBytes: number;
}

/**
 * The next step of a pass.
 * @param rows the next rows in the order of their keys, `maxRows` of them unless they are the last ones.
 * @param newest the id that the marks of a row have to reach.
 */
export function planStep(
  rows: readonly MarkedRow[],
  { after, newest, hasLabels, maxRows, maxBytes }: StepBounds,
): PassStep {
  const stale: number[] = [];
  let bytes = 0;
  let end = after;
  for (const row of rows) {
    if (isStale(row, newest, hasLabels)) {
      bytes += row.bytes ?? 0;
      if (stale.length > 0 && bytes > maxBytes) return { stale, end, isLast: false };
      stale.push(row.sequentialId);
    }
    end = row.sequentialId;
  }
  return { stale, end, isLast: rows.length < maxRows };
}

/** Metadata that was never written has no entries and no label, and needs none. */
const isStale = (
  { version, indexSet, indexedVersion, labelVersion }: MarkedRow,
  newest: number,
  hasLabels: boolean,
): boolean =>
  version > 0 && (indexedVersion !== version || indexSet < newest || (hasLabels && labelVersion !== version));
