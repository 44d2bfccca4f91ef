// Writes of metadata that depend on the state that they find, by compare-and-swap: read, decide, write if the state is still the
// same, otherwise begin again. No lock is held in between. An attempt fails only when another write succeeded.
import { EDIT_ATTEMPTS } from '../../limits.ts';
import type { AuditedAs } from '../ports/audit.ts';
import { StoreBusy } from '../ports/errors.ts';
import type { Decision, EditOptions, Metadata } from '../ports/metadata.ts';
import type { Suspended } from '../ports/suspensions.ts';
import { type NewAuditRow, toAuditRow } from '../shared/audit.ts';
import type { CpuScheduler } from '../shared/cpu-scheduler.ts';
import { servers } from '../shared/fair-queue.ts';
import type { BriefEdited } from '../shared/idempotency.ts';
import { type MetadataRow, toMetadata, toWrittenState, type WrittenRow } from '../shared/metadata-rows.ts';
import { isRequiredSession } from '../shared/session-rules.ts';
import { suspensionOf } from '../shared/suspensions.ts';
import type { VersionRange } from '../shared/version-reads.ts';
import {
  keepVersion,
  reasonToKeep,
  type VersionChanges,
  type VersionPolicy,
  type VersionRow,
} from '../shared/versions.ts';
import { bigints, booleans, packedTexts, rareTexts, uuids } from './arrays.ts';
import { auditColumns } from './audit.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import { entryColumns } from './index-entries.ts';
import type { IndexLease } from './index-lease.ts';
import editMetadata from './sql/edit-metadata.sql' with { type: 'text' };
import findForEdit from './sql/find-for-edit.sql' with { type: 'text' };
import findOutlived from './sql/find-outlived.sql' with { type: 'text' };
import { storedColumns } from './versions.ts';

/** A player's metadata as a write finds it, with the active session and the time. */
interface FoundState extends MetadataRow, WrittenRow {
  readonly sequentialId: number;
  /** The session of the last write that looked for one. It may have ended before the state was written: `wasSessionOver`. */
  readonly sessionId: string | null;
  readonly keptAt: number | null;
  /** Sessions that were started since a write last looked for the active one. */
  readonly unseenStarts: number;
  /** The end of a suspension that is not over. */
  readonly suspendedUntil: number | null;
  readonly activeSessionId: string | null;
  readonly now: number;
}

export interface Edit {
  readonly found: FoundState;
  readonly text: string | null;
  readonly options: EditOptions;
  readonly kept: VersionChanges | undefined;
}

const newestVersion = Number.MAX_SAFE_INTEGER;

/** The statements of an edit. Each takes many calls and answers one result for each, in order. */
export function editStatements({
  now,
  sessionTimeoutMilliseconds: timeout,
  indexLease,
}: Pick<Database, 'now' | 'sessionTimeoutMilliseconds'> & {
  readonly indexLease: Pick<IndexLease, 'current'>;
}) {
  return {
    async find(queries: Queries, ids: readonly number[]): Promise<(FoundState | undefined)[]> {
      const rows = await queries.query<FoundState>(findForEdit, [bigints(ids), now(), timeout]);
      const byId = new Map(rows.map((row) => [row.sequentialId, row]));
      return ids.map((id) => byId.get(id));
    },

    /** Answers for each player whether the session in the row had ended before the state was written. */
    async wereSessionsOver(queries: Queries, ids: readonly number[]): Promise<boolean[]> {
      const rows = await queries.query<{ sequentialId: number }>(findOutlived, [bigints(ids), timeout]);
      const over = new Set(rows.map((row) => row.sequentialId));
      return ids.map((id) => over.has(id));
    },

    /** Answers the new versions; undefined for a state that is no longer the one that was found. */
    async write(queries: Queries, edits: readonly Edit[]): Promise<(number | undefined)[]> {
      const sorted = edits.toSorted((a, b) => a.found.sequentialId - b.found.sequentialId);
      const indexes = await indexLease.current(queries);
      const parameters = [
        ...editColumns(sorted),
        now(),
        timeout,
        ...versionColumns(sorted),
        rareTexts(sorted.map(({ options }) => options.audited?.author.keyId ?? null)),
        ...auditColumns(sorted.flatMap(({ found, options }) => auditRowOf(found, options.audited) ?? [])),
        indexes.newest,
        ...entryColumns(
          indexes,
          sorted.map(({ text }) => text),
        ),
      ];
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

const auditRowOf = (found: FoundState, audited: AuditedAs | undefined): NewAuditRow | undefined =>
  audited && toAuditRow(audited, found.sequentialId, { version: found.version + 1 });

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

/** The steps of an edit for one player. Each runs in a batch with steps of other players, or in a transaction of its own. */
export interface EditSteps {
  find(sequentialId: number): Promise<FoundState | undefined>;
  wasSessionOver(sequentialId: number): Promise<boolean>;
  listVersions(range: VersionRange): Promise<readonly VersionRow[]>;
  write(edit: Edit): Promise<number | undefined>;
  /** Runs work of a player, or of servers, that keeps the thread: a patch, the compression of a text. */
  readonly compute: CpuScheduler['run'];
}

export const editSize = ({ text, kept }: Edit): number =>
  (kept?.put ?? []).reduce((size, row) => size + row.content.length, text?.length ?? 0);

/** The key by which the thread's time is fair: all servers share one. */
const accountOf = (sequentialId: number, { by }: EditOptions): number =>
  by === 'server' ? servers : sequentialId;

export async function editWith<Answer>(
  steps: EditSteps,
  policy: VersionPolicy,
  {
    sequentialId,
    decide,
    options,
  }: { sequentialId: number; decide: (current: Metadata) => Decision<Answer>; options: EditOptions },
): Promise<BriefEdited<Answer> | 'session-not-current' | Suspended | undefined> {
  for (let attempt = 1; attempt <= EDIT_ATTEMPTS; attempt += 1) {
    const found = await steps.find(sequentialId);
    if (!found) return undefined;
    const suspendedUntil = options.by === 'server' ? undefined : suspensionOf(found.suspendedUntil);
    if (suspendedUntil !== undefined) return { suspendedUntil };
    if (!isRequiredSession(options.sessionId, found.activeSessionId)) return 'session-not-current';
    const current = toMetadata(found);
    const { text, ...decided } = await steps.compute(accountOf(sequentialId, options), () => decide(current));
    if (text === undefined) return { ...decided, version: found.version };
    const kept = await versionsKept(steps, policy, found, options);
    const version = await steps.write({ found, text, options, kept });
    if (version !== undefined) return { ...decided, version };
  }
  throw new StoreBusy('contendedMetadata');
}

async function versionsKept(
  steps: EditSteps,
  policy: VersionPolicy,
  found: FoundState,
  options: EditOptions,
): Promise<VersionChanges | undefined> {
  const { now, sequentialId } = found;
  const reason = reasonToKeep(policy, found, options, now);
  if (!reason) return undefined;
  const namesOtherSession = found.sessionId !== null && found.sessionId !== found.activeSessionId;
  const [rows, wasSessionOver] = await Promise.all([
    steps.listVersions({ sequentialId, first: 0, last: newestVersion }),
    namesOtherSession && steps.wasSessionOver(sequentialId),
  ]);
  const replaced = toWrittenState(
    { ...found, sessionId: wasSessionOver ? null : found.sessionId },
    found.text,
  );
  return steps.compute(accountOf(sequentialId, options), () =>
    keepVersion(policy, rows, replaced, { now, milestone: reason === 'milestone' }),
  );
}
