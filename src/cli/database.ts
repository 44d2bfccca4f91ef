// The check that commands make of the database that they are about.
import { existsSync } from 'node:fs';
import type { DatabaseConfig } from '../config/config.ts';
import { StoreUnusable } from '../store/ports/errors.ts';

/**
 * For commands that need stored data. They must not make an empty database, find nothing in it and call that a success.
 * @throws StoreUnusable
 */
export function assertDatabaseExists(database: DatabaseConfig): void {
  if (database.engine !== 'sqlite' || existsSync(database.path)) return;
  throw new StoreUnusable(`there is no database at ${database.path}; set DATABASE_URL as the service has it`);
}
