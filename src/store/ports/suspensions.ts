// The port for suspensions. A player who is suspended can write nothing and start no session, from the commit on. Each write
// checks this within its own statement. Servers read and write for a suspended player as before.
// A suspension is over when the clock of the store reaches its end, without any call. Times are milliseconds since the Unix epoch.
import type { AuditedAs } from './audit.ts';

/** The end of a suspension. */
export type SuspendedUntil = number | 'forever';

/** The outcome of a player's call while the player is suspended. No idempotency key stores it. */
export interface Suspended {
  readonly suspendedUntil: SuspendedUntil;
}

export interface Suspension {
  readonly until: SuspendedUntil;
  readonly reason: string | null;
}

export interface SuspensionOptions {
  /** The entry is left out where nothing changes. */
  readonly audited?: AuditedAs | undefined;
}

/** True when something changed; undefined for no such player. */
export type SuspensionChange = boolean | undefined;

export interface SuspensionStore {
  /** Suspends a player, and ends the active session with reason `terminated`. A present suspension is replaced. */
  suspend(
    sequentialId: number,
    suspension: Suspension,
    options?: SuspensionOptions,
  ): Promise<SuspensionChange>;
  /** Ends the suspension of a player. */
  unsuspend(sequentialId: number, options?: SuspensionOptions): Promise<SuspensionChange>;
  /** The present suspension; undefined for none, and for no such player. */
  find(sequentialId: number): Promise<Suspension | undefined>;
}
