// Rows of metadata in the forms of the port, the same on both engines.
import type { DatedMetadata, FoundMetadata, Metadata } from '../ports/metadata.ts';
import type { SuspendedUntil } from '../ports/suspensions.ts';
import type { KeptVersion } from '../ports/versions.ts';
import type { WrittenState } from './versions.ts';

export interface MetadataRow {
  readonly playerId: string;
  readonly text: string | null;
  readonly version: number;
}

/** The row with the time of its last write. */
export interface DatedRow extends MetadataRow {
  readonly writtenAt: number | null;
}

/** The row that a write replaces, with the facts about its last write. SQLite says `byServer` by 1. */
export interface WrittenRow {
  readonly version: number;
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly byServer: boolean | number;
  readonly keyId: string | null;
}

export const toMetadata = ({ playerId, text, version }: MetadataRow): Metadata => ({
  playerId,
  text: text ?? undefined,
  version,
});

export const toDatedMetadata = ({ playerId, text, version, writtenAt }: DatedRow): DatedMetadata => ({
  playerId,
  text: text ?? undefined,
  version,
  writtenAt,
});

export const toFoundMetadata = (
  playerId: string,
  { text, version, writtenAt }: Omit<DatedRow, 'playerId'>,
  suspendedUntil: SuspendedUntil | undefined,
): FoundMetadata => ({ playerId, text: text ?? undefined, version, writtenAt, suspendedUntil });

const toWriter = (byServer: boolean | number): KeptVersion['by'] => (byServer ? 'server' : 'player');

export const toWrittenState = (
  { version, writtenAt, sessionId, byServer, keyId }: WrittenRow,
  text: string | null | undefined,
): WrittenState => ({
  version,
  writtenAt,
  sessionId,
  by: toWriter(byServer),
  // A process of an earlier version leaves the key of the server whose state it replaced.
  keyId: byServer ? keyId : null,
  text: text ?? undefined,
});
