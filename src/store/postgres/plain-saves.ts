// Plain saves in PostgreSQL: the whole text is replaced, many players in one statement. A save that needs more than that is left out by
// the statement, and becomes an edit (edits.ts). Where events are told, the statement tells them too.
import { EVENT_MEMBERS_MAX_BYTES_OF_PERIOD } from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { Metadata, Saved } from '../ports/metadata.ts';
import { changeTold, type ToldWrite, typeNumber } from '../shared/events.ts';
import type { IndexSet } from '../shared/indexes.ts';
import { batchesInFlight, type Database } from './database.ts';
import type { Queries } from './executor.ts';
import { entryColumns, labelColumns } from './index-entries.ts';
import { createKnownStates } from './known-states.ts';
import { rowLocks } from './locked-calls.ts';
import {
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

interface Change {
  readonly sequentialId: number;
  readonly text: string;
  /** The version that the save replaces, and the data of its event; undefined where none is told. */
  readonly told: (ToldWrite & { readonly version: number }) | undefined;
}

export interface PlainSaves {
  /** @returns the new state; undefined for a save that the statement left out, and for no such player */
  save(sequentialId: number, text: string): Promise<Saved | undefined>;
  /** Notes that the metadata of a player was changed by another kind of write. */
  forget(sequentialId: number): void;
  drain(): Promise<void>;
}

type FindState = (sequentialId: number) => Promise<Metadata | undefined>;

export function plainSaves(database: Database, findState: FindState): PlainSaves {
  const { add, drain } = saveBatcher(database);
  if (!database.tell.metadata)
    return {
      save: (sequentialId, text) => add({ sequentialId, text, told: undefined }),
      forget: () => undefined,
      drain,
    };
  const states = createKnownStates();

  /** The event is made of the state that the save replaces, and the save takes effect only on that version. */
  async function saveOn({ version, text: before }: StateToReplace, sequentialId: number, text: string) {
    const change = { version: version + 1, before: before ?? null, after: text, shrinkage: undefined };
    const told = { version, ...changeTold(change, {}) };
    const written = await add({ sequentialId, text, told });
    if (written === undefined) states.delete(sequentialId);
    else states.set(sequentialId, { version: written.version, text });
    return written;
  }

  return {
    /** The state is the one that this process wrote last, or it is read. */
    save(sequentialId, text) {
      const known = states.get(sequentialId);
      if (known) return saveOn(known, sequentialId, text);
      return findState(sequentialId).then((found) => found && saveOn(found, sequentialId, text));
    },
    forget: states.delete,
    drain,
  };
}

type StateToReplace = Pick<Metadata, 'version' | 'text'>;

function saveBatcher(database: Database) {
  const { executor, admission, now, versions: policy, indexLease, shards, tell } = database;
  const save = tell.metadata ? saveTelling : saveSilently;
  return createStatementBatcher<Change, Saved | undefined>({
    monitor: admission.monitor('update-metadata'),
    shardOf: shards && ((call) => shards.ofId(call.sequentialId)),
    locks: rowLocks(database, ['metadata'], ({ sequentialId }) => sequentialId),
    isRepeatable: false,
    maxInFlight: batchesInFlight,
    commits: true,
    sizeOf: (change) => change.text.length,
    async run(changes) {
      const sorted = changes.toSorted((a, b) => a.sequentialId - b.sequentialId);
      const lease = indexLease.current(executor);
      const indexes = lease instanceof Promise ? await lease : lease;
      const saves = {
        ids: sorted.map((change) => change.sequentialId),
        texts: sorted.map((change) => change.text),
        now: now(),
        interval: policy.days === 0 ? null : policy.intervalMilliseconds,
        skew: CLOCK_SKEW_MILLISECONDS,
        lossBytes: policy.lossMinBytes === 0 ? null : policy.lossMinBytes,
      };
      const rows = await save(executor, saves, indexes, sorted);
      if (tell.metadata) tell.wrote('metadata.changed', rows.length);
      const written = new Map(rows.map((row) => [row.sequentialId, row]));
      return changes.map((change) => written.get(change.sequentialId));
    },
  });
}

type Save = (
  queries: Queries,
  saves: UpdateMetadataParameters,
  indexes: IndexSet,
  changes: readonly Change[],
) => Promise<readonly UpdateMetadataRow[]>;

/** By the statement that writes no more than is declared. */
const saveSilently: Save = (queries, saves, indexes) => {
  const { texts } = saves;
  if (indexes.ids.length > 0)
    return queries.run(updateIndexedMetadata, { ...saves, ...entryColumns(indexes, texts) });
  if (!indexes.labelOf) return queries.run(updateMetadata, saves);
  const labels = { newestIndex: indexes.newest, ...labelColumns(indexes, texts) };
  return queries.run(updateLabelledMetadata, { ...saves, ...labels });
};

/** The same, by the statements that also tell the events. */
const saveTelling: Save = (queries, saves, indexes, changes) => {
  const { texts } = saves;
  const told = {
    ...saves,
    versions: changes.map((change) => change.told?.version ?? -1),
    toldType: typeNumber('metadata.changed'),
    toldData: changes.map((change) => change.told?.data ?? ''),
    toldMembers: changes.map((change) => change.told?.members ?? null),
    mostMemberBytes: EVENT_MEMBERS_MAX_BYTES_OF_PERIOD,
  };
  if (indexes.ids.length > 0)
    return queries.run(updateIndexedMetadataWithEvents, { ...told, ...entryColumns(indexes, texts) });
  if (!indexes.labelOf) return queries.run(updateMetadataWithEvents, told);
  const labels = { newestIndex: indexes.newest, ...labelColumns(indexes, texts) };
  return queries.run(updateLabelledMetadataWithEvents, { ...told, ...labels });
};
