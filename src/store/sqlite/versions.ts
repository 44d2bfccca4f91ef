// Kept versions of metadata in SQLite: how their rows are read and written, and the deletion of old ones.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { factNames, metadataVersions } from '../ports/rows/versions.ts';
import type { VersionFacts, VersionRow, VersionStore } from '../ports/versions.ts';
import type { CpuScheduler } from '../shared/cpu-scheduler.ts';
import { lossesStart } from '../shared/losses.ts';
import { createVersionReads } from '../shared/version-reads.ts';
import {
  inOrderOfTime,
  keepVersion,
  toKeptVersion,
  type VersionPolicy,
  versionsStart,
  type WrittenState,
} from '../shared/versions.ts';
import { certainTimeOn } from './clock.ts';
import { deleteInSteps, prepareDeleteOldest } from './delete-oldest.ts';
import type { Reader } from './reader.ts';
import { insertionOf, selectionOf } from './rows.ts';
import type { Writer } from './writer.ts';

/** A row as the table has it: true is 1. */
type StoredVersion = Omit<VersionRow, 'milestone'> & {
  readonly sequentialId: number;
  readonly milestone: number;
};

const columnsOfFacts = selectionOf(metadataVersions, factNames);
const columns = selectionOf(metadataVersions);

const toVersionRow = ({ sequentialId: _, milestone, ...row }: StoredVersion): VersionRow => ({
  ...row,
  milestone: milestone !== 0,
});
const toFacts = ({
  sequentialId: _,
  ...row
}: VersionFacts & { readonly sequentialId: number }): VersionFacts => row;

/**
 * Prepares the insertion of a version. An existing version gets another stored form, or stays as it is.
 * @returns a function that answers whether a row was changed
 */
export function putVersionOn(
  db: Database,
  onConflict: 'change' | 'leave',
): (sequentialId: number, row: VersionRow) => boolean {
  const change = 'UPDATE SET base_version = excluded.base_version, content = excluded.content';
  const insertion = insertionOf<typeof metadataVersions, VersionRow & { sequentialId: number }>(
    metadataVersions,
  );
  const put = db.query<object, SQLQueryBindings[]>(
    `INSERT INTO metadata_versions (${insertion.columns}) VALUES (${insertion.values})
     ON CONFLICT (sequential_id, version) DO ${onConflict === 'change' ? change : 'NOTHING'}`,
  );
  return (sequentialId, row) => put.run(...insertion.bind({ sequentialId, ...row })).changes > 0;
}

export interface VersionTable {
  readonly store: VersionStore;
  /** Keeps a state, within the writer's transaction. @returns the time at which it was kept */
  keep(sequentialId: number, replaced: WrittenState, now: number, milestone: boolean): number;
}

interface VersionTableOptions {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly cpuScheduler: CpuScheduler;
  readonly policy: VersionPolicy;
}

export function versionTable(
  db: Database,
  { reader, writer, clock, cpuScheduler, policy }: VersionTableOptions,
): VersionTable {
  const list = db.query<StoredVersion, [number]>(
    `SELECT ${columns} FROM metadata_versions WHERE sequential_id = ?1 ORDER BY version DESC`,
  );
  const findRange = reader.db.query<StoredVersion, [number, number, number]>(
    `SELECT ${columns} FROM metadata_versions
     WHERE sequential_id = ?1 AND version BETWEEN ?2 AND ?3`,
  );
  const listFacts = reader.db.query<VersionFacts & { sequentialId: number }, [number]>(
    `SELECT ${columnsOfFacts} FROM metadata_versions WHERE sequential_id = ?1 ORDER BY version DESC`,
  );
  const drop = db.query<object, [number, number]>(
    'DELETE FROM metadata_versions WHERE sequential_id = ?1 AND version = ?2',
  );
  const put = putVersionOn(db, 'change');
  const certain = certainTimeOn(db);
  const deleteOldVersions = prepareDeleteOldest(db, 'metadata_versions', 'kept_at', 'content');
  const deleteOldLosses = prepareDeleteOldest(db, 'metadata_losses', 'lost_at', 'written_by');

  return {
    keep(sequentialId, replaced, now, milestone) {
      const rows = list.all(sequentialId).map(toVersionRow);
      const changes = keepVersion(policy, rows, replaced, { now, milestone });
      for (const version of changes.drop) drop.run(sequentialId, version);
      for (const row of changes.put) put(sequentialId, row);
      return changes.keptAt;
    },
    store: {
      list: async (sequentialId) =>
        reader.read(
          () => inOrderOfTime(listFacts.all(sequentialId).map(toFacts)).map(toKeptVersion),
          sequentialId,
        ),
      ...createVersionReads({
        cpuScheduler,
        moment: clock.monotonic,
        listFacts: (id) => reader.read(() => inOrderOfTime(listFacts.all(id).map(toFacts)), id),
        listRows: ({ sequentialId, first, last }) =>
          reader.read(() => findRange.all(sequentialId, first, last).map(toVersionRow), sequentialId),
      }),
      async deleteOld(signal) {
        await deleteInSteps(writer, signal, (now) => deleteOldVersions(versionsStart(certain(now), policy)));
        await deleteInSteps(writer, signal, (now) => deleteOldLosses(lossesStart(certain(now), policy)));
      },
    },
  };
}
