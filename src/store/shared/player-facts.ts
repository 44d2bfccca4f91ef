// Facts about players, made from rows of both engines.
import type { PlayerFacts, StoredSuspension } from '../ports/players.ts';

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

/** The columns of a suspension; nulls for none. */
export interface SuspensionRow {
  readonly suspendedUntil: number | null;
  readonly reason: string | null;
}

export const toStoredSuspension = ({ suspendedUntil, reason }: SuspensionRow): StoredSuspension | null =>
  suspendedUntil === null ? null : { until: toUntil(suspendedUntil), reason };

const toUntil = (until: number): StoredSuspension['until'] =>
  until === suspendedForever ? 'forever' : until;

/** A suspension ends at its time: from then on the player is not suspended. */
function toSuspendedUntil(until: number | null, now: number): PlayerFacts['suspendedUntil'] {
  return until === null || until <= now ? null : toUntil(until);
}
