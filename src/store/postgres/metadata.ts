// Metadata in PostgreSQL: reads and writes batched by key.
import type { Metadata, MetadataStore } from '../store.ts';
import { bigints, packed } from './arrays.ts';
import { type Database, lanesInFlight } from './database.ts';
import { createLane } from './lane.ts';
import findMetadata from './sql/find-metadata.sql' with { type: 'text' };
import updateMetadata from './sql/update-metadata.sql' with { type: 'text' };

interface MetadataRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly text: string | null;
  readonly version: number;
}

interface Change {
  readonly sequentialId: number;
  readonly text: string | null;
}

export function metadataStore({ pool, inOrder }: Database): MetadataStore & { drain(): Promise<unknown> } {
  const reads = createLane<number, Metadata | undefined>({
    repeatable: true,
    maxInFlight: lanesInFlight,
    async run(ids) {
      const rows = await pool.query<MetadataRow>(findMetadata, [bigints(ids)]);
      const byId = new Map(rows.map((row) => [row.sequentialId, row]));
      return ids.map((id) => {
        const row = byId.get(id);
        return row && { playerId: row.playerId, text: row.text ?? undefined, version: row.version };
      });
    },
  });

  const writes = createLane<Change, number | undefined>({
    repeatable: false,
    maxInFlight: lanesInFlight,
    sizeOf: (change) => change.text?.length ?? 0,
    async run(changes) {
      const sorted = changes.toSorted((a, b) => a.sequentialId - b.sequentialId);
      const rows = await pool.query<{ sequentialId: number; version: number }>(updateMetadata, [
        bigints(sorted.map((change) => change.sequentialId)),
        ...packed(sorted.map((change) => change.text)),
      ]);
      const versions = new Map(rows.map((row) => [row.sequentialId, row.version]));
      return changes.map((change) => versions.get(change.sequentialId));
    },
  });

  const write = (sequentialId: number, text: string | null) =>
    inOrder(sequentialId, () => writes.add({ sequentialId, text }));

  return {
    find: (sequentialId) => reads.add(sequentialId),
    update: (sequentialId, text) => write(sequentialId, text),
    delete: (sequentialId) => write(sequentialId, null),
    drain: () => Promise.all([reads.drain(), writes.drain()]),
  };
}
