// The steps of passes over the stored metadata of SQLite: the build of new indexes, the mending of entries, and the deletion of
// those of dropped indexes. Each runs within one transaction of the writer.
import type { Database } from 'bun:sqlite';
import { SQLITE_STEP_MAX_BYTES, SQLITE_STEP_ROWS } from '../../tuning.ts';
import { type MarkedRow, type PassStep, planStep } from '../shared/indexes.ts';
import { noLabel } from '../shared/labels.ts';
import type { IndexEntries } from './index-entries.ts';

/** Where a step begins, and the id that the marks of a row have to reach. */
interface Place {
  readonly after: number;
  readonly newest: number;
}

interface EntryKey {
  readonly sequentialId: number;
  readonly indexId: number;
}

export interface IndexPasses {
  /** A step of the build of some indexes. An index that another process has taken further stays there. */
  build(ids: readonly number[], place: Place, now: number): PassStep;
  mend(place: Place): PassStep;
  /** Deletes entries whose index is gone. @returns the last entry that was looked at; undefined at the end */
  deleteDropped(after: EntryKey): { readonly deleted: number; readonly last: EntryKey | undefined };
  /** Before all entries. */
  readonly firstEntry: EntryKey;
}

export function indexPassesOn(db: Database, entries: IndexEntries): IndexPasses {
  const listMarks = db.query<MarkedRow, [number, number]>(
    `SELECT sequential_id AS sequentialId, version, index_set AS indexSet, indexed_version AS indexedVersion,
       label_version AS labelVersion, octet_length(text) AS bytes
     FROM metadata WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2`,
  );
  const findText = db.query<{ text: string | null; foldedName: string | null }, [number]>(
    'SELECT text, folded_name AS foldedName FROM metadata WHERE sequential_id = ?1',
  );
  const mark = db.query<object, [number, number, string | null, string | null]>(
    `UPDATE metadata SET index_set = ?2, indexed_version = version, label = ?3, folded_name = ?4, label_version = version
     WHERE sequential_id = ?1`,
  );
  const advance = db.query<object, [number, number, number, number | null]>(
    `UPDATE metadata_indexes SET build_position = max(build_position, ?3), built_at = ?4
     WHERE index_id = ?1 AND built_at IS NULL AND build_position >= ?2`,
  );
  const listEntries = db.query<EntryKey, [number, number, number]>(
    `SELECT sequential_id AS sequentialId, index_id AS indexId FROM metadata_index_entries
     WHERE (sequential_id, index_id) > (?1, ?2) ORDER BY sequential_id, index_id LIMIT ?3`,
  );
  const deleteEntry = db.query<object, [number, number]>(
    'DELETE FROM metadata_index_entries WHERE sequential_id = ?1 AND index_id = ?2',
  );

  function mend({ after, newest }: Place): PassStep {
    const { labelOf } = entries.set;
    const hasLabels = labelOf !== undefined;
    const bounds = { hasLabels, maxRows: SQLITE_STEP_ROWS, maxBytes: SQLITE_STEP_MAX_BYTES };
    const step = planStep(listMarks.all(after, bounds.maxRows), { after, newest, ...bounds });
    for (const id of step.stale) {
      const { text = null, foldedName: before = null } = findText.get(id) ?? {};
      const { label, foldedName } = labelOf?.(text) ?? noLabel;
      entries.put(id, text);
      entries.rename(id, before, foldedName);
      mark.run(id, entries.set.newest, label, foldedName);
    }
    return step;
  }

  return {
    mend,
    build(ids, place, now) {
      const step = mend(place);
      for (const id of ids) advance.run(id, place.after, step.end, step.isLast ? now : null);
      return step;
    },
    deleteDropped(after) {
      const rows = listEntries.all(after.sequentialId, after.indexId, SQLITE_STEP_ROWS);
      const dropped = rows.filter(({ indexId }) => !entries.set.ids.includes(indexId));
      for (const { sequentialId, indexId } of dropped) deleteEntry.run(sequentialId, indexId);
      return { deleted: dropped.length, last: rows.length < SQLITE_STEP_ROWS ? undefined : rows.at(-1) };
    },
    firstEntry: { sequentialId: 0, indexId: 0 },
  };
}
