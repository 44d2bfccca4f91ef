// The reasons for which sessions end, in words.
import type { components } from './schema.ts';

export type EndReason = components['schemas']['SessionHistory']['sessions'][number]['reason'];

/** Each after the name of the reason; `active` for a session that has not ended. */
export const reasonMeanings: Readonly<Record<EndReason | 'active', string>> = {
  active: 'it is still on',
  stopped: 'the game stopped it',
  expired: 'no heartbeat came any more',
  replaced: 'another device took over',
  terminated: 'the studio ended it, or suspended the player',
  erased: 'the player was erased',
};
