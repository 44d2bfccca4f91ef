// The shapes of players in the server API on the wire. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { BULK_MAX_OPERATIONS, LOOKUP_MAX_PLAYERS } from '../limits.ts';
import { endReasons } from '../store/ports/sessions.ts';
import { writers } from '../store/ports/versions.ts';
import { itemError } from './errors.ts';
import { event } from './events.ts';
import { lossesOfPlayer } from './losses.ts';
import { playerId, playerIdAs, playerIdIn, sessionId, startFacts, timestamp } from './values.ts';
import { webhookDelivery } from './webhooks.ts';

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
  name: z
    .string()
    .nullable()
    .optional()
    .describe('The display name, its first characters; null for none. Absent without `PLAYER_NAME`.'),
  columns: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())
    .optional()
    .describe(
      'The values at the pointers of `PLAYER_COLUMNS`; null for none, an object or an array. A number with more than 15 digits is ' +
        'a string. Absent without that setting.',
    ),
});

/** One player, as the route that reads a single one answers. */
export const playerWithReason = player.extend({
  suspensionReason: z
    .string()
    .optional()
    .describe(
      'Why the player is suspended. Absent for a player who is not, or for whom no reason was given.',
    ),
});

export const registerPlayerBody = z.strictObject({ playerId });

const listOf = <Item extends z.ZodType>(item: Item, name: string, most: number = LOOKUP_MAX_PLAYERS) => {
  const error = `${name} must be an array of 1 to ${most} ids`;
  return z.array(item, { error }).min(1, { error }).max(most, { error });
};
const noId = { error: 'each of sequentialIds must be a positive integer' };

export const registerPlayersBody = z.strictObject({
  playerIds: listOf(playerIdIn('playerIds'), 'playerIds', BULK_MAX_OPERATIONS),
});

export const registeredPlayers = z.strictObject({
  results: z
    .array(
      z.strictObject({
        playerId,
        statusCode: z.int().min(200).max(599).describe('The status that the registration of one player has.'),
        data: player.optional().describe('The player, where the registration was done.'),
        error: itemError.optional(),
      }),
    )
    .describe('In the order of the names.'),
});

export const lookUpPlayersBody = z
  .union([
    z.strictObject({ playerIds: listOf(playerIdAs('each of playerIds'), 'playerIds') }),
    z.strictObject({ sequentialIds: listOf(z.int(noId).min(1, noId), 'sequentialIds') }),
  ])
  .describe('Exactly one of the two lists.');

export const players = z.strictObject({
  players: z.array(player).describe('In the order asked, each player once.'),
  unknown: z
    .array(z.union([z.string(), z.int().min(1)]))
    .describe('The ids of the request that no player has, erased ones among them.'),
});

export const playerErased = z.strictObject({ erased: z.literal(true) });

const sessionTimes = { sessionId, startTime: timestamp('When the session began') };

export const playerExport = z.strictObject({
  player,
  suspension: z
    .strictObject({
      until: z.union([timestamp('End of the suspension'), z.literal('forever')]),
      reason: z.string().nullable().describe('The reason that was given; null for none.'),
    })
    .nullable()
    .describe('The newest suspension that is stored, also one that is over; null for none.'),
  metadata: z.looseObject({}).describe('The metadata as it was submitted, `{}` where none is stored.'),
  versions: z
    .array(
      z.strictObject({
        version: z.int().min(1),
        etag: z.string(),
        writtenAt: timestamp('When it was written').nullable(),
        writtenBy: z.enum(writers),
        keyId: z
          .string()
          .nullable()
          .describe('The server key that wrote it; null where none did or it is not known.'),
        sessionId: sessionId.nullable(),
        replacedAt: timestamp('When it was replaced'),
        sizeBytes: z.int().min(0),
        metadata: z.looseObject({}),
      }),
    )
    .describe('Every kept version with its text, newest first.'),
  losses: lossesOfPlayer,
  activeSession: z
    .strictObject({
      ...sessionTimes,
      lastActivity: timestamp('Time of the latest activity'),
      ...startFacts,
    })
    .nullable(),
  sessions: z
    .array(
      z.strictObject({
        ...sessionTimes,
        endTime: timestamp('When the session ended'),
        duration: z.number().min(0),
        reason: z.enum(endReasons),
        ...startFacts,
      }),
    )
    .describe('All ended sessions of the history, newest first.'),
  events: z
    .array(event)
    .describe(
      'The events of the player that the feed keeps, oldest first; earlier suspensions with their reasons among them.',
    ),
  deliveries: z
    .array(webhookDelivery.extend({ webhookId: z.string().describe('The endpoint.') }))
    .describe(
      'Attempts to send these events that are in the log of an endpoint, newest first for each endpoint.',
    ),
  audit: z
    .array(
      z.strictObject({
        auditId: z.uuid(),
        at: timestamp('Time of the change'),
        keyId: z.string().nullable(),
        keyName: z.string(),
        action: z.string(),
        sequentialId: z.int().min(1),
        detail: z.looseObject({}).nullable(),
        requestId: z.string().nullable(),
      }),
    )
    .describe('All entries of the audit about the player, newest first.'),
});

/** The shapes of this file that the API document names, under their names there. */
export const playersShapes = {
  Player: player,
  RegisterPlayerBody: registerPlayerBody,
  RegisterPlayersBody: registerPlayersBody,
  RegisteredPlayers: registeredPlayers,
  LookUpPlayersBody: lookUpPlayersBody,
  PlayerWithReason: playerWithReason,
  Players: players,
  PlayerErased: playerErased,
  PlayerExport: playerExport,
} as const;

export type PlayerShape = z.infer<typeof player>;
export type PlayerWithReasonShape = z.infer<typeof playerWithReason>;
