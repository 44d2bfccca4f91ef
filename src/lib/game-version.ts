// The version of a game, as the context of a session names it and a mark of a loss has it.
import { LOSS_GAME_VERSION_MAX_CHARACTERS } from '../limits.ts';

/** A short text that every database takes: none takes a NUL or half of a surrogate pair. */
export const isGameVersion = (text: string): boolean =>
  text.length > 0 &&
  text.length <= LOSS_GAME_VERSION_MAX_CHARACTERS &&
  text.isWellFormed() &&
  !/\p{Cc}/u.test(text);
