// The settings of the PostgreSQL server of a large measurement, which are those of docs/scaling.md.
import { totalmem } from 'node:os';

/** As flags of the server. A quarter of the memory is its own. */
export function databaseSettings(): readonly string[] {
  const memory = Math.floor(totalmem() / 4 / 2 ** 20);
  const settings = [`shared_buffers=${memory}MB`, 'max_wal_size=16GB', 'checkpoint_timeout=30min'];
  return settings.flatMap((setting) => ['-c', setting]);
}
