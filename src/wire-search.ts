// The shapes of the search of players on the wire. wire.ts names them for the OpenAPI document.
import { z } from 'zod';
import { player } from './wire-players.ts';

const time = z.string().describe('ISO 8601: a date, or a date and a time with `Z` or an offset.');
const period = (what: string) =>
  z
    .strictObject({ from: time.optional(), to: time.optional() })
    .describe(`${what}: at or after \`from\`, before \`to\`.`);
const value = z.union([z.number(), z.string(), z.boolean()]);
const pointer = z.string().describe('A JSON Pointer (RFC 6901) that `METADATA_INDEXES` declares.');

export const searchPlayersBody = z
  .strictObject({
    playerIdPrefix: z.string().optional().describe('The first characters of the player id, exactly.'),
    registered: period('The time of the registration').optional(),
    lastSeen: period('The last activity. A player who is online counts as seen now').optional(),
    online: z.boolean().optional().describe('Whether a session is active.'),
    suspended: z.boolean().optional(),
    metadata: z
      .array(
        z.discriminatedUnion('op', [
          z.strictObject({
            pointer,
            op: z.enum(['eq', 'lt', 'lte', 'gt', 'gte']),
            value: value.describe('Of the type of the index.'),
          }),
          z.strictObject({ pointer, op: z.literal('exists') }),
        ]),
      )
      .max(16)
      .optional()
      .describe('Conditions on values of the metadata, any number of them on one pointer.'),
    limit: z.int().min(1).max(100).optional().describe('Players in a page, 50 by default.'),
    cursor: z.string().optional().describe('`nextCursor` of the page before.'),
  })
  .describe('Each condition that is given has to hold. Without one the search lists all players.');

export const playerPage = z.strictObject({
  players: z.array(player).describe('In the order of the sequential ids.'),
  nextCursor: z
    .string()
    .nullable()
    .describe(
      'Where the search goes on; null once it has looked at everything. A page may be short, even empty.',
    ),
});

export type PlayerPage = z.infer<typeof playerPage>;
