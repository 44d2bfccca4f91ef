// Values that shapes of several files share.
import { z } from 'zod';
import { parseTimestamp } from '../lib/clock.ts';
import { isPlayerId } from '../lib/player-id.ts';
import { PLAYER_ID_MAX_CHARACTERS } from '../limits.ts';

/** The place of a value that a shape refuses, as zod gives it. */
export interface Fault {
  readonly path?: readonly PropertyKey[] | undefined;
  readonly input?: unknown;
}

/**
 * A string whose length counts characters, as JSON Schema does. The bounds of zod count UTF-16 code units.
 * @param takes whether a text is fine, its length included.
 */
export const textOf = (
  takes: (text: string) => boolean,
  bounds: { readonly minLength?: number; readonly maxLength: number },
  error?: string | ((fault: Fault) => string),
) => z.string({ error }).refine(takes, { error }).meta(bounds);

const playerIdSentence = ` must be a string of 1 to ${PLAYER_ID_MAX_CHARACTERS} characters without control characters`;
const playerIdOf = (error: string | ((fault: Fault) => string)) =>
  textOf(isPlayerId, { minLength: 1, maxLength: PLAYER_ID_MAX_CHARACTERS }, error).describe(
    'Identifier of the player: the token claim that names it, taken literally.',
  );

/** @param name the name of the value in an error. */
export const playerIdAs = (name: string) => playerIdOf(name + playerIdSentence);
/** @param list the name of the list whose item it is. */
export const playerIdIn = (list: string) =>
  playerIdOf(({ path }) => `${list}[${String(path?.at(-1))}]${playerIdSentence}`);
export const playerId = playerIdAs('playerId');

export const integerFrom = (min: number, max: number, error: string) =>
  z.int({ error }).min(min, { error }).max(max, { error });
export const sessionId = z.uuid().describe('Identifier of the session, a UUIDv7.');
/** The facts that the start of a session brought along. */
export const startFacts = {
  installationId: z
    .string()
    .nullable()
    .describe('The installation that started the session; null where the start named none.'),
  context: z.looseObject({}).nullable().describe('What the start brought along; null for nothing.'),
} as const;
export const timestamp = (what: string) =>
  z.iso.datetime({ precision: 3 }).describe(`${what}, ISO 8601 in UTC with milliseconds.`);
/**
 * A time that a caller gives, as `parseTimestamp` reads it.
 * @param example a time for the sentence of an error.
 */
export const time = (name: string, example: string) => {
  const error = `${name} must be a time in ISO 8601 such as ${example}`;
  return z.string({ error }).refine((text) => parseTimestamp(text) !== undefined, { error });
};
