// Facts about players, made from rows of both engines.
import type { PlayerFacts, StoredSuspension } from '../ports/players.ts';
import type { ShownPlayer } from '../ports/rows/players.ts';
import { fromStoredEnd, type SuspensionRow, suspensionAt } from './suspensions.ts';

/** The facts about a player that the tables hold. The end of a suspension may be over. */
export interface PlayerFactsRow extends ShownPlayer {
  readonly version: number;
  readonly metadataBytes: number;
  readonly lastSeenAt: number | null;
  /** SQLite says it by 1. */
  readonly online: boolean | number;
}

export const toPlayerFacts = (row: PlayerFactsRow, now: number): PlayerFacts => ({
  ...row,
  // A time from before the clock was set back counts as now.
  lastSeenAt: row.lastSeenAt === null ? null : Math.min(row.lastSeenAt, now),
  online: Boolean(row.online),
  suspendedUntil: suspensionAt(row.suspendedUntil, now) ?? null,
});

export const toStoredSuspension = ({ suspendedUntil, reason }: SuspensionRow): StoredSuspension | null =>
  suspendedUntil === null ? null : { until: fromStoredEnd(suspendedUntil), reason };
