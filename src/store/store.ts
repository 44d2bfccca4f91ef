// The port between the rules and an engine. A store returns facts and never an HTTP error; it decides what time it
// is; every promise below holds across requests, processes and machines that share it.
//
// - Acknowledged means committed: a write's promise settles only after its transaction is on disk.
// - Everything about a player but its name is keyed by `sequentialId`. A method that takes one answers `undefined`
//   when no such player exists, for instance because another process has erased it a moment ago.
// - A player has at most one active session. A session whose last activity is `sessionTimeoutSeconds` old or older
//   is not active for any method, whether or not `deleteExpired` has moved it.
// - A fault of the store itself (locked, full, gone) rejects with `StoreUnavailable`. Nothing was changed then, unless the
//   connection to a database broke or fell silent while a write was under way: its outcome is unknown. It may have
//   happened, or happen later.

import type { Maybe } from '../lib/maybe.ts';

export interface Store {
  readonly players: PlayerStore;
  readonly metadata: MetadataStore;
  readonly sessions: SessionStore;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Waits for the writes under way, then releases the database. */
  close(): Promise<void>;
}

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The database cannot be opened or is not one for this program: a sentence for the operator, at start. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

export interface PlayerStore {
  /** `'erased'` for a player that was erased and not registered again. */
  find(playerId: string): Promise<number | 'erased' | undefined>;
  /** The player's sequential id, assigned now if there was none. An erased player stays erased unless `revive`. */
  insert(playerId: string, options?: { readonly revive: boolean }): Promise<number | 'erased'>;
  /**
   * Erases a player: metadata and name go, an active session ends with reason `erased`, and a digest of the name
   * stays so that the player is not quietly re-created. False when there was no such player.
   */
  delete(playerId: string): Promise<boolean>;
}

export interface Metadata {
  readonly playerId: string;
  /** The JSON text as it was submitted; undefined when never set, or deleted. */
  readonly text: string | undefined;
  /** Counts the changes of this player's metadata, deletions included. */
  readonly version: number;
}

export interface MetadataStore {
  find(sequentialId: number): Maybe<Metadata | undefined>;
  /** Replaces the whole text; answers the new version. */
  update(sequentialId: number, text: string): Promise<number | undefined>;
  /** Removes the text, if any; answers the version after it. */
  delete(sequentialId: number): Promise<number | undefined>;
}

export const endReasons = ['stopped', 'expired', 'replaced', 'terminated', 'erased'] as const;
export type EndReason = (typeof endReasons)[number];

/** Times are milliseconds since the Unix epoch. */
export interface Session {
  readonly sessionId: string;
  readonly startedAt: number;
  /** Never goes backwards, whatever the clock does. */
  readonly lastActivity: number;
}

export interface EndedSession {
  readonly sessionId: string;
  readonly startedAt: number;
  /** Never before `startedAt`. */
  readonly endedAt: number;
  readonly reason: EndReason;
}

export interface SessionStore {
  /** Starts a session, or says that one is active. */
  insert(sequentialId: number, sessionId: string): Promise<Session | 'already-active' | undefined>;
  /** Notes activity of the active session. */
  update(sequentialId: number): Promise<Session | 'not-active' | undefined>;
  /** Ends the active session. */
  delete(sequentialId: number, reason: EndReason): Promise<EndedSession | 'not-active' | undefined>;
  /** The player's ended sessions, newest first. */
  listEnded(sequentialId: number, limit: number): Promise<readonly EndedSession[]>;
  /**
   * Moves expired sessions to the ended ones, among at most `rows` players after `afterSequentialId`.
   * `next` is where to go on, undefined at the end. Any number of processes may do this at once.
   */
  deleteExpired(
    afterSequentialId: number,
    rows: number,
  ): Promise<{ moved: number; next: number | undefined }>;
  /**
   * Drops the history of calendar months (UTC) that lie wholly more than `days` back, and prepares for the months to
   * come. Any number of processes may do this at once; an abort ends it half-way.
   */
  deleteOldHistory(days: number, signal: AbortSignal): Promise<void>;
}
