// The distribution of the tables. Those of names are distributed by name. All other tables of players are distributed by
// sequential id and colocated, so that the rows of one player are on one shard. `server_keys`, `console_sessions`, `console_people`,
// `metadata_indexes`, the tables of webhooks and the sums of the statistics are small and no player's, and stay local tables of the
// coordinator. So does
// `erased_players`: a registration looks at it twice, and the digests of some names would be on all workers.
import type { Queries } from '../executor.ts';

export interface DistributedTable {
  readonly name: string;
  readonly column: string;
  /** The table with whose shards it is colocated. */
  readonly with: string;
}

export const distributedTables: readonly DistributedTable[] = [
  { name: 'players', column: 'player_id', with: 'none' },
  { name: 'rate_limits', column: 'player_digest', with: 'players' },
  { name: 'metadata', column: 'sequential_id', with: 'none' },
  { name: 'active_sessions', column: 'sequential_id', with: 'metadata' },
  { name: 'metadata_versions', column: 'sequential_id', with: 'metadata' },
  { name: 'metadata_losses', column: 'sequential_id', with: 'metadata' },
  { name: 'idempotency_keys', column: 'sequential_id', with: 'metadata' },
  { name: 'ended_sessions', column: 'sequential_id', with: 'metadata' },
  { name: 'audit_entries', column: 'sequential_id', with: 'metadata' },
  { name: 'server_idempotency_keys', column: 'sequential_id', with: 'metadata' },
  { name: 'statistics_players', column: 'sequential_id', with: 'metadata' },
  { name: 'metadata_index_entries', column: 'sequential_id', with: 'metadata' },
];

/** Tables that earlier versions distributed, and that are local by now. */
const localTables = ['erased_players'] as const;

/** The tables that are to be local, and are distributed. */
export async function listWronglyDistributed({ query }: Queries): Promise<readonly string[]> {
  const names = localTables.map((name) => `to_regclass('${name}')`).join(', ');
  const rows = await query<{ name: string }>(
    `SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE logicalrelid IN (${names})`,
  );
  return rows.map(({ name }) => name);
}

/** The tables that are to be distributed, and exist as local tables. */
export async function listLocalTables({ query }: Queries): Promise<readonly DistributedTable[]> {
  const rows = await query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE oid IN (${oidsOf(distributedTables)})
       AND oid NOT IN (SELECT logicalrelid FROM pg_dist_partition)`,
  );
  const local = new Set(rows.map((row) => row.name));
  return distributedTables.filter(({ name }) => local.has(name));
}

/**
 * The distributed tables, or those to be, that are unlogged. A move of shards takes all tables of a group, by logical replication,
 * which knows no unlogged table.
 */
export async function listUnloggedTables({ query }: Queries): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE oid IN (${oidsOf(distributedTables)}) AND relpersistence = 'u' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

export interface LocalRest {
  readonly name: string;
  readonly bytes: number;
}

/**
 * The tables, partitions among them, whose rows from before their distribution are still on the disk of the coordinator. No query
 * sees them.
 */
export const listLocalRests = async ({ query }: Queries): Promise<readonly LocalRest[]> =>
  query<LocalRest>(
    `SELECT logicalrelid::text AS name, pg_table_size(logicalrelid)::float8 AS bytes FROM pg_dist_partition
     WHERE pg_relation_size(logicalrelid) > 0 AND (logicalrelid IN (${oidsOf(distributedTables)})
       OR logicalrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('ended_sessions')))
     ORDER BY 1`,
  );

const oidsOf = (tables: readonly DistributedTable[]): string =>
  tables.map(({ name }) => `to_regclass('${name}')`).join(', ');
