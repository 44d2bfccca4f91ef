// Routes that write a player's own metadata: set, patch, delete.
import { playerAccess } from '../auth/access/player.ts';
import { ApiError } from '../errors.ts';
import { type BodyBounds, isLarge, mediaTypeOf, readBody, readJsonBody } from '../http/body.ts';
import { okTagged, type Reply } from '../http/reply.ts';
import { chain } from '../lib/maybe-promise.ts';
import { BODY_OVERHEAD_BYTES } from '../limits.ts';
import { readAs, refuseRequest } from '../players/players.ts';
import { defineRoute } from '../route.ts';
import { type PatchKind, parsePatchBody, parseSetBody } from './body.ts';
import { type MetadataDependencies, writeTargetOf } from './dependencies.ts';
import { parseWriteConditions, writeErrors, writeHeaders } from './headers.ts';
import { recordReply } from './replies.ts';
import { deleteMetadata, patchMetadata, setMetadata } from './writes.ts';

const setOwn = defineRoute(playerAccess, {
  method: 'POST',
  path: '/api/game/metadata',
  operation: {
    operationId: 'setOwnMetadata',
    tag: 'Metadata',
    summary: 'Set own metadata',
    description:
      'Replaces the whole object. It is stored and returned as the text that was submitted, value for value.',
    headers: writeHeaders,
    request: {
      'application/json': {
        shape: 'SetMetadataBody',
        example: { data: { level: 3, settings: { music: 0.5 } } },
      },
    },
    dataShape: 'MetadataRecord',
    isTagged: true,
    errors: ['invalidMetadata', 'metadataTooLarge', 'unsupportedMediaType', ...writeErrors],
  },
  handler: (dependencies: MetadataDependencies) => {
    const { players, config } = dependencies;

    function read(request: Request, bounds: BodyBounds) {
      const parse = (bytes: Uint8Array) => ({
        text: parseSetBody(bytes, config.metadataMaxBytes),
        conditions: parseWriteConditions(request, bytes),
      });
      return readJsonBody(request, bounds, parse);
    }
    return (request, { playerId }, bodyLength) =>
      withinBudget(dependencies, playerId, bodyLength, (bounds) =>
        read(request, bounds).then(
          ({ text, conditions }) =>
            chain(
              players.withRegistration(playerId, (id) =>
                setMetadata(writeTargetOf(dependencies, playerId, id), text, conditions),
              ),
              recordReply,
            ),
          (error) => refuseRequest(players, playerId, error),
        ),
      );
  },
});

const patchKinds: Readonly<Record<string, PatchKind>> = {
  'application/merge-patch+json': 'merge',
  'application/json-patch+json': 'json',
  'application/vnd.playkeep.patch+json': 'playkeep',
};
const acceptPatch = Object.keys(patchKinds).join(', ');

const patchOwn = defineRoute(playerAccess, {
  method: 'PATCH',
  path: '/api/game/metadata',
  operation: {
    operationId: 'patchOwnMetadata',
    tag: 'Metadata',
    summary: 'Change part of own metadata',
    description:
      'Applies a JSON Merge Patch (RFC 7396), a JSON Patch (RFC 6902), or a JSON Patch with the counters `increment` and ' +
      '`append`, atomically. Text that the patch does not touch stays exact. A patch that ' +
      'does not apply, such as one whose `test` fails or whose `increment` leaves its bounds, changes nothing.',
    headers: writeHeaders,
    request: {
      'application/merge-patch+json': { shape: 'MergePatch', example: { settings: { music: null } } },
      'application/json-patch+json': {
        shape: 'JsonPatch',
        example: [
          { op: 'test', path: '/level', value: 3 },
          { op: 'replace', path: '/level', value: 4 },
        ],
      },
      'application/vnd.playkeep.patch+json': {
        shape: 'PlaykeepPatch',
        example: [
          { op: 'increment', path: '/gold', by: -30, min: 0 },
          { op: 'append', path: '/purchases', value: 'sword', maxItems: 100 },
        ],
      },
    },
    dataShape: 'MetadataRecord',
    isTagged: true,
    errors: ['invalidMetadata', 'patchConflict', 'metadataTooLarge', 'unsupportedMediaType', ...writeErrors],
  },
  handler: (dependencies: MetadataDependencies) => {
    const { players, config } = dependencies;
    const maxBytes = config.metadataMaxBytes;

    async function read(request: Request, bounds: BodyBounds) {
      const kind = patchKinds[mediaTypeOf(request)];
      if (!kind) {
        const headers = { 'accept-patch': acceptPatch };
        throw new ApiError('unsupportedMediaType', { detail: `send ${acceptPatch}`, headers });
      }
      const parse = (bytes: Uint8Array) => ({
        apply: parsePatchBody(kind, bytes),
        conditions: parseWriteConditions(request, bytes),
      });
      return readBody(request, bounds, parse);
    }
    return (request, { playerId }, bodyLength) =>
      withinBudget(dependencies, playerId, bodyLength, async (bounds) => {
        const { apply, conditions } = await readAs(players, playerId, () => read(request, bounds));
        return recordReply(
          await players.withRegistration(playerId, (id) =>
            patchMetadata(writeTargetOf(dependencies, playerId, id), { apply, maxBytes }, conditions),
          ),
        );
      });
  },
});

const deleteOwn = defineRoute(playerAccess, {
  method: 'DELETE',
  path: '/api/game/metadata',
  operation: {
    operationId: 'deleteOwnMetadata',
    tag: 'Metadata',
    summary: 'Delete own metadata',
    description:
      'Removes all metadata of the current player, whose sequential id stays. A repetition has no further effect. The removed state is kept as a version.',
    headers: writeHeaders,
    dataShape: 'MetadataDeleted',
    isTagged: true,
    errors: writeErrors,
  },
  handler:
    (dependencies: MetadataDependencies) =>
    async (request, { playerId }) => {
      const { players } = dependencies;
      const conditions = await readAs(players, playerId, () => parseWriteConditions(request));
      const { etag } = await players.withRegistration(playerId, (id) =>
        deleteMetadata(writeTargetOf(dependencies, playerId, id), conditions),
      );
      return okTagged('"Metadata deleted"', etag);
    },
});

/** Does the work on a request body. A large body is counted in the memory budget until the work is done. */
function withinBudget(
  { memoryBudget, config }: MetadataDependencies,
  playerId: string,
  bodyLength: number,
  work: (bounds: BodyBounds) => Promise<Reply>,
): Promise<Reply> {
  const maxBytes = config.metadataMaxBytes + BODY_OVERHEAD_BYTES;
  if (!isLarge(bodyLength)) return work({ bodyLength, maxBytes });
  return memoryBudget.withGrowing(playerId, bodyLength, (reservation) =>
    work({ bodyLength, maxBytes, reservation }),
  );
}

export const metadataWriteRoutes = [setOwn, patchOwn, deleteOwn];
