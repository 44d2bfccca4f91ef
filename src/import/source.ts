// The port of a source: the players of another service, or of any table, read in a stream. A source knows its own format and nothing of
// maps, players who exist here, or the store. Numbers travel as text, so every digit arrives. Times are milliseconds since the Unix epoch.

/** The parties that may read a value at the source. */
export type SourceReader = 'server' | 'owner' | 'any';
/** The parties that may write a value at the source. */
export type SourceWriter = 'server' | 'owner';

/** A value of a player. */
export interface SourceValue {
  /** The names on the way to it, in the terms of the source: for instance `storage`, the collection and the key of Nakama. */
  readonly path: readonly string[];
  /** The text of a JSON value, as the source has it. It may be no JSON; the import checks it. */
  readonly text: string;
  /** Undefined where the source has no such rule. */
  readonly read?: SourceReader;
  readonly write?: SourceWriter;
}

export interface SourceSession {
  readonly startedAt: number;
  readonly endedAt: number;
  /** The text of a JSON object; null for none. */
  readonly context: string | null;
}

export interface SourcePlayer {
  /** The place in the source, for the report: `users 0af579b6-…`, or `players-1.csv line 17`. */
  readonly at: string;
  /** The ids by their kinds, such as `user`, `custom` or `steam`. Of several of a kind the first names the player. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly values: readonly SourceValue[];
  /** Undefined where the source has no such time. */
  readonly registeredAt?: number;
  /** May the player not play at the source? */
  readonly isSuspended?: boolean;
  readonly sessions?: readonly SourceSession[];
}

/** A part of the source that cannot be taken: a row, or a whole player. The import goes on behind it. */
export interface SourceRefusal {
  readonly at: string;
  /** A sentence without its full stop, for the operator. It quotes no value of a player. */
  readonly reason: string;
  /** The ids of the player who is left out for it; undefined where the source tells of none. */
  readonly ofPlayer?: SourcePlayer['ids'];
}

export type SourceItem = SourcePlayer | SourceRefusal;

export const isRefusal = (item: SourceItem): item is SourceRefusal => 'reason' in item;

export interface Source {
  /** Each player once, in an order that is the same in every run. @throws SourceUnreadable */
  read(): AsyncIterable<SourceItem>;
  /** The number of players, for the display of progress; undefined where the source does not tell it beforehand. */
  readonly players: number | undefined;
  /** Sentences for the report about the source as a whole, for instance that it has rounded numbers. Read after `read` has ended. */
  notes(): readonly string[];
  close(): Promise<void>;
}

/** The source cannot be read at all, or not any further. The message names the file and the place. */
export class SourceUnreadable extends Error {
  override readonly name = 'SourceUnreadable';
}
