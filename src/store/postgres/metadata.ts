// Metadata in PostgreSQL: reads and writes batched by key. A plain save is one statement; one that keeps what it replaces, and
// whatever decides by what it finds, takes the way of edits.ts.
import { systemClock } from '../../lib/clock.ts';
import {
  AHEAD_MILLISECONDS,
  EDIT_BATCH_MAX_CALLS,
  READ_BATCH_MAX_CALLS,
  REPLAY_SECONDS,
} from '../../limits.ts';
import { withoutBrief } from '../replays.ts';
import type { Metadata, MetadataStore } from '../store.ts';
import { createVersionReads } from '../version-reads.ts';
import { toKeptVersion, versionsStart } from '../versions.ts';
import { bigints, packedTexts } from './arrays.ts';
import { type Database, lanesInFlight } from './database.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import { type Edit, type EditSteps, editSize, editStatements, editWith } from './edits.ts';
import { createLane } from './lane.ts';
import type { Queries } from './pool.ts';
import { once } from './replays.ts';
import findMetadata from './sql/find-metadata.sql' with { type: 'text' };
import findMetadataFor from './sql/find-metadata-for.sql' with { type: 'text' };
import listMetadata from './sql/list-metadata.sql' with { type: 'text' };
import updateMetadata from './sql/update-metadata.sql' with { type: 'text' };

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
const listsInFlight = 4;

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
  const { pool, load, inOrder, thread, now, versions: policy } = database;
  const interval = policy.days === 0 ? null : policy.intervalMilliseconds;

  const reads = createLane<Read, Metadata | 'no-reader' | undefined>({
    watch: load.batcher('find-metadata'),
    repeatable: true,
    maxInFlight: lanesInFlight,
    maxCalls: READ_BATCH_MAX_CALLS,
    async run(calls) {
      const ids = bigints(calls.map((call) => call.sequentialId));
      const readers = calls.map((call) => call.readerId).filter((id) => id !== undefined);
      const rows =
        readers.length === 0
          ? await pool.query<ReadRow>(findMetadata, [ids])
          : await pool.query<ReadRow>(findMetadataFor, [ids, bigints(readers)]);
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
  const lists = createLane<List, Listed>({
    watch: load.batcher('list-metadata'),
    repeatable: true,
    maxInFlight: listsInFlight,
    maxCalls: 1,
    run: (calls) => Promise.all(calls.map(list)),
  });

  async function list({ ids, maxBytes }: List): Promise<Listed> {
    const rows = await pool.query<ListedRow>(listMetadata, [bigints(ids), maxBytes]);
    const bytes = rows[0]?.bytes ?? 0;
    if (bytes > maxBytes) return bytes;
    return rows.map((row) => ({ sequentialId: row.sequentialId, ...toMetadata(row) }));
  }

  const writes = createLane<Change, number | undefined>({
    watch: load.batcher('update-metadata'),
    repeatable: false,
    maxInFlight: lanesInFlight,
    commits: true,
    sizeOf: (change) => change.text.length,
    async run(changes) {
      const sorted = changes.toSorted((a, b) => a.sequentialId - b.sequentialId);
      const rows = await pool.query<{ sequentialId: number; version: number }>(updateMetadata, [
        bigints(sorted.map((change) => change.sequentialId)),
        ...packedTexts(sorted.map((change) => change.text)),
        now(),
        interval,
        AHEAD_MILLISECONDS,
      ]);
      const versions = new Map(rows.map((row) => [row.sequentialId, row.version]));
      return changes.map((change) => versions.get(change.sequentialId));
    },
  });

  const edits = editLanes(database);
  const findVersion = createVersionReads({
    thread,
    moment: systemClock.monotonic,
    listFacts: edits.listVersionFacts,
    listRows: edits.steps.listVersions,
  });

  /** The same steps in a transaction. */
  const stepsOn = (queries: Queries): EditSteps => ({
    find: async (id) => (await edits.statements.find(queries, [id]))[0],
    findOutlived: async (id) => (await edits.statements.findOutlived(queries, [id]))[0] ?? false,
    listVersions: async (range) => (await edits.statements.listVersions(queries, [range]))[0] ?? [],
    write: async (edit) => (await edits.statements.write(queries, [edit]))[0],
    think: thread.runSoon,
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
    update: (sequentialId, text) =>
      inOrder(sequentialId, () =>
        writes.add({ sequentialId, text }).then((version) => version ?? keepAndUpdate(sequentialId, text)),
      ),
    edit: (sequentialId, decide, options = {}) =>
      inOrder(sequentialId, () => {
        const edit = { sequentialId, decide, options };
        const { replay } = options;
        if (!replay) return editWith(edits.steps, policy, edit).then(withoutBrief);
        return once(database, sequentialId, replay, (queries) => editWith(stepsOn(queries), policy, edit));
      }),
    listVersions: async (sequentialId) => (await edits.listVersionFacts(sequentialId)).map(toKeptVersion),
    findVersion,
    deleteOld: (signal) =>
      pool.housekeeping(signal, async (queries) => {
        const [clock] = await queries.query<{ now: number }>(
          'SELECT coalesce($1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)::float8 AS now',
          [now()],
        );
        const time = clock?.now ?? 0;
        await deleteInSteps(queries, 'metadata_versions', 'kept_at', versionsStart(time, policy));
        await deleteInSteps(queries, 'replays', 'created_at', time - REPLAY_SECONDS * 1000);
      }),
    drain: () => Promise.all([reads.drain(), lists.drain(), writes.drain(), edits.drain()]),
  };
}

function editLanes(database: Database) {
  const { pool, load } = database;
  const statements = editStatements(database);
  const laneOfReads = <Call, Result>(
    name: string,
    read: (queries: Queries, calls: readonly Call[]) => Promise<readonly Result[]>,
  ) =>
    createLane({
      watch: load.batcher(name),
      repeatable: true,
      maxInFlight: lanesInFlight,
      maxCalls: EDIT_BATCH_MAX_CALLS,
      run: (calls: readonly Call[]) => read(pool, calls),
    });
  const finds = laneOfReads('find-for-edit', statements.find);
  const outlived = laneOfReads('find-outlived', statements.findOutlived);
  const versions = laneOfReads('list-versions', statements.listVersions);
  const versionFacts = laneOfReads('list-version-facts', statements.listVersionFacts);
  const laneOfWrites = (name: string) =>
    createLane({
      watch: load.batcher(name),
      repeatable: false,
      maxInFlight: lanesInFlight,
      commits: true,
      sizeOf: editSize,
      run: (edits: readonly Edit[]) => statements.write(pool, edits),
    });
  const writes = laneOfWrites('edit-metadata');
  const fencedWrites = laneOfWrites('edit-metadata-in-session');
  const steps: EditSteps = {
    find: finds.add,
    findOutlived: outlived.add,
    listVersions: versions.add,
    write: (edit) => (edit.options.sessionId === undefined ? writes : fencedWrites).add(edit),
    think: database.thread.run,
  };
  return {
    statements,
    steps,
    listVersionFacts: versionFacts.add,
    drain: () =>
      Promise.all(
        [finds, outlived, versions, versionFacts, writes, fencedWrites].map((lane) => lane.drain()),
      ),
  };
}
