// The port for indexes on values of metadata. A declared index has an entry for each player, which changes in the commit of the
// metadata. Every process writes the entries of all declared indexes, whichever process declared them. An index is whole once
// each player has an entry; until then a search must not use it.

/** The type of the indexed values. A value of another type counts as absent. */
export const indexTypes = ['number', 'string', 'boolean'] as const;
export type IndexType = (typeof indexTypes)[number];

/** An index as the file of METADATA_INDEXES declares it. */
export interface IndexDeclaration {
  /** A JSON Pointer (RFC 6901) that leads through objects. */
  readonly pointer: string;
  readonly type: IndexType;
}

/** A declared index as a search uses it. */
export interface FoundIndex {
  /** Names the entries. An index that is dropped and declared again has another id. */
  readonly indexId: number;
  readonly type: IndexType;
  readonly isWhole: boolean;
}

/** A declared index as operators see it. Times are milliseconds since the Unix epoch. */
export interface DeclaredIndex extends IndexDeclaration, FoundIndex {
  readonly createdAt: number;
  /** When a process declared it last. */
  readonly declaredAt: number;
  /** The part of the sequential ids that the build has passed, from 0 to 1. */
  readonly progress: number;
}

/** Work of one pass over the stored metadata. */
export interface MendedEntries {
  /** Players whose entries were made anew. */
  readonly mended: number;
  /** Entries of dropped indexes that were deleted. */
  readonly deleted: number;
}

/** An index whose entries are read. */
export type EntriesOfIndex = Pick<FoundIndex, 'indexId' | 'type'>;

/** A place in the order of an index: the bytes of a value (index-values.ts), and a player who has it. */
export interface IndexPlace {
  readonly value: Uint8Array;
  readonly sequentialId: number;
}

/** A value of an index, and the number of players who have it among the entries that were read. */
export interface ValueCount {
  /** JSON text: the value as a double, the first `INDEXED_CHARACTERS` of a string, or a boolean. */
  readonly value: string;
  readonly players: number;
}

/** Some entries of an index, summed up by value in the order of the values. */
export interface ValuePage {
  readonly values: readonly ValueCount[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: IndexPlace | undefined;
}

export interface IndexStore {
  /** All declared indexes, the oldest first. */
  list(): Promise<readonly DeclaredIndex[]>;
  /** The declared indexes on a pointer, at most one of each type. */
  find(pointer: string): Promise<readonly FoundIndex[]>;
  /** The values of at most `INDEX_PAGE_ENTRIES` entries after a place. Entries of absent values are left out. */
  listValues(index: EntriesOfIndex, after: IndexPlace): Promise<ValuePage>;
  /** The largest value of an index; undefined where it has none. */
  findLargest(index: EntriesOfIndex): Promise<string | undefined>;
  /**
   * Declares indexes, or declares them again.
   * @returns those that are new; 'too-many' if the database would have more than `METADATA_INDEXES_STORED_MAX`, and nothing changed.
   */
  declare(indexes: readonly IndexDeclaration[]): Promise<readonly IndexDeclaration[] | 'too-many'>;
  /** Drops the indexes on a pointer, of one type or of each. Their entries are deleted later. @returns those dropped */
  drop(pointer: string, type?: IndexType): Promise<readonly IndexDeclaration[]>;
  /** Drops the indexes that no process has declared for `METADATA_INDEX_UNDECLARED_SECONDS`. @returns those dropped */
  dropUndeclared(): Promise<readonly IndexDeclaration[]>;
  /**
   * Makes the entries of all stored metadata for the indexes that are not whole, in small steps, and goes on where an earlier call
   * ended. An index that a process may not know yet waits for a later call. An abort ends it after a step.
   * @param report is called after each step with the indexes that the step was for.
   */
  build(signal: AbortSignal, report: (indexes: readonly DeclaredIndex[]) => void): Promise<void>;
  /**
   * One pass over all stored metadata: makes the entries of metadata that a process without indexes wrote, and deletes the entries
   * of dropped indexes.
   */
  mend(signal: AbortSignal): Promise<MendedEntries>;
}
