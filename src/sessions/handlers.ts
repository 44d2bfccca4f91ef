// The session endpoints: call the rule, reply. They take no body; one that is sent is ignored.
import { ok } from '../http/reply.ts';
import { type Clock, toTimestamp } from '../lib/clock.ts';
import type { PlayerHandler } from '../players/access.ts';
import type { Players } from '../players/players.ts';
import type { SessionStore } from '../store/store.ts';
import type { EndedSession, SessionHeartbeat, StartedSession } from '../wire.ts';
import { durationSeconds, heartbeatSession, startSession, stopSession } from './sessions.ts';

export interface SessionDependencies {
  readonly store: { readonly sessions: SessionStore };
  readonly players: Players;
  readonly clock: Clock;
}

export type SessionHandlers = Readonly<Record<'start' | 'heartbeat' | 'stop', PlayerHandler>>;

export function sessionHandlers({ store, players, clock }: SessionDependencies): SessionHandlers {
  return {
    async start(_request, playerId) {
      const session = await players.actAs(playerId, (id) => startSession(store.sessions, clock, id));
      return ok({
        sessionId: session.sessionId,
        startTime: toTimestamp(session.startedAt),
        playerId,
      } satisfies StartedSession);
    },

    async heartbeat(_request, playerId) {
      const session = await players.actAs(playerId, (id) => heartbeatSession(store.sessions, id));
      return ok({
        sessionId: session.sessionId,
        lastActivity: toTimestamp(session.lastActivity),
        playerId,
      } satisfies SessionHeartbeat);
    },

    async stop(_request, playerId) {
      const session = await players.actAs(playerId, (id) => stopSession(store.sessions, id));
      return ok({
        sessionId: session.sessionId,
        startTime: toTimestamp(session.startedAt),
        endTime: toTimestamp(session.endedAt),
        duration: durationSeconds(session),
        playerId,
      } satisfies EndedSession);
    },
  };
}
