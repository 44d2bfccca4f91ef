// The schema of metadata, as the rules and the routes know it: METADATA_SCHEMA. Its checks are made by src/schemas, which is loaded
// where the setting names a file.

/** One rule of the schema that an object breaks. */
export interface SchemaProblem {
  /** The JSON Pointer of the value, or of the nearest one above it whose pointer is short enough. */
  readonly pointer: string;
  /** A sentence without its subject, which is the value: `must be a string`. */
  readonly message: string;
}

export interface SchemaProblems {
  /** The first ones, in the order of the schema. */
  readonly problems: readonly SchemaProblem[];
  /** There are more than these. */
  readonly hasMore: boolean;
}

export interface MetadataSchema {
  /** @throws ApiError `metadataTooLarge` for an object whose check would take too much work */
  findProblems(text: string): SchemaProblems;
  /** @throws ApiError as `findProblems` */
  fits(text: string): boolean;
  /**
   * The rule that a player's write would break, though the state before did not, as a sentence without a word of the player's.
   * @param before undefined where nothing is stored
   * @returns undefined for a write that may happen
   * @throws ApiError as `findProblems`
   */
  findRefusal(before: string | undefined, after: string): string | undefined;
}
