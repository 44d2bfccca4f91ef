// Routes of the kept versions of a player's own metadata: list, get, restore.
import { playerAccess } from '../auth/access/player.ts';
import { ApiError } from '../errors/errors.ts';
import { parsePositiveInteger } from '../http/path.ts';
import { ok, okText } from '../http/reply.ts';
import { defineRoute } from '../route/route.ts';
import { playerAdapter } from './adapters.ts';
import type { MetadataDependencies } from './dependencies.ts';
import { restoreHandler } from './handlers.ts';
import { ownRecordHeaders, parseWriteConditions } from './headers.ts';
import { restoreErrors, writeErrors } from './operations.ts';
import { toKeptVersion, versionText } from './replies.ts';
import { getVersion, listVersions } from './versions.ts';

const pathParameters = { version: 'The number of a kept version, as the list of them has it.' };

const list = defineRoute(playerAccess, {
  method: 'GET',
  path: '/api/game/metadata/history',
  operation: {
    operationId: 'listMetadataVersions',
    tag: 'Metadata',
    summary: 'List kept versions',
    description:
      'What the own metadata was before, newest first. The state that a write replaces is kept when the newest kept one is ' +
      'older than `METADATA_HISTORY_INTERVAL_SECONDS`, when the write is the first of a session, deletes, restores or ' +
      'drops more than half of it, or when the server made it.',
    dataShape: 'MetadataVersions',
    errors: ['serviceUnavailable'],
  },
  handler:
    ({ store, players }: MetadataDependencies) =>
    async (_request, { playerId }) => {
      const id = await players.findReader(playerId);
      const versions = id === undefined ? [] : await listVersions(store.versions, id);
      return ok({ versions: versions.map(toKeptVersion) });
    },
});

const get = defineRoute(playerAccess, {
  method: 'GET',
  path: '/api/game/metadata/history/:version',
  operation: {
    operationId: 'getMetadataVersion',
    tag: 'Metadata',
    summary: 'Get a kept version',
    description: 'The metadata as it was in that version.',
    pathParameters,
    dataShape: 'MetadataVersion',
    errors: ['versionNotFound', 'serviceUnavailable'],
  },
  handler:
    ({ store, players }: MetadataDependencies) =>
    async (request, { playerId }) => {
      const version = parsePositiveInteger(request.params.version);
      const id = await players.findReader(playerId);
      if (id === undefined) throw new ApiError('versionNotFound');
      const kept = await getVersion(store.versions, id, version);
      return okText(versionText({ playerId, sequentialId: id, ...toKeptVersion(kept) }, kept.text));
    },
});

const restore = defineRoute(playerAccess, {
  method: 'POST',
  path: '/api/game/metadata/history/:version/restore',
  operation: {
    operationId: 'restoreMetadataVersion',
    tag: 'Metadata',
    summary: 'Restore a kept version',
    description:
      'Makes a kept version the current metadata, as a new version of its own; what it replaces is kept. Fields that ' +
      '`METADATA_RULES` gives to the server stay as they are.',
    pathParameters,
    headers: ownRecordHeaders,
    dataShape: 'MetadataRecord',
    minimalShape: 'MinimalRecord',
    isTagged: true,
    isDated: true,
    errors: ['invalidMetadata', ...restoreErrors, ...writeErrors],
  },
  handler: restoreHandler(playerAdapter, ({ pathRules: protectedBy }, request) => ({
    protectedBy,
    conditions: parseWriteConditions(request),
  })),
});

export const metadataVersionRoutes = [list, get, restore];
