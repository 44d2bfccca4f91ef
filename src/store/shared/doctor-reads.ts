// The reads of the doctor, which each engine provides. All reads of a snapshot see the database as of one moment.
import type { ClockRecord } from '../../lib/clock-skew.ts';
import type { AuditAction } from '../ports/audit.ts';
import type { Finding } from '../ports/doctor.ts';
import type { Loss } from '../ports/losses.ts';
import type { CheckedPlayer } from '../ports/rows/players.ts';
import type { CheckedVersion } from '../ports/rows/versions.ts';
import type { SumsRow } from '../ports/statistics.ts';
import type { IndexRow } from './indexes.ts';

/** The tables whose rows belong to a player and go with the player. Ended sessions and the audit stay after an erasure. */
export const tablesOfPlayers = [
  'active_sessions',
  'metadata_versions',
  'metadata_losses',
  'metadata_index_entries',
  'idempotency_keys',
  'server_idempotency_keys',
] as const;

/** The sequential ids after the first one, up to the last one. */
export interface IdRange {
  readonly after: number;
  readonly end: number;
}

export interface MetadataFacts extends CheckedPlayer {
  /** UTF-8 bytes of the text; null for none. */
  readonly textBytes: number | null;
  /** Marks: the newest index that its writer knew, and the version that the entries are of. */
  readonly indexSet: number;
  readonly indexedVersion: number;
  /** The label, and the version that it is of. */
  readonly labelVersion: number;
  readonly label: string | null;
  readonly foldedName: string | null;
  /** Is there a player with the name and number of this row? SQLite says so by 1. */
  readonly hasPlayer: boolean | number;
}

export interface VersionDetails extends CheckedVersion {
  readonly contentBytes: number;
}

export interface VersionKey {
  readonly sequentialId: number;
  readonly version: number;
}

export interface IndexEntry {
  readonly sequentialId: number;
  readonly indexId: number;
  readonly value: Uint8Array | null;
}

export interface AuditDetails {
  readonly sequentialId: number;
  readonly at: number;
  readonly auditId: string;
  readonly action: AuditAction;
  readonly detail: string | null;
}

export type AuditKey = Pick<AuditDetails, 'sequentialId' | 'at' | 'auditId'>;

export interface NamedPlayer {
  readonly playerId: string;
  readonly sequentialId: number;
  readonly hasMetadata: boolean | number;
}

/** The state of the statistics and the sums that are compared. SQLite says true by 1. */
export interface StatisticsFacts {
  readonly zone: string | null;
  readonly asOf: number | null;
  readonly hasPublished: boolean | number;
  readonly mergedKey: string | null;
  readonly resetPosition: number | null;
  readonly floorDay: number | null;
  readonly droppedBefore: number | null;
  readonly importing: number;
  readonly counted: number;
  readonly total: number;
  /** Is there a sum, a part or a player's row? */
  readonly hasSums: boolean | number;
  readonly parts: readonly string[];
  /** Of the kinds of doctor-statistics.ts. */
  readonly sums: readonly SumsRow[];
}

export interface DoctorReads {
  /** The time in milliseconds since the Unix epoch. */
  now(): Promise<number>;
  /**
   * The end of the next step: no table has many more rows than `rows` between `after` and it. Undefined when all rows fit in.
   */
  findEnd(after: number, rows: StepRows): Promise<number | undefined>;
  /** In order of their keys, as all lists. */
  listMetadata(range: IdRange): Promise<readonly MetadataFacts[]>;
  findTexts(
    sequentialIds: readonly number[],
  ): Promise<readonly { readonly sequentialId: number; readonly text: string | null }[]>;
  /** The players with more than one active session. */
  listCrowded(range: IdRange): Promise<readonly number[]>;
  /** Rows of `tablesOfPlayers` whose player has no metadata, one for each table and player. */
  listOrphans(
    range: IdRange,
  ): Promise<readonly { readonly tableName: string; readonly sequentialId: number }[]>;
  /** Each player's newest version first. */
  listVersions(range: IdRange): Promise<readonly VersionDetails[]>;
  /** Each player's newest loss first. */
  listLosses(range: IdRange): Promise<readonly Loss[]>;
  findContents(
    keys: readonly VersionKey[],
  ): Promise<readonly (VersionKey & { readonly content: Uint8Array })[]>;
  /** The declared indexes, and labels, in ascending order of their ids. */
  listIndexes(): Promise<readonly IndexRow[]>;
  listIndexEntries(range: IdRange): Promise<readonly IndexEntry[]>;
  listAudit(range: IdRange, after: AuditKey, limit: number): Promise<readonly AuditDetails[]>;
  findStatistics(): Promise<StatisticsFacts | undefined>;
  /** Ended sessions with a mark that no count sets. */
  countWrongMarks(): Promise<number>;
  /** The sessions that are marked as counted and ended at a time or later, and the sum of their lengths. */
  countMarked(from: number): Promise<{ readonly sessions: number; readonly milliseconds: number }>;
  /** The texts of active days, after a sequential id. */
  listActiveDays(
    after: number,
    rows: number,
  ): Promise<readonly { readonly sequentialId: number; readonly days: string }[]>;
  /** Players who do not exist, and whose stored events have facts that an erasure takes out and that nothing will clear. */
  listUncleared(limit: number): Promise<readonly number[]>;
  /** Events from before a time that have no place in the feed. On SQLite each has one. */
  countUnplaced(before: number): Promise<number>;
  /** What a service has judged about the clock. */
  findClockRecord(): Promise<ClockRecord | undefined>;
  /** Players in the order of their names, after a name. */
  listPlayers(afterName: string, limit: number): Promise<readonly NamedPlayer[]>;
}

export interface StepRows {
  readonly players: number;
  /** Rows of each other table. */
  readonly others: number;
}

export interface DoctorSource {
  /** The problems that the database finds in its own file; none where it does not look. */
  examineFile(): Promise<readonly Finding[]>;
  snapshot<T>(read: (reads: DoctorReads) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
