// The port for players: names, sequential ids, erasure. A sequential id is assigned once and never given again.
import type { AuditedAs } from './audit.ts';
import type { LabelValue } from './labels.ts';
import type { ShownPlayer } from './rows/players.ts';

/** Facts about a player: the columns that are shown, and what is computed, without the text of the metadata. Times are milliseconds since the Unix epoch. */
export interface PlayerFacts extends Omit<ShownPlayer, 'suspendedUntil'> {
  /** The last activity of the newest session, also after its history was deleted; null for a player without a session. */
  readonly lastSeenAt: number | null;
  /** True while a session is active. */
  readonly online: boolean;
  /** UTF-8 bytes of the metadata; 0 for none. */
  readonly metadataBytes: number;
  /** The version of the metadata. */
  readonly version: number;
  /** The time until which the player is suspended; null for a player who is not, or not any more. */
  readonly suspendedUntil: number | 'forever' | null;
  /** The display name, null for none; absent where no name is declared (labels.ts). */
  readonly name?: string | null;
  /** The values by their pointers; absent where no columns are declared. */
  readonly columns?: Readonly<Record<string, LabelValue>>;
}

/** A suspension as it is stored. */
export interface StoredSuspension {
  readonly until: number | 'forever';
  readonly reason: string | null;
}

export interface RegisterOptions {
  readonly revive?: boolean;
  readonly audited?: AuditedAs | undefined;
}

export interface PlayerStore {
  /** `'erased'` for a player that was erased and not registered again. */
  find(playerId: string): Promise<number | 'erased' | undefined>;
  /**
   * `find` for a caller who then acts for the sequential id, and hears from the act when it has no player: it may be that of a name
   * whose registration or erasure was cut off. Where names and players are on several servers this saves a look at one of them.
   */
  findToAct(playerId: string): Promise<number | 'erased' | undefined>;
  /** `findToAct`, which registers a player who is unknown. */
  findOrRegister(playerId: string): Promise<number | 'erased'>;
  /** The sequential ids of players, in the order of the names; undefined for a name that no player has. One call, however many names. */
  listSequentialIds(playerIds: readonly string[]): Promise<readonly (number | undefined)[]>;
  /** The names of players by their sequential ids. An id without a player is missing. */
  listNames(sequentialIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Describes players, in the order of the ids. An id without a player is left out. No text of metadata is read. */
  describe(sequentialIds: readonly number[]): Promise<readonly PlayerFacts[]>;
  /** The newest suspension that is stored, also one that is over; null for none, undefined for no such player. */
  findSuspension(sequentialId: number): Promise<StoredSuspension | null | undefined>;
  /**
   * The player's sequential id, assigned now if there was none. An erased player stays erased unless `revive`. An audited call
   * leaves an entry if it registered the player.
   */
  register(playerId: string, options?: RegisterOptions): Promise<number | 'erased'>;
  /** Sets the time of the registration back, if this one is earlier. Nothing changes for an unknown player. */
  lowerRegistration(playerId: string, sequentialId: number, registeredAt: number): Promise<void>;
  /**
   * Erases a player, who is named by player id or by sequential id. The name, the metadata and all that belongs to it are deleted,
   * an active session ends with reason `erased`, ended sessions lose their contexts. A digest of the name stays, so that a request
   * does not register the player again. A sequential id never names a later player of the same name.
   * @returns false when there was no such player; then an audited call leaves no entry
   */
  erase(player: string | number, options?: { readonly audited?: AuditedAs | undefined }): Promise<boolean>;
}
