// The shapes of the state of the service on the wire. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { indexTypes } from '../store/ports/indexes.ts';
import { timestamp } from './values.ts';

const shownSetting = z.strictObject({
  name: z.string().describe('The name of the environment variable.'),
  value: z
    .string()
    .nullable()
    .describe('As `playkeep config` prints it: `(hidden)` for a secret, null where there is none.'),
  isDefault: z.boolean().describe('Has the environment left it to its default?'),
  meaning: z.string().describe('A sentence in Markdown about the setting, as in docs/settings.md.'),
});

const declaredIndex = z.strictObject({
  pointer: z.string().describe('A JSON Pointer into metadata.'),
  type: z.enum(indexTypes),
  state: z
    .enum(['building', 'whole'])
    .describe('A search can use an index that is whole: it has the values of all players.'),
  progress: z.number().min(0).max(1).describe('How much of the stored metadata the build has passed.'),
  createdAt: timestamp('Time of the first declaration'),
  declaredAt: timestamp('Time of the last declaration by a process'),
});

/** The checks of readiness, in their order. */
export const checkNames = ['running', 'database', 'writes', 'key set'] as const;

const check = z.strictObject({
  name: z.enum(checkNames),
  ok: z.boolean(),
  problem: z.string().nullable().describe('A sentence; null for a check that passed.'),
});

export const probeAnswer = z.enum(['live', 'ready']);

export const serviceState = z.strictObject({
  version: z.string(),
  settings: z.array(shownSetting).describe('All settings of the process that answers.'),
  indexes: z
    .array(declaredIndex)
    .nullable()
    .describe('The indexes on metadata, oldest first; null while the database does not answer.'),
  checks: z.array(check).describe('Those of `/readyz`, in their order.'),
});

/** The shapes of this file that the API document names, under their names there. */
export const serviceShapes = {
  ServiceState: serviceState,
  ProbeAnswer: probeAnswer,
} as const;

export type ServiceState = z.infer<typeof serviceState>;
