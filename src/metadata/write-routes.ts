// Routes that write a player's own metadata: set, patch, delete.
import { playerAccess } from '../auth/access/player.ts';
import { defineRoute } from '../route/route.ts';
import { playerAdapter } from './adapters.ts';
import { deleteHandler, patchHandler, setHandler } from './handlers.ts';
import { ownRecordHeaders, ownWriteHeaders } from './headers.ts';
import { patchErrors, patchRequest, setErrors, setRequest, writeErrors } from './operations.ts';

const setOwn = defineRoute(playerAccess, {
  method: 'POST',
  path: '/api/game/metadata',
  operation: {
    operationId: 'setOwnMetadata',
    ignoresQuery: true,
    tag: 'Metadata',
    summary: 'Set own metadata',
    description:
      'Replaces the whole object. It is stored and returned as the text that was submitted, value for value.',
    headers: ownRecordHeaders,
    request: setRequest,
    dataShape: 'MetadataRecord',
    minimalShape: 'MinimalRecord',
    isTagged: true,
    isDated: true,
    errors: [...setErrors, ...writeErrors],
  },
  handler: setHandler(playerAdapter),
});

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
    headers: ownRecordHeaders,
    request: patchRequest,
    dataShape: 'MetadataRecord',
    minimalShape: 'MinimalRecord',
    isTagged: true,
    isDated: true,
    errors: [...patchErrors, ...writeErrors],
  },
  handler: patchHandler(playerAdapter),
});

const deleteOwn = defineRoute(playerAccess, {
  method: 'DELETE',
  path: '/api/game/metadata',
  operation: {
    operationId: 'deleteOwnMetadata',
    ignoresQuery: true,
    tag: 'Metadata',
    summary: 'Delete own metadata',
    description:
      'Removes all metadata of the current player, whose sequential id stays. A repetition has no further effect. The removed state is kept as a version.',
    headers: ownWriteHeaders,
    dataShape: 'MetadataDeleted',
    isTagged: true,
    errors: writeErrors,
  },
  handler: deleteHandler(playerAdapter),
});

export const metadataWriteRoutes = [setOwn, patchOwn, deleteOwn];
