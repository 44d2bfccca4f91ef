// The operations on play sessions. Starts and stops carry an idempotency key, so that a repetition gets the first answer.
import { createLiveSession } from './live-session.ts';
import { dataText, type ReadOptions } from './metadata.ts';
import { type PlayOptions, type PlaySession, startPlay } from './play.ts';
import { randomId } from './random-id.ts';
import type { RequestFacts } from './request.ts';
import type { SessionRequests, StartedSession, StartOptions } from './session-requests.ts';
import { type Shape, shapes } from './shapes.ts';
import type { SaveStorage } from './storage/area.ts';
import type { Transport } from './transport.ts';

export interface SessionOperations extends SessionRequests {
  /**
   * Starts a session, keeps it alive while the game is awake, and stops it at `end()`. Without a network it resolves with a session
   * that is `suspended`, and begins when the network is there.
   */
  play(options?: PlayOptions): Promise<PlaySession>;
}

const path = '/api/game/session';

export interface SessionDependencies {
  readonly transport: Transport;
  readonly storage: SaveStorage;
  readonly installation: () => Promise<string>;
  readonly player: () => Promise<string | undefined>;
}

export function createSessions({
  transport,
  storage,
  installation,
  player,
}: SessionDependencies): SessionOperations {
  async function post<Answer>(
    action: string,
    shape: Shape,
    members: object,
    options: ReadOptions & { readonly keepalive?: boolean },
    headers: RequestFacts['headers'],
    send = transport.sendWithRetries,
  ): Promise<Answer> {
    const reply = await send({
      method: 'POST',
      path: `${path}/${action}`,
      shape,
      isOwn: true,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(members),
      signal: options.signal,
      ...(options.keepalive && { keepalive: true }),
    });
    return JSON.parse(dataText(reply));
  }

  const start = async (
    { onActive, context, idempotencyKey = randomId(), ...options }: StartOptions,
    send = transport.sendWithRetries,
  ): Promise<StartedSession> => {
    const headers = { 'idempotency-key': idempotencyKey, 'x-installation-id': await installation() };
    return post('start', shapes.started, { onActive, context }, options, headers, send);
  };

  const sessions: SessionOperations = {
    start: (options = {}) => start(options),
    heartbeat: ({ sessionId, ...options } = {}) =>
      post('heartbeat', shapes.beaten(sessionId), { sessionId }, options, {}),
    stop: ({ sessionId, idempotencyKey = randomId(), ...options } = {}) =>
      post('stop', shapes.stopped(sessionId), { sessionId }, options, { 'idempotency-key': idempotencyKey }),
    async active(options = {}) {
      return JSON.parse(
        dataText(
          await transport.sendWithRetries({
            method: 'GET',
            path,
            shape: shapes.active,
            isOwn: true,
            signal: options.signal,
          }),
        ),
      );
    },
    async history({ limit, cursor, signal } = {}) {
      const query = new URLSearchParams();
      if (limit !== undefined) query.set('limit', String(limit));
      if (cursor !== undefined) query.set('cursor', cursor);
      const page = query.size > 0 ? `?${query}` : '';
      const reply = await transport.sendWithRetries({
        ...{ method: 'GET', path: `${path}/history${page}`, shape: shapes.history, signal },
      });
      return JSON.parse(dataText(reply));
    },
    play: (options) => {
      const startOnce = (once: StartOptions) => start(once, transport.send);
      const live = createLiveSession(storage, async () => `${await installation()} ${await player()}`);
      return startPlay({ ...sessions, startOnce, live }, transport.environment, options);
    },
  };
  return sessions;
}
