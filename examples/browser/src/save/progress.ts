// The player's progress, and every change of it. All changes go through the save of @playkeep/client, which applies them at once
// and sends them when it can.
import type { Conflict, Kept, Save } from '@playkeep/client';
import { firstSail, type Sail } from '../sails.ts';

export interface LogEntry {
  readonly level: number;
  readonly seconds: number;
  readonly device: string;
}

export interface Progress {
  readonly level: number;
  readonly coins: number;
  readonly sail: string;
  /** Sails that were bought, by id. */
  readonly owned: Readonly<Record<string, true>>;
  /** The shortest time of each level, in seconds, by its number. */
  readonly best: Readonly<Record<string, number>>;
  /** The newest voyages. */
  readonly log: readonly LogEntry[];
}

export const initialProgress: Progress = {
  ...{ level: 1, coins: 0, sail: firstSail.id },
  ...{ owned: {}, best: {}, log: [] },
};

const mostLogEntries = 20;

/** Coins of two devices add up, so they are a counter. */
export const takeCoin = (save: Save<Progress>, value: number): Promise<Kept> =>
  save.increment('/coins', value);

/** Two changes: the level and the time are set, the entry of the log is added. */
export function finishLevel(
  save: Save<Progress>,
  entry: LogEntry,
): { readonly merged: Promise<Kept>; readonly appended: Promise<Kept> } {
  const { level, seconds } = entry;
  const best = Math.min(seconds, save.data.best[level] ?? Number.POSITIVE_INFINITY);
  return {
    merged: save.merge({ level: level + 1, best: { [level]: best } }),
    appended: save.append('/log', entry, { maxItems: mostLogEntries }),
  };
}

/** The price and the sail are one change: both or neither. It is refused where the coins do not suffice. */
export const buySail = (save: Save<Progress>, { id, price }: Sail): Promise<Kept> =>
  save.patch([
    { op: 'increment', path: '/coins', by: -price, min: 0 },
    { op: 'add', path: `/owned/${id}`, value: true },
    { op: 'add', path: '/sail', value: id },
  ]);

export const setSail = (save: Save<Progress>, { id }: Sail): Promise<Kept> => save.merge({ sail: id });

/** The sides of a conflict that the player is asked about. */
export type SailConflict = Pick<Conflict<Progress>, 'mine' | 'theirs'>;

/**
 * Decides about changes of two devices at one path. The game knows the answer for levels, times and purchases: the higher level,
 * the shorter time, all that was bought. A sail is a matter of taste, so the player is asked.
 * @param ask answers with one of the two sides
 */
export async function resolveConflict(
  { mine, theirs }: Conflict<Progress>,
  ask: (sides: SailConflict) => Promise<Progress>,
): Promise<Progress> {
  const { sail } = mine.sail === theirs.sail ? mine : await ask({ mine, theirs });
  const best = { ...mine.best };
  for (const [level, seconds] of Object.entries(theirs.best)) {
    best[level] = Math.min(seconds, best[level] ?? Number.POSITIVE_INFINITY);
  }
  // `mine` is the state of the service with this device's purchases, so all coins that were paid are paid. Coins that were found
  // and entries of the log are added after the decision.
  return { ...mine, sail, best, level: Math.max(mine.level, theirs.level) };
}
