// The distribution of the tables with Citus. Tables of names are distributed by name. All other tables are distributed by
// sequential id and colocated, so that the rows of one player are on one shard. Existing rows are moved. It may be run again.
// `server_keys`, `console_sessions`, `metadata_indexes` and the sums of the statistics are small and no player's, and stay local tables of the
// coordinator.
import type { SQL } from 'bun';
import { StoreUnusable } from '../ports/errors.ts';

const tables = [
  { name: 'players', column: 'player_id', with: 'none' },
  { name: 'erased_players', column: 'player_digest', with: 'players' },
  { name: 'rate_limits', column: 'player_digest', with: 'players' },
  { name: 'metadata', column: 'sequential_id', with: 'none' },
  { name: 'active_sessions', column: 'sequential_id', with: 'metadata' },
  { name: 'metadata_versions', column: 'sequential_id', with: 'metadata' },
  { name: 'idempotency_keys', column: 'sequential_id', with: 'metadata' },
  { name: 'ended_sessions', column: 'sequential_id', with: 'metadata' },
  { name: 'audit_entries', column: 'sequential_id', with: 'metadata' },
  { name: 'server_idempotency_keys', column: 'sequential_id', with: 'metadata' },
  { name: 'statistics_players', column: 'sequential_id', with: 'metadata' },
  { name: 'metadata_index_entries', column: 'sequential_id', with: 'metadata' },
] as const;

/**
 * @returns the names of the tables that were distributed now.
 * @throws StoreUnusable when the database has no Citus.
 */
export async function distribute(sql: SQL): Promise<readonly string[]> {
  const [extension] = await sql.unsafe("SELECT FROM pg_extension WHERE extname = 'citus'");
  if (!extension) {
    throw new StoreUnusable(
      'the extension citus is not in this database; CREATE EXTENSION citus, and add its workers, first',
    );
  }
  const rows: { name: string }[] = await sql.unsafe('SELECT table_name::text AS name FROM citus_tables');
  const there = new Set(rows.map((row) => row.name));
  const missing = tables.filter((table) => !there.has(table.name));
  for (const table of missing) {
    await sql.unsafe(
      'SELECT create_distributed_table($1::text::regclass, $2::text, colocate_with => $3::text)',
      [table.name, table.column, table.with],
    );
  }
  return missing.map((table) => table.name);
}
