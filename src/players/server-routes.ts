// Routes of servers about players: look up, get, erase and export. Each change leaves an entry of the audit in its commit.
import { authorOf } from '../auth/access/server.ts';
import type { Server } from '../auth/principals.ts';
import { type RepeatedReads, waitHeaders } from '../http/repeated-read.ts';
import { ok } from '../http/reply.ts';
import { LOOKUP_MAX_PLAYERS } from '../limits.ts';
import { byBothIds, playerPath, withAddressed } from '../route/one-player.ts';
import { defineServerRoute } from '../route/route.ts';
import type { AuditAction, AuditedAs } from '../store/ports/audit.ts';
import type { PlayerStore } from '../store/ports/players.ts';
import type { Store } from '../store/ports/store.ts';
import { type PlayerLookup, readLookup } from './body.ts';
import { type ExportStore, exportPieces } from './export-replies.ts';
import type { Players } from './players.ts';
import { describe } from './registration.ts';
import { toPlayer, toPlayerWithReason } from './replies.ts';

export interface PlayerDependencies {
  readonly store: ExportStore & Pick<Store, 'suspensions'>;
  readonly players: Players;
  readonly repeatedReads: RepeatedReads;
}

const tag = 'Players';
const pathParameters = { sequentialId: 'A positive integer; anything else names nobody and answers 404.' };
const bodyErrors = ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'] as const;

const lookUp = defineServerRoute({
  scope: 'players:read',
  method: 'POST',
  path: '/api/server/players/lookup',
  operation: {
    operationId: 'lookUpPlayers',
    tag,
    summary: 'Look up players',
    description:
      `Up to ${LOOKUP_MAX_PLAYERS} players by their player ids or by their sequential ids, in the order asked, each once. Ids ` +
      'that no player has stand in `unknown`.',
    request: {
      'application/json': { shape: 'LookUpPlayersBody', example: { playerIds: ['ann', 'bob'] } },
    },
    dataShape: 'Players',
    errors: bodyErrors,
  },
  handler:
    ({ store }: PlayerDependencies) =>
    async (request, _server, bodyLength) => {
      const lookup = await readLookup(request, bodyLength);
      return ok(await lookUpPlayers(store.players, lookup));
    },
});

const get = defineServerRoute({
  scope: 'players:read',
  method: 'GET',
  path: playerPath,
  operation: {
    operationId: 'getPlayer',
    tag,
    summary: 'Get player',
    description:
      'The player with that sequential id. For a suspended player the reason is there too, if one was given; no other route ' +
      'but the export answers it.',
    pathParameters,
    headers: waitHeaders,
    dataShape: 'PlayerWithReason',
    isTagged: true,
    waits: true,
    errors: ['invalidRequest', 'playerNotFound'],
  },
  handler: ({ store, players, repeatedReads }: PlayerDependencies) => {
    async function read(request: Bun.BunRequest<string>): Promise<string> {
      const facts = await withAddressed(players, request, (id) => describe(store.players, id));
      const isSuspended = facts.suspendedUntil !== null;
      const suspension = isSuspended ? await store.suspensions.find(facts.sequentialId) : undefined;
      return JSON.stringify(toPlayerWithReason(facts, suspension));
    }
    return (request) => repeatedReads.answer(request, () => read(request));
  },
});

const erase = defineServerRoute({
  scope: 'players:write',
  method: 'DELETE',
  path: playerPath,
  operation: {
    operationId: 'erasePlayer',
    tag,
    summary: 'Erase player',
    description:
      'Deletes the player for good: name, metadata with its versions, idempotency keys, the contexts of sessions. The times ' +
      'of sessions and the audit stay, under a sequential id that names nobody any more.',
    pathParameters,
    dataShape: 'PlayerErased',
    errors: ['playerNotFound'],
  },
  handler:
    ({ store, players }: PlayerDependencies) =>
    async (request, server, _bodyLength, requestId) => {
      const audited = auditedAs(server, requestId, 'player.erase');
      const erased = await withAddressed(players, request, async (id) =>
        (await store.players.erase(id, { audited })) ? true : undefined,
      );
      return ok({ erased });
    },
});

const exportPlayer = defineServerRoute({
  scope: 'players:read',
  method: 'GET',
  path: `${playerPath}/export`,
  operation: {
    operationId: 'exportPlayer',
    tag,
    summary: 'Export player',
    description:
      'Everything that is stored about the player as one JSON document, which is sent while it is read. An erasure meanwhile ' +
      'cuts the connection, so that no part is taken for the whole. Each export leaves an entry of the audit.',
    pathParameters,
    dataShape: 'PlayerExport',
    errors: ['playerNotFound'],
  },
  handler:
    ({ store, players }: PlayerDependencies) =>
    async (request, server, _bodyLength, requestId) => {
      const { sequentialId } = await withAddressed(players, request, (id) => describe(store.players, id));
      const body = exportPieces(store, sequentialId, authorOf(server, requestId));
      return { status: 200, body, headers: { 'content-type': 'application/json' } };
    },
});

async function lookUpPlayers(players: PlayerStore, { by, ids }: PlayerLookup) {
  const found = by === 'playerId' ? await players.listSequentialIds(ids) : ids;
  const facts = await players.describe(found.filter((each) => each !== undefined));
  const known = new Set(facts.map((each) => each.sequentialId));
  const isUnknown = (index: number): boolean => !known.has(Number(found[index]));
  return {
    players: facts.map(toPlayer),
    unknown: ids.filter((_: string | number, index: number) => isUnknown(index)),
  };
}

const auditedAs = (server: Server, requestId: string, action: AuditAction): AuditedAs => ({
  author: authorOf(server, requestId),
  action,
});

export const serverPlayerRoutes = [lookUp, ...byBothIds([get, erase, exportPlayer])];
