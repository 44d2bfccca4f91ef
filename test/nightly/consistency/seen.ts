// The values of a player that clients have seen or sent. The random mix of operations takes its conditions and repetitions from them.
import type { Random } from '../../harness/seeded.ts';
import type { Output, Save } from './operations.ts';

/** The newest value is the last one. */
export interface Seen {
  readonly tags: string[];
  readonly sessionIds: string[];
  readonly counts: number[];
  /** The saves that were sent. */
  readonly saves: Save[];
}

export const nothingSeen = (): Seen => ({ tags: [], sessionIds: [], counts: [], saves: [] });

const memory = 3;
const memoryOfSaves = 40;

export function look(seen: Seen, { tag, sessionId, text }: Output): void {
  remember(seen.tags, tag);
  remember(seen.sessionIds, sessionId);
  remember(seen.counts, text === undefined ? undefined : JSON.parse(text).n);
}

export function noteSave({ saves }: Seen, save: Save): Save {
  remember(saves, save, memoryOfSaves);
  return save;
}

function remember<T>(values: T[], value: T | undefined, most = memory): void {
  if (value === undefined || values.at(-1) === value) return;
  values.push(value);
  if (values.length > most) values.shift();
}

/** The newest value more often than older ones. */
export const pick = <T>(values: readonly T[], random: Random): T | undefined =>
  values[Math.max(values.length - 1 - Math.max(random(memory + 2) - 2, 0), 0)];
