// The shapes of players in the server API on the wire. wire.ts names them for the OpenAPI document.
import { z } from 'zod';
import { playerId, timestamp } from './wire-values.ts';

const sequentialId = z
  .int()
  .min(1)
  .describe('Numeric id of the player, assigned once and never reused. It names the player in paths.');
const suspendedUntil = z
  .union([timestamp('End of the suspension'), z.literal('forever')])
  .nullable()
  .describe(
    'When the suspension ends, `forever` for one without an end; null for a player who is not suspended.',
  );

export const player = z.strictObject({
  playerId,
  sequentialId,
  registeredAt: timestamp('Time of the registration'),
  lastSeenAt: timestamp('Last activity of the newest session')
    .nullable()
    .describe(
      'Last activity of the newest session, also after it left the history; null before the first session.',
    ),
  online: z.boolean().describe('Whether a session is active.'),
  metadataBytes: z.int().min(0).describe('UTF-8 bytes of the metadata; 0 where none is stored.'),
  etag: z.string().describe('The entity tag of the metadata, for `If-Match`.'),
  suspendedUntil,
});

export type PlayerShape = z.infer<typeof player>;
