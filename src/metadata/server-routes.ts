// Routes of servers on the metadata of any player: get, set, patch and delete it, and its kept versions. No path rule binds a
// server, and the history and the audit name its key.
import { checkMembers } from '../http/checked-members.ts';
import { readMembers } from '../http/json-members.ts';
import { parsePositiveInteger } from '../http/path.ts';
import { okText } from '../http/reply.ts';
import { byBothIds, playerPath } from '../route/one-player.ts';
import { defineServerRoute } from '../route/route.ts';
import { restoreBody } from '../wire/metadata.ts';
import { serverAdapter } from './adapters.ts';
import type { MetadataDependencies } from './dependencies.ts';
import {
  deleteHandler,
  getHandler,
  patchHandler,
  type RestoreRequest,
  restoreHandler,
  setHandler,
} from './handlers.ts';
import { parseWriteConditions, writeHeaders } from './headers.ts';
import { lossTextOfPlayer } from './loss-replies.ts';
import {
  patchErrors,
  patchRequest,
  restoreErrors,
  serverWriteErrors,
  setErrors,
  setRequest,
} from './operations.ts';
import { serverVersionText, withMetadata } from './replies.ts';
import { findWriters, getVersion, listVersions } from './versions.ts';

const tag = 'Player metadata';
const path = `${playerPath}/metadata`;
const pathParameters = {
  sequentialId: 'The sequential id of the player; anything else names nobody and answers 404.',
};
const versionParameters = {
  ...pathParameters,
  version: 'The number of a kept version, as the list of them has it.',
};

const get = defineServerRoute({
  scope: 'players:read',
  method: 'GET',
  path,
  operation: {
    operationId: 'getPlayerMetadata',
    tag,
    summary: 'Get a player’s metadata',
    description: 'All of it, whatever `METADATA_RULES` and `METADATA_READ` hide from players.',
    pathParameters,
    headers: ['If-Match', 'If-None-Match'],
    dataShape: 'MetadataRecord',
    isTagged: true,
    errors: ['playerNotFound', 'invalidRequest', 'preconditionFailed'],
  },
  handler: getHandler(serverAdapter),
});

const set = defineServerRoute({
  scope: 'players:write',
  method: 'POST',
  path,
  operation: {
    operationId: 'setPlayerMetadata',
    tag,
    summary: 'Set a player’s metadata',
    description:
      'Replaces the whole object, also the parts that `METADATA_RULES` protects from the player. The replaced state is kept.',
    pathParameters,
    headers: writeHeaders,
    request: setRequest,
    dataShape: 'WrittenRecord',
    isTagged: true,
    errors: [...setErrors, ...serverWriteErrors],
  },
  handler: setHandler(serverAdapter),
});

const patch = defineServerRoute({
  scope: 'players:write',
  method: 'PATCH',
  path,
  operation: {
    operationId: 'patchPlayerMetadata',
    tag,
    summary: 'Change part of a player’s metadata',
    description:
      'Applies a JSON Merge Patch (RFC 7396), a JSON Patch (RFC 6902), or a JSON Patch with counters, atomically. A patch ' +
      'that does not apply changes nothing.',
    pathParameters,
    headers: writeHeaders,
    request: patchRequest,
    dataShape: 'WrittenRecord',
    isTagged: true,
    errors: [...patchErrors, ...serverWriteErrors],
  },
  handler: patchHandler(serverAdapter),
});

const remove = defineServerRoute({
  scope: 'players:write',
  method: 'DELETE',
  path,
  operation: {
    operationId: 'deletePlayerMetadata',
    tag,
    summary: 'Delete a player’s metadata',
    description: 'Removes all metadata. The player stays, and the removed state is kept as a version.',
    pathParameters,
    headers: writeHeaders,
    dataShape: 'MetadataDeleted',
    isTagged: true,
    errors: serverWriteErrors,
  },
  handler: deleteHandler(serverAdapter),
});

const listKept = defineServerRoute({
  scope: 'players:read',
  method: 'GET',
  path: `${path}/history`,
  operation: {
    operationId: 'listPlayerMetadataVersions',
    tag,
    summary: 'List a player’s kept versions',
    description:
      'What the metadata was before, newest first, with the writer of each: the server key, or the session with its context. ' +
      'Beside them the saves that dropped most of it.',
    pathParameters,
    dataShape: 'ServerMetadataVersions',
    errors: ['playerNotFound'],
  },
  handler: (dependencies: MetadataDependencies) => {
    const { store } = dependencies;
    const adapter = serverAdapter(dependencies);
    return async (request, server) => {
      return adapter.withPlayer(request, server, async (id) => {
        const [kept, losses] = await Promise.all([
          listVersions(store.versions, id),
          store.losses.listOfPlayer(id),
        ]);
        if (kept.length === 0 && !(await store.metadata.find(id))) return undefined;
        const writers = await findWriters(store, id, kept);
        const versions = kept.map((each) => serverVersionText(each, writers)).join(',');
        return okText(`{"versions":[${versions}],"losses":[${losses.map(lossTextOfPlayer).join(',')}]}`);
      });
    };
  },
});

const getKept = defineServerRoute({
  scope: 'players:read',
  method: 'GET',
  path: `${path}/history/:version`,
  operation: {
    operationId: 'getPlayerMetadataVersion',
    tag,
    summary: 'Get a player’s kept version',
    description: 'The metadata as it was in that version.',
    pathParameters: versionParameters,
    dataShape: 'ServerMetadataVersion',
    errors: ['playerNotFound', 'versionNotFound'],
  },
  handler: (dependencies: MetadataDependencies) => {
    const { store } = dependencies;
    const adapter = serverAdapter(dependencies);
    return (request, server) => {
      const version = parsePositiveInteger(request.params.version);
      return adapter.withPlayer(request, server, async (sequentialId) => {
        const player = await store.metadata.find(sequentialId);
        if (!player) return undefined;
        const kept = await getVersion(store.versions, sequentialId, version);
        const writers = await findWriters(store, sequentialId, [kept]);
        const { playerId } = player;
        const about = JSON.stringify({ playerId, sequentialId }).slice(0, -1);
        return okText(withMetadata(`${about},${serverVersionText(kept, writers).slice(1)}`, kept.text));
      });
    };
  },
});

const restore = defineServerRoute({
  scope: 'players:write',
  method: 'POST',
  path: `${path}/history/:version/restore`,
  operation: {
    operationId: 'restorePlayerMetadataVersion',
    tag,
    summary: 'Restore a player’s kept version',
    description:
      'Makes a kept version the current metadata, as a new version of its own; what it replaces is kept. Everything comes ' +
      'back, or with `keepProtected` all but what the player may not write under `METADATA_RULES`.',
    pathParameters: versionParameters,
    headers: writeHeaders,
    request: { 'application/json': { shape: 'RestoreBody', example: { keepProtected: true } } },
    isRequestOptional: true,
    dataShape: 'WrittenRecord',
    isTagged: true,
    errors: [...restoreErrors, 'unsupportedMediaType', ...serverWriteErrors],
  },
  handler: restoreHandler(serverAdapter, readRestore),
});

/** @throws ApiError `invalidRequest`, `unsupportedMediaType`, `metadataTooLarge` */
async function readRestore(
  { pathRules }: MetadataDependencies,
  request: Request,
  bodyLength: number,
): Promise<RestoreRequest> {
  const { bytes, members = {} } = await readMembers(request, bodyLength, restoreBody);
  const { keepProtected = false } = checkMembers(members, restoreBody);
  return {
    protectedBy: keepProtected ? pathRules : undefined,
    conditions: parseWriteConditions(request, bytes, 'server'),
  };
}

export const serverMetadataRoutes = byBothIds([get, set, patch, remove, listKept, getKept, restore]);
