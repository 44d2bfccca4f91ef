// Kept versions of metadata in PostgreSQL: how their rows are read and written, and the deletion of old ones.
import { systemClock } from '../../lib/clock.ts';
import { EDIT_BATCH_MAX_CALLS } from '../../tuning.ts';
import { namesOf } from '../ports/rows/table.ts';
import { metadataVersions } from '../ports/rows/versions.ts';
import type { VersionFacts, VersionRow, VersionStore } from '../ports/versions.ts';
import { lossesStart } from '../shared/losses.ts';
import { createVersionReads, type VersionRange } from '../shared/version-reads.ts';
import { inOrderOfTime, toKeptVersion, versionsStart } from '../shared/versions.ts';
import { batchesInFlight, type Database, readCertainTime } from './database.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import type { Queries } from './executor.ts';
import { arraysOf } from './rows.ts';
import { listVersionFacts, listVersions } from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';

/** Drops the column that only the table has. */
const toRow = <Row extends VersionFacts>({
  sequentialId: _,
  ...row
}: Row & { readonly sequentialId: number }) => row;

/** Lists the kept versions within each range. */
export async function listVersionRows(
  queries: Queries,
  ranges: readonly VersionRange[],
): Promise<VersionRow[][]> {
  const rows = await queries.run(listVersions, {
    ids: ranges.map((range) => range.sequentialId),
    firsts: ranges.map((range) => range.first),
    lasts: ranges.map((range) => range.last),
  });
  const byId = Map.groupBy(rows, (row) => row.sequentialId);
  // Two calls of a batch may be for one player, and the statement then answers for both.
  return ranges.map(({ sequentialId, first, last }) => {
    const rows = byId.get(sequentialId) ?? [];
    const mine = rows.filter((row) => row.version >= first && row.version <= last);
    return [...new Map(mine.map((row) => [row.version, toRow(row)])).values()];
  });
}

async function listFacts(queries: Queries, ids: readonly number[]): Promise<VersionFacts[][]> {
  const rows = await queries.run(listVersionFacts, { ids });
  const byId = Map.groupBy(rows, (row) => row.sequentialId);
  return ids.map((id) => inOrderOfTime((byId.get(id) ?? []).map((row) => toRow(row))));
}

/** The columns of kept versions. */
export const storedColumns = arraysOf(namesOf(metadataVersions), 'kept');

export interface VersionTable {
  readonly store: VersionStore;
  /** Lists kept versions with their contents, batched with the reads of other players. */
  listRows(range: VersionRange): Promise<readonly VersionRow[]>;
  drain(): Promise<unknown>;
}

export function versionTable({
  executor,
  admission,
  cpuScheduler,
  now,
  versions: policy,
  shards,
}: Database): VersionTable {
  const common = { isRepeatable: true, maxInFlight: batchesInFlight, maxCalls: EDIT_BATCH_MAX_CALLS };
  const rows = createStatementBatcher({
    ...common,
    monitor: admission.monitor('list-versions'),
    shardOf: shards && ((range: VersionRange) => shards.ofId(range.sequentialId)),
    run: (ranges: readonly VersionRange[]) => listVersionRows(executor, ranges),
  });
  const facts = createStatementBatcher({
    ...common,
    monitor: admission.monitor('list-version-facts'),
    shardOf: shards?.ofId,
    run: (ids: readonly number[]) => listFacts(executor, ids),
  });
  return {
    store: {
      list: async (sequentialId) => (await facts.add(sequentialId)).map(toKeptVersion),
      ...createVersionReads({
        cpuScheduler,
        moment: systemClock.monotonic,
        listFacts: facts.add,
        listRows: rows.add,
      }),
      deleteOld: (signal) =>
        executor.background(signal, async (queries) => {
          const time = await readCertainTime(queries, now);
          await deleteInSteps(queries, 'metadata_versions', 'kept_at', versionsStart(time, policy));
          await deleteInSteps(queries, 'metadata_losses', 'lost_at', lossesStart(time, policy));
        }),
    },
    listRows: rows.add,
    drain: () => Promise.all([rows.drain(), facts.drain()]),
  };
}
