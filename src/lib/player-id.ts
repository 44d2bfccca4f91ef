// The rule of player ids.
import { PLAYER_ID_MAX_CHARACTERS } from '../limits.ts';

/**
 * A player id has 1 to 255 characters, none of them a control character (Unicode `Cc`). A lone surrogate is no character, and no
 * database could keep two ids with different ones apart.
 */
export function isPlayerId(value: string): boolean {
  if (value === '' || value.length > 2 * PLAYER_ID_MAX_CHARACTERS) return false;
  if (!value.isWellFormed() || /\p{Cc}/u.test(value)) return false;
  return [...value].length <= PLAYER_ID_MAX_CHARACTERS;
}
