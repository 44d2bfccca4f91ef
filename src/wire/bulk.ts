// The shapes of the bulk route on the wire. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { BULK_MAX_OPERATIONS, IDEMPOTENCY_KEY_MAX_CHARACTERS } from '../limits.ts';
import { itemError } from './errors.ts';
import { metadataObject, writtenRecord } from './metadata.ts';
import { playerId } from './values.ts';

const either = 'Either this or the other id names the player.';
const player = {
  sequentialId: z.int().min(1).optional().describe(either),
  playerId: playerId.optional().describe(either),
};
const ifMatch = z
  .string()
  .optional()
  .describe('Entity tags as in the header `If-Match`: another state of the metadata is 412.');
const idempotencyKey = z
  .string()
  .min(1)
  .max(IDEMPOTENCY_KEY_MAX_CHARACTERS)
  .optional()
  .describe('As the header `Idempotency-Key`: a repetition has no further effect.');

export const bulkBody = z.strictObject({
  operations: z
    .array(
      z.discriminatedUnion('op', [
        z.strictObject({ ...player, op: z.literal('get'), ifMatch }),
        z.strictObject({ ...player, op: z.literal('delete'), ifMatch, idempotencyKey }),
        z.strictObject({ ...player, op: z.literal('set'), data: metadataObject, ifMatch, idempotencyKey }),
        z.strictObject({
          ...player,
          op: z.literal('merge'),
          data: z.looseObject({}).describe('A JSON Merge Patch (RFC 7396).'),
          ifMatch,
          idempotencyKey,
        }),
        z.strictObject({
          ...player,
          op: z.literal('patch'),
          data: z
            .array(z.looseObject({ op: z.string(), path: z.string() }))
            .describe('A JSON Patch (RFC 6902) that may also hold `increment` and `append`.'),
          ifMatch,
          idempotencyKey,
        }),
      ]),
    )
    .min(1)
    .max(BULK_MAX_OPERATIONS),
});

export const bulkResults = z.strictObject({
  results: z
    .array(
      z.strictObject({
        playerId: playerId.optional().describe('Where the operation named the player by it.'),
        sequentialId: z.int().min(1).optional().describe('Missing for a player id that no player has.'),
        statusCode: z.int().min(200).max(599).describe('The status that the single operation has.'),
        data: z
          .union([writtenRecord, z.literal('Metadata deleted')])
          .optional()
          .describe(
            'The record after the operation; beside a 412 the record as it is. Without the scope `players:read` it has no ' +
              '`metadata`.',
          ),
        error: itemError.optional(),
        etag: z.string().optional().describe('The entity tag of the state after the operation.'),
      }),
    )
    .describe('In the order of the operations.'),
});

/** The shapes of this file that the API document names, under their names there. */
export const bulkShapes = {
  BulkBody: bulkBody,
  BulkResults: bulkResults,
} as const;
