// Statements on Citus outside of batches. Those for players of several shards, which background jobs and lists of players have, are
// cut into one for each shard. Those for one player have the connections of the player's worker.
import type { Statement } from '../statement.ts';
import type { Run } from './executor.ts';
import type { Shards } from './shards.ts';

/**
 * Runs steps for the players of each shard, one shard after the other.
 * @throws the first error, after the other shards are done
 */
export function byShard<Parameters extends { readonly ids: readonly number[] }, Row>(
  shards: Shards,
  run: Run<Parameters, Row>,
): Run<Parameters, Row> {
  return async (scope, parameters) => {
    const groups = shards.groupIds(parameters.ids, (id) => id);
    if (groups.length <= 1) return run(scope, parameters);
    const rows: Row[] = [];
    const errors: unknown[] = [];
    for (const ids of groups) {
      try {
        rows.push(...(await run(scope, { ...parameters, ids })));
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
    return rows;
  };
}

/** Runs a statement for one player as a call of the player's worker. */
export const onWorker =
  <Parameters extends { readonly sequentialId: number }, Row>(
    shards: Shards,
    statement: Statement<Parameters, Row>,
  ): Run<Parameters, Row> =>
  (scope, parameters) =>
    shards.ofId(parameters.sequentialId).worker.call(() => scope.run(statement, parameters));
