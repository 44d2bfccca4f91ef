// Facts about players, made from rows of both engines.
import type { PlayerFacts } from '../ports/players.ts';

/** The `suspended_until` of a suspension without an end: the last millisecond of the year 9999. */
export const suspendedForever = 253_402_300_799_999;

/** What the tables say of a player. */
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
  suspendedUntil: toSuspendedUntil(row.suspendedUntil, now),
});

/** A suspension ends at its time: from then on the player is not suspended. */
function toSuspendedUntil(until: number | null, now: number): PlayerFacts['suspendedUntil'] {
  if (until === null || until <= now) return null;
  return until === suspendedForever ? 'forever' : until;
}
