// Passes over the stored metadata of PostgreSQL: the build of new indexes, the mending of entries, and the deletion of those of
// dropped indexes. Each step is a few statements by key, and any number of processes may run a pass at once.
import { INDEX_STEP_MAX_BYTES, INDEX_STEP_ROWS, PRUNE_STEP_ROWS } from '../../tuning.ts';
import type { DeclaredIndex } from '../ports/indexes.ts';
import {
  type IndexRow,
  type IndexSet,
  type MarkedRow,
  newestWhole,
  type PassStep,
  planBuild,
  planStep,
  toDeclaredIndex,
  toIndexSet,
} from '../shared/indexes.ts';
import { bigints } from './arrays.ts';
import { type Database, readClock } from './database.ts';
import type { Queries } from './executor.ts';
import { entryColumns } from './index-entries.ts';
import { listIndexRows } from './indexes.ts';
import listEntries from './sql/list-index-entries.sql' with { type: 'text' };
import listMarks from './sql/list-index-marks.sql' with { type: 'text' };
import listToIndex from './sql/list-metadata-to-index.sql' with { type: 'text' };
import mendEntries from './sql/mend-index-entries.sql' with { type: 'text' };
import { withRetries } from './with-retries.ts';

interface TextRow {
  readonly sequentialId: number;
  readonly version: number;
  readonly text: string | null;
}

/** An index that another process has taken further stays there. */
const advanceBuilds = `UPDATE metadata_indexes
  SET build_position = greatest(build_position, $3::bigint), built_at = CASE WHEN $4::boolean THEN $5::bigint END
  WHERE index_id = ANY ($1::bigint[]) AND built_at IS NULL AND build_position >= $2::bigint`;
const deleteEntries = `DELETE FROM metadata_index_entries
  WHERE sequential_id = ANY ($1::bigint[]) AND index_id = ANY ($2::bigint[])`;
const findLastId = `SELECT max(sequential_id)::float8 AS last FROM metadata`;

interface BuildOptions {
  readonly queries: Queries;
  readonly now: Database['now'];
  /** Milliseconds after which a declared index is known to all writes. */
  readonly knownAfter: number;
  readonly signal: AbortSignal;
  readonly report: (indexes: readonly DeclaredIndex[]) => void;
}

export async function buildPass({ queries, now, knownAfter, signal, report }: BuildOptions): Promise<void> {
  const rows = await listIndexRows(queries);
  const build = planBuild(rows, (await readClock(queries, now)) - knownAfter);
  if (!build) return;
  const ids = build.indexes.map(({ indexId }) => indexId);
  const set = toIndexSet(rows);
  for (let after = build.start; !signal.aborted; ) {
    const step = await takeStep(queries, set, after, build.newest);
    const time = await readClock(queries, now);
    const place = [bigints(ids), after, step.end, step.isLast, time];
    await withRetries(() => queries.query(advanceBuilds, place), true);
    await reportBuild(queries, ids, report);
    if (step.isLast) return;
    after = step.end;
  }
}

async function reportBuild(queries: Queries, ids: readonly number[], report: BuildOptions['report']) {
  const rows = (await listIndexRows(queries)).filter(({ indexId }) => ids.includes(indexId));
  const [found] = await queries.query<{ last: number | null }>(findLastId);
  report(rows.map((row) => toDeclaredIndex(row, found?.last ?? 0)));
}

/** @returns the number of players whose entries were made */
export async function mendPass(queries: Queries, signal: AbortSignal): Promise<number> {
  const rows: readonly IndexRow[] = await listIndexRows(queries);
  const newest = newestWhole(rows);
  if (newest === 0) return 0;
  const set = toIndexSet(rows);
  let mended = 0;
  for (let after = 0; !signal.aborted; ) {
    const step = await takeStep(queries, set, after, newest);
    mended += step.mended;
    if (step.isLast) break;
    after = step.end;
  }
  return mended;
}

/** Makes the entries of the next rows that need them. */
async function takeStep(
  queries: Queries,
  set: IndexSet,
  after: number,
  newest: number,
): Promise<PassStep & { readonly mended: number }> {
  const bounds = { maxRows: INDEX_STEP_ROWS, maxBytes: INDEX_STEP_MAX_BYTES };
  const marks = await queries.query<MarkedRow>(listMarks, [after, bounds.maxRows]);
  const step = planStep(marks, { after, newest, ...bounds });
  if (step.stale.length === 0) return { ...step, mended: 0 };
  const rows = await queries.query<TextRow>(listToIndex, [bigints(step.stale)]);
  const parameters = [
    bigints(rows.map(({ sequentialId }) => sequentialId)),
    bigints(rows.map(({ version }) => version)),
    set.newest,
    ...entryColumns(
      set,
      rows.map(({ text }) => text),
    ),
  ];
  const [result] = await withRetries(() => queries.query<{ mended: number }>(mendEntries, parameters), true);
  return { ...step, mended: result?.mended ?? 0 };
}

/**
 * Deletes the entries whose index is gone. The declared indexes are read after the entries: an entry follows its declaration.
 * @returns the number of deleted entries
 */
export async function deleteDroppedEntries(queries: Queries, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let after = { sequentialId: 0, indexId: 0 }; !signal.aborted; ) {
    const rows = await queries.query<typeof after>(listEntries, [
      after.sequentialId,
      after.indexId,
      PRUNE_STEP_ROWS,
    ]);
    const declared = new Set((await listIndexRows(queries)).map(({ indexId }) => indexId));
    const dropped = rows.filter(({ indexId }) => !declared.has(indexId));
    if (dropped.length > 0) {
      const players = [...new Set(dropped.map(({ sequentialId }) => sequentialId))];
      const ids = [...new Set(dropped.map(({ indexId }) => indexId))];
      await withRetries(() => queries.query(deleteEntries, [bigints(players), bigints(ids)]), true);
      deleted += dropped.length;
    }
    const last = rows.at(-1);
    if (!last || rows.length < PRUNE_STEP_ROWS) break;
    after = last;
  }
  return deleted;
}
