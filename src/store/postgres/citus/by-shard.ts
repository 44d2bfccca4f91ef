// Statements on Citus outside of batches. Those for players of several shards, which background jobs and lists of players have, are
// cut into one for each shard. Those for one player have the connections of the player's worker.
import { bigints } from '../arrays.ts';
import type { Translation } from './executor.ts';
import type { Shards } from './shards.ts';
import { toNumbers } from './statement-text.ts';

/**
 * Runs a translation for the players of each shard, one shard after the other. Their ids are the first parameter.
 * @throws the first error, after the other shards are done
 */
export function byShard(shards: Shards, translation: Translation): Translation {
  return async (scope, [ids, ...others]) => {
    const groups = shards.groupIds(toNumbers(ids), (id) => id);
    if (groups.length <= 1) return translation(scope, [ids, ...others]);
    const rows: object[] = [];
    const errors: unknown[] = [];
    for (const group of groups) {
      try {
        rows.push(...(await translation(scope, [bigints(group), ...others])));
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
    return rows;
  };
}

/** Runs a translation for one player, whose sequential id is the first parameter, as a call of the player's worker. */
export const onWorker =
  (shards: Shards, translation: Translation): Translation =>
  (scope, parameters) =>
    shards.ofId(Number(parameters[0])).worker.call(() => translation(scope, parameters));
