// Routes of servers that register players: one, or many in one answer. Each player who is new leaves an entry of the audit in the commit
// of the registration.
import { authorOf } from '../auth/access/server.ts';
import type { ApiError } from '../errors/errors.ts';
import { failure, ok } from '../http/reply.ts';
import type { Outcome } from '../lib/in-order.ts';
import { BULK_BODY_MAX_BYTES, BULK_MAX_OPERATIONS } from '../limits.ts';
import {
  type BulkAdmissionDependencies,
  replyInBulk,
  takeBulkTokens,
  textsOf,
  turnsIn,
} from '../route/bulk.ts';
import { defineServerRoute } from '../route/route.ts';
import type { PlayerFacts, PlayerStore } from '../store/ports/players.ts';
import { parsePlayerIds, readPlayerId } from './body.ts';
import { registerPlayer, registerPlayers } from './registration.ts';
import { toPlayer } from './replies.ts';

export interface RegistrationDependencies extends BulkAdmissionDependencies {
  readonly store: { readonly players: PlayerStore };
}

const tag = 'Players';
const action = 'player.register';
const errors = ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'] as const;
const path = '/api/server/players/bulk';

const register = defineServerRoute({
  scope: 'players:write',
  method: 'POST',
  path: '/api/server/players',
  operation: {
    operationId: 'registerPlayer',
    tag,
    summary: 'Register player',
    description:
      'Registers a player, also with `PLAYER_PROVISIONING=registered`. One who is registered already stays as they are, and ' +
      'the answer is the same. An erased name is registered anew, under a new sequential id.',
    request: { 'application/json': { shape: 'RegisterPlayerBody', example: { playerId: 'ann' } } },
    dataShape: 'Player',
    errors,
  },
  handler:
    ({ store }: RegistrationDependencies) =>
    async (request, server, bodyLength, requestId) => {
      const playerId = await readPlayerId(request, bodyLength);
      const author = authorOf(server, requestId);
      return ok(toPlayer(await registerPlayer(store.players, playerId, { author, action })));
    },
});

const registerMany = defineServerRoute({
  scope: 'players:write',
  method: 'POST',
  path,
  operation: {
    operationId: 'registerPlayers',
    tag,
    summary: 'Register many players',
    description:
      `Registers 1 to ${BULK_MAX_OPERATIONS} players, each by itself, and answers their results in order. n players count as n ` +
      'requests for the limit of the key. The answer is sent while they are registered: a caller who leaves before its end leaves ' +
      'the others unregistered. The request may be repeated.',
    request: {
      'application/json': { shape: 'RegisterPlayersBody', example: { playerIds: ['ann', 'bob'] } },
    },
    dataShape: 'RegisteredPlayers',
    errors,
  },
  handler: (dependencies: RegistrationDependencies) => (request, server, bodyLength, requestId) =>
    replyInBulk(
      dependencies,
      { request, server, bodyLength, maxBytes: BULK_BODY_MAX_BYTES },
      async (bytes) => {
        const playerIds = parsePlayerIds(bytes);
        await takeBulkTokens(dependencies, server, playerIds.length);
        const { store, bulkAdmission, toApiError } = dependencies;
        const audited = { author: authorOf(server, requestId), action } as const;
        const outcomes = registerPlayers(store.players, playerIds, audited, turnsIn(bulkAdmission));
        const mapError = (error: unknown) => toApiError(error, { requestId, method: 'POST', path });
        return textsOf(outcomes, (playerId, outcome) => resultText(playerId, outcome, mapError));
      },
    ),
});

function resultText(
  playerId: string,
  outcome: Outcome<PlayerFacts>,
  toApiError: (error: unknown) => ApiError,
): string {
  const members =
    'result' in outcome
      ? `"statusCode":200,"data":${JSON.stringify(toPlayer(outcome.result))}`
      : failure(toApiError(outcome.error)).body.slice(1, -1);
  return `{"playerId":${JSON.stringify(playerId)},${members}}`;
}

export const registrationRoutes = [register, registerMany];
