// The port for players: names, sequential ids, erasure. A sequential id is assigned once and never given again.

export interface PlayerStore {
  /** `'erased'` for a player that was erased and not registered again. */
  find(playerId: string): Promise<number | 'erased' | undefined>;
  /** The names of players by their sequential ids. An id without a player is missing. */
  listNames(sequentialIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The player's sequential id, assigned now if there was none. An erased player stays erased unless `revive`. */
  register(playerId: string, options?: { readonly revive: boolean }): Promise<number | 'erased'>;
  /**
   * Erases a player. The name and the metadata are deleted, an active session ends with reason `erased`, ended sessions lose
   * their contexts. A digest of the name stays, so that a request does not register the player again.
   * @returns false when there was no such player
   */
  erase(playerId: string): Promise<boolean>;
}
