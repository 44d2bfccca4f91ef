// Passes over the stored metadata of PostgreSQL: the build of new indexes, the mending of entries, and the deletion of those of
// dropped indexes. Each step is a few statements by key, and any number of processes may run a pass at once. A pass is made of
// turns of some steps, so that other background jobs have the connection in between.
import { INDEX_STEP_MAX_BYTES, INDEX_STEP_ROWS, INDEX_TURN_STEPS, PRUNE_STEP_ROWS } from '../../tuning.ts';
import type { DeclaredIndex } from '../ports/indexes.ts';
import {
  type IndexRow,
  type IndexSet,
  isIndex,
  newestWhole,
  type PassStep,
  planBuild,
  planStep,
  toDeclaredIndex,
  toIndexSet,
} from '../shared/indexes.ts';
import { type Database, readClock } from './database.ts';
import type { Queries } from './executor.ts';
import { entryColumns } from './index-entries.ts';
import { listIndexRows } from './index-lease.ts';
import {
  advanceBuilds,
  deleteEntries,
  findLastId,
  listIndexEntries as listEntries,
  listIndexMarks as listMarks,
  listMetadataToIndex as listToIndex,
  mendIndexEntries as mendEntries,
} from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

interface BuildOptions {
  readonly queries: Queries;
  readonly now: Database['now'];
  /** Milliseconds after which a declared index is known to all writes. */
  readonly knownAfter: number;
  readonly signal: AbortSignal;
  readonly report: (indexes: readonly DeclaredIndex[]) => void;
}

/** @returns whether there is more to build */
export async function buildTurn({
  queries,
  now,
  knownAfter,
  signal,
  report,
}: BuildOptions): Promise<boolean> {
  const rows = await listIndexRows(queries);
  const build = planBuild(rows, (await readClock(queries, now)) - knownAfter);
  if (!build) return false;
  const ids = build.indexes.map(({ indexId }) => indexId);
  const set = toIndexSet(rows);
  let after = build.start;
  for (let steps = 0; steps < INDEX_TURN_STEPS && !signal.aborted; steps += 1) {
    const step = await takeStep(queries, set, after, build.newest);
    const time = await readClock(queries, now);
    const place = { indexIds: ids, after, position: step.end, isBuilt: step.isLast, time };
    await withRetries(() => queries.run(advanceBuilds, place), true);
    await reportBuild(queries, ids, report);
    if (step.isLast) return false;
    after = step.end;
  }
  return true;
}

async function reportBuild(queries: Queries, ids: readonly number[], report: BuildOptions['report']) {
  const rows = (await listIndexRows(queries)).filter(({ indexId }) => ids.includes(indexId));
  const [found] = await queries.run(findLastId, {});
  report(rows.filter(isIndex).map((row) => toDeclaredIndex(row, found?.last ?? 0)));
}

/** The result of a turn: the rows that it changed, and the place at which the next turn begins; undefined at the end. */
export interface Turn<Place> {
  readonly changed: number;
  readonly next: Place | undefined;
}

export async function mendTurn(queries: Queries, start: number, signal: AbortSignal): Promise<Turn<number>> {
  const rows: readonly IndexRow[] = await listIndexRows(queries);
  const newest = newestWhole(rows);
  if (newest === 0) return { changed: 0, next: undefined };
  const set = toIndexSet(rows);
  let changed = 0;
  let after = start;
  for (let steps = 0; steps < INDEX_TURN_STEPS && !signal.aborted; steps += 1) {
    const step = await takeStep(queries, set, after, newest);
    changed += step.mended;
    if (step.isLast) return { changed, next: undefined };
    after = step.end;
  }
  return { changed, next: after };
}

/** Makes the entries of the next rows that need them. */
async function takeStep(
  queries: Queries,
  set: IndexSet,
  after: number,
  newest: number,
): Promise<PassStep & { readonly mended: number }> {
  const hasLabels = set.labelOf !== undefined;
  const bounds = { hasLabels, maxRows: INDEX_STEP_ROWS, maxBytes: INDEX_STEP_MAX_BYTES };
  const marks = await queries.run(listMarks, { after, limit: bounds.maxRows });
  const step = planStep(marks, { after, newest, ...bounds });
  if (step.stale.length === 0) return { ...step, mended: 0 };
  const rows = await queries.run(listToIndex, { ids: step.stale });
  const entries = {
    ids: rows.map(({ sequentialId }) => sequentialId),
    versions: rows.map(({ version }) => version),
    ...entryColumns(
      set,
      rows.map(({ text }) => text),
    ),
  };
  const [result] = await withRetries(() => queries.run(mendEntries, entries), true);
  return { ...step, mended: result?.mended ?? 0 };
}

interface EntryKey {
  readonly sequentialId: number;
  readonly indexId: number;
}

/** Before all entries. */
export const firstEntry: EntryKey = { sequentialId: 0, indexId: 0 };

/** Deletes the entries whose index is gone. The declared indexes are read after the entries: an entry follows its declaration. */
export async function deletionTurn(
  queries: Queries,
  start: EntryKey,
  signal: AbortSignal,
): Promise<Turn<EntryKey>> {
  let changed = 0;
  let after = start;
  for (let steps = 0; steps < INDEX_TURN_STEPS && !signal.aborted; steps += 1) {
    const { sequentialId, indexId } = after;
    const rows = await queries.run(listEntries, { sequentialId, indexId, limit: PRUNE_STEP_ROWS });
    const declared = new Set((await listIndexRows(queries)).filter(isIndex).map(({ indexId }) => indexId));
    const dropped = rows.filter(({ indexId }) => !declared.has(indexId));
    if (dropped.length > 0) {
      const players = [...new Set(dropped.map(({ sequentialId }) => sequentialId))];
      const ids = [...new Set(dropped.map(({ indexId }) => indexId))];
      await withRetries(() => queries.run(deleteEntries, { ids: players, indexIds: ids }), true);
      changed += dropped.length;
    }
    const last = rows.at(-1);
    if (!last || rows.length < PRUNE_STEP_ROWS) return { changed, next: undefined };
    after = last;
  }
  return { changed, next: after };
}
