// A page of a list that goes on by cursor.

export interface RowPage<Row> {
  readonly rows: readonly Row[];
  /** Null after the last page. */
  readonly nextCursor: string | null;
}
