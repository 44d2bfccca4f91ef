// The port for backups of an embedded database: checked copies, and a copy made ready to serve.
import type { Author } from './audit.ts';

/** The facts of a copy. */
export interface Backup {
  readonly players: number;
  readonly bytes: number;
  /** The number of its schema, which may be older than this program's. */
  readonly schema: number;
}

/** Receives bytes from time to time: those copied so far, and about how many there are. */
export type CopyProgress = (bytes: number, of: number) => void;

export interface Backups {
  /** Of the database that the settings name. */
  readonly path: string;
  /**
   * Copies the database as of one moment, beside a running service, without the space of deleted rows. The copy holds every write
   * that was answered before the call, and is checked.
   * @param target an empty file
   * @throws StoreUnusable where the database, or its copy, cannot be read
   */
  backUp(target: string, progress: CopyProgress): Promise<Backup>;
  /**
   * Copies a backup, with the log of a service that was killed if that lies beside it, checks it, brings it to the newest schema
   * and raises all versions (`Transfer.raiseVersions`).
   * @param target an empty file
   * @throws StoreUnusable for a file that is no sound database of Playkeep, or of a newer one
   */
  restore(file: string, target: string, author: Author, progress: CopyProgress): Promise<Backup>;
}

/** Why there are none on PostgreSQL, for the operator. */
export const backupsOfPostgres =
  'this command is for an embedded file; PostgreSQL has pg_basebackup and pgBackRest, and Citus citus_create_restore_point ' +
  '(docs/operations/backup.md); run `playkeep restored` after a restore of them';
