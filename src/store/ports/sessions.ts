// The port for play sessions. A player has at most one active session, across requests, processes and machines.
// A session whose last activity is `sessionTimeoutSeconds` old is not active for any method, whether or not `expire` has
// moved it. Times are milliseconds since the Unix epoch.
//
// A stored time in the future comes from a clock that has been set back since, and counts as now. The next heartbeat or `expire`
// notes the present time, and from then on the session expires like any other.
import type { AuditedAs } from './audit.ts';
import type { IdempotencyKey, KeyReused } from './idempotency.ts';
import type { Suspended, SuspendedUntil } from './suspensions.ts';

export const endReasons = ['stopped', 'expired', 'replaced', 'terminated', 'erased'] as const;
export type EndReason = (typeof endReasons)[number];

/** Effects of a start on a session that is active. */
export const onActiveValues = ['reject', 'replace', 'replaceOwn', 'resume'] as const;
export type OnActive = (typeof onActiveValues)[number];

export interface Session {
  readonly sessionId: string;
  readonly startedAt: number;
  /** Never goes backwards, whatever the clock does. */
  readonly lastActivity: number;
}

/** The facts that the start of a session brought along. */
interface StartFacts {
  /** JSON text; null for none. */
  readonly context: string | null;
  /** The installation of the start; null for none. Other players never see it. */
  readonly installationId: string | null;
}

export type ActiveSession = Session & StartFacts;

export interface EndedSession {
  readonly sessionId: string;
  readonly startedAt: number;
  /** Never before `startedAt`. */
  readonly endedAt: number;
  readonly reason: EndReason;
}

export type ListedSession = EndedSession & StartFacts;

/** The answer when there is no active session, or when the active session is not the required one. */
export interface NotActive {
  /**
   * With a required session: the reason why it ended, or `unknown` when there is no such session (any more). Without one:
   * `expired`, or `none` when no row of a session is left. `unrecorded`: an earlier version stored this outcome under an
   * idempotency key, without a reason.
   */
  readonly notActive: EndReason | 'unknown' | 'none' | 'unrecorded';
  /** Without a required session: the last activity of the session that expired. */
  readonly lastActivity?: number;
  /** There while the player is suspended. It is for the player; a server goes by the rest. */
  readonly suspendedUntil?: SuspendedUntil;
}

export interface StartOptions {
  /**
   * The effect of a start on an active session. `reject`: the session stays and the start is refused. `replace`: the session ends
   * as `replaced`. `replaceOwn`: as `replace` for a session of the same installation, as `reject` for another one. `resume`: the
   * session stays, its last activity becomes now, and it is the answer.
   */
  readonly onActive?: OnActive;
  readonly context?: string | null;
  readonly installationId?: string | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
}

export interface SessionOptions {
  /** The required session: no other one counts as active. */
  readonly sessionId?: string | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
}

export interface EndOptions extends SessionOptions {
  /** The audit entry of an end by a server. The store adds `sessionId` to its facts. */
  readonly audited?: AuditedAs | undefined;
}

/** An active session, with its player. */
export interface PlayerSession extends ActiveSession {
  readonly sequentialId: number;
}

export interface ActivePage {
  readonly sessions: readonly PlayerSession[];
  /**
   * The sequential id after which the next page begins; undefined at the end. A page looks at a bounded number of rows, so where
   * many sessions have expired it may hold fewer than `limit`, even none.
   */
  readonly next: number | undefined;
}

export interface CountStep {
  readonly active: number;
  /** The sequential id to go on after; undefined at the end. */
  readonly next: number | undefined;
}

/** The key of the last row of a page of the history. The next page begins with the next older session. */
export interface HistoryPosition {
  readonly endedAt: number;
  readonly sessionId: string;
}

export interface ExpiryStep {
  /** Sessions that this step moved to the history. */
  readonly moved: number;
  /** Sessions among those looked at that are still active. */
  readonly active: number;
  /** The sequential id to go on after; undefined at the end. */
  readonly next: number | undefined;
}

/** The facts that the start of a session told. */
export interface StartedSession {
  readonly sessionId: string;
  readonly installationId: string | null;
  /** JSON text of an object. */
  readonly context: string | null;
}

export interface SessionStore {
  /** Starts a session, or answers that one is active. A suspended player starts none. */
  start(
    sequentialId: number,
    sessionId: string,
    options?: StartOptions,
  ): Promise<Session | 'already-active' | KeyReused | Suspended | undefined>;
  /** Notes activity of the active session. */
  heartbeat(
    sequentialId: number,
    options?: SessionOptions,
  ): Promise<Session | NotActive | KeyReused | Suspended | undefined>;
  /** Ends the active session. */
  end(
    sequentialId: number,
    reason: EndReason,
    options?: EndOptions,
  ): Promise<EndedSession | NotActive | KeyReused | Suspended | undefined>;
  /** Why a session of a player ended; undefined for one that is active, or is not in the history (any more). */
  findEnd(sequentialId: number, sessionId: string): Promise<EndReason | undefined>;
  /** The active session. */
  find(sequentialId: number): Promise<ActiveSession | NotActive | undefined>;
  /** The player's ended sessions, newest first. A session that has expired is among them at once. */
  listEnded(sequentialId: number, limit: number, after?: HistoryPosition): Promise<readonly ListedSession[]>;
  /** The starts of some sessions of a player, active or ended, in no order. One that is not in the history any more is left out. */
  findStarts(sequentialId: number, sessionIds: readonly string[]): Promise<readonly StartedSession[]>;
  /** The active sessions of the players after a sequential id, in the order of these ids. */
  listActive(afterSequentialId: number, limit: number): Promise<ActivePage>;
  /** Counts active sessions, among those of at most `rows` players after `afterSequentialId`. */
  countActive(afterSequentialId: number, rows: number): Promise<CountStep>;
  /**
   * Moves expired sessions to the history, among the active sessions of at most `rows` players after `afterSequentialId`.
   * Any number of processes may do this at once.
   */
  expire(afterSequentialId: number, rows: number): Promise<ExpiryStep>;
  /**
   * Deletes the history of whole calendar months (UTC) that ended more than `days` ago, and prepares for the coming months. Any
   * number of processes may do this at once. An abort ends it after a step.
   */
  deleteOldHistory(days: number, signal: AbortSignal): Promise<void>;
}
