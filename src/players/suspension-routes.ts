// Routes for servers that suspend a player and that end a suspension.
import { authorOf } from '../auth/access/server.ts';
import { ok } from '../http/reply.ts';
import type { Clock } from '../lib/clock.ts';
import { byBothIds, playerPath, withAddressed } from '../route/one-player.ts';
import { defineServerRoute } from '../route/route.ts';
import type { Players } from './players.ts';
import { toWrittenPlayer } from './replies.ts';
import { readSuspension } from './suspension-body.ts';
import { type SuspensionTarget, suspendPlayer, unsuspendPlayer } from './suspensions.ts';

export interface SuspensionDependencies {
  readonly store: SuspensionTarget['store'];
  readonly players: Players;
  readonly clock: Clock;
}

const pathParameters = { sequentialId: 'The player. Anything but a positive integer names nobody.' };

const suspend = defineServerRoute({
  scope: 'players:write',
  method: 'POST',
  path: `${playerPath}/suspend`,
  operation: {
    operationId: 'suspendPlayer',
    tag: 'Players',
    summary: 'Suspend player',
    description:
      'Suspends the player until a time, or for good. The active session ends with reason `terminated`. From the answer on every ' +
      'operation of the player is refused with 403 `Player suspended`. A present suspension is replaced. Servers go on reading and ' +
      'writing the player’s data.',
    pathParameters,
    request: {
      'application/json': {
        shape: 'SuspendPlayerBody',
        example: { until: '2030-01-31T12:00:00.000Z', reason: 'sold items for money' },
      },
    },
    isRequestOptional: true,
    dataShape: 'Player',
    errors: ['invalidRequest', 'playerNotFound', 'metadataTooLarge', 'unsupportedMediaType'],
  },
  handler:
    ({ store, players, clock }: SuspensionDependencies) =>
    async (request, server, bodyLength, requestId) => {
      const author = authorOf(server, requestId);
      const suspension = await readSuspension(request, bodyLength, clock.now());
      const player = await withAddressed(players, request, (sequentialId) =>
        suspendPlayer({ store, sequentialId, author }, suspension),
      );
      return ok(toWrittenPlayer(player, server));
    },
});

const unsuspend = defineServerRoute({
  scope: 'players:write',
  method: 'DELETE',
  path: `${playerPath}/suspend`,
  operation: {
    operationId: 'unsuspendPlayer',
    tag: 'Players',
    summary: 'End suspension',
    description: 'Ends the suspension of the player. For a player who is not suspended nothing changes.',
    pathParameters,
    dataShape: 'Player',
    errors: ['playerNotFound'],
  },
  handler:
    ({ store, players }: SuspensionDependencies) =>
    async (request, server, _bodyLength, requestId) => {
      const author = authorOf(server, requestId);
      const player = await withAddressed(players, request, (sequentialId) =>
        unsuspendPlayer({ store, sequentialId, author }),
      );
      return ok(toWrittenPlayer(player, server));
    },
});

export const suspensionRoutes = byBothIds([suspend, unsuspend]);
