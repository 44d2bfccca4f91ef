// The shapes of losses on the wire: saves that dropped most of a player's metadata. named-shapes.ts names them for the OpenAPI
// document.
import { z } from 'zod';
import { BULK_MAX_OPERATIONS, LOSSES_PER_PLAYER } from '../limits.ts';
import { restoreOutcomes } from '../store/ports/losses.ts';
import { writers } from '../store/ports/versions.ts';
import { playerId, sessionId, startFacts, timestamp } from './values.ts';

const size = z.int().min(0);
const version = z.int().min(1);
const gameVersion = z
  .string()
  .nullable()
  .describe('The member `version` of the context of the session; null where there is none.');

/** A loss without its player. */
export const lossFacts = z.strictObject({
  version: version.describe('The version that the save made. The state before it has the number below.'),
  lostAt: timestamp('When the save was made'),
  bytesBefore: size.describe('UTF-8 bytes before the save.'),
  bytesAfter: size.describe('UTF-8 bytes after it.'),
  membersBefore: size.describe('Members at the top of the object before the save.'),
  membersAfter: size.describe('Members at the top of the object after it.'),
  writtenBy: z.enum(writers).describe('The kind of the writer: the player, or a server with a key.'),
  keyId: z.string().nullable().describe('The server key that wrote; null for the player.'),
  keyName: z.string().nullable().describe('The name that the key had; null for the player.'),
  sessionId: sessionId.nullable().describe('The session in which the player saved; null for none.'),
  ...startFacts,
  gameVersion,
  restoredAt: timestamp('When a state from before the loss was restored')
    .nullable()
    .describe('When a state from before the loss was restored; null while none was.'),
});

const loss = z.strictObject({
  playerId,
  sequentialId: z.int().min(1).describe('Numeric id of the player.'),
  ...lossFacts.shape,
});

export const lossPage = z.strictObject({
  losses: z.array(loss).describe('Newest first. A page may hold fewer than `limit`, even none.'),
  nextCursor: z.string().nullable().describe('Where the next page begins; null on the last one.'),
});

export const lossVersions = z.strictObject({
  versions: z
    .array(
      z.strictObject({
        gameVersion,
        losses: z.int().min(1).describe('The losses of saves by this version of the game.'),
        open: size.describe('Those of which no earlier state was restored.'),
        lastLostAt: timestamp('When the newest of them was made'),
      }),
    )
    .describe('The versions with most losses first.'),
});

export const restoreLossesBody = z.strictObject({
  losses: z
    .array(
      z.strictObject({
        sequentialId: z.int().min(1).optional().describe('Either this or the other id names the player.'),
        playerId: playerId.optional().describe('Either this or the other id names the player.'),
        version: version.describe('The version of the loss.'),
      }),
    )
    .min(1)
    .max(BULK_MAX_OPERATIONS)
    .describe('Of several losses of one player the largest state before one of them is restored.'),
  dryRun: z.boolean().optional().describe('Tells what would be restored, and changes nothing.'),
  overwriteNewer: z
    .boolean()
    .optional()
    .describe('Also restores where the metadata was written since. The replaced state is kept as a version.'),
  keepProtected: z
    .boolean()
    .optional()
    .describe('Leaves what the player may not write under `METADATA_RULES` as it is.'),
});

export const restoredLosses = z.strictObject({
  results: z
    .array(
      z.strictObject({
        playerId: playerId.optional().describe('Missing for a number that no player has.'),
        sequentialId: z.int().min(1).optional().describe('Missing for a player id that no player has.'),
        outcome: z
          .enum(restoreOutcomes)
          .describe(
            '`restorable`: a dry run would restore. `writtenSince`: nothing is restored, since the metadata was written after the loss. ' +
              '`alreadyRestored`: a state from before the losses was restored. `notKept`: the state is not kept any more. ' +
              '`notFound`: no such player or loss. `failed`: see `error`.',
          ),
        version: version.nullable().describe('The kept version that is or would be restored; null for none.'),
        versionBytes: size.nullable().describe('Its size.'),
        currentBytes: size.nullable().describe('The size of the metadata that it replaces.'),
        writesSince: size
          .nullable()
          .describe('The writes after the newest of the losses, and those of servers after `version`.'),
        online: z
          .boolean()
          .nullable()
          .describe('Does the player play now? The game may save over the restored state.'),
        etag: z
          .string()
          .nullable()
          .describe('The entity tag after the restore, or as it is; null for no player.'),
        error: z.strictObject({ message: z.string(), detail: z.string().optional() }).optional(),
      }),
    )
    .describe('One for each player, in the order of the losses.'),
});

export const lossesOfPlayer = z
  .array(lossFacts)
  .describe(`Saves that dropped most of the metadata, newest first, at most ${LOSSES_PER_PLAYER}.`);

/** The shapes of this file that the API document names, under their names there. */
export const lossesShapes = {
  LossPage: lossPage,
  LossVersions: lossVersions,
  RestoreLossesBody: restoreLossesBody,
  RestoredLosses: restoredLosses,
} as const;
