// Metadata in PostgreSQL: reads and writes batched by key. A plain save is one statement. A save that keeps the replaced state,
// and a write that depends on the state that it finds, are edits (edits.ts).
import { READ_BATCH_MAX_CALLS } from '../../tuning.ts';
import type { FoundMetadata, Metadata, MetadataRecord, MetadataStore, Saved } from '../ports/metadata.ts';
import type { Suspended } from '../ports/suspensions.ts';
import { withoutBrief } from '../shared/idempotency.ts';
import { toFoundMetadata, toMetadata } from '../shared/metadata-rows.ts';
import { suspensionOf } from '../shared/suspensions.ts';
import { batchesInFlight, type Database } from './database.ts';
import { type EditParts, editBatchers } from './edit-batchers.ts';
import { editWith } from './edits.ts';
import { plainSaves } from './plain-saves.ts';
import {
  type FindMetadataForRow,
  type FindMetadataRow,
  findMetadata,
  findMetadataFor,
  listMetadata,
} from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';

type Found = FoundMetadata | Metadata | Suspended | 'reader-not-found' | undefined;

interface Read {
  readonly sequentialId: number;
  /** The player who reads, if that is another player. */
  readonly readerId?: number;
}

interface List {
  readonly ids: readonly number[];
  readonly maxBytes: number;
}

type Listed = readonly MetadataRecord[] | number;

/** Fewer than the connections of a default pool, since a list may be large and other calls would wait. */
const listBatchesInFlight = 4;

/** Reads of metadata by id, for players themselves and for others. */
function readBatcher({ executor, admission, now, shards }: Database) {
  const shardOf = shards && ((call: { readonly sequentialId: number }) => shards.ofId(call.sequentialId));

  return createStatementBatcher<Read, Found>({
    monitor: admission.monitor('find-metadata'),
    shardOf,
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: READ_BATCH_MAX_CALLS,
    async run(calls) {
      const ids = calls.map((call) => call.sequentialId);
      const readerIds = calls.map((call) => call.readerId).filter((id) => id !== undefined);
      const rows: readonly FindMetadataForRow[] =
        readerIds.length === 0
          ? await executor.run(findMetadata, { ids, now: now() })
          : await executor.run(findMetadataFor, { ids, readerIds, now: now() });
      const found = new Map<number, FindMetadataRow>();
      /** The readers who exist, each with the end of a suspension. */
      const present = new Map<number, number | null>();
      for (const row of rows) {
        if (row.playerId === null) present.set(row.sequentialId, row.suspendedUntil);
        else found.set(row.sequentialId, row as FindMetadataRow);
      }
      return calls.map(({ sequentialId, readerId }): Found => {
        const row = found.get(sequentialId);
        if (readerId === undefined)
          return row && toFoundMetadata(row.playerId, row, suspensionOf(row.suspendedUntil));
        const readerUntil = present.get(readerId);
        if (readerUntil === undefined) return 'reader-not-found';
        const suspendedUntil = suspensionOf(readerUntil);
        return suspendedUntil === undefined ? row && toMetadata(row) : { suspendedUntil };
      });
    },
  });
}

// One list per statement. The batcher bounds the number of lists, since many lists would take all connections.
function listBatcher({ executor, admission }: Database) {
  async function list({ ids, maxBytes }: List): Promise<Listed> {
    const rows = await executor.run(listMetadata, { ids, maxBytes });
    const bytes = rows[0]?.bytes ?? 0;
    if (bytes > maxBytes) return bytes;
    return rows.map((row) => ({ sequentialId: row.sequentialId, ...toMetadata(row) }));
  }

  return createStatementBatcher<List, Listed>({
    monitor: admission.monitor('list-metadata'),
    isRepeatable: true,
    maxInFlight: listBatchesInFlight,
    maxCalls: 1,
    run: (calls) => Promise.all(calls.map(list)),
  });
}

export function metadataStore(
  database: Database,
  parts: EditParts,
): MetadataStore & { drain(): Promise<unknown> } {
  const { serialize, versions: policy, changes } = database;
  const reads = readBatcher(database);
  const lists = listBatcher(database);
  const find = (sequentialId: number) => reads.add({ sequentialId }) as Promise<FoundMetadata | undefined>;
  const saves = plainSaves(database, find);
  const edits = editBatchers(database, parts);

  /** A save for which the statement found no row: the state may have to be kept first, or the player is suspended or does not exist. */
  async function keepAndUpdate(sequentialId: number, text: string): Promise<Saved | Suspended | undefined> {
    const decide = () => ({ answer: null, text });
    const edited = await editWith(edits.stepsOf.player, policy, { sequentialId, decide, options: {} });
    saves.forget(sequentialId);
    changes.tell(sequentialId);
    if (typeof edited !== 'object' || 'repeated' in edited) return undefined;
    if ('suspendedUntil' in edited) return edited;
    const { version, writtenAt = null } = edited;
    return { version, writtenAt };
  }

  return {
    find,
    findAsReader: (readerId, sequentialId) =>
      reads.add({ sequentialId, readerId }) as Promise<Metadata | Suspended | 'reader-not-found' | undefined>,
    list: (ids, maxBytes) => lists.add({ ids, maxBytes }),
    save: (sequentialId, text) =>
      serialize(sequentialId, () =>
        saves.save(sequentialId, text).then((saved) => {
          if (saved === undefined) return keepAndUpdate(sequentialId, text);
          changes.tell(sequentialId);
          return saved;
        }),
      ),
    edit: (sequentialId, decide, options = {}) =>
      serialize(sequentialId, () => {
        const steps = edits.stepsOf[options.idempotencyKey?.owner ?? 'player'];
        return editWith(steps, policy, { sequentialId, decide, options }).then((edited) => {
          saves.forget(sequentialId);
          changes.tell(sequentialId);
          return withoutBrief(edited);
        });
      }),
    drain: () => Promise.all([reads.drain(), lists.drain(), saves.drain(), edits.drain()]),
  };
}
