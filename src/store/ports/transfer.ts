// The port for moving data between databases: every row of a store as a record, in an order in which it can be imported. The text
// of metadata travels as a string, so it arrives to the last character. Times are milliseconds since the Unix epoch. This file
// has the shapes of the records. cli/import-checks.ts has the rules between them. Server keys, declared indexes and idempotency
// keys do not travel.
import { z } from 'zod';
import type { VersionRow } from '../shared/versions.ts';
import { type AuditedAs, auditActions } from './audit.ts';
import { endReasons } from './sessions.ts';

/** Up to the end of the year 9999. */
const time = z.int().min(0).max(253_402_300_799_999);
/** The bound on sequential ids and versions: half of the integers that are exact, so that there is room to count on. */
const mostId = 2 ** 52 - 1;
const id = z.int().min(1).max(mostId);
const count = z.int().min(0).max(mostId);
const sessionId = z.uuid();

/** Opens an export. `lastSequentialId` keeps the ids of erased players from being given again. */
const header = z.strictObject({
  type: z.literal('playkeep-export'),
  /** Version 1 is from before there were kept versions and contexts, version 2 from before suspensions and the audit. */
  version: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  lastSequentialId: count,
});
const erasedPlayer = z.strictObject({
  type: z.literal('erased-player'),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  erasedAt: time,
});
const player = z.strictObject({
  type: z.literal('player'),
  sequentialId: id,
  playerId: z.string(),
  registeredAt: time,
  metadataVersion: count,
  /** JSON text; null when none is stored. */
  metadataText: z.string().nullable(),
  writtenAt: time.nullable().default(null),
  writtenBy: z.enum(['player', 'server']).default('player'),
  /** The session in which it was written. */
  sessionId: sessionId.nullable().default(null),
  /** When the newest of the kept versions was kept. */
  keptAt: time.nullable().default(null),
  /** The server key by which it was written. */
  keyId: z.string().nullable().default(null),
  /** The end of a suspension, past or to come; null for none. */
  suspendedUntil: time.nullable().default(null),
  suspensionReason: z.string().nullable().default(null),
  /** The last activity of a session that is not in the history any more. */
  lastSeenAt: time.nullable().default(null),
});
/** A kept version as it is stored (shared/versions.ts). They come newest first, so each comes after its base. */
const metadataVersion = z.strictObject({
  type: z.literal('metadata-version'),
  sequentialId: id,
  version: id,
  writtenAt: time.nullable(),
  sessionId: sessionId.nullable(),
  by: z.enum(['player', 'server']),
  keyId: z.string().nullable().default(null),
  keptAt: time,
  milestone: z.boolean(),
  sizeBytes: count,
  baseVersion: id.nullable(),
  /** In base64. */
  content: z.string(),
});
const context = z.string().nullable().default(null);
const activeSession = z.strictObject({
  type: z.literal('active-session'),
  sequentialId: id,
  sessionId,
  startedAt: time,
  lastActivity: time,
  context,
});
const endedSession = z.strictObject({
  type: z.literal('ended-session'),
  sequentialId: id,
  sessionId,
  startedAt: time,
  endedAt: time,
  reason: z.enum(endReasons),
  context,
  /** Whether the statistics of the export have counted it (store/shared/statistics-database.ts). */
  counted: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
});
const day = z.int().min(-1_000_000).max(4_000_000);
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
/** The sums of one kind and day, as they are stored. */
const statisticsDay = z.strictObject({
  type: z.literal('statistics-day'),
  kind: z.string().min(1),
  day,
  sums: z.string(),
});
/** The active days of a player, who may be erased. */
const statisticsPlayer = z.strictObject({
  type: z.literal('statistics-player'),
  sequentialId: id,
  days: z.string().regex(/^-?\d{1,7}(?:\+\d{1,7})?(?:,\d{1,7}(?:\+\d{1,7})?)*$/),
});
/** An entry of the audit. It may be about a player who was erased since. */
const auditEntry = z.strictObject({
  type: z.literal('audit-entry'),
  auditId: z.uuid(),
  at: time,
  keyId: z.string().nullable(),
  keyName: z.string(),
  action: z.enum(auditActions),
  /** Null for an entry about no player. */
  sequentialId: id.nullable(),
  /** A JSON object as text. */
  detail: z.string().nullable(),
  requestId: z.string().nullable(),
});
/** Closes an export. A file without it was cut short. */
const footer = z.strictObject({ type: z.literal('end'), records: count });

export const transferLine = z.discriminatedUnion('type', [
  header,
  erasedPlayer,
  player,
  metadataVersion,
  activeSession,
  statistics,
  statisticsDay,
  statisticsPlayer,
  endedSession,
  auditEntry,
  footer,
]);

export type TransferLine = z.infer<typeof transferLine>;
export type ErasedPlayerRecord = z.infer<typeof erasedPlayer>;
export type PlayerRecord = z.infer<typeof player>;
export type MetadataVersionRecord = z.infer<typeof metadataVersion>;
export type ActiveSessionRecord = z.infer<typeof activeSession>;
export type EndedSessionRecord = z.infer<typeof endedSession>;
export type StatisticsRecord = z.infer<typeof statistics>;
export type StatisticsDayRecord = z.infer<typeof statisticsDay>;
export type StatisticsPlayerRecord = z.infer<typeof statisticsPlayer>;
export type AuditEntryRecord = z.infer<typeof auditEntry>;
export type TransferRecord =
  | ErasedPlayerRecord
  | PlayerRecord
  | MetadataVersionRecord
  | ActiveSessionRecord
  | StatisticsRecord
  | StatisticsDayRecord
  | StatisticsPlayerRecord
  | EndedSessionRecord
  | AuditEntryRecord;

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
  /**
   * Imports records of one type in one commit. An existing record stays as it is, so an import may be run again. A player who was
   * erased after the registration is left out, with the active session and the contexts of ended ones. A kept version is imported
   * where the metadata is newer and the base of the version is there, and an entry of the audit where the metadata is not older
   * than the version that it tells of.
   * @throws StoreUnusable when the database has another player under the same name or number.
   */
  importRecords(records: readonly TransferRecord[]): Promise<Imported>;
  /** Makes sure that no id up to this one is given again. */
  reserveSequentialIds(last: number): Promise<void>;
  /** Players that exist now are no longer held to be erased. */
  forgetErasuresOfPlayers(): Promise<void>;
  /** Ends an import of the statistics, after all records: from now on sessions are counted. */
  completeStatistics(): Promise<void>;
  /** Commits the entry of the audit about an import. */
  recordImport(audited: AuditedAs): Promise<void>;
  close(): Promise<void>;
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
