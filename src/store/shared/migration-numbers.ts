// The numbers of migrations. Each engine has its own, from its baseline on: the baseline makes all tables in an empty database, and
// each migration after it brings a database from the number before to its own. A number never changes its meaning.
import { StoreUnusable } from '../ports/errors.ts';

export interface NumberedMigration {
  /** The schema that a database is at afterwards. */
  readonly number: number;
  readonly sql: string;
}

/** In order, the baseline first. */
export type Migrations = readonly [baseline: NumberedMigration, ...later: NumberedMigration[]];

export const oldestSchema = ([baseline]: Migrations): number => baseline.number;
export const newestSchema = (migrations: Migrations): number =>
  migrations[migrations.length - 1]?.number ?? 0;

/** The migrations that a database at schema `reached` still needs, in order; 0 is an empty database. */
export const pendingMigrations = (migrations: Migrations, reached: number): readonly NumberedMigration[] =>
  migrations.filter(({ number }) => number > reached);

/** The way of a database whose schema is older than the baseline, to end a sentence with. */
export const wayFromOlder =
  'older than version 0.2.0; run playkeep migrate of version 0.2.0 (commit 68017266) first';

/** @throws StoreUnusable when the database is newer than this program, or older than its baseline. */
export function assertKnownSchema(reached: number, migrations: Migrations): void {
  const newest = newestSchema(migrations);
  if (reached > newest) {
    throw new StoreUnusable(
      `the database is at schema ${reached}, newer than this program knows (${newest}); upgrade Playkeep`,
    );
  }
  if (reached > 0 && reached < oldestSchema(migrations)) {
    throw new StoreUnusable(`the database is at schema ${reached}, ${wayFromOlder}`);
  }
}

/** @throws StoreUnusable when the database is not at exactly the newest schema. */
export function assertSchema(reached: number, migrations: Migrations): void {
  assertKnownSchema(reached, migrations);
  const newest = newestSchema(migrations);
  if (reached === newest) return;
  throw new StoreUnusable(
    `the database is at schema ${reached}, this program needs ${newest}; run playkeep migrate`,
  );
}
