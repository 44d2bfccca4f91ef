// The port between the rules and an engine. A store returns facts and never an HTTP error; it decides what time it
// is; every promise below holds across requests, processes and machines that share it.
//
// - Acknowledged means committed: a write's promise settles only after its transaction is on disk.
// - Everything about a player but its name is keyed by `sequentialId`. A method that takes one answers `undefined`
//   when no such player exists, for instance because another process has erased it a moment ago.
// - A player has at most one active session. A session whose last activity is `sessionTimeoutSeconds` old or older
//   is not active for any method, whether or not `expire` has moved it.
// - A stored time that is to come is from a clock that has been set back since, and counts as of now: the next heartbeat or
//   `expire` notes when that was, and from then on the session expires as any other.
// - A fault of the store itself (locked, full, gone) rejects with `StoreUnavailable`. Nothing was changed then, unless the
//   connection to a database broke or fell silent while a write was under way: its outcome is unknown. It may have
//   happened, or happen later. A call that is refused because of the others that wait rejects with `StoreBusy`.

import type { MaybePromise } from '../../lib/maybe-promise.ts';

export interface Store {
  readonly players: PlayerStore;
  readonly metadata: MetadataStore;
  readonly sessions: SessionStore;
  readonly rateLimits: RateLimitStore;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Waits for the writes under way, then releases the database. */
  close(): Promise<void>;
}

export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The database is well, but too many calls wait for it, or for the same row: this one is refused, and no other. */
export class StoreBusy extends StoreUnavailable {
  override readonly name = 'StoreBusy';
}

/** Is the database gone, so that whoever waits for it waits in vain? */
export const isOutage = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable && !(error instanceof StoreBusy);

/** The database cannot be opened or is not one for this program: a sentence for the operator, at start. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

export interface PlayerStore {
  /** `'erased'` for a player that was erased and not registered again. */
  find(playerId: string): Promise<number | 'erased' | undefined>;
  /** The player's sequential id, assigned now if there was none. An erased player stays erased unless `revive`. */
  register(playerId: string, options?: { readonly revive: boolean }): Promise<number | 'erased'>;
  /**
   * Erases a player: metadata and name go, an active session ends with reason `erased`, ended ones lose their
   * contexts, and a digest of the name stays so that the player is not quietly re-created. False when there was no such player.
   */
  erase(playerId: string): Promise<boolean>;
}

export interface Metadata {
  readonly playerId: string;
  /** The JSON text as it was submitted; undefined when never set, or deleted. */
  readonly text: string | undefined;
  /** Counts the changes of this player's metadata, deletions included. */
  readonly version: number;
}

/**
 * Makes a write one that may be sent again: what became of the first one under a key is kept, in the same commit, for
 * `IDEMPOTENCY_KEY_SECONDS`, and is the answer to every later one, or what is brief of it. Two at once run once. Of one player the
 * `IDEMPOTENCY_MAX_KEYS` newest keys are kept.
 */
export interface IdempotencyKey {
  readonly key: string;
  /** Tells one request from another; a key that comes again with another one answers `'key-reused'`. */
  readonly fingerprint: string;
}

/** What a write makes of what it finds. A pure function's result: a store may ask several times. */
export interface Decision<Answer> {
  /** What the caller wants to know, as JSON can hold it: with a `IdempotencyKey` it is stored. */
  readonly answer: Answer;
  /** The same without what is long: with a `IdempotencyKey` that much is stored as long as its key, however much else there is. */
  readonly brief?: Answer;
  /** The new text, null to remove it; without it nothing changes. */
  readonly text?: string | null;
}

export interface EditOptions {
  /** Who writes; the player unless said. What the server replaces is always kept. */
  readonly by?: 'player' | 'server';
  /** The write holds only while this is the player's active session. */
  readonly sessionId?: string | undefined;
  /** Keeps the replaced state whatever the interval says. */
  readonly keepReplaced?: boolean;
  readonly idempotencyKey?: IdempotencyKey | undefined;
}

export interface Edited<Answer> {
  readonly answer: Answer;
  /** The version after the write; that of the state found when nothing changed. */
  readonly version: number;
  /** Under a key that comes again: there was no room for the answer, and this is the brief one. */
  readonly isBrief?: true;
}

/** A state of metadata that a write replaced and that was kept. Times are milliseconds since the Unix epoch. */
export interface KeptVersion {
  readonly version: number;
  /** When and in which session this state was written; null when it is not known, or was in none. */
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly by: 'player' | 'server';
  /** When it was replaced. */
  readonly keptAt: number;
  /** UTF-8 bytes of the text; 0 for a state without one. */
  readonly sizeBytes: number;
}

export interface MetadataStore {
  find(sequentialId: number): Promise<Metadata | undefined>;
  /**
   * The same in the name of another player, by sequential id: `no-reader` when that one does not exist (any more), whatever is
   * asked for.
   */
  findFor(readerId: number, sequentialId: number): Promise<Metadata | 'no-reader' | undefined>;
  /**
   * Many at once, as of one moment; who does not exist is left out. In no particular order. When they hold more UTF-8 bytes
   * together than `maxBytes`, no text is read, and the answer is how many.
   */
  list(
    sequentialIds: readonly number[],
    maxBytes: number,
  ): Promise<readonly (Metadata & { readonly sequentialId: number })[] | number>;
  /** Replaces the whole text, in the name of the player; answers the new version. */
  save(sequentialId: number, text: string): Promise<number | undefined>;
  /** Lets `decide` see the state and say what becomes of it, with nobody writing in between. */
  edit<Answer>(
    sequentialId: number,
    decide: (current: Metadata) => Decision<Answer>,
    options?: EditOptions,
  ): Promise<Edited<Answer> | 'session-not-current' | 'key-reused' | undefined>;
  /**
   * The kept states of a player, newest first. A write keeps the state that it replaces when the newest kept one is older
   * than an interval, when it is the first of a session, or when it is not the player's own; in the same commit.
   */
  listVersions(sequentialId: number): Promise<readonly KeptVersion[]>;
  /** One of them, with its text; undefined when there is no such one (any more). */
  findVersion(
    sequentialId: number,
    version: number,
  ): Promise<(KeptVersion & { readonly text: string | undefined }) | undefined>;
  /** Drops kept versions and replays that are too old; an abort ends it half-way. */
  deleteOld(signal: AbortSignal): Promise<void>;
}

/** A token bucket for each player: as many requests as are let through in a minute, in one go or spread. */
export interface RateLimitStore {
  /** Takes a token; answers 0, or after how many milliseconds there is one. Processes on one server count together. */
  take(playerId: string): MaybePromise<number>;
  /** Forgets the buckets that are full; an abort ends it half-way. */
  deleteFull(signal: AbortSignal): Promise<void>;
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

/** JSON text that the start of a session brought along; null when it brought none. */
interface WithContext {
  readonly context: string | null;
}

export type ActiveSession = Session & WithContext;

export interface EndedSession {
  readonly sessionId: string;
  readonly startedAt: number;
  /** Never before `startedAt`. */
  readonly endedAt: number;
  readonly reason: EndReason;
}

/** There is no active session, or another one than was meant. */
export interface NotActive {
  /**
   * How the session that was meant ended, or that it is unknown (any more); `none` where any would have done and there is none.
   * `untold` of a first answer under a key that a version before gave.
   */
  readonly notActive: EndReason | 'unknown' | 'none' | 'untold';
  /** Where any would have done and there was one until it expired. */
  readonly lastActivity?: number;
}

export interface StartOptions {
  /**
   * What becomes of a session that is active: it stays and the start is refused, it ends as `replaced`, or it goes on
   * with an activity of now and is the answer.
   */
  readonly onActive?: 'reject' | 'replace' | 'resume';
  readonly context?: string | null;
  readonly idempotencyKey?: IdempotencyKey | undefined;
}

export interface SessionOptions {
  /** Only this session counts as active. */
  readonly sessionId?: string | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
}

/** Where a page of the history ended: what comes next is older. */
export interface HistoryPosition {
  readonly endedAt: number;
  readonly sessionId: string;
}

export interface ExpiryStep {
  readonly moved: number;
  readonly active: number;
  readonly next: number | undefined;
}

export interface SessionStore {
  /** Starts a session, or says that one is active. */
  start(
    sequentialId: number,
    sessionId: string,
    options?: StartOptions,
  ): Promise<Session | 'already-active' | 'key-reused' | undefined>;
  /** Notes activity of the active session. */
  heartbeat(
    sequentialId: number,
    options?: SessionOptions,
  ): Promise<Session | NotActive | 'key-reused' | undefined>;
  /** Ends the active session. */
  end(
    sequentialId: number,
    reason: EndReason,
    options?: SessionOptions,
  ): Promise<EndedSession | NotActive | 'key-reused' | undefined>;
  /** The active session. */
  find(sequentialId: number): Promise<ActiveSession | NotActive | undefined>;
  /** The player's ended sessions, newest first; one that has expired is among them at once. */
  listEnded(
    sequentialId: number,
    limit: number,
    after?: HistoryPosition,
  ): Promise<readonly (EndedSession & WithContext)[]>;
  /**
   * Moves expired sessions to the ended ones, among at most `rows` players after `afterSequentialId`. `active` is how
   * many of them go on; `next` is where to continue, undefined at the end. Any number of processes may do this at once.
   */
  expire(afterSequentialId: number, rows: number): Promise<ExpiryStep>;
  /**
   * Drops the history of calendar months (UTC) that lie wholly more than `days` back, and prepares for the months to
   * come. Any number of processes may do this at once; an abort ends it half-way.
   */
  deleteOldHistory(days: number, signal: AbortSignal): Promise<void>;
}
