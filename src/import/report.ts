// The report of an import: a line of JSON for each thing that was left out, and a last one with the sums.
import type { Outcome } from './outcomes.ts';

/** A player, a row or a part that did not come in. No line quotes a value of a player. */
export interface ReportedLine {
  /**
   * - `refused`: a row, or a player, that cannot be taken.
   * - `part-refused`: a part of a player who came in, for instance a session.
   * - `left-out`: a player who could come in, and was left out by a rule.
   */
  readonly type: 'refused' | 'part-refused' | 'left-out';
  /** The place in the source. */
  readonly at: string;
  readonly playerId?: string;
  readonly reason: string;
}

/** The names of the outcomes that are counted. */
type Counted = Extract<Outcome, string>;

export interface Sums extends Readonly<Record<Counted, number>> {
  /** Players of the source. */
  readonly read: number;
  readonly refused: number;
  readonly partsRefused: number;
  /** Values that a rule of the map leaves out, and values that no rule of it names. */
  readonly valuesLeftOut: number;
  readonly valuesWithoutRule: number;
  /** Sessions of the players who came in. */
  readonly sessions: number;
}

export type SumsSoFar = { -readonly [Name in keyof Sums]: number };

export const noSums: Sums = {
  ...{ read: 0, new: 0, filled: 0, merged: 0, replaced: 0, present: 0, kept: 0, erased: 0 },
  ...{ refused: 0, partsRefused: 0, valuesLeftOut: 0, valuesWithoutRule: 0, sessions: 0 },
};

/** Was something left out that the map takes? */
export const isIncomplete = ({ kept, erased, refused, partsRefused }: Sums): boolean =>
  kept + erased + refused + partsRefused > 0;

export interface LastLine extends Sums {
  readonly type: 'sums';
  readonly from: string;
  readonly dryRun: boolean;
  /** False where the import ended early. */
  readonly complete: boolean;
  /** The reason of an early end. */
  readonly stopped?: string;
  readonly seconds: number;
  readonly notes: readonly string[];
}

/** Characters of an id in the report. It may be no player id. */
const ID_CHARACTERS = 300;

export const shownId = (playerId: string): string => playerId.slice(0, ID_CHARACTERS);
/** The whole report of an import that ended before its first player. */
export const endedBefore = (from: string, dryRun: boolean, { message }: Error): LastLine => ({
  ...{ type: 'sums', from, dryRun, complete: false, stopped: message },
  ...noSums,
  ...{ seconds: 0, notes: [] },
});

/** Every line of a report begins with its type. */
const types: readonly (ReportedLine | LastLine)['type'][] = ['refused', 'part-refused', 'left-out', 'sums'];

/** @param head the first characters of a file. Does it begin with a line of a report? */
export const beginsLikeReport = (head: string): boolean =>
  types.some((type) => head.startsWith(`{"type":"${type}"`));

export const lineOf = (line: ReportedLine | LastLine): string => `${JSON.stringify(line)}\n`;
