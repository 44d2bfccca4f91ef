// Metadata in PostgreSQL: reads and writes batched by key. A plain save is one statement; one that keeps what it replaces, and
// whatever decides by what it finds, takes the way of edits.ts.
import { systemClock } from '../../lib/clock.ts';
import { IDEMPOTENCY_KEY_SECONDS } from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS, EDIT_BATCH_MAX_CALLS, READ_BATCH_MAX_CALLS } from '../../tuning.ts';
import type { Metadata, MetadataStore } from '../ports/store.ts';
import { withoutBrief } from '../shared/idempotency.ts';
import { createVersionReads } from '../shared/version-reads.ts';
import { toKeptVersion, versionsStart } from '../shared/versions.ts';
import { bigints, packedTexts } from './arrays.ts';
import { batchesInFlight, type Database } from './database.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import { type Edit, type EditSteps, editSize, editStatements, editWith } from './edits.ts';
import type { Queries } from './executor.ts';
import { once } from './idempotency-keys.ts';
import findMetadata from './sql/find-metadata.sql' with { type: 'text' };
import findMetadataFor from './sql/find-metadata-for.sql' with { type: 'text' };
import listMetadata from './sql/list-metadata.sql' with { type: 'text' };
import updateMetadata from './sql/update-metadata.sql' with { type: 'text' };
import { createStatementBatcher } from './statement-batcher.ts';

interface MetadataRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly text: string | null;
  readonly version: number;
}

interface ListedRow extends MetadataRow {
  /** Of all that were asked for together. */
  readonly bytes: number;
}

interface Read {
  readonly sequentialId: number;
  /** In whose name, if not in the player's own. */
  readonly readerId?: number;
}

/** A record; or a reader who exists, of whom nothing comes but the id. */
type ReadRow = MetadataRow | { readonly sequentialId: number; readonly playerId: null };

interface List {
  readonly ids: readonly number[];
  readonly maxBytes: number;
}

type Listed = Awaited<ReturnType<MetadataStore['list']>>;

/** Not all of the connections that there are by default: what a list reads may be large, and others wait. */
const listBatchesInFlight = 4;

interface Change {
  readonly sequentialId: number;
  readonly text: string;
}

const toMetadata = ({ playerId, text, version }: MetadataRow): Metadata => ({
  playerId,
  text: text ?? undefined,
  version,
});

export function metadataStore(database: Database): MetadataStore & { drain(): Promise<unknown> } {
  const { executor, admission, serialize, thread, now, versions: policy } = database;
  const interval = policy.days === 0 ? null : policy.intervalMilliseconds;

  const reads = createStatementBatcher<Read, Metadata | 'no-reader' | undefined>({
    monitor: admission.monitor('find-metadata'),
    repeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: READ_BATCH_MAX_CALLS,
    async run(calls) {
      const ids = bigints(calls.map((call) => call.sequentialId));
      const readers = calls.map((call) => call.readerId).filter((id) => id !== undefined);
      const rows =
        readers.length === 0
          ? await executor.query<ReadRow>(findMetadata, [ids])
          : await executor.query<ReadRow>(findMetadataFor, [ids, bigints(readers)]);
      const found = new Map<number, MetadataRow>();
      const present = new Set<number>();
      for (const row of rows) {
        if (row.playerId === null) present.add(row.sequentialId);
        else found.set(row.sequentialId, row);
      }
      return calls.map(({ sequentialId, readerId }) => {
        if (readerId !== undefined && !present.has(readerId)) return 'no-reader';
        const row = found.get(sequentialId);
        return row && toMetadata(row);
      });
    },
  });

  // Each a statement by itself. The lane is for their number: very many would keep everybody else waiting for a connection.
  const lists = createStatementBatcher<List, Listed>({
    monitor: admission.monitor('list-metadata'),
    repeatable: true,
    maxInFlight: listBatchesInFlight,
    maxCalls: 1,
    run: (calls) => Promise.all(calls.map(list)),
  });

  async function list({ ids, maxBytes }: List): Promise<Listed> {
    const rows = await executor.query<ListedRow>(listMetadata, [bigints(ids), maxBytes]);
    const bytes = rows[0]?.bytes ?? 0;
    if (bytes > maxBytes) return bytes;
    return rows.map((row) => ({ sequentialId: row.sequentialId, ...toMetadata(row) }));
  }

  const writes = createStatementBatcher<Change, number | undefined>({
    monitor: admission.monitor('update-metadata'),
    repeatable: false,
    maxInFlight: batchesInFlight,
    commits: true,
    sizeOf: (change) => change.text.length,
    async run(changes) {
      const sorted = changes.toSorted((a, b) => a.sequentialId - b.sequentialId);
      const rows = await executor.query<{ sequentialId: number; version: number }>(updateMetadata, [
        bigints(sorted.map((change) => change.sequentialId)),
        ...packedTexts(sorted.map((change) => change.text)),
        now(),
        interval,
        CLOCK_SKEW_MILLISECONDS,
      ]);
      const versions = new Map(rows.map((row) => [row.sequentialId, row.version]));
      return changes.map((change) => versions.get(change.sequentialId));
    },
  });

  const edits = editBatchers(database);
  const findVersion = createVersionReads({
    thread,
    moment: systemClock.monotonic,
    listFacts: edits.listVersionFacts,
    listRows: edits.steps.listVersions,
  });

  /** The same steps in a transaction. */
  const stepsWithin = (queries: Queries): EditSteps => ({
    find: async (id) => (await edits.statements.find(queries, [id]))[0],
    findOutlived: async (id) => (await edits.statements.findOutlived(queries, [id]))[0] ?? false,
    listVersions: async (range) => (await edits.statements.listVersions(queries, [range]))[0] ?? [],
    write: async (edit) => (await edits.statements.write(queries, [edit]))[0],
    think: thread.runWithDeadline,
  });

  /** A save where the state before may have to be kept; or there is no such player (any more). */
  async function keepAndUpdate(sequentialId: number, text: string): Promise<number | undefined> {
    const decide = () => ({ answer: null, text });
    const edited = await editWith(edits.steps, policy, { sequentialId, decide, options: {} });
    return typeof edited === 'object' ? edited.version : undefined;
  }

  return {
    find: (sequentialId) => reads.add({ sequentialId }) as Promise<Metadata | undefined>,
    findFor: (readerId, sequentialId) => reads.add({ sequentialId, readerId }),
    list: (ids, maxBytes) => lists.add({ ids, maxBytes }),
    save: (sequentialId, text) =>
      serialize(sequentialId, () =>
        writes.add({ sequentialId, text }).then((version) => version ?? keepAndUpdate(sequentialId, text)),
      ),
    edit: (sequentialId, decide, options = {}) =>
      serialize(sequentialId, () => {
        const edit = { sequentialId, decide, options };
        const { idempotencyKey } = options;
        if (!idempotencyKey) return editWith(edits.steps, policy, edit).then(withoutBrief);
        return once(database, sequentialId, idempotencyKey, (queries) =>
          editWith(stepsWithin(queries), policy, edit),
        );
      }),
    listVersions: async (sequentialId) => (await edits.listVersionFacts(sequentialId)).map(toKeptVersion),
    findVersion,
    deleteOld: (signal) =>
      executor.background(signal, async (queries) => {
        const [clock] = await queries.query<{ now: number }>(
          'SELECT coalesce($1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)::float8 AS now',
          [now()],
        );
        const time = clock?.now ?? 0;
        await deleteInSteps(queries, 'metadata_versions', 'kept_at', versionsStart(time, policy));
        await deleteInSteps(queries, 'replays', 'created_at', time - IDEMPOTENCY_KEY_SECONDS * 1000);
      }),
    drain: () => Promise.all([reads.drain(), lists.drain(), writes.drain(), edits.drain()]),
  };
}

function editBatchers(database: Database) {
  const { executor, admission } = database;
  const statements = editStatements(database);
  const readBatcher = <Call, Result>(
    name: string,
    read: (queries: Queries, calls: readonly Call[]) => Promise<readonly Result[]>,
  ) =>
    createStatementBatcher({
      monitor: admission.monitor(name),
      repeatable: true,
      maxInFlight: batchesInFlight,
      maxCalls: EDIT_BATCH_MAX_CALLS,
      run: (calls: readonly Call[]) => read(executor, calls),
    });
  const finds = readBatcher('find-for-edit', statements.find);
  const outlived = readBatcher('find-outlived', statements.findOutlived);
  const versions = readBatcher('list-versions', statements.listVersions);
  const versionFacts = readBatcher('list-version-facts', statements.listVersionFacts);
  const writeBatcher = (name: string) =>
    createStatementBatcher({
      monitor: admission.monitor(name),
      repeatable: false,
      maxInFlight: batchesInFlight,
      commits: true,
      sizeOf: editSize,
      run: (edits: readonly Edit[]) => statements.write(executor, edits),
    });
  const writes = writeBatcher('edit-metadata');
  const writesInSession = writeBatcher('edit-metadata-in-session');
  const steps: EditSteps = {
    find: finds.add,
    findOutlived: outlived.add,
    listVersions: versions.add,
    write: (edit) => (edit.options.sessionId === undefined ? writes : writesInSession).add(edit),
    think: database.thread.run,
  };
  return {
    statements,
    steps,
    listVersionFacts: versionFacts.add,
    drain: () =>
      Promise.all(
        [finds, outlived, versions, versionFacts, writes, writesInSession].map((lane) => lane.drain()),
      ),
  };
}
