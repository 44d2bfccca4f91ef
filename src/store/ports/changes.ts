// The port for the changes that waiting reads wait for: another version of a player's metadata, a suspension, an erasure, and the end
// of a session. A change of this process is told at once. Those of other processes are found by a look at all players for whom
// somebody waits.

/** The state of a player's metadata that a caller knows, of a player who is not suspended. */
export interface KnownState {
  readonly sequentialId: number;
  readonly version: number;
  /** The session that the caller requires, which was active. */
  readonly sessionId?: string | undefined;
}

export interface ChangeStore {
  /**
   * From now on the listener is called with the player of each change that this process makes. A read that begins after the call sees
   * the change, if it was committed. A call may come for a change that was not. There is one listener.
   */
  onChange(listener: (sequentialId: number) => void): void;
  /**
   * The players of these whose state is another by now: a version that is not the known one, a suspension that is not over, none
   * because the player was erased, or a required session that has ended. One that expired has ended when its row was moved. On SQLite the file tells whether another process has written since the last complete look, and
   * without that no player is looked at.
   * They come in steps, as they are found. On PostgreSQL a step that fails, such as one that timed out, is left to the next look.
   */
  listChanged(known: readonly KnownState[]): AsyncIterable<readonly number[]>;
}
