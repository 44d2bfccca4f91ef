// The single requests about play sessions, with their options and answers.
import type { components, operations } from './api-types.ts';
import type { ReadOptions } from './metadata.ts';

type Schemas = components['schemas'];
export type StartedSession = Schemas['StartedSession'];
export type SessionHeartbeat = Schemas['SessionHeartbeat'];
export type EndedSession = Schemas['EndedSession'];
export type ActiveSession = Schemas['ActiveSession'];
export type SessionHistory = Schemas['SessionHistory'];

export interface StartOptions extends ReadOptions {
  /**
   * The fate of an active session: refuse the start (the default), end that session, end it if it is of this installation, or continue
   * it. With `reject`, `play` ends one that this installation left behind.
   */
  readonly onActive?: 'reject' | 'replace' | 'replaceOwn' | 'resume' | undefined;
  /** Kept with the session, at most 4 KiB. */
  readonly context?: object | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface NamedSessionOptions extends ReadOptions {
  /** Only this session counts as the active one. */
  readonly sessionId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export type HistoryOptions = ReadOptions &
  NonNullable<operations['listEndedSessions']['parameters']['query']>;

/** Each operation throws PlaykeepError, or the reason of its aborted `signal`. */
export interface SessionRequests {
  start(options?: StartOptions): Promise<StartedSession>;
  heartbeat(options?: Omit<NamedSessionOptions, 'idempotencyKey'>): Promise<SessionHeartbeat>;
  stop(options?: NamedSessionOptions & { readonly keepalive?: boolean }): Promise<EndedSession>;
  /** @throws PlaykeepError `refused` with the reason `no-active-session-found` */
  active(options?: ReadOptions): Promise<ActiveSession>;
  history(options?: HistoryOptions): Promise<SessionHistory>;
}
