// The metadata operations in the words of the API document.
import type { Operation } from '../api-docs/operation.ts';
import type { MetadataHandlers } from './handlers.ts';

export const metadataOperations: Readonly<Record<keyof MetadataHandlers, Operation>> = {
  getOwn: {
    operationId: 'getOwnMetadata',
    tag: 'Metadata',
    summary: 'Get own metadata',
    description: 'The metadata of the current player: `{}` when none was ever set, or after it was deleted.',
    dataShape: 'MetadataRecord',
    errors: ['serviceUnavailable'],
  },
  getBySequentialId: {
    operationId: 'getMetadataBySequentialId',
    tag: 'Metadata',
    summary: 'Get metadata by sequential id',
    description:
      'The metadata of the player with that sequential id. With `METADATA_READ=self` every id but one’s own answers 404.',
    pathParameters: { sequentialId: 'A positive integer; anything else names nobody and answers 404.' },
    dataShape: 'MetadataRecord',
    errors: ['serviceUnavailable'],
  },
  setOwn: {
    operationId: 'setOwnMetadata',
    tag: 'Metadata',
    summary: 'Set own metadata',
    description:
      'Replaces the whole object. It is stored and returned as the text that was submitted, value for value.',
    requestShape: 'SetMetadataBody',
    requestExample: { data: { level: 3, settings: { music: 0.5 } } },
    dataShape: 'MetadataRecord',
    errors: ['invalidMetadata', 'metadataTooLarge', 'unsupportedMediaType', 'serviceUnavailable'],
  },
  deleteOwn: {
    operationId: 'deleteOwnMetadata',
    tag: 'Metadata',
    summary: 'Delete own metadata',
    description: 'Removes all metadata of the current player, whose sequential id stays. Fine to repeat.',
    dataShape: 'MetadataDeleted',
    errors: ['serviceUnavailable'],
  },
};
