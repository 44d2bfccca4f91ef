// The port for the search of players. A page looks at a bounded number of players and of entries, so it may be short, even empty,
// although more players match. A search that goes on from page to page until `next` is undefined finds each player who matches
// all the time exactly once, in the order of the sequential ids. Times are milliseconds since the Unix epoch.
import type { IndexType } from './indexes.ts';
import type { PlayerFacts } from './players.ts';

export const comparisons = ['eq', 'lt', 'lte', 'gt', 'gte'] as const;
export const searchOperators = [...comparisons, 'exists'] as const;
export type SearchOperator = (typeof searchOperators)[number];

/** A condition on a value of the metadata, by an index that is whole. Strings compare by their first `INDEXED_CHARACTERS`. */
export interface MetadataCondition {
  readonly indexId: number;
  /** The pointer of the index. `eq` on a long string is checked against the text of the metadata. */
  readonly pointer: string;
  readonly type: IndexType;
  readonly op: SearchOperator;
  /** The text of a JSON value of the index's type; undefined for `exists`. */
  readonly value: string | undefined;
}

export interface Period {
  /** Inclusive. */
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly to?: number | undefined;
}

/** The conditions of a search. Each that is given has to hold. */
export interface PlayerSearch {
  /** A part of the display name, folded (lib/fold-name.ts) and not empty. Labels must be declared, and whole. */
  readonly foldedName?: string | undefined;
  /** Well-formed, without control characters. */
  readonly playerId?: string | undefined;
  /** Well-formed, without control characters. */
  readonly playerIdPrefix?: string | undefined;
  readonly registered?: Period | undefined;
  /** The last activity. A player who is online counts as seen now, and one who was never seen has none. */
  readonly lastSeen?: Period | undefined;
  readonly online?: boolean | undefined;
  readonly suspended?: boolean | undefined;
  readonly metadata?: readonly MetadataCondition[];
}

export interface SearchPage {
  readonly players: readonly PlayerFacts[];
  /** The sequential id after which the search goes on; undefined once it has looked at everything. */
  readonly next: number | undefined;
}

/** Another order: the newest registrations first, the last seen, or the highest values of an index that is whole. */
export interface SearchSort {
  /** By an index those without a value are left out. */
  readonly by: 'registered' | 'lastSeen' | { readonly indexId: number };
}

/** The place of a player in such an order. */
export interface SortPlace {
  /** The part of the order: those of `lastSeen` follow one another. */
  readonly phase: 'ids' | 'values' | 'online' | 'ended' | 'rest';
  /** The value of the order: a time in digits, bytes in hexadecimal, or nothing. */
  readonly key: string;
  readonly sequentialId: number;
}

export interface SortedPage {
  readonly players: readonly PlayerFacts[];
  /** The place after which the search goes on; undefined once it has looked at everything. */
  readonly next: SortPlace | undefined;
}

export interface SearchStore {
  /** The players after a sequential id who match, at most `limit`. */
  findPage(search: PlayerSearch, limit: number, after: number): Promise<SearchPage>;
  /**
   * The same in another order. A player who moves in it between two pages, for instance by a new session, may be missing or there twice.
   * The last seen are those with a session first, then by the end of the newest one, then those without one in the history.
   */
  findSortedPage(
    search: PlayerSearch,
    sort: SearchSort,
    limit: number,
    after: SortPlace | undefined,
  ): Promise<SortedPage>;
}
