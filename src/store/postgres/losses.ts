// Losses of metadata in PostgreSQL. The statement of a save marks them (edit-metadata.sql); this file has their columns, and reads
// and deletes them.
import { EDIT_BATCH_MAX_CALLS, LOSSES_PAGE_MAX_LOOKED_AT } from '../../tuning.ts';
import type { Loss, LossStore } from '../ports/losses.ts';
import { metadataLosses } from '../ports/rows/losses.ts';
import { namesOf } from '../ports/rows/table.ts';
import { startOfLosses, toLossPage } from '../shared/losses.ts';
import { batchesInFlight, type Database } from './database.ts';
import { arraysOf } from './rows.ts';
import {
  countLosses,
  findLastLoss,
  findLastLossOfVersion,
  listLosses,
  listLossesOfPlayers,
  listLossesOfVersion,
} from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';
import { withRetries } from './with-retries.ts';

/** The columns of losses. */
export const lossColumns = arraysOf(namesOf(metadataLosses), 'lost');

export interface LossTable {
  readonly store: LossStore;
  drain(): Promise<unknown>;
}

export function lossTable({ executor, admission, shards }: Database): LossTable {
  const ofPlayers = createStatementBatcher<number, readonly Loss[]>({
    monitor: admission.monitor('list-losses-of-players'),
    shardOf: shards?.ofId,
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: EDIT_BATCH_MAX_CALLS,
    async run(ids) {
      const byId = Map.groupBy(
        await executor.run(listLossesOfPlayers, { ids }),
        ({ sequentialId }) => sequentialId,
      );
      return ids.map((id) => (byId.get(id) ?? []).map((row) => ({ ...row })));
    },
  });

  return {
    store: {
      list: (filter, limit, after) =>
        withRetries(async () => {
          const { gameVersion, by = null, isRestored = null, from = 0 } = filter;
          const { lostAt, sequentialId, version } = startOfLosses(filter, after);
          const position = { lostAt, sequentialId, version, from };
          const page = { ...position, by, isRestored, rows: LOSSES_PAGE_MAX_LOOKED_AT, limit: limit + 1 };
          const end = { ...position, skipped: LOSSES_PAGE_MAX_LOOKED_AT - 1 };
          const rows = await (gameVersion === undefined
            ? executor.run(listLosses, page)
            : executor.run(listLossesOfVersion, { ...page, gameVersion }));
          const [last] =
            rows.length > limit
              ? []
              : await (gameVersion === undefined
                  ? executor.run(findLastLoss, end)
                  : executor.run(findLastLossOfVersion, { ...end, gameVersion }));
          return toLossPage(
            rows.map((row) => ({ ...row })),
            limit,
            last && { ...last },
          );
        }, true),
      listOfPlayer: ofPlayers.add,
      countByGameVersion: (limit) =>
        withRetries(async () => {
          const rows = await executor.run(countLosses, { rows: LOSSES_PAGE_MAX_LOOKED_AT, limit });
          return rows.map((row) => ({ ...row }));
        }, true),
    },
    drain: ofPlayers.drain,
  };
}
