// Statements for players of several shards on Citus, cut into one for each shard. Background jobs and lists of players have them.
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
