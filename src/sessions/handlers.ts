// The session endpoints: parse, call the rule, reply.
import { ok, okText } from '../http/reply.ts';
import { type Clock, toTimestamp } from '../lib/clock.ts';
import { chain, type MaybePromise } from '../lib/maybe-promise.ts';
import type { PlayerHandler } from '../players/access.ts';
import type { Players } from '../players/players.ts';
import type { SessionStore } from '../store/ports/store.ts';
import type { EndedSession, SessionHeartbeat, StartedSession } from '../wire.ts';
import { formatCursor, isPlain, readPage, readSessionOptions, readStart } from './body.ts';
import {
  durationSeconds,
  getActiveSession,
  heartbeatSession,
  listEndedSessions,
  startSession,
  stopSession,
} from './sessions.ts';

export interface SessionDependencies {
  readonly store: { readonly sessions: SessionStore };
  readonly players: Players;
  readonly clock: Clock;
}

export type SessionHandlers = Readonly<
  Record<'start' | 'heartbeat' | 'stop' | 'getActive' | 'listEnded', PlayerHandler>
>;

export function sessionHandlers({ store, players, clock }: SessionDependencies): SessionHandlers {
  /** Reads what a request asks for. Nobody is told about it before it is known that they are a player. */
  async function readAs<T>(playerId: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      await players.findSequentialId(playerId);
      throw error;
    }
  }

  /** Does something to the player's session, as the request says. */
  function act<Options, T>(
    request: Request,
    playerId: string,
    read: (request: Request) => Promise<Options | undefined>,
    run: (sequentialId: number, options: Options | undefined) => Promise<T | undefined>,
  ): MaybePromise<T> {
    const asTold = (options?: Options) => players.asRegistered(playerId, (id) => run(id, options));
    return isPlain(request) ? asTold() : readAs(playerId, () => read(request)).then(asTold);
  }

  return {
    start: (request, playerId) =>
      chain(
        act(request, playerId, readStart, (id, options) => startSession(store.sessions, clock, id, options)),
        (session) =>
          ok({
            sessionId: session.sessionId,
            startTime: toTimestamp(session.startedAt),
            playerId,
          } satisfies StartedSession),
      ),

    heartbeat: (request, playerId) =>
      chain(
        act(request, playerId, readSessionOptions, (id, options) =>
          heartbeatSession(store.sessions, id, options),
        ),
        (session) =>
          ok({
            sessionId: session.sessionId,
            lastActivity: toTimestamp(session.lastActivity),
            playerId,
          } satisfies SessionHeartbeat),
      ),

    stop: (request, playerId) =>
      chain(
        act(request, playerId, readSessionOptions, (id, options) => stopSession(store.sessions, id, options)),
        (session) =>
          ok({
            sessionId: session.sessionId,
            startTime: toTimestamp(session.startedAt),
            endTime: toTimestamp(session.endedAt),
            duration: durationSeconds(session),
            playerId,
          } satisfies EndedSession),
      ),

    async getActive(_request, playerId) {
      const session = await players.asRegistered(playerId, (id) => getActiveSession(store.sessions, id));
      const { sessionId, startedAt, lastActivity, context } = session;
      const about = {
        sessionId,
        startTime: toTimestamp(startedAt),
        playerId,
        lastActivity: toTimestamp(lastActivity),
      };
      return okText(withContext(about, context));
    },

    async listEnded(request, playerId) {
      const page = await readAs(playerId, async () => readPage(request));
      const id = await players.findSequentialId(playerId);
      const { sessions, next } = await listEndedSessions(store.sessions, id, page);
      const texts = sessions.map((session) => {
        const about = {
          sessionId: session.sessionId,
          startTime: toTimestamp(session.startedAt),
          endTime: toTimestamp(session.endedAt),
          duration: durationSeconds(session),
          reason: session.reason,
        };
        return withContext(about, session.context);
      });
      const nextCursor = JSON.stringify(next ? formatCursor(next) : null);
      return okText(`{"sessions":[${texts.join(',')}],"nextCursor":${nextCursor}}`);
    },
  };
}

/** The context is text that leaves as it came. */
const withContext = (about: object, context: string | null): string =>
  `${JSON.stringify(about).slice(0, -1)},"context":${context}}`;
