// Writes of metadata that decide by what they find: read, decide, write if that is still the state, else again. No lock is held
// meanwhile, and whoever has to try again does so because another write went ahead.
import { EDIT_ATTEMPTS } from '../../tuning.ts';
import { type Decision, type EditOptions, type Metadata, StoreBusy } from '../ports/store.ts';
import type { CpuScheduler } from '../shared/cpu-scheduler.ts';
import type { BriefEdited } from '../shared/idempotency.ts';
import type { VersionRange } from '../shared/version-reads.ts';
import {
  inOrderOfTime,
  isDue,
  keepVersion,
  type VersionChanges,
  type VersionFacts,
  type VersionPolicy,
  type VersionRow,
} from '../shared/versions.ts';
import { bigints, booleans, integers, packed, packedTexts, uuids } from './arrays.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import editMetadata from './sql/edit-metadata.sql' with { type: 'text' };
import findForEdit from './sql/find-for-edit.sql' with { type: 'text' };
import findOutlived from './sql/find-outlived.sql' with { type: 'text' };
import listVersionFacts from './sql/list-version-facts.sql' with { type: 'text' };
import listVersions from './sql/list-versions.sql' with { type: 'text' };

/** A player's metadata as a write finds it, with the session that is active and the time. */
interface WrittenRow {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly text: string | null;
  readonly version: number;
  readonly writtenAt: number | null;
  /** It may have ended before the state was written: `findOutlived`. */
  readonly sessionId: string | null;
  readonly byServer: boolean;
  readonly keptAt: number | null;
  /** Sessions that were started since a write last looked. */
  readonly unseenStarts: number;
  readonly activeSessionId: string | null;
  readonly now: number;
}

export interface Edit {
  readonly found: WrittenRow;
  readonly text: string | null;
  readonly options: EditOptions;
  readonly kept: VersionChanges | undefined;
}

const newestVersion = Number.MAX_SAFE_INTEGER;

/** The statements of an edit, for many calls each: one result a call. */
export function editStatements({
  now,
  sessionTimeoutMilliseconds: timeout,
}: Pick<Database, 'now' | 'sessionTimeoutMilliseconds'>) {
  return {
    async find(queries: Queries, ids: readonly number[]): Promise<(WrittenRow | undefined)[]> {
      const rows = await queries.query<WrittenRow>(findForEdit, [bigints(ids), now(), timeout]);
      const byId = new Map(rows.map((row) => [row.sequentialId, row]));
      return ids.map((id) => byId.get(id));
    },

    /** Answers for each player whether the session that its row names was over before the state was written. */
    async findOutlived(queries: Queries, ids: readonly number[]): Promise<boolean[]> {
      const rows = await queries.query<{ sequentialId: number }>(findOutlived, [bigints(ids), timeout]);
      const outlived = new Set(rows.map((row) => row.sequentialId));
      return ids.map((id) => outlived.has(id));
    },

    async listVersions(queries: Queries, ranges: readonly VersionRange[]): Promise<VersionRow[][]> {
      const rows = await queries.query<StoredVersion>(listVersions, [
        bigints(ranges.map((range) => range.sequentialId)),
        bigints(ranges.map((range) => range.first)),
        bigints(ranges.map((range) => range.last)),
      ]);
      const byId = Map.groupBy(rows, (row) => row.sequentialId);
      // Two calls of a batch may be for one player, and the statement then answers for both.
      return ranges.map(({ sequentialId, first, last }) => {
        const rows = byId.get(sequentialId) ?? [];
        const mine = rows.filter((row) => row.version >= first && row.version <= last);
        return [...new Map(mine.map((row) => [row.version, toVersionRow(row)])).values()];
      });
    },

    async listVersionFacts(queries: Queries, ids: readonly number[]): Promise<VersionFacts[][]> {
      const rows = await queries.query<StoredFacts>(listVersionFacts, [bigints(ids)]);
      const byId = Map.groupBy(rows, (row) => row.sequentialId);
      return ids.map((id) => inOrderOfTime((byId.get(id) ?? []).map(toFacts)));
    },

    /** Answers the new version; undefined where the state is no longer the one that was found. */
    async write(queries: Queries, edits: readonly Edit[]): Promise<(number | undefined)[]> {
      const sorted = edits.toSorted((a, b) => a.found.sequentialId - b.found.sequentialId);
      const parameters = [...editColumns(sorted), now(), timeout, ...versionColumns(sorted)];
      const rows = await queries.query<{ sequentialId: number; version: number }>(editMetadata, parameters);
      const versions = new Map(rows.map((row) => [row.sequentialId, row.version]));
      return edits.map((edit) => versions.get(edit.found.sequentialId));
    },
  };
}

function editColumns(edits: readonly Edit[]): unknown[] {
  return [
    bigints(edits.map(({ found }) => found.sequentialId)),
    bigints(edits.map(({ found }) => found.version)),
    uuids(edits.map(({ options }) => options.sessionId ?? null)),
    uuids(edits.map(({ found }) => found.activeSessionId)),
    booleans(edits.map(({ options }) => options.by === 'server')),
    bigints(edits.map(({ kept }) => kept?.keptAt ?? null)),
    bigints(edits.map(({ found }) => found.unseenStarts)),
    ...packedTexts(edits.map(({ text }) => text)),
  ];
}

function versionColumns(edits: readonly Edit[]): unknown[] {
  const dropped = edits.flatMap(({ found, kept }) =>
    (kept?.drop ?? []).map((version) => ({ id: found.sequentialId, version })),
  );
  const put = edits.flatMap(({ found, kept }) =>
    (kept?.put ?? []).map((row) => ({ id: found.sequentialId, row })),
  );
  return [
    bigints(dropped.map(({ id }) => id)),
    bigints(dropped.map(({ version }) => version)),
    bigints(put.map(({ id }) => id)),
    ...storedColumns(put.map(({ row }) => row)),
  ];
}

/** The columns of kept versions, in the order of the table, the content as where it is in one string of bytes. */
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
  ];
}

/** As a row of the table has it. */
type Stored<Row> = Omit<Row, 'by'> & { readonly sequentialId: number; readonly byServer: boolean };
type StoredVersion = Stored<VersionRow>;
type StoredFacts = Stored<VersionFacts>;

function toVersionRow({ sequentialId: _, byServer, ...row }: StoredVersion): VersionRow {
  return { ...row, by: byServer ? 'server' : 'player' };
}

function toFacts({ sequentialId: _, byServer, ...row }: StoredFacts): VersionFacts {
  return { ...row, by: byServer ? 'server' : 'player' };
}

/** The statements of an edit, for one player: each in a batch with others', or in a transaction of its own. */
export interface EditSteps {
  find(sequentialId: number): Promise<WrittenRow | undefined>;
  findOutlived(sequentialId: number): Promise<boolean>;
  listVersions(range: VersionRange): Promise<readonly VersionRow[]>;
  write(edit: Edit): Promise<number | undefined>;
  /** Works in this thread on what was found. */
  readonly think: CpuScheduler['run'];
}

export const editSize = ({ text, kept }: Edit): number =>
  (kept?.put ?? []).reduce((size, row) => size + row.content.length, text?.length ?? 0);

export async function editWith<Answer>(
  steps: EditSteps,
  policy: VersionPolicy,
  {
    sequentialId,
    decide,
    options,
  }: { sequentialId: number; decide: (current: Metadata) => Decision<Answer>; options: EditOptions },
): Promise<BriefEdited<Answer> | 'session-not-current' | undefined> {
  for (let attempt = 1; attempt <= EDIT_ATTEMPTS; attempt += 1) {
    const found = await steps.find(sequentialId);
    if (!found) return undefined;
    if (options.sessionId !== undefined && options.sessionId !== found.activeSessionId) {
      return 'session-not-current';
    }
    const current = { playerId: found.playerId, text: found.text ?? undefined, version: found.version };
    const { text, ...decided } = await steps.think(sequentialId, () => decide(current));
    if (text === undefined) return { ...decided, version: found.version };
    const kept = await versionsKept(steps, policy, found, options);
    const version = await steps.write({ found, text, options, kept });
    if (version !== undefined) return { ...decided, version };
  }
  throw new StoreBusy('too many others write the same metadata');
}

async function versionsKept(
  steps: EditSteps,
  policy: VersionPolicy,
  found: WrittenRow,
  { by, keepReplaced = false }: EditOptions,
): Promise<VersionChanges | undefined> {
  const { now, sequentialId } = found;
  const mustKeep = keepReplaced || by === 'server';
  const due = isDue(policy, found, { now, sessionId: found.activeSessionId, mustKeep });
  if (due === 'no') return undefined;
  const isElsewhere = found.sessionId !== null && found.sessionId !== found.activeSessionId;
  const [rows, isOutlived] = await Promise.all([
    steps.listVersions({ sequentialId, first: 0, last: newestVersion }),
    isElsewhere && steps.findOutlived(sequentialId),
  ]);
  const replaced = {
    ...found,
    sessionId: isOutlived ? null : found.sessionId,
    by: found.byServer ? 'server' : 'player',
    text: found.text ?? undefined,
  } as const;
  return steps.think(sequentialId, () =>
    keepVersion(policy, rows, replaced, { now, milestone: due === 'milestone' }),
  );
}
