// Metadata in SQLite: the submitted text and a counter of its changes, one row a player.
import type { Database } from 'bun:sqlite';
import type { MetadataStore } from '../store.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

export function metadataStore(db: Database, writer: Writer, reader: Reader): MetadataStore {
  // A scalar subquery, since SQLite takes four times as long for the same as a join (bench of 2026-11-21).
  const find = reader.db.query<{ playerId: string; text: string | null; version: number }, [number]>(
    `SELECT (SELECT player_id FROM players WHERE sequential_id = ?1) AS playerId, text, version
     FROM metadata WHERE sequential_id = ?1`,
  );
  // Two statements within the writer's transaction: RETURNING takes twice as long (bench of 2026-11-21).
  const findVersion = db.prepare<{ version: number }, [number]>(
    'SELECT version FROM metadata WHERE sequential_id = ?1',
  );
  const update = db.prepare<object, [number, string | null, number]>(
    'UPDATE metadata SET text = ?2, version = ?3 WHERE sequential_id = ?1',
  );

  function replace(sequentialId: number, text: string | null): number | undefined {
    const row = findVersion.get(sequentialId);
    if (!row) return undefined;
    const version = row.version + 1;
    update.run(sequentialId, text, version);
    return version;
  }

  return {
    find: (sequentialId) =>
      reader.read(() => {
        const row = find.get(sequentialId);
        return row ? { ...row, text: row.text ?? undefined } : undefined;
      }),
    update: (sequentialId, text) => writer.write(() => replace(sequentialId, text)),
    delete: (sequentialId) => writer.write(() => replace(sequentialId, null)),
  };
}
