// The deletion of old rows in small steps. Each step commits by itself, so that no write of a player waits for long.
import { PRUNE_STEP_ROWS } from '../../tuning.ts';
import { bigints } from './arrays.ts';
import type { Queries } from './executor.ts';
import { withRetries } from './with-retries.ts';

/**
 * Deletes the rows of a table of players' data in which `column` is before a time, in milliseconds since the epoch.
 * @param condition a further one, in SQL
 */
export async function deleteInSteps(
  queries: Queries,
  table: string,
  column: string,
  before: number,
  condition = 'true',
): Promise<void> {
  // There are two statements, since Citus allows no LIMIT in a DELETE.
  const listOldest = `SELECT sequential_id::float8 AS id FROM ${table} WHERE ${column} < $1::bigint AND ${condition} ORDER BY ${column} LIMIT $2::int`;
  const deleteOld = `DELETE FROM ${table} WHERE sequential_id = any($1::bigint[]) AND ${column} < $2::bigint AND ${condition}`;
  for (;;) {
    const rows = await queries.query<{ id: number }>(listOldest, [before, PRUNE_STEP_ROWS]);
    if (rows.length === 0) return;
    const ids = [...new Set(rows.map(({ id }) => id))].sort((a, b) => a - b);
    await withRetries(() => queries.query(deleteOld, [bigints(ids), before]), true);
  }
}
