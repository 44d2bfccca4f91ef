// Kept versions of metadata in SQLite, and the passing away of those that are too old.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { IDEMPOTENCY_KEY_SECONDS } from '../../limits.ts';
import { SQLITE_STEP_MAX_BYTES, SQLITE_STEP_ROWS } from '../../tuning.ts';
import type { MetadataStore } from '../ports/store.ts';
import type { CpuScheduler } from '../shared/cpu-scheduler.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
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
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** As a row has it: what is true is 1. */
export interface StoredVersion extends Omit<VersionRow, 'by' | 'milestone'> {
  readonly byServer: number;
  readonly milestone: number;
}

type StoredFacts = Omit<StoredVersion, 'milestone' | 'content'>;

const factColumns = `version, written_at AS writtenAt, session_id AS sessionId, by_server AS byServer, kept_at AS keptAt,
  size_bytes AS sizeBytes, base_version AS baseVersion`;
export const storedVersionColumns = `${factColumns}, milestone, content`;

export function toVersionRow({ milestone, ...row }: StoredVersion): VersionRow {
  return { ...toFacts(row), milestone: milestone !== 0 };
}

const toFacts = <Row extends StoredFacts>({ byServer, ...row }: Row) => ({
  ...row,
  by: byServer ? ('server' as const) : ('player' as const),
});

/** Puts a version in, and answers whether it did; one that is there is stored in another way now, or stays as it is. */
export function putVersionOn(
  db: Database,
  onConflict: 'change' | 'leave',
): (sequentialId: number, row: VersionRow) => boolean {
  const change = 'UPDATE SET base_version = excluded.base_version, content = excluded.content';
  const put = db.query<object, SQLQueryBindings[]>(
    `INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes,
       base_version, content)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
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
    ).changes > 0;
}

/**
 * Deletes the oldest rows before a time, as many as the thread has time for: what they held is overwritten, byte by byte. A time
 * may be negative, as `replays` has some, and is as old as if it were not.
 */
function deleteOldest(
  db: Database,
  table: string,
  time: string,
  content: string,
): (before: number) => number {
  const statement = db.query<object, [number, number, number]>(
    `DELETE FROM ${table} WHERE rowid IN (
       SELECT rowid FROM (
         SELECT rowid, row_number() OVER oldest AS place, sum(length) OVER oldest AS bytes
         FROM (SELECT rowid, ${time}, octet_length(${content}) AS length FROM ${table} WHERE ${time} < ?1 AND ${time} > -?1 ORDER BY ${time} LIMIT ?2)
         WINDOW oldest AS (ORDER BY ${time}, rowid))
       WHERE bytes <= ?3 OR place = 1)`,
  );
  return (before) => statement.run(before, SQLITE_STEP_ROWS, SQLITE_STEP_MAX_BYTES).changes;
}

export interface VersionTable extends Pick<MetadataStore, 'listVersions' | 'findVersion' | 'deleteOld'> {
  /** Within the writer's transaction; answers when the state was kept. */
  keep(sequentialId: number, replaced: WrittenState, now: number, milestone: boolean): number;
}

interface VersionTableOptions {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly thread: CpuScheduler;
  readonly policy: VersionPolicy;
}

export function versionTable(
  db: Database,
  { reader, writer, clock, thread, policy }: VersionTableOptions,
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
  const deleteOldVersions = deleteOldest(db, 'metadata_versions', 'kept_at', 'content');
  const deleteOldReplays = deleteOldest(db, 'replays', 'created_at', 'outcome');

  /** In small steps, each a write of its own. */
  async function deleteSteps(signal: AbortSignal, step: (now: number) => number): Promise<void> {
    while (!signal.aborted && (await writer.write(step, backgroundJobs)) > 0) await Bun.sleep(0);
  }

  return {
    keep(sequentialId, replaced, now, milestone) {
      const rows = list.all(sequentialId).map(toVersionRow);
      const changes = keepVersion(policy, rows, replaced, { now, milestone });
      for (const version of changes.drop) drop.run(sequentialId, version);
      for (const row of changes.put) put(sequentialId, row);
      return changes.keptAt;
    },
    listVersions: async (sequentialId) =>
      reader.read(
        () => inOrderOfTime(listFacts.all(sequentialId).map(toFacts)).map(toKeptVersion),
        sequentialId,
      ),
    findVersion: createVersionReads({
      thread,
      moment: clock.monotonic,
      listFacts: (id) => reader.read(() => inOrderOfTime(listFacts.all(id).map(toFacts)), id),
      listRows: ({ sequentialId, first, last }) =>
        reader.read(() => findRange.all(sequentialId, first, last).map(toVersionRow), sequentialId),
    }),
    async deleteOld(signal) {
      await deleteSteps(signal, (now) => deleteOldVersions(versionsStart(now, policy)));
      await deleteSteps(signal, (now) => deleteOldReplays(now - IDEMPOTENCY_KEY_SECONDS * 1000));
    },
  };
}
