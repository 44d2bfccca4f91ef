// The plan of the migrations of a PostgreSQL database, in a transaction that cannot write.
import type { SQL } from 'bun';
import type { MigrationPlan, TableSize } from '../ports/migration-plan.ts';
import { planMigrations, tablesRead } from '../shared/migration-effects.ts';
import { assertKnownSchema, newestSchema, pendingMigrations } from '../shared/migration-numbers.ts';
import { distributedTables, listLocalTables } from './citus/tables.ts';
import { queriesOf } from './executor.ts';
import { findSchemaVersion } from './migrate.ts';
import { migrations } from './migrations.ts';
import { type PostgresServer, withSetUpConnection } from './set-up-connection.ts';

/** Measured on two slow cores: the index of the statistics over ended sessions. */
const secondsPerMillionRows = 1.2;

/** A smaller table is counted where PostgreSQL has no estimate of its rows yet. */
const countedBytes = 256 * 1024 * 1024;
/** Where nothing is known of a large table: the least that its rows take. */
const leastRowBytes = 60;

/**
 * @param distributes plan the distribution with Citus too?
 * @throws StoreUnusable when the database is newer or too old for this program
 */
const planMigration = (sql: SQL, distributes: boolean): Promise<MigrationPlan> =>
  sql.begin('READ ONLY', async (transaction) => {
    const reached = await findSchemaVersion(transaction);
    assertKnownSchema(reached, migrations);
    const planned = planMigrations(pendingMigrations(migrations, reached));
    const sizes = new Map<string, TableSize>();
    for (const table of tablesRead(planned)) sizes.set(table, await sizeOf(transaction, table));
    return {
      reached,
      newest: newestSchema(migrations),
      migrations: planned,
      sizes,
      ...{ secondsPerMillionRows, locksDatabase: false },
      distributes: distributes ? await listToDistribute(transaction) : undefined,
    };
  }) as Promise<MigrationPlan>;

/** The plan of the migrations, and on request of the distribution. It changes nothing. @throws StoreUnusable */
export const planPostgres = (options: PostgresServer, distributes: boolean): Promise<MigrationPlan> =>
  withSetUpConnection(options, (sql) => planMigration(sql, distributes));

/** The tables that are local today. Those that a migration has yet to make are empty. */
async function listToDistribute(sql: SQL): Promise<NonNullable<MigrationPlan['distributes']>> {
  const [{ hasCitus }] = await sql.unsafe(
    `SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS "hasCitus"`,
  );
  const local = hasCitus ? await listLocalTables(queriesOf(sql)) : distributedTables;
  const sized = [];
  for (const { name } of local) {
    const [{ isThere }] = await sql.unsafe('SELECT to_regclass($1::text) IS NOT NULL AS "isThere"', [name]);
    if (isThere) sized.push({ name, ...(await sizeOf(sql, name)) });
  }
  return sized;
}

/** The size of a table with its partitions, on Citus with its shards. The rows are PostgreSQL's estimate where it has one. */
async function sizeOf(sql: SQL, table: string): Promise<TableSize> {
  const [extension] = await sql.unsafe("SELECT FROM pg_extension WHERE extname = 'citus'");
  const distributed = extension
    ? await sql.unsafe('SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass($1::text)', [table])
    : [];
  const size = distributed.length > 0 ? 'citus_relation_size(relid)' : 'pg_table_size(relid)';
  const [row] = await sql.unsafe(
    `SELECT sum(${size})::float8 AS bytes, sum(greatest(reltuples, 0))::float8 AS rows,
       bool_or(reltuples < 0 AND ${size} > 0) AS "isUnknown"
     FROM pg_class, LATERAL (SELECT oid AS relid) AS relation
     WHERE relkind <> 'p' AND (oid = to_regclass($1::text)
       OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass($1::text)))`,
    [table],
  );
  const bytes: number = row?.bytes ?? 0;
  // The coordinator of Citus has no estimate of the rows on other servers.
  if (!row?.isUnknown && distributed.length === 0) return { rows: row?.rows ?? 0, bytes };
  if (bytes > countedBytes) return { rows: Math.round(bytes / leastRowBytes), bytes };
  const [counted] = await sql.unsafe(`SELECT count(*)::float8 AS rows FROM ${table}`);
  return { rows: counted?.rows ?? 0, bytes };
}
