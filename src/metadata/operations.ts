// The metadata operations in the words of the API document.
import { type Operation, writeErrors, writeHeaders } from '../api-docs/operation.ts';
import type { MetadataHandlers } from './handlers.ts';

const versionParameter = { version: 'The number of a kept version, as the list of them has it.' };

export const metadataOperations: Readonly<Record<keyof MetadataHandlers, Operation>> = {
  getOwn: {
    operationId: 'getOwnMetadata',
    tag: 'Metadata',
    summary: 'Get own metadata',
    description: 'The metadata of the current player: `{}` when none was ever set, or after it was deleted.',
    headers: ['If-Match', 'If-None-Match'],
    dataShape: 'MetadataRecord',
    isTagged: true,
    errors: ['invalidRequest', 'preconditionFailed', 'serviceUnavailable'],
  },
  getBySequentialId: {
    operationId: 'getMetadataBySequentialId',
    tag: 'Metadata',
    summary: 'Get metadata by sequential id',
    description:
      'The metadata of the player with that sequential id, without what `METADATA_RULES` hides. With `METADATA_READ=self` ' +
      'every id but one’s own answers 404.',
    pathParameters: { sequentialId: 'A positive integer; anything else names nobody and answers 404.' },
    headers: ['If-Match', 'If-None-Match'],
    dataShape: 'MetadataRecord',
    isTagged: true,
    errors: ['invalidRequest', 'preconditionFailed', 'serviceUnavailable'],
  },
  lookUp: {
    operationId: 'lookUpMetadata',
    tag: 'Metadata',
    summary: 'Get metadata of many players',
    description:
      'The metadata of up to 100 players by their sequential ids, in the order asked, each once; the ids that are ' +
      'nobody’s, or not for the caller to see, stand in `unknown`. Together they may hold 4 MiB.',
    request: { 'application/json': { shape: 'LookUpBody', example: { sequentialIds: [1, 2, 3] } } },
    dataShape: 'MetadataRecords',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType', 'serviceUnavailable'],
  },
  setOwn: {
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
  patchOwn: {
    operationId: 'patchOwnMetadata',
    tag: 'Metadata',
    summary: 'Change part of own metadata',
    description:
      'Applies a JSON Merge Patch (RFC 7396) or a JSON Patch (RFC 6902) at once, whatever others write meanwhile. What ' +
      'the patch does not touch keeps its exact text. A patch that does not apply, such as one whose `test` fails, changes nothing.',
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
    },
    dataShape: 'MetadataRecord',
    isTagged: true,
    errors: ['invalidMetadata', 'patchConflict', 'metadataTooLarge', 'unsupportedMediaType', ...writeErrors],
  },
  deleteOwn: {
    operationId: 'deleteOwnMetadata',
    tag: 'Metadata',
    summary: 'Delete own metadata',
    description:
      'Removes all metadata of the current player, whose sequential id stays. Fine to repeat. What was there is kept as a version.',
    headers: writeHeaders,
    dataShape: 'MetadataDeleted',
    isTagged: true,
    errors: writeErrors,
  },
  listVersions: {
    operationId: 'listMetadataVersions',
    tag: 'Metadata',
    summary: 'List kept versions',
    description:
      'What the own metadata was before, newest first. The state that a write replaces is kept when the newest kept one is ' +
      'older than `METADATA_HISTORY_INTERVAL_SECONDS`, when the write is the first of a session, deletes or restores, or ' +
      'when the server made it.',
    dataShape: 'MetadataVersions',
    errors: ['serviceUnavailable'],
  },
  getVersion: {
    operationId: 'getMetadataVersion',
    tag: 'Metadata',
    summary: 'Get a kept version',
    description: 'The metadata as it was in that version.',
    pathParameters: versionParameter,
    dataShape: 'MetadataVersion',
    errors: ['versionNotFound', 'serviceUnavailable'],
  },
  restoreVersion: {
    operationId: 'restoreMetadataVersion',
    tag: 'Metadata',
    summary: 'Restore a kept version',
    description:
      'Makes a kept version the current metadata, as a new version of its own; what it replaces is kept. Fields that ' +
      '`METADATA_RULES` gives to the server stay as they are.',
    pathParameters: versionParameter,
    headers: writeHeaders,
    dataShape: 'MetadataRecord',
    isTagged: true,
    errors: ['versionNotFound', 'metadataTooLarge', ...writeErrors],
  },
};
