// The port for moving data between databases: every row of a store as a record, in an order in which it can be imported. The text
// of metadata travels as a string, so it arrives to the last character. Times are milliseconds since the Unix epoch. The records of
// rows are described in rows/. cli/import-checks.ts has the rules between them. Server keys, declared indexes and idempotency
// keys do not travel.
import { z } from 'zod';
import type { AuditedAs } from './audit.ts';
import { OtherPlayers } from './errors.ts';
import { type AuditEntryRecord, auditEntries } from './rows/audit.ts';
import { type MetadataLossRecord, metadataLosses } from './rows/losses.ts';
import {
  day,
  type ErasedPlayerRecord,
  erasedPlayers,
  type StatisticsDayRecord,
  type StatisticsPlayerRecord,
  statisticsDays,
  statisticsPlayers,
} from './rows/others.ts';
import { type PlayerRecord, players } from './rows/players.ts';
import {
  type ActiveSessionRecord,
  activeSessions,
  type EndedSessionRecord,
  endedSessions,
} from './rows/sessions.ts';
import { count, time } from './rows/table.ts';
import { type MetadataVersionRecord, metadataVersions } from './rows/versions.ts';
import type { VersionRow } from './versions.ts';

export type {
  ActiveSessionRecord,
  AuditEntryRecord,
  EndedSessionRecord,
  ErasedPlayerRecord,
  MetadataLossRecord,
  MetadataVersionRecord,
  PlayerRecord,
  StatisticsDayRecord,
  StatisticsPlayerRecord,
};

/** Opens an export. `lastSequentialId` keeps the ids of erased players from being given again. */
const header = z.strictObject({
  type: z.literal('playkeep-export'),
  /**
   * Version 1 is from before there were kept versions and contexts, version 2 from before suspensions and the audit, version 3 from
   * before losses.
   */
  version: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  lastSequentialId: count,
});
/** The state of the statistics. The digest names the export, so that an import that is run again is known. */
const statistics = z.strictObject({
  type: z.literal('statistics'),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  zone: z.string(),
  resetPosition: count.nullable(),
  floorDay: day.nullable(),
  floorUtcDay: day.nullable(),
  droppedBefore: time.nullable(),
});
/** Closes an export. A file without it was cut short. */
const footer = z.strictObject({ type: z.literal('end'), records: count });

export const transferLine = z.discriminatedUnion('type', [
  header,
  erasedPlayers.record,
  players.record,
  metadataVersions.record,
  metadataLosses.record,
  activeSessions.record,
  statistics,
  statisticsDays.record,
  statisticsPlayers.record,
  endedSessions.record,
  auditEntries.record,
  footer,
]);

export type TransferLine = z.infer<typeof transferLine>;
export type StatisticsRecord = z.infer<typeof statistics>;
export type TransferRecord =
  | ErasedPlayerRecord
  | PlayerRecord
  | MetadataVersionRecord
  | MetadataLossRecord
  | ActiveSessionRecord
  | StatisticsRecord
  | StatisticsDayRecord
  | StatisticsPlayerRecord
  | EndedSessionRecord
  | AuditEntryRecord;

/** The tables whose rows travel, in the order of an export. */
export const transferTables = [
  erasedPlayers,
  players,
  metadataVersions,
  metadataLosses,
  activeSessions,
  statisticsDays,
  statisticsPlayers,
  endedSessions,
  auditEntries,
] as const;

/** Players and sessions of one snapshot, each in pages in the order of the sequential ids. They may be read side by side. */
export interface PlayTables {
  readonly players: AsyncIterator<readonly PlayerRecord[]>;
  readonly activeSessions: AsyncIterator<readonly ActiveSessionRecord[]>;
  /** Of one player in the order of their ends. */
  readonly endedSessions: AsyncIterator<readonly EndedSessionRecord[]>;
}

export type ExportPage = { readonly lastSequentialId: number } | readonly TransferRecord[];

/** The result of an import, by record. */
export interface Imported {
  readonly added: number;
  /** The database had the same record already. */
  readonly present: number;
  /** The database has another state, which stays, or the player was erased. */
  readonly left: number;
}

export interface Transfer {
  /** Reads one snapshot: the highest sequential id ever given, then every row, in the order of an export. */
  read(): AsyncIterable<ExportPage>;
  /** Opens players and sessions in one snapshot, which ends with the work. */
  readPlay<Result>(work: (tables: PlayTables) => Promise<Result>): Promise<Result>;
  /**
   * Imports records of one type in one commit. An existing record stays as it is, so an import may be run again. A player who was
   * erased after the registration is left out, with the active session and the contexts of ended ones. A kept version is imported
   * where the metadata is newer and the base of the version is there, a loss where the metadata is not older, and an entry of the audit where the metadata is not older
   * than the version that it tells of.
   * @throws OtherPlayers when the database has another player under the same name or number.
   */
  importRecords(records: readonly TransferRecord[]): Promise<Imported>;
  /**
   * Imports new players with all that belongs to them in one commit, or nothing. The record of a player comes before the others of the
   * player.
   * @throws OtherPlayers also when a player was erased after the registration
   */
  importPlayers(records: readonly TransferRecord[]): Promise<void>;
  /** Takes the next sequential ids, beside a running service. Nobody else gets them. */
  takeSequentialIds(count: number): Promise<readonly number[]>;
  /** Makes sure that no id up to this one is given again. */
  reserveSequentialIds(last: number): Promise<void>;
  /** Players that exist now are no longer held to be erased. */
  forgetErasuresOfPlayers(): Promise<void>;
  /** Ends an import of the statistics, after all records: from now on sessions are counted. */
  completeStatistics(): Promise<void>;
  /**
   * Raises the version of every player, and the highest sequential id ever given, far past all that a restored database has lost.
   * So no entity tag and no id from before names something else. It commits once, with its entry of the audit and the lineage.
   * @param report called with the number of players so far
   */
  raiseVersions(audited: AuditedAs, report: (players: number) => void): Promise<void>;
  /**
   * Notes that the database is where it should be and has lost nothing, though its lineage is another one than that on record.
   * @throws StoreUnusable where this role may not
   */
  acceptLineage(): Promise<void>;
  /** Commits the entry of the audit about an import. */
  recordImport(audited: AuditedAs): Promise<void>;
  close(): Promise<void>;
}

/** @throws OtherPlayers where a record was left out */
export function assertWhole({ left }: Imported): void {
  if (left > 0) throw new OtherPlayers(`${left} records are of players who were erased`);
}

/** The records of one type. */
export function recordsOf<Type extends TransferRecord['type']>(
  records: readonly TransferRecord[],
  type: Type,
): Extract<TransferRecord, { type: Type }>[] {
  return records.filter((record): record is Extract<TransferRecord, { type: Type }> => record.type === type);
}

/** The record of a kept version. */
export function toVersionRecord(sequentialId: number, row: VersionRow): MetadataVersionRecord {
  const { version, writtenAt, sessionId, by, keyId, keptAt, milestone, sizeBytes, baseVersion } = row;
  const about = { version, writtenAt, sessionId, by, keyId, keptAt, milestone, sizeBytes, baseVersion };
  const content = Buffer.from(row.content).toString('base64');
  return { type: 'metadata-version', sequentialId, ...about, content };
}

export function fromVersionRecord({
  type: _,
  sequentialId: __,
  ...record
}: MetadataVersionRecord): VersionRow {
  return { ...record, content: Buffer.from(record.content, 'base64') };
}
