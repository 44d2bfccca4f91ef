// The shapes of the search of players on the wire. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { isPlayerId } from '../lib/player-id.ts';
import {
  PLAYER_ID_MAX_CHARACTERS,
  SEARCH_MAX_METADATA_CONDITIONS,
  SEARCH_PAGE_MAX_PLAYERS,
  SEARCH_PAGE_PLAYERS,
} from '../limits.ts';
import { comparisons, searchOperators } from '../store/ports/search.ts';
import { player } from './players.ts';
import { type Fault, integerFrom, playerId, time } from './values.ts';

/** A prefix that no player id has is an error rather than a search that finds nobody. */
const noPrefix = {
  error: `playerIdPrefix must be a string of at most ${PLAYER_ID_MAX_CHARACTERS} characters without control characters`,
};
const bound = (name: string) =>
  time(name, '2026-01-02T03:04:05.678Z')
    .describe('ISO 8601: a date, or a date and a time with `Z` or an offset.')
    .optional();
const period = (name: string, what: string) =>
  z
    .strictObject(
      { from: bound(`${name}.from`), to: bound(`${name}.to`) },
      { error: `${name} must be an object with from, to or both` },
    )
    .describe(`${what}: at or after \`from\`, before \`to\`.`)
    .optional();

const placeOf = ({ path }: Fault): string => `metadata[${String(path?.[1])}]`;
const at = (sentence: string) => (fault: Fault) => placeOf(fault) + sentence;
const noPointer = at('.pointer must be a string');
/** The sentence about a condition whose pointer is right. A wrong pointer is named first. */
const afterPointer = (sentence: string) => (fault: Fault) =>
  typeof (fault.input as { readonly pointer?: unknown }).pointer === 'string'
    ? placeOf(fault) + sentence
    : noPointer(fault);
const noObject = at(' must be an object with pointer, op and value');
const noOperator = afterPointer(`.op must be one of ${searchOperators.join(', ')}`);
const value = z
  .union([z.number(), z.string(), z.boolean()], {
    error: at('.value must be a number, a string, true or false'),
  })
  .describe('Of the type of the index.');
const pointer = z
  .string({ error: noPointer })
  .describe('A JSON Pointer (RFC 6901) that `METADATA_INDEXES` declares.');
const condition = z.discriminatedUnion(
  'op',
  [
    z.strictObject({ pointer, op: z.enum(comparisons), value }),
    z.strictObject(
      { pointer, op: z.literal('exists') },
      { error: afterPointer('.value is given, but exists takes none') },
    ),
  ],
  { error: (issue) => (issue.code === 'invalid_union' ? noOperator(issue) : noObject(issue)) },
);

/** The sentence about every cursor that no page gave. */
export const cursorSentence = 'cursor must be the nextCursor of an earlier answer';
const noList = { error: `metadata must be an array of at most ${SEARCH_MAX_METADATA_CONDITIONS} conditions` };

export const searchPlayersBody = z
  .strictObject({
    playerId: playerId.optional().describe('The player of this player id alone.'),
    playerIdPrefix: z
      .string(noPrefix)
      .refine((text) => text === '' || isPlayerId(text), noPrefix)
      .optional()
      .describe('The first characters of the player id, exactly.'),
    registered: period('registered', 'The time of the registration'),
    lastSeen: period('lastSeen', 'The last activity. A player who is online counts as seen now'),
    online: z
      .boolean({ error: 'online must be true or false' })
      .optional()
      .describe('Whether a session is active.'),
    suspended: z.boolean({ error: 'suspended must be true or false' }).optional(),
    metadata: z
      .array(condition, noList)
      .max(SEARCH_MAX_METADATA_CONDITIONS, noList)
      .optional()
      .describe('Conditions on values of the metadata, any number of them on one pointer.'),
    limit: integerFrom(
      1,
      SEARCH_PAGE_MAX_PLAYERS,
      `limit must be an integer from 1 to ${SEARCH_PAGE_MAX_PLAYERS}`,
    )
      .optional()
      .describe(`Players in a page, ${SEARCH_PAGE_PLAYERS} by default.`),
    cursor: z.string({ error: cursorSentence }).optional().describe('`nextCursor` of the page before.'),
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

/** The shapes of this file that the API document names, under their names there. */
export const searchShapes = {
  SearchPlayersBody: searchPlayersBody,
  PlayerPage: playerPage,
} as const;

export type PlayerPage = z.infer<typeof playerPage>;
