// The shapes that cross the wire, once: types for the code, JSON Schema for the OpenAPI document, checks for tests.
// This file imports nothing of the service, so that a client can share it.
import { z } from 'zod';

const playerId = z
  .string()
  .min(1)
  .max(255)
  .describe('Identifier of the player: the token claim that names it, taken literally.');
const sessionId = z.uuid().describe('Identifier of the session, a UUIDv7.');
const timestamp = (what: string) =>
  z.iso.datetime({ precision: 3 }).describe(`${what}, ISO 8601 in UTC with milliseconds.`);

/** A JSON object whose keys the service does not prescribe. */
export const metadataObject = z
  .looseObject({})
  .describe('Any JSON object. It comes back as it was submitted, value for value.');

export const setMetadataBody = z.strictObject({ data: metadataObject });

export const metadataRecord = z.strictObject({
  playerId,
  sequentialId: z
    .int()
    .min(1)
    .describe('Numeric id of the player, assigned once and never reused; usable in the path of the lookup.'),
  metadata: metadataObject,
});

export const startedSession = z.strictObject({
  sessionId,
  startTime: timestamp('When the session began'),
  playerId,
});

export const sessionHeartbeat = z.strictObject({
  sessionId,
  lastActivity: timestamp('Time of the latest activity'),
  playerId,
});

export const endedSession = z.strictObject({
  sessionId,
  startTime: timestamp('When the session began'),
  endTime: timestamp('When the session ended'),
  duration: z.number().min(0).describe('Length of the session in seconds, with millisecond precision.'),
  playerId,
});

export const metadataDeleted = z
  .literal('Metadata deleted')
  .describe('The fixed string that confirms the deletion.');

export const probeAnswer = z.enum(['live', 'ready']);

export const errorBody = z.strictObject({
  statusCode: z.int().min(400).max(599).describe('The HTTP status.'),
  error: z.strictObject({
    message: z.string().describe('One of a closed list of constants, safe to compare.'),
    detail: z
      .string()
      .optional()
      .describe('More about this one case; only on errors outside the core table.'),
  }),
});

export type MetadataRecord = z.infer<typeof metadataRecord>;
export type StartedSession = z.infer<typeof startedSession>;
export type SessionHeartbeat = z.infer<typeof sessionHeartbeat>;
export type EndedSession = z.infer<typeof endedSession>;
export type ErrorBody = z.infer<typeof errorBody>;

/** The shapes that the OpenAPI document names, under their names there. */
export const namedShapes = {
  Metadata: metadataObject,
  SetMetadataBody: setMetadataBody,
  MetadataRecord: metadataRecord,
  StartedSession: startedSession,
  SessionHeartbeat: sessionHeartbeat,
  EndedSession: endedSession,
  MetadataDeleted: metadataDeleted,
  ProbeAnswer: probeAnswer,
  Error: errorBody,
} as const satisfies Record<string, z.ZodType>;

export type ShapeName = keyof typeof namedShapes;
