// What the commands about a database have in common.
import { existsSync } from 'node:fs';
import type { DatabaseConfig } from '../config/config.ts';
import { StoreUnusable } from '../store/ports/store.ts';

/**
 * For commands that are about what is stored: on a file that they had to make they would do nothing, and call that success.
 * @throws StoreUnusable
 */
export function assertDatabaseExists(database: DatabaseConfig): void {
  if (database.engine !== 'sqlite' || existsSync(database.path)) return;
  throw new StoreUnusable(`there is no database at ${database.path}; set DATABASE_URL as the service has it`);
}
