// Routes for servers that suspend a player and that end a suspension.
import { authorOf } from '../auth/access/server.ts';
import { readSequentialId } from '../http/path.ts';
import { ok } from '../http/reply.ts';
import type { Clock } from '../lib/clock.ts';
import { defineServerRoute } from '../route/route.ts';
import { toPlayer } from './replies.ts';
import { readSuspension } from './suspension-body.ts';
import { type SuspensionTarget, suspendPlayer, unsuspendPlayer } from './suspensions.ts';

export interface SuspensionDependencies {
  readonly store: SuspensionTarget['store'];
  readonly clock: Clock;
}

const pathParameters = { sequentialId: 'The player. Anything but a positive integer names nobody.' };

const suspend = defineServerRoute({
  scope: 'players:write',
  method: 'POST',
  path: '/api/server/players/:sequentialId/suspend',
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
    ({ store, clock }: SuspensionDependencies) =>
    async (request, server, bodyLength, requestId) => {
      const sequentialId = readSequentialId(request);
      const suspension = await readSuspension(request, bodyLength, clock.now());
      const target = { store, sequentialId, author: authorOf(server, requestId) };
      return ok(toPlayer(await suspendPlayer(target, suspension)));
    },
});

const unsuspend = defineServerRoute({
  scope: 'players:write',
  method: 'DELETE',
  path: '/api/server/players/:sequentialId/suspend',
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
    ({ store }: SuspensionDependencies) =>
    async (request, server, _bodyLength, requestId) => {
      const sequentialId = readSequentialId(request);
      const target = { store, sequentialId, author: authorOf(server, requestId) };
      return ok(toPlayer(await unsuspendPlayer(target)));
    },
});

export const suspensionRoutes = [suspend, unsuspend];
