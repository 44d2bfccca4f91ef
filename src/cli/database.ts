// The check that a command has a database to work on.
import { existsSync } from 'node:fs';
import type { DatabaseConfig } from '../config/config.ts';
import { StoreUnusable } from '../store/ports/errors.ts';

/**
 * Stops a command that needs stored data if there is no database. Otherwise it would create an empty one and report success.
 * @throws StoreUnusable
 */
export function assertDatabaseExists(database: DatabaseConfig): void {
  if (database.engine !== 'sqlite' || existsSync(database.path)) return;
  throw new StoreUnusable(`there is no database at ${database.path}; set DATABASE_URL as the service has it`);
}
