// Reads of metadata by other players on Citus. The reader and the player are on two shards, so they are looked up apart.
import { READ_BATCH_MAX_CALLS } from '../../../tuning.ts';
import type { Metadata, MetadataStore } from '../../ports/metadata.ts';
import type { Suspended } from '../../ports/suspensions.ts';
import { suspensionOf } from '../../shared/suspensions.ts';
import { batchesInFlight, type Database } from '../database.ts';
import { createStatementBatcher } from '../statement-batcher.ts';
import type { Shards } from './shards.ts';
import { type FindReadersRow, findReaders } from './sql/statements.ts';

export function readsOfOthers(
  { executor, admission, now }: Database,
  shards: Shards,
  find: MetadataStore['find'],
): Pick<MetadataStore, 'findAsReader'> & { drain(): Promise<unknown> } {
  const readers = createStatementBatcher<number, FindReadersRow | undefined>({
    monitor: admission.monitor('find-readers'),
    shardOf: shards.ofId,
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: READ_BATCH_MAX_CALLS,
    async run(ids) {
      const rows = await executor.run(findReaders, { ids, now: now() });
      const found = new Map(rows.map((row) => [row.sequentialId, row]));
      return ids.map((id) => found.get(id));
    },
  });

  async function findAsReader(
    readerId: number,
    sequentialId: number,
  ): Promise<Metadata | Suspended | 'reader-not-found' | undefined> {
    const [reader, found] = await Promise.all([readers.add(readerId), find(sequentialId)]);
    if (!reader) return 'reader-not-found';
    const suspendedUntil = suspensionOf(reader.suspendedUntil);
    if (suspendedUntil !== undefined) return { suspendedUntil };
    if (!found) return undefined;
    const { playerId, text, version } = found;
    return { playerId, text, version };
  }

  return { findAsReader, drain: readers.drain };
}
