// The operations on play sessions. Starts and stops carry an idempotency key, so that a repetition gets the first answer.
import type { components, operations } from './api-types.ts';
import { dataText, type ReadOptions } from './metadata.ts';
import { type PlayOptions, type PlaySession, startPlay } from './play.ts';
import { randomId } from './random-id.ts';
import type { Transport } from './transport.ts';

type Schemas = components['schemas'];
export type StartedSession = Schemas['StartedSession'];
export type SessionHeartbeat = Schemas['SessionHeartbeat'];
export type EndedSession = Schemas['EndedSession'];
export type ActiveSession = Schemas['ActiveSession'];
export type SessionHistory = Schemas['SessionHistory'];

export interface StartOptions extends ReadOptions {
  /** The fate of an active session: refuse the start (the default), end that session, or continue it. */
  readonly onActive?: 'reject' | 'replace' | 'resume' | undefined;
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
export interface SessionOperations {
  start(options?: StartOptions): Promise<StartedSession>;
  heartbeat(options?: Omit<NamedSessionOptions, 'idempotencyKey'>): Promise<SessionHeartbeat>;
  stop(options?: NamedSessionOptions & { readonly keepalive?: boolean }): Promise<EndedSession>;
  /** @throws PlaykeepError `refused` with 'No active session found' */
  active(options?: ReadOptions): Promise<ActiveSession>;
  history(options?: HistoryOptions): Promise<SessionHistory>;
  /**
   * Starts a session, keeps it alive while the game is awake, and stops it at `end()`. Without a network it resolves with a session
   * that is `suspended`, and begins when the network is there.
   */
  play(options?: PlayOptions): Promise<PlaySession>;
}

const path = '/api/game/session';

export function createSessions(transport: Transport): SessionOperations {
  async function post<Answer>(
    action: string,
    members: object,
    options: ReadOptions & { readonly keepalive?: boolean },
    idempotencyKey: string | undefined,
    send = transport.sendPatiently,
  ): Promise<Answer> {
    const reply = await send({
      method: 'POST',
      path: `${path}/${action}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(members),
      signal: options.signal,
      ...(options.keepalive && { keepalive: true }),
    });
    return JSON.parse(dataText(reply));
  }

  const start = (
    { onActive, context, idempotencyKey, ...options }: StartOptions,
    send = transport.sendPatiently,
  ): Promise<StartedSession> =>
    post('start', { onActive, context }, options, idempotencyKey ?? randomId(), send);

  const sessions: SessionOperations = {
    start: (options = {}) => start(options),
    heartbeat: ({ sessionId, ...options } = {}) => post('heartbeat', { sessionId }, options, undefined),
    stop: ({ sessionId, idempotencyKey, ...options } = {}) =>
      post('stop', { sessionId }, options, idempotencyKey ?? randomId()),
    async active(options = {}) {
      return JSON.parse(
        dataText(await transport.sendPatiently({ method: 'GET', path, signal: options.signal })),
      );
    },
    async history({ limit, cursor, signal } = {}) {
      const query = new URLSearchParams();
      if (limit !== undefined) query.set('limit', String(limit));
      if (cursor !== undefined) query.set('cursor', cursor);
      const page = query.size > 0 ? `?${query}` : '';
      const reply = await transport.sendPatiently({ method: 'GET', path: `${path}/history${page}`, signal });
      return JSON.parse(dataText(reply));
    },
    play: (options) => {
      const startOnce = (once: StartOptions) => start(once, transport.send);
      return startPlay({ ...sessions, startOnce }, transport.environment, options);
    },
  };
  return sessions;
}
