// Brings the database to the newest schema: numbered migrations, each applied once, all in one transaction under an
// advisory lock, so that processes that start together migrate once.
import type { SQL } from 'bun';
import { systemClock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { StoreUnusable } from '../ports/errors.ts';
import { statementsOf } from '../shared/migration-effects.ts';
import {
  assertKnownSchema,
  assertSchema,
  newestSchema,
  pendingMigrations,
} from '../shared/migration-numbers.ts';
import { lockKeys } from './advisory-locks.ts';
import { isDistributed } from './citus/cluster.ts';
import { deleteLocalRests, distributeTables } from './citus/distribute.ts';
import { listLocalTables } from './citus/tables.ts';
import { queriesOf } from './executor.ts';
import { migrations } from './migrations.ts';

/** Processes that start together wait for each other for less than this time. Such a wait is not logged. */
const quietMilliseconds = 2_000;

/**
 * @param log gets a line when this process waits for the migration of another one.
 * @returns the numbers of the migrations that were applied now.
 * @throws StoreUnusable when the database is newer or too old for this program, or cannot keep every text.
 */
export async function migrate(sql: SQL, log?: Log): Promise<number[]> {
  const applied = (await sql.begin(async (transaction) => {
    await assertUtf8(transaction);
    await lockMigrations(transaction, log);
    await transaction.unsafe('CREATE TABLE IF NOT EXISTS playkeep_schema (version int NOT NULL)');
    const reached = await schemaVersion(transaction);
    assertKnownSchema(reached, migrations);
    const pending = pendingMigrations(migrations, reached);
    const onCitus = await isDistributed(queriesOf(transaction));
    // One connection to each worker, so that each statement sees those before it.
    if (onCitus) await transaction.unsafe("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
    for (const { sql: migration } of pending) {
      for (const statement of statementsOf(migration)) await transaction.unsafe(statement);
    }
    if (pending.length > 0) {
      await transaction.unsafe('DELETE FROM playkeep_schema');
      await transaction.unsafe('INSERT INTO playkeep_schema (version) VALUES ($1::int)', [
        newestSchema(migrations),
      ]);
    }
    if (onCitus) await distributeTables(transaction, await listLocalTables(queriesOf(transaction)));
    return { numbers: pending.map(({ number }) => number), onCitus };
  })) as { numbers: number[]; onCitus: boolean };
  if (applied.onCitus) await deleteLocalRests(sql, log);
  return applied.numbers;
}

/** Takes the lock of migrations until the end of the transaction. The log gets a line when another process has it. */
export async function lockMigrations(transaction: SQL, log?: Log): Promise<void> {
  const isLocked = new AbortController();
  void systemClock.sleep(quietMilliseconds, isLocked.signal).then(() => {
    if (isLocked.signal.aborted) return;
    log?.warn('another process brings the database to its schema; waiting for it');
  });
  try {
    await transaction.unsafe('SELECT pg_advisory_xact_lock($1::bigint)', [lockKeys.migrations]);
  } finally {
    isLocked.abort();
  }
}

/** @throws StoreUnusable unless the database is at exactly the schema that this program knows. */
export async function assertNewestSchema(sql: SQL): Promise<void> {
  await assertUtf8(sql);
  assertSchema(await findSchemaVersion(sql), migrations);
}

/** @returns the number of the schema, 0 before the first migration */
export async function findSchemaVersion(sql: SQL): Promise<number> {
  const [table] = await sql.unsafe(`SELECT to_regclass('playkeep_schema') IS NOT NULL AS "exists"`);
  return table.exists ? schemaVersion(sql) : 0;
}

/**
 * With another encoding than UTF8 some texts cannot be stored, and others are returned as invalid UTF-8. @throws StoreUnusable
 */
async function assertUtf8(sql: SQL): Promise<void> {
  const [row] = await sql.unsafe("SELECT current_setting('server_encoding') AS encoding");
  if (row?.encoding === 'UTF8') return;
  throw new StoreUnusable(
    `the database's encoding is ${row?.encoding}, in which not every text can be kept; make one with ` +
      "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0",
  );
}

async function schemaVersion(sql: SQL): Promise<number> {
  const [row] = await sql.unsafe('SELECT max(version) AS version FROM playkeep_schema');
  return Number(row?.version ?? 0);
}
