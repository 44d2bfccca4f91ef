// Session routes for servers: a player's active and ended sessions, the end of the active one, and the active sessions of all
// players.
import { authorOf } from '../auth/access/server.ts';
import { noSuchPlayer } from '../errors/errors.ts';
import { type RepeatedReads, waitHeaders } from '../http/repeated-read.ts';
import { ok, okText } from '../http/reply.ts';
import { type Clock, toTimestamp } from '../lib/clock.ts';
import type { Players } from '../players/players.ts';
import { byBothIds, playerPath, withAddressed } from '../route/one-player.ts';
import { defineServerRoute } from '../route/route.ts';
import type { PlayerStore } from '../store/ports/players.ts';
import type { PlayerSession, SessionStore } from '../store/ports/sessions.ts';
import type { OnlineCount, PlayerSessionShape, TerminatedSession } from '../wire/sessions.ts';
import {
  filteredPageParameters,
  formatActiveCursor,
  readActivePage,
  readFilteredPage,
  readTermination,
} from './body.ts';
import { listMatching } from './context-filter.ts';
import { createOnlineCount } from './online-count.ts';
import { historyReply, pageText, withContext } from './replies.ts';
import { durationSeconds, getActiveSession, listEndedSessions, terminateSession } from './sessions.ts';

export interface ServerSessionDependencies {
  readonly store: {
    readonly sessions: SessionStore;
    readonly players: Pick<PlayerStore, 'listNames'>;
  };
  readonly players: Players;
  readonly repeatedReads: RepeatedReads;
  readonly clock: Clock;
}

const pathParameters = { sequentialId: 'A positive integer; anything else names nobody and answers 404.' };

const getActive = defineServerRoute({
  scope: 'sessions:read',
  method: 'GET',
  path: `${playerPath}/session`,
  operation: {
    operationId: 'getPlayerSession',
    tag: 'Sessions',
    summary: 'Get the active session of a player',
    description: 'The session that is active, with the context of its start.',
    pathParameters,
    dataShape: 'PlayerSession',
    errors: ['noActiveSession', 'playerNotFound'],
  },
  handler:
    ({ store, players }: ServerSessionDependencies) =>
    async (request) => {
      const player = await withAddressed(players, request, findName(store.players));
      const session = await getActiveSession(store.sessions, player.sequentialId);
      if (!session) throw noSuchPlayer();
      return okText(sessionText({ ...session, sequentialId: player.sequentialId }, player.playerId));
    },
});

const listEnded = defineServerRoute({
  scope: 'sessions:read',
  method: 'GET',
  path: `${playerPath}/sessions`,
  operation: {
    operationId: 'listPlayerSessions',
    tag: 'Sessions',
    summary: 'List ended sessions of a player',
    description:
      'The history of a player, newest first, in pages, as the player sees it. With `context` a page looks at no more than ' +
      '5,000 sessions.',
    pathParameters,
    queryParameters: filteredPageParameters,
    dataShape: 'SessionHistory',
    errors: ['invalidRequest', 'playerNotFound'],
  },
  handler:
    ({ store, players }: ServerSessionDependencies) =>
    async (request) => {
      const { sequentialId } = await withAddressed(players, request, findName(store.players));
      const { matches, ...page } = readFilteredPage(request);
      const read = (wanted: typeof page) => listEndedSessions(store.sessions, sequentialId, wanted);
      return historyReply(await listMatching(matches, page, read, (session) => session));
    },
});

const terminate = defineServerRoute({
  scope: 'sessions:write',
  method: 'POST',
  path: `${playerPath}/session/terminate`,
  operation: {
    operationId: 'terminateSession',
    tag: 'Sessions',
    summary: 'Terminate the active session of a player',
    description:
      'Ends the active session with the reason `terminated`, and answers it. The device learns it from its next heartbeat. ' +
      'The player may start another session.',
    pathParameters,
    headers: ['Idempotency-Key'],
    request: { 'application/json': { shape: 'TerminateBody', example: {} } },
    isRequestOptional: true,
    dataShape: 'TerminatedSession',
    errors: [
      ...(['noActiveSession', 'invalidRequest', 'playerNotFound', 'metadataTooLarge'] as const),
      ...(['unsupportedMediaType', 'idempotencyKeyReused'] as const),
    ],
  },
  handler:
    ({ store, players }: ServerSessionDependencies) =>
    async (request, server, bodyLength, requestId) => {
      const { sequentialId, playerId } = await withAddressed(players, request, findName(store.players));
      const key = await readTermination(request, bodyLength);
      const author = authorOf(server, requestId);
      const session = await terminateSession(store.sessions, sequentialId, author, key);
      if (!session) throw noSuchPlayer();
      return ok({
        sessionId: session.sessionId,
        playerId,
        sequentialId,
        startTime: toTimestamp(session.startedAt),
        endTime: toTimestamp(session.endedAt),
        duration: durationSeconds(session),
        reason: 'terminated',
      } satisfies TerminatedSession);
    },
});

const listActive = defineServerRoute({
  scope: 'sessions:read',
  method: 'GET',
  path: '/api/server/sessions',
  operation: {
    operationId: 'listActiveSessions',
    tag: 'Sessions',
    summary: 'List active sessions',
    description:
      'The active sessions of all players, in the order of sequential ids, in pages. A cursor stands for a sequential id: ' +
      'sessions that start and end meanwhile shift nothing. With `context` a page looks at no more than 5,000 sessions, ' +
      'and waits for nothing.',
    queryParameters: filteredPageParameters,
    headers: waitHeaders,
    dataShape: 'PlayerSessions',
    isTagged: true,
    waits: true,
    errors: ['invalidRequest'],
  },
  handler: ({ store, repeatedReads }: ServerSessionDependencies) => {
    async function read({ matches, ...page }: ReturnType<typeof readActivePage>): Promise<string> {
      const { sessions, next } = await listMatching(
        matches,
        page,
        ({ after, limit }) => store.sessions.listActive(after, limit),
        ({ sequentialId }) => sequentialId,
      );
      const names = await store.players.listNames(sessions.map(({ sequentialId }) => sequentialId));
      // A player who was erased in between has no session any more.
      const texts = sessions.flatMap((session) => {
        const playerId = names.get(session.sequentialId);
        return playerId === undefined ? [] : [sessionText(session, playerId)];
      });
      return pageText(texts, next === undefined ? undefined : formatActiveCursor(next));
    }
    return async (request) => {
      const wanted = readActivePage(request);
      // A page that is filtered may look at thousands of sessions.
      return repeatedReads.answer(request, () => read(wanted), wanted.matches === undefined);
    };
  },
});

const countActive = defineServerRoute({
  scope: 'sessions:read',
  method: 'GET',
  path: '/api/server/sessions/count',
  operation: {
    operationId: 'countActiveSessions',
    tag: 'Sessions',
    summary: 'Count active sessions',
    description:
      'The number of players who are online. It is counted at the request, and shared for at most five seconds.',
    dataShape: 'OnlineCount',
    errors: [],
  },
  handler: ({ store, clock }: ServerSessionDependencies) => {
    const count = createOnlineCount(store.sessions, clock);
    return async () => ok({ online: await count() } satisfies OnlineCount);
  },
});

/** Finds a player by sequential id, with both ids. */
const findName = (players: Pick<PlayerStore, 'listNames'>) => async (sequentialId: number) => {
  const playerId = (await players.listNames([sequentialId])).get(sequentialId);
  return playerId === undefined ? undefined : { sequentialId, playerId };
};

/** An active session as JSON text. */
function sessionText({ sequentialId, context, ...session }: PlayerSession, playerId: string): string {
  const about: PlayerSessionShape = {
    sessionId: session.sessionId,
    playerId,
    sequentialId,
    startTime: toTimestamp(session.startedAt),
    lastActivity: toTimestamp(session.lastActivity),
    installationId: session.installationId,
  };
  return withContext(about, context);
}

export const serverSessionRoutes = [...byBothIds([getActive, listEnded, terminate]), listActive, countActive];
