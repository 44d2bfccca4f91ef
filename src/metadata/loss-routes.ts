// Routes of servers on losses: saves that dropped most of a player's metadata. They are listed, counted by version of the game, and
// restored, many at once.
import type { Server } from '../auth/principals.ts';
import { readQuery } from '../http/query.ts';
import { ok, okText } from '../http/reply.ts';
import { toTimestamp } from '../lib/clock.ts';
import { createAttempts, inOrder } from '../lib/in-order.ts';
import {
  BULK_BODY_MAX_BYTES,
  BULK_MAX_OPERATIONS,
  LOSS_VERSIONS_MAX_ROWS,
  LOSSES_PAGE_MAX_ROWS,
  LOSSES_PAGE_ROWS,
} from '../limits.ts';
import { replyInBulk, takeBulkTokens, textsOf, turnsIn } from '../route/bulk.ts';
import { defineServerRoute } from '../route/route.ts';
import type { Store } from '../store/ports/store.ts';
import { writers } from '../store/ports/versions.ts';
import { BULK_OPERATIONS_IN_FLIGHT } from '../tuning.ts';
import { serverAdapter } from './adapters.ts';
import { findPlayers } from './bulk.ts';
import type { BulkDependencies } from './bulk-routes.ts';
import { formatLossCursor, type NamedLoss, parseRestoreLosses, readLossQuery } from './loss-body.ts';
import { lossText, restoreText } from './loss-replies.ts';
import { type PlayerLosses, restoreLosses } from './loss-restore.ts';

const tag = 'Player metadata';
const path = '/api/server/metadata/losses';
const time = { type: 'string', format: 'date-time' };

interface LossDependencies {
  readonly store: Pick<Store, 'losses' | 'players'>;
}

const list = defineServerRoute({
  scope: 'players:read',
  method: 'GET',
  path,
  operation: {
    operationId: 'listLosses',
    tag,
    summary: 'List saves that may be lost',
    description:
      'Saves that dropped more than half of the bytes of a player’s metadata, newest first, in pages. Where the text is read anyway, ' +
      'also those that dropped more than half of eight or more members at the top. Deletions and restores are none. A page looks at a ' +
      'bounded number of losses, so it may hold fewer than `limit`, even none; the list goes on while `nextCursor` is not null.',
    queryParameters: {
      gameVersion: {
        description: 'Losses of saves by this version of the game: `version` in the context of the session.',
        schema: { type: 'string' },
      },
      writtenBy: {
        description: 'Losses of this kind of writer.',
        schema: { type: 'string', enum: [...writers] },
      },
      restored: {
        description: 'Losses of which an earlier state was restored, or those of which none was.',
        schema: { type: 'boolean' },
      },
      from: { description: 'Losses of this time and later, ISO 8601.', schema: time },
      to: { description: 'Losses before this time, ISO 8601.', schema: time },
      limit: {
        description: 'The most losses of a page.',
        schema: { type: 'integer', minimum: 1, maximum: LOSSES_PAGE_MAX_ROWS, default: LOSSES_PAGE_ROWS },
      },
      cursor: { description: '`nextCursor` of the page before.', schema: { type: 'string' } },
    },
    dataShape: 'LossPage',
    errors: ['invalidRequest'],
  },
  handler:
    ({ store }: LossDependencies) =>
    async (request) => {
      const { filter, limit, after } = readLossQuery(request);
      const { losses, next } = await store.losses.list(filter, limit, after);
      const names = await store.players.listNames([...new Set(losses.map((loss) => loss.sequentialId))]);
      // A player who was erased meanwhile has no name, and the losses are gone.
      const texts = losses.flatMap((loss) => {
        const playerId = names.get(loss.sequentialId);
        return playerId === undefined ? [] : lossText(loss, playerId);
      });
      const nextCursor = JSON.stringify(next ? formatLossCursor(next) : null);
      return okText(`{"losses":[${texts.join(',')}],"nextCursor":${nextCursor}}`);
    },
});

const versions = defineServerRoute({
  scope: 'players:read',
  method: 'GET',
  path: `${path}/versions`,
  operation: {
    operationId: 'countLosses',
    tag,
    summary: 'Count saves that may be lost by version of the game',
    description: `Counts the newest losses by version of the game, at most ${LOSS_VERSIONS_MAX_ROWS} versions.`,
    dataShape: 'LossVersions',
    errors: ['invalidRequest'],
  },
  handler:
    ({ store }: LossDependencies) =>
    async (request) => {
      readQuery(request, []);
      const counts = await store.losses.countByGameVersion(LOSS_VERSIONS_MAX_ROWS);
      return ok({
        versions: counts.map(({ lastLostAt, ...count }) => ({
          ...count,
          lastLostAt: toTimestamp(lastLostAt),
        })),
      });
    },
});

type RestoreDependencies = BulkDependencies & LossDependencies & { readonly store: Pick<Store, 'audit'> };

const restore = defineServerRoute({
  scope: 'players:write',
  method: 'POST',
  path: `${path}/restore`,
  operation: {
    operationId: 'restoreLosses',
    tag,
    summary: 'Restore the states before losses',
    description:
      `Brings back the states before 1 to ${BULK_MAX_OPERATIONS} losses, each player by itself, with an entry of the audit for each. ` +
      'With `dryRun` it tells what it would do. A player who saved after the loss would lose that progress, or what a server has written since, and is left out unless ' +
      '`overwriteNewer` is true. Sent again, it leaves out what it has restored. n losses count as n requests for the limit of the key.',
    request: {
      'application/json': {
        shape: 'RestoreLossesBody',
        example: { losses: [{ sequentialId: 17, version: 43 }], dryRun: true },
      },
    },
    dataShape: 'RestoredLosses',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'],
  },
  handler: (dependencies: RestoreDependencies) => {
    const { config, store, pathRules, bulkAdmission, toApiError } = dependencies;
    const adapter = serverAdapter(dependencies);

    async function begin(bytes: Uint8Array, server: Server, requestId: string) {
      const { losses, keepProtected, ...options } = parseRestoreLosses(bytes);
      await takeBulkTokens(dependencies, server, losses.length);
      const context = {
        ...{ store, maxBytes: config.metadataMaxBytes, ...options },
        protectedBy: keepProtected ? pathRules : undefined,
        targetOf: (sequentialId: number) => adapter.targetOf(server, sequentialId, requestId),
      };
      const players = byPlayer(await findPlayers(store.players, losses));
      const attempt = createAttempts(turnsIn(bulkAdmission));
      const outcomes = inOrder(BULK_OPERATIONS_IN_FLIGHT, players, (player) =>
        attempt(() => restoreLosses(context, player)),
      );
      const mapError = (error: unknown) =>
        toApiError(error, { requestId, method: 'POST', path: `${path}/restore` });
      return textsOf(outcomes, (player, outcome) => restoreText(player, outcome, mapError));
    }

    return (request, server, bodyLength, requestId) =>
      replyInBulk(dependencies, { request, server, bodyLength, maxBytes: BULK_BODY_MAX_BYTES }, (bytes) =>
        begin(bytes, server, requestId),
      );
  },
});

/** The losses of each player, in the order in which the players come first. */
function byPlayer(losses: readonly NamedLoss[]): readonly PlayerLosses[] {
  const groups: { readonly loss: NamedLoss; readonly versions: number[] }[] = [];
  const byId = new Map<number, (typeof groups)[number]>();
  for (const loss of losses) {
    const { sequentialId, version } = loss;
    const found = sequentialId === undefined ? undefined : byId.get(sequentialId);
    if (found) found.versions.push(version);
    else {
      const group = { loss, versions: [version] };
      groups.push(group);
      if (sequentialId !== undefined) byId.set(sequentialId, group);
    }
  }
  return groups.map(({ loss: { playerId, sequentialId }, versions }) => ({
    playerId,
    sequentialId,
    versions,
  }));
}

export const lossRoutes = [list, versions, restore];
