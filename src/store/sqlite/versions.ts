// Kept versions of metadata in SQLite: how their rows are read and written, and the deletion of old ones.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import type { VersionStore } from '../ports/versions.ts';
import type { CpuScheduler } from '../shared/cpu-scheduler.ts';
import { fromVersionRow } from '../shared/metadata-rows.ts';
import { createVersionReads } from '../shared/version-reads.ts';
import {
  inOrderOfTime,
  keepVersion,
  toKeptVersion,
  type VersionPolicy,
  type VersionRow,
  versionsStart,
  type WrittenState,
} from '../shared/versions.ts';
import { deleteInSteps, prepareDeleteOldest } from './delete-oldest.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** A row as the table has it: true is 1. */
export interface StoredVersion extends Omit<VersionRow, 'by' | 'milestone'> {
  readonly byServer: number;
  readonly milestone: number;
}

type StoredFacts = Omit<StoredVersion, 'milestone' | 'content'>;

const factColumns = `version, written_at AS writtenAt, session_id AS sessionId, by_server AS byServer, key_id AS keyId, kept_at AS keptAt,
  size_bytes AS sizeBytes, base_version AS baseVersion`;
export const storedVersionColumns = `${factColumns}, milestone, content`;

export const toVersionRow = ({ milestone, ...row }: StoredVersion): VersionRow => ({
  ...fromVersionRow(row),
  milestone: milestone !== 0,
});

/**
 * Prepares the insertion of a version. An existing version gets another stored form, or stays as it is.
 * @returns a function that answers whether a row was changed
 */
export function putVersionOn(
  db: Database,
  onConflict: 'change' | 'leave',
): (sequentialId: number, row: VersionRow) => boolean {
  const change = 'UPDATE SET base_version = excluded.base_version, content = excluded.content';
  const put = db.query<object, SQLQueryBindings[]>(
    `INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes,
       base_version, content, key_id)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
     ON CONFLICT (sequential_id, version) DO ${onConflict === 'change' ? change : 'NOTHING'}`,
  );
  return (sequentialId, row) =>
    put.run(
      sequentialId,
      row.version,
      row.writtenAt,
      row.sessionId,
      row.by === 'server' ? 1 : 0,
      row.keptAt,
      row.milestone ? 1 : 0,
      row.sizeBytes,
      row.baseVersion,
      row.content,
      row.keyId,
    ).changes > 0;
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
    `SELECT ${storedVersionColumns} FROM metadata_versions WHERE sequential_id = ?1 ORDER BY version DESC`,
  );
  const findRange = reader.db.query<StoredVersion, [number, number, number]>(
    `SELECT ${storedVersionColumns} FROM metadata_versions
     WHERE sequential_id = ?1 AND version BETWEEN ?2 AND ?3`,
  );
  const listFacts = reader.db.query<StoredFacts, [number]>(
    `SELECT ${factColumns} FROM metadata_versions WHERE sequential_id = ?1 ORDER BY version DESC`,
  );
  const drop = db.query<object, [number, number]>(
    'DELETE FROM metadata_versions WHERE sequential_id = ?1 AND version = ?2',
  );
  const put = putVersionOn(db, 'change');
  const deleteOldVersions = prepareDeleteOldest(db, 'metadata_versions', 'kept_at', 'content');

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
          () => inOrderOfTime(listFacts.all(sequentialId).map(fromVersionRow)).map(toKeptVersion),
          sequentialId,
        ),
      ...createVersionReads({
        cpuScheduler,
        moment: clock.monotonic,
        listFacts: (id) => reader.read(() => inOrderOfTime(listFacts.all(id).map(fromVersionRow)), id),
        listRows: ({ sequentialId, first, last }) =>
          reader.read(() => findRange.all(sequentialId, first, last).map(toVersionRow), sequentialId),
      }),
      deleteOld: (signal) =>
        deleteInSteps(writer, signal, (now) => deleteOldVersions(versionsStart(now, policy))),
    },
  };
}
