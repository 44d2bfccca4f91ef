// Kept versions of metadata in PostgreSQL: how their rows are read and written, and the deletion of old ones.
import { systemClock } from '../../lib/clock.ts';
import { EDIT_BATCH_MAX_CALLS } from '../../tuning.ts';
import type { VersionStore } from '../ports/versions.ts';
import { createVersionReads, type VersionRange } from '../shared/version-reads.ts';
import {
  inOrderOfTime,
  toKeptVersion,
  type VersionFacts,
  type VersionRow,
  versionsStart,
} from '../shared/versions.ts';
import { bigints, booleans, integers, packed, rareTexts, uuids } from './arrays.ts';
import { batchesInFlight, type Database, readClock } from './database.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import type { Queries } from './executor.ts';
import listVersionFacts from './sql/list-version-facts.sql' with { type: 'text' };
import listVersions from './sql/list-versions.sql' with { type: 'text' };
import { createStatementBatcher } from './statement-batcher.ts';

/** A row as the table has it. */
type Stored<Row> = Omit<Row, 'by'> & { readonly sequentialId: number; readonly byServer: boolean };

/** Drops the columns that only the table has. */
function toRow<Row extends VersionFacts>({ sequentialId: _, byServer, ...row }: Stored<Row>) {
  return { ...row, by: byServer ? ('server' as const) : ('player' as const) };
}

/** Lists the kept versions within each range. */
export async function listVersionRows(
  queries: Queries,
  ranges: readonly VersionRange[],
): Promise<VersionRow[][]> {
  const rows = await queries.query<Stored<VersionRow>>(listVersions, [
    bigints(ranges.map((range) => range.sequentialId)),
    bigints(ranges.map((range) => range.first)),
    bigints(ranges.map((range) => range.last)),
  ]);
  const byId = Map.groupBy(rows, (row) => row.sequentialId);
  // Two calls of a batch may be for one player, and the statement then answers for both.
  return ranges.map(({ sequentialId, first, last }) => {
    const rows = byId.get(sequentialId) ?? [];
    const mine = rows.filter((row) => row.version >= first && row.version <= last);
    return [...new Map(mine.map((row) => [row.version, toRow<VersionRow>(row)])).values()];
  });
}

async function listFacts(queries: Queries, ids: readonly number[]): Promise<VersionFacts[][]> {
  const rows = await queries.query<Stored<VersionFacts>>(listVersionFacts, [bigints(ids)]);
  const byId = Map.groupBy(rows, (row) => row.sequentialId);
  return ids.map((id) => inOrderOfTime((byId.get(id) ?? []).map((row) => toRow<VersionFacts>(row))));
}

/** The columns of kept versions. The contents come as positions in one string of bytes. */
export function storedColumns(rows: readonly VersionRow[]): unknown[] {
  return [
    bigints(rows.map((row) => row.version)),
    bigints(rows.map((row) => row.writtenAt)),
    uuids(rows.map((row) => row.sessionId)),
    booleans(rows.map((row) => row.by === 'server')),
    bigints(rows.map((row) => row.keptAt)),
    booleans(rows.map((row) => row.milestone)),
    integers(rows.map((row) => row.sizeBytes)),
    bigints(rows.map((row) => row.baseVersion)),
    ...packed(rows.map((row) => row.content)),
    rareTexts(rows.map((row) => row.keyId)),
  ];
}

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
          const time = await readClock(queries, now);
          await deleteInSteps(queries, 'metadata_versions', 'kept_at', versionsStart(time, policy));
        }),
    },
    listRows: rows.add,
    drain: () => Promise.all([rows.drain(), facts.drain()]),
  };
}
