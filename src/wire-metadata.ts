// The shapes of metadata and of its kept versions on the wire, for both doors. wire.ts names them for the OpenAPI document.
import { z } from 'zod';
import { playerId, sessionId, timestamp } from './wire-values.ts';

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
    .describe(
      'Numeric id of the player, assigned once and never reused; usable in `GET /api/game/metadata/:sequentialId`.',
    ),
  metadata: metadataObject,
});

const size = z.int().min(0);

export const keptMetadataVersion = z.strictObject({
  version: z.int().min(1).describe('Names the version in the path that reads or restores it.'),
  etag: z.string().describe('The entity tag that this state had.'),
  writtenAt: timestamp('When it was written')
    .nullable()
    .describe('When it was written; null for a state from before there was a history.'),
  writtenBy: z.enum(['player', 'server']).describe('Who wrote it: the player, or a server with a key.'),
  sessionId: sessionId.nullable().describe('The session that was active when it was written, if any.'),
  replacedAt: timestamp('When it was replaced'),
  sizeBytes: size.describe('UTF-8 bytes of the metadata; 0 where none was stored.'),
});

export const metadataVersions = z.strictObject({
  versions: z.array(keptMetadataVersion).describe('Newest first.'),
});

export const metadataVersion = z.strictObject({
  ...metadataRecord.shape,
  ...keptMetadataVersion.shape,
});

/** A kept version as a server sees it. */
export const serverKeptVersion = z.strictObject({
  ...keptMetadataVersion.shape,
  keyId: z
    .string()
    .nullable()
    .describe(
      'The server key that wrote it, `environment` for that of `SERVER_API_KEY`; null for the player, and where the key is ' +
        'not known.',
    ),
});

export const serverMetadataVersions = z.strictObject({
  versions: z.array(serverKeptVersion).describe('Newest first.'),
});

export const serverMetadataVersion = z.strictObject({
  ...metadataRecord.shape,
  ...serverKeptVersion.shape,
});

export const restoreBody = z
  .strictObject({
    keepProtected: z
      .boolean()
      .optional()
      .describe(
        'Leaves what the player may not write under `METADATA_RULES` as it is. By default everything comes back.',
      ),
  })
  .describe('Optional.');

export type KeptMetadataVersion = z.infer<typeof keptMetadataVersion>;
export type ServerKeptVersion = z.infer<typeof serverKeptVersion>;
