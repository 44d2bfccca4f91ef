// Routes of a player's own sessions: start, heartbeat, stop, the active one and the ended ones.
import { playerAccess } from '../auth/access/player.ts';
import { ok, okText } from '../http/reply.ts';
import { type Clock, toTimestamp } from '../lib/clock.ts';
import { chain, type MaybePromise } from '../lib/maybe-promise.ts';
import { type Players, readAs } from '../players/players.ts';
import { defineRoute } from '../route/route.ts';
import type { SessionStore } from '../store/ports/sessions.ts';
import type { EndedSession, SessionHeartbeat, StartedSession } from '../wire/sessions.ts';
import { isPlain, isPlainStart, pageParameters, readPage, readSessionOptions, readStart } from './body.ts';
import { historyReply, withContext } from './replies.ts';
import {
  durationSeconds,
  getOwnActiveSession,
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

/** The errors of a request with an optional body. */
const bodyErrors = [
  'invalidRequest',
  'metadataTooLarge',
  'unsupportedMediaType',
  'idempotencyKeyReused',
  'serviceUnavailable',
] as const;

const start = defineRoute(playerAccess, {
  method: 'POST',
  path: '/api/game/session/start',
  operation: {
    operationId: 'startSession',
    ignoresQuery: true,
    tag: 'Sessions',
    summary: 'Start session',
    description:
      'Begins a session. Of concurrent starts of one player exactly one succeeds. The body is optional: `onActive` says what ' +
      'becomes of a session that is active, `context` is kept with the new one.',
    headers: ['Idempotency-Key', 'X-Installation-Id'],
    request: {
      'application/json': {
        shape: 'StartSessionBody',
        example: { onActive: 'replace', context: { platform: 'ios', version: '1.4.2' } },
      },
    },
    isRequestOptional: true,
    dataShape: 'StartedSession',
    errors: ['sessionAlreadyActive', ...bodyErrors],
  },
  handler:
    ({ store, players, clock }: SessionDependencies) =>
    (request, { playerId }, bodyLength) =>
      chain(
        withOptions(
          players,
          playerId,
          isPlainStart(request, bodyLength) ? undefined : () => readStart(request, bodyLength),
          (id, options) => startSession(store.sessions, clock, id, options),
        ),
        (session) =>
          ok({
            sessionId: session.sessionId,
            startTime: toTimestamp(session.startedAt),
            playerId,
          } satisfies StartedSession),
      ),
});

const heartbeat = defineRoute(playerAccess, {
  method: 'POST',
  path: '/api/game/session/heartbeat',
  operation: {
    operationId: 'heartbeatSession',
    ignoresQuery: true,
    tag: 'Sessions',
    summary: 'Heartbeat',
    description:
      'Keeps the active session alive. Send one every 5 to 10 minutes: a session that is silent for ' +
      '`SESSION_TIMEOUT_SECONDS` has ended at its last activity.',
    headers: ['Idempotency-Key'],
    request: { 'application/json': { shape: 'SessionBody' } },
    isRequestOptional: true,
    dataShape: 'SessionHeartbeat',
    errors: ['noActiveSession', ...bodyErrors],
  },
  handler:
    ({ store, players }: SessionDependencies) =>
    (request, { playerId }, bodyLength) =>
      chain(
        withOptions(
          players,
          playerId,
          isPlain(request, bodyLength) ? undefined : () => readSessionOptions(request, bodyLength),
          (id, options) => heartbeatSession(store.sessions, id, options),
        ),
        (session) =>
          ok({
            sessionId: session.sessionId,
            lastActivity: toTimestamp(session.lastActivity),
            playerId,
          } satisfies SessionHeartbeat),
      ),
});

const stop = defineRoute(playerAccess, {
  method: 'POST',
  path: '/api/game/session/stop',
  operation: {
    operationId: 'stopSession',
    ignoresQuery: true,
    tag: 'Sessions',
    summary: 'End session',
    description: 'Ends the active session and answers its length in seconds.',
    headers: ['Idempotency-Key'],
    request: { 'application/json': { shape: 'SessionBody' } },
    isRequestOptional: true,
    dataShape: 'EndedSession',
    errors: ['noActiveSession', ...bodyErrors],
  },
  handler:
    ({ store, players }: SessionDependencies) =>
    (request, { playerId }, bodyLength) =>
      chain(
        withOptions(
          players,
          playerId,
          isPlain(request, bodyLength) ? undefined : () => readSessionOptions(request, bodyLength),
          (id, options) => stopSession(store.sessions, id, options),
        ),
        (session) =>
          ok({
            sessionId: session.sessionId,
            startTime: toTimestamp(session.startedAt),
            endTime: toTimestamp(session.endedAt),
            duration: durationSeconds(session),
            playerId,
          } satisfies EndedSession),
      ),
});

const getActive = defineRoute(playerAccess, {
  method: 'GET',
  path: '/api/game/session',
  operation: {
    operationId: 'getActiveSession',
    tag: 'Sessions',
    summary: 'Get the active session',
    description: 'The session that is active, with the context of its start. It is no activity.',
    dataShape: 'ActiveSession',
    errors: ['noActiveSession', 'serviceUnavailable'],
  },
  handler:
    ({ store, players }: SessionDependencies) =>
    async (_request, { playerId }) => {
      const session = await players.withRegistration(playerId, (id) =>
        getOwnActiveSession(store.sessions, id),
      );
      const about = {
        sessionId: session.sessionId,
        startTime: toTimestamp(session.startedAt),
        playerId,
        lastActivity: toTimestamp(session.lastActivity),
        installationId: session.installationId,
      };
      return okText(withContext(about, session.context));
    },
});

const listEnded = defineRoute(playerAccess, {
  method: 'GET',
  path: '/api/game/session/history',
  operation: {
    operationId: 'listEndedSessions',
    tag: 'Sessions',
    summary: 'List ended sessions',
    description:
      'The history, newest first, in pages. A cursor stands for a place in it: sessions that end meanwhile shift nothing.',
    queryParameters: pageParameters,
    dataShape: 'SessionHistory',
    errors: ['invalidRequest', 'serviceUnavailable'],
  },
  handler:
    ({ store, players }: SessionDependencies) =>
    async (request, { playerId }) => {
      const page = await readAs(players, playerId, () => readPage(request));
      const id = await players.findReader(playerId);
      return historyReply(await listEndedSessions(store.sessions, id, page));
    },
});

/** Runs an operation on the player's session with the options of the request. @param read undefined for a plain request */
function withOptions<Options, T>(
  players: Players,
  playerId: string,
  read: (() => Promise<Options | undefined>) | undefined,
  run: (sequentialId: number, options: Options | undefined) => Promise<T | undefined>,
): MaybePromise<T> {
  const act = (options?: Options) => players.withRegistration(playerId, (id) => run(id, options));
  return read ? readAs(players, playerId, read).then(act) : act();
}

export const sessionRoutes = [start, heartbeat, stop, getActive, listEnded];
