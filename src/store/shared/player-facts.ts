// Facts about players, made from rows of both engines.
import type { PlayerFacts, StoredSuspension } from '../ports/players.ts';
import { fromStoredEnd, type SuspensionRow, suspensionAt } from './suspensions.ts';

/** The facts about a player that the tables hold. */
export interface PlayerFactsRow {
  readonly playerId: string;
  readonly sequentialId: number;
  readonly version: number;
  readonly metadataBytes: number;
  readonly lastSeenAt: number | null;
  /** SQLite says it by 1. */
  readonly online: boolean | number;
  /** Also of a suspension that is over. */
  readonly suspendedUntil: number | null;
}

export const toPlayerFacts = (row: PlayerFactsRow, registeredAt: number, now: number): PlayerFacts => ({
  playerId: row.playerId,
  sequentialId: row.sequentialId,
  registeredAt,
  lastSeenAt: row.lastSeenAt,
  online: Boolean(row.online),
  metadataBytes: row.metadataBytes,
  version: row.version,
  suspendedUntil: suspensionAt(row.suspendedUntil, now) ?? null,
});

export const toStoredSuspension = ({ suspendedUntil, reason }: SuspensionRow): StoredSuspension | null =>
  suspendedUntil === null ? null : { until: fromStoredEnd(suspendedUntil), reason };
