// The plan of a migration: what it would do to a database, found without changing anything.

/** The rows and bytes of a table, or of the part of one that a statement reads. */
export interface TableSize {
  readonly rows: number;
  /** Undefined where the engine does not tell the size of one table. */
  readonly bytes: number | undefined;
}

/** The uses of a table that wait until the commit. */
export type Blocking = 'nothing' | 'writes' | 'everything';

/** One statement of a migration. */
export interface PlannedStatement {
  /** Its effect, to end a line with. */
  readonly words: string;
  /** The table that it changes. Undefined where the plan itself makes the table. */
  readonly table: string | undefined;
  readonly blocks: Blocking;
  /** Are all rows of the table read? Then its size and a time are estimated. */
  readonly readsRows: boolean;
  /** Is every row stored anew? */
  readonly rewrites: boolean;
}

export interface PlannedMigration {
  readonly number: number;
  /** The first sentence of its file. */
  readonly about: string;
  readonly statements: readonly PlannedStatement[];
}

export interface MigrationPlan {
  /** The schema of the database; 0 before the first migration. */
  readonly reached: number;
  readonly newest: number;
  readonly migrations: readonly PlannedMigration[];
  /** The tables whose rows are read. */
  readonly sizes: ReadonlyMap<string, TableSize>;
  /** How long a million rows take to read or to index, in seconds. */
  readonly secondsPerMillionRows: number;
  /** Do all writes wait for the whole migration, whatever table they are of? True of an embedded file. */
  readonly locksDatabase: boolean;
  /** Tables that are to be distributed with Citus; undefined where that is not asked for. */
  readonly distributes: readonly (TableSize & { readonly name: string })[] | undefined;
}
