// When an engine looks for answers under idempotency keys that are too many.
import { REPLAY_MAX_BYTES } from '../limits.ts';

const every = 32;

/** After every so manieth answer of a player, and after each that takes as large a share of what all may take. */
export const mayBeTooMany = (answer: string): boolean =>
  Math.random() < 1 / every || answer.length > REPLAY_MAX_BYTES / every;
