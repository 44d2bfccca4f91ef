// The numbers of migrations, the same on both engines: the migration at index n of a list brings a database to schema n + 1,
// and each is applied once, in order.
import { StoreUnusable } from '../ports/errors.ts';

export interface NumberedMigration {
  readonly number: number;
  readonly sql: string;
}

/** The migrations that a database at schema `reached` still needs, in order. */
export const pendingMigrations = (migrations: readonly string[], reached: number): NumberedMigration[] =>
  migrations.slice(reached).map((sql, index) => ({ number: reached + index + 1, sql }));

/** @throws StoreUnusable when the database is newer than this program. */
export function assertKnownSchema(reached: number, newest: number): void {
  if (reached <= newest) return;
  throw new StoreUnusable(
    `the database is at schema ${reached}, newer than this program knows (${newest}); upgrade Playkeep`,
  );
}

/** @throws StoreUnusable when the database is not at exactly the newest schema. */
export function assertSchema(reached: number, newest: number): void {
  assertKnownSchema(reached, newest);
  if (reached === newest) return;
  throw new StoreUnusable(
    `the database is at schema ${reached}, this program needs ${newest}; run playkeep migrate`,
  );
}
