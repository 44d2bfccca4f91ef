// The parts of operations on metadata that the API document describes alike for players and servers: request bodies and errors.
import type { ErrorName } from '../errors/errors.ts';
import { conditionErrors } from './headers.ts';

export const setRequest = {
  'application/json': {
    shape: 'SetMetadataBody',
    example: { data: { level: 3, settings: { music: 0.5 } } },
  },
} as const;

export const patchRequest = {
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
} as const;

export const setErrors = ['invalidMetadata', 'metadataTooLarge', 'unsupportedMediaType'] as const;
export const patchErrors = ['patchConflict', ...setErrors] as const;
export const restoreErrors = ['versionNotFound', 'metadataTooLarge'] as const;

/** The errors that the headers of a write, or the path rules, add to a player's write. */
export const writeErrors = ['fieldNotWritable', ...conditionErrors] as const satisfies readonly ErrorName[];

/** The errors that every write of a server may have. */
export const serverWriteErrors = [
  'playerNotFound',
  ...conditionErrors,
] as const satisfies readonly ErrorName[];
