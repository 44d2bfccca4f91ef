// The shapes of metadata and of its kept versions on the wire, for players and servers. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { LOOKUP_MAX_PLAYERS } from '../limits.ts';
import { writers } from '../store/ports/versions.ts';
import { errorBody } from './errors.ts';
import { lossesOfPlayer } from './losses.ts';
import { playerId, sessionId, startFacts, timestamp } from './values.ts';

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

/** The record in the answer to a player's write with `Prefer: return=minimal`. */
export const minimalRecord = metadataRecord
  .omit({ metadata: true })
  .describe('The record without its metadata, for `Prefer: return=minimal`.');

/** The record in the answer to a server's write. */
export const writtenRecord = z.strictObject({
  ...metadataRecord.shape,
  metadata: metadataObject
    .optional()
    .describe('The metadata after the write. A key without the scope `players:read` gets no such member.'),
});

const size = z.int().min(0);

export const keptMetadataVersion = z.strictObject({
  version: z.int().min(1).describe('Names the version in the path that reads or restores it.'),
  etag: z.string().describe('The entity tag that this state had.'),
  writtenAt: timestamp('When it was written')
    .nullable()
    .describe('When it was written; null for a state from before there was a history.'),
  writtenBy: z.enum(writers).describe('Who wrote it: the player, or a server with a key.'),
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
  ...startFacts,
  keyName: z
    .string()
    .nullable()
    .describe('The name of that key or person; null for the player, and for one that is not there any more.'),
  keyId: z
    .string()
    .nullable()
    .describe(
      'The server key that wrote it, `environment` for that of `SERVER_API_KEY`, the `personId` of a person at the console; null ' +
        'for the player, and where the key is not known.',
    ),
});

export const serverMetadataVersions = z.strictObject({
  versions: z.array(serverKeptVersion).describe('Newest first.'),
  losses: lossesOfPlayer,
});

export const serverMetadataVersion = z.strictObject({
  ...metadataRecord.shape,
  ...serverKeptVersion.shape,
});

export const restoreBody = z
  .strictObject({
    keepProtected: z
      .boolean({ error: 'keepProtected must be true or false' })
      .optional()
      .describe(
        'Leaves what the player may not write under `METADATA_RULES` as it is. By default everything comes back.',
      ),
  })
  .describe('Optional.');

export const lookUpBody = z.strictObject({
  sequentialIds: z
    .array(z.int().min(1))
    .min(1)
    .max(LOOKUP_MAX_PLAYERS)
    .describe('Sequential ids of the players to read.'),
});

export const metadataRecords = z.strictObject({
  records: z.array(metadataRecord).describe('In the order asked, each player once.'),
  unknown: z.array(z.int().min(1)).describe('Ids without a player, or of players hidden from the caller.'),
});

export const metadataProblems = z.strictObject({
  problems: z
    .array(
      z.strictObject({
        pointer: z
          .string()
          .describe('The JSON Pointer of the value, or where that is too long the one of a value around it.'),
        message: z.string().describe('A sentence whose subject is the value: `must be a string`.'),
      }),
    )
    .describe('In the order of the schema.'),
  hasMore: z.boolean().describe('Are there more than these?'),
});

export const metadataDeleted = z
  .literal('Metadata deleted')
  .describe('The fixed string that confirms the deletion.');

export const conflictBody = z
  .strictObject({ ...errorBody.shape, data: metadataRecord })
  .describe('The error, and beside it the record as it is now.');

/** The same for a server's write. */
export const writeConflictBody = z
  .strictObject({ ...errorBody.shape, data: writtenRecord })
  .describe('The error, and beside it the record as it is now.');

/** The shapes of this file that the API document names, under their names there. */
export const metadataShapes = {
  Metadata: metadataObject,
  SetMetadataBody: setMetadataBody,
  MetadataRecord: metadataRecord,
  MinimalRecord: minimalRecord,
  WrittenRecord: writtenRecord,
  MetadataDeleted: metadataDeleted,
  MetadataVersions: metadataVersions,
  MetadataVersion: metadataVersion,
  LookUpBody: lookUpBody,
  MetadataRecords: metadataRecords,
  ServerMetadataVersions: serverMetadataVersions,
  ServerMetadataVersion: serverMetadataVersion,
  RestoreBody: restoreBody,
  MetadataProblems: metadataProblems,
  Conflict: conflictBody,
  WriteConflict: writeConflictBody,
} as const;

export type KeptMetadataVersion = z.infer<typeof keptMetadataVersion>;
export type MetadataProblems = z.infer<typeof metadataProblems>;
export type ServerKeptVersion = z.infer<typeof serverKeptVersion>;
