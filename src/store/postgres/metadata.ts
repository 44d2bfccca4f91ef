// Metadata in PostgreSQL: reads and writes batched by key. A plain save is one statement. A save that keeps the replaced state,
// and a write that depends on the state that it finds, are edits (edits.ts).
import { CLOCK_SKEW_MILLISECONDS, READ_BATCH_MAX_CALLS } from '../../tuning.ts';
import type { FoundMetadata, Metadata, MetadataRecord, MetadataStore } from '../ports/metadata.ts';
import type { Suspended } from '../ports/suspensions.ts';
import { changeTold, typeNumber } from '../shared/events.ts';
import { withoutBrief } from '../shared/idempotency.ts';
import type { IndexSet } from '../shared/indexes.ts';
import { toFoundMetadata, toMetadata } from '../shared/metadata-rows.ts';
import { suspensionOf } from '../shared/suspensions.ts';
import { batchesInFlight, type Database } from './database.ts';
import { type EditParts, editBatchers } from './edit-batchers.ts';
import { editWith } from './edits.ts';
import { entryColumns, labelColumns } from './index-entries.ts';
import { createKnownStates } from './known-states.ts';
import {
  type FindMetadataForRow,
  type FindMetadataRow,
  findMetadata,
  findMetadataFor,
  listMetadata,
  type UpdateMetadataParameters,
  type UpdateMetadataRow,
  updateIndexedMetadata,
  updateIndexedMetadataWithEvents,
  updateLabelledMetadata,
  updateLabelledMetadataWithEvents,
  updateMetadata,
  updateMetadataWithEvents,
} from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';

type Found = FoundMetadata | Suspended | 'reader-not-found' | undefined;

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

interface Change {
  readonly sequentialId: number;
  readonly text: string;
  /** The version that the save replaces, and the data of its event; undefined where none is told. */
  readonly told: { readonly version: number; readonly data: string } | undefined;
}

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

/** Plain saves. Undefined for one that the statement left out (update-metadata.sql). */
function saveBatcher({ executor, admission, now, versions: policy, indexLease, shards, tell }: Database) {
  const shardOf = shards && ((call: { readonly sequentialId: number }) => shards.ofId(call.sequentialId));
  const interval = policy.days === 0 ? null : policy.intervalMilliseconds;
  const lossBytes = policy.lossMinBytes === 0 ? null : policy.lossMinBytes;

  /** By the statement that writes no more than is declared. */
  function save(saves: UpdateMetadataParameters, texts: readonly string[], indexes: IndexSet) {
    if (indexes.ids.length > 0)
      return executor.run(updateIndexedMetadata, { ...saves, ...entryColumns(indexes, texts) });
    if (!indexes.labelOf) return executor.run(updateMetadata, saves);
    const labels = { newestIndex: indexes.newest, ...labelColumns(indexes, texts) };
    return executor.run(updateLabelledMetadata, { ...saves, ...labels });
  }

  /** `save`, by the statements that also tell the events. */
  async function saveTelling(
    saves: UpdateMetadataParameters,
    changes: readonly Change[],
    indexes: IndexSet,
  ): Promise<readonly UpdateMetadataRow[]> {
    const { texts } = saves;
    const told = {
      ...saves,
      versions: changes.map((change) => change.told?.version ?? -1),
      toldType: typeNumber('metadata.changed'),
      toldData: changes.map((change) => change.told?.data ?? ''),
    };
    if (indexes.ids.length > 0)
      return executor.run(updateIndexedMetadataWithEvents, { ...told, ...entryColumns(indexes, texts) });
    if (!indexes.labelOf) return executor.run(updateMetadataWithEvents, told);
    const labels = { newestIndex: indexes.newest, ...labelColumns(indexes, texts) };
    return executor.run(updateLabelledMetadataWithEvents, { ...told, ...labels });
  }

  return createStatementBatcher<Change, number | undefined>({
    monitor: admission.monitor('update-metadata'),
    shardOf,
    isRepeatable: false,
    maxInFlight: batchesInFlight,
    commits: true,
    sizeOf: (change) => change.text.length,
    async run(changes) {
      const sorted = changes.toSorted((a, b) => a.sequentialId - b.sequentialId);
      const lease = indexLease.current(executor);
      const indexes = lease instanceof Promise ? await lease : lease;
      const texts = sorted.map((change) => change.text);
      const saves = {
        ids: sorted.map((change) => change.sequentialId),
        texts,
        now: now(),
        interval,
        skew: CLOCK_SKEW_MILLISECONDS,
        lossBytes,
      };
      const rows = await (tell.metadata ? saveTelling(saves, sorted, indexes) : save(saves, texts, indexes));
      if (tell.metadata) tell.wrote('metadata.changed', rows.length);
      const written = new Map(rows.map((row) => [row.sequentialId, row.version]));
      return changes.map((change) => written.get(change.sequentialId));
    },
  });
}

export function metadataStore(
  database: Database,
  parts: EditParts,
): MetadataStore & { drain(): Promise<unknown> } {
  const { serialize, versions: policy, changes, tell } = database;
  const states = createKnownStates();
  const reads = readBatcher(database);
  const lists = listBatcher(database);
  const writes = saveBatcher(database);
  const edits = editBatchers(database, parts);

  /** A save for which the statement found no row: the state may have to be kept first, or the player is suspended or does not exist. */
  async function keepAndUpdate(sequentialId: number, text: string): Promise<number | Suspended | undefined> {
    const decide = () => ({ answer: null, text });
    const edited = await editWith(edits.stepsOf.player, policy, { sequentialId, decide, options: {} });
    states.delete(sequentialId);
    changes.tell(sequentialId);
    if (typeof edited !== 'object' || 'repeated' in edited) return undefined;
    return 'suspendedUntil' in edited ? edited : edited.version;
  }

  /** A save that tells its event, which is made of the state that the save replaces. It takes effect only on that version. */
  function saveOn(
    { version, text: before }: { readonly version: number; readonly text: string | undefined },
    sequentialId: number,
    text: string,
  ): Promise<number | Suspended | undefined> {
    const change = { version: version + 1, before: before ?? null, after: text, shrinkage: undefined };
    const told = { version, data: changeTold(change, {}).data };
    return writes.add({ sequentialId, text, told }).then((written) => {
      if (written === undefined) return keepAndUpdate(sequentialId, text);
      states.set(sequentialId, { version: written, text });
      changes.tell(sequentialId);
      return written;
    });
  }

  /** The state is the one that this process wrote last, or it is read. */
  function saveTelling(sequentialId: number, text: string): Promise<number | Suspended | undefined> {
    const known = states.get(sequentialId);
    if (known) return saveOn(known, sequentialId, text);
    return reads
      .add({ sequentialId })
      .then((found) => (found ? saveOn(found as FoundMetadata, sequentialId, text) : undefined));
  }

  return {
    find: (sequentialId) => reads.add({ sequentialId }) as Promise<FoundMetadata | undefined>,
    findAsReader: (readerId, sequentialId) =>
      reads.add({ sequentialId, readerId }) as Promise<Metadata | Suspended | 'reader-not-found' | undefined>,
    list: (ids, maxBytes) => lists.add({ ids, maxBytes }),
    save: (sequentialId, text) =>
      serialize(sequentialId, () => {
        if (tell.metadata) return saveTelling(sequentialId, text);
        return writes.add({ sequentialId, text, told: undefined }).then((version) => {
          if (version === undefined) return keepAndUpdate(sequentialId, text);
          changes.tell(sequentialId);
          return version;
        });
      }),
    edit: (sequentialId, decide, options = {}) =>
      serialize(sequentialId, () => {
        const steps = edits.stepsOf[options.idempotencyKey?.owner ?? 'player'];
        return editWith(steps, policy, { sequentialId, decide, options }).then((edited) => {
          states.delete(sequentialId);
          changes.tell(sequentialId);
          return withoutBrief(edited);
        });
      }),
    drain: () => Promise.all([reads.drain(), lists.drain(), writes.drain(), edits.drain()]),
  };
}
