// The settings of the PostgreSQL server of a large measurement, which are those of docs/scaling.md.
import { totalmem } from 'node:os';

/** A quarter of the memory is its own. */
export function databaseSettings(): readonly string[] {
  const memory = Math.floor(totalmem() / 4 / 2 ** 20);
  return [`shared_buffers=${memory}MB`, 'max_wal_size=16GB', 'checkpoint_timeout=30min'];
}

/** The same as arguments of the server. */
export const databaseFlags = (): readonly string[] =>
  databaseSettings().flatMap((setting) => ['-c', setting]);
