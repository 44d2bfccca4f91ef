// Deletes what is old in small steps, each committed by itself, so that no write of a player's waits for long.
import { PRUNE_STEP_ROWS } from '../../tuning.ts';
import { bigints } from './arrays.ts';
import type { Queries } from './executor.ts';
import { withRetries } from './statement-batcher.ts';

/**
 * Deletes the rows of a table, which belong to players, whose `column` is before a time. It may be negative, as `replays` has some,
 * and is as old as if it were not.
 */
export async function deleteInSteps(
  queries: Queries,
  table: string,
  column: string,
  before: number,
): Promise<void> {
  // Two statements, since Citus allows no LIMIT in one that deletes.
  const listOldest = `SELECT sequential_id::float8 AS id FROM ${table} WHERE ${column} < $1::bigint AND ${column} > -$1::bigint ORDER BY ${column} LIMIT $2::int`;
  const deleteOld = `DELETE FROM ${table} WHERE sequential_id = any($1::bigint[]) AND ${column} < $2::bigint AND ${column} > -$2::bigint`;
  for (;;) {
    const rows = await queries.query<{ id: number }>(listOldest, [before, PRUNE_STEP_ROWS]);
    if (rows.length === 0) return;
    const ids = [...new Set(rows.map(({ id }) => id))].sort((a, b) => a - b);
    await withRetries(() => queries.query(deleteOld, [bigints(ids), before]), true);
  }
}
