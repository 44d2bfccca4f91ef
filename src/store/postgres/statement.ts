// A statement of PostgreSQL with named parameters and typed rows. The statements are SQL files in sql/, from which `npm run
// statements` makes sql/statements.ts. On Citus something else may run in the place of a statement, chosen by its name.

export interface Statement<Parameters, Row> {
  /** The name of its file; for a statement about several tables with the table. */
  readonly name: string;
  /** The SQL, with numbers in the places of the parameters. */
  readonly text: string;
  /** The values of the parameters in the order of their numbers, as PostgreSQL takes them. */
  readonly encode: (parameters: Parameters) => unknown[];
  /** The names of the parameters. */
  readonly parameters: readonly string[];
  /** The names of the columns of its rows. */
  readonly columns: readonly string[];
  /** The type of its rows alone: there is no such value. */
  readonly row?: Row;
}
