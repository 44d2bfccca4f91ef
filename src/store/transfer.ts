// What moves between databases: every row of a store as a record, in an order in which it can be put in again. The text of
// metadata travels as a string, so it arrives to the last character. Times are milliseconds since the Unix epoch.
import { z } from 'zod';
import { endReasons } from './store.ts';

/** To the end of the year 9999. */
const time = z.int().min(0).max(253_402_300_799_999);
const sequentialId = z.int().min(1);
const sessionId = z.uuid();

function isJsonObject(text: string): boolean {
  try {
    return text.startsWith('{') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Opens an export. `lastSequentialId` keeps the ids of erased players from being given again. */
const header = z.strictObject({
  type: z.literal('playkeep-export'),
  version: z.literal(1),
  lastSequentialId: z.int().min(0),
});
const erasedPlayer = z.strictObject({
  type: z.literal('erased-player'),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  erasedAt: time,
});
const player = z.strictObject({
  type: z.literal('player'),
  sequentialId,
  playerId: z.string().min(1),
  registeredAt: time,
  metadataVersion: z.int().min(0),
  /** JSON text; null when none is stored. */
  metadataText: z.string().refine(isJsonObject, 'is no JSON object').nullable(),
});
const activeSession = z.strictObject({
  type: z.literal('active-session'),
  sequentialId,
  sessionId,
  startedAt: time,
  lastActivity: time,
});
const endedSession = z.strictObject({
  type: z.literal('ended-session'),
  sequentialId,
  sessionId,
  startedAt: time,
  endedAt: time,
  reason: z.enum(endReasons),
});
/** Closes an export; without it the file was cut short. */
const footer = z.strictObject({ type: z.literal('end'), records: z.int().min(0) });

export const transferLine = z.discriminatedUnion('type', [
  header,
  erasedPlayer,
  player,
  activeSession,
  endedSession,
  footer,
]);

export type TransferLine = z.infer<typeof transferLine>;
export type ErasedPlayerRecord = z.infer<typeof erasedPlayer>;
export type PlayerRecord = z.infer<typeof player>;
export type ActiveSessionRecord = z.infer<typeof activeSession>;
export type EndedSessionRecord = z.infer<typeof endedSession>;
export type TransferRecord = ErasedPlayerRecord | PlayerRecord | ActiveSessionRecord | EndedSessionRecord;

export type ExportPage = { readonly lastSequentialId: number } | readonly TransferRecord[];

export interface Transfer {
  /** As of one moment: the highest sequential id ever given, then every row, in the order of an export. */
  read(): AsyncIterable<ExportPage>;
  /**
   * Puts records of one type in, in one commit. A record that is there already stays as it is, so an import may be run
   * again; a player who was erased after its registration stays away, with its active session.
   * @throws StoreUnusable when the database has another player under the same name or number.
   */
  importRecords(records: readonly TransferRecord[]): Promise<void>;
  /** Makes sure that no id up to this one is given again. */
  reserveSequentialIds(last: number): Promise<void>;
  /** After the last record: whoever is there now is not held to be erased. */
  forgetErasuresOfPlayers(): Promise<void>;
  close(): Promise<void>;
}

/** The records of one type, typed as such. */
export function recordsOf<Type extends TransferRecord['type']>(
  records: readonly TransferRecord[],
  type: Type,
): Extract<TransferRecord, { type: Type }>[] {
  return records.filter((record): record is Extract<TransferRecord, { type: Type }> => record.type === type);
}
