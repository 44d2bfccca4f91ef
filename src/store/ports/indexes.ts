// The port for indexes on values of metadata. A declared index has one entry for each player whose metadata was ever written,
// and the entry changes in the commit of the metadata. An index is whole once it has the entries of all players.

/** The type of the indexed values. A value of another type counts as absent. */
export const indexTypes = ['number', 'string', 'boolean'] as const;
export type IndexType = (typeof indexTypes)[number];

/** An index as a file of METADATA_INDEXES declares it. */
export interface IndexDeclaration {
  /** A JSON Pointer (RFC 6901) that leads through objects. */
  readonly pointer: string;
  readonly type: IndexType;
}
