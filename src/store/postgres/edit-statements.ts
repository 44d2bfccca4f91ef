// The statements of writes that depend on the state that they find: the look-up of the state and of the outcome under the
// idempotency key, and the write by compare-and-swap. Each takes the calls of many players, a player at most once.
import { IDEMPOTENCY_KEY_SECONDS } from '../../limits.ts';
import type { AuditedAs } from '../ports/audit.ts';
import type { IdempotencyKey } from '../ports/idempotency.ts';
import type { EditOptions } from '../ports/metadata.ts';
import { type NewAuditRow, toAuditRow } from '../shared/audit.ts';
import type { FoundKey, StoredOutcome } from '../shared/idempotency.ts';
import type { MetadataRow, WrittenRow } from '../shared/metadata-rows.ts';
import type { VersionChanges } from '../shared/versions.ts';
import { bigints, booleans, packedTexts, rareTexts, uuids } from './arrays.ts';
import { auditColumns } from './audit.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import { type KeyOwner, onTableOf } from './idempotency-keys.ts';
import { entryColumns } from './index-entries.ts';
import type { IndexLease } from './index-lease.ts';
import editMetadata from './sql/edit-metadata.sql' with { type: 'text' };
import findForEdit from './sql/find-for-edit.sql' with { type: 'text' };
import findOutlived from './sql/find-outlived.sql' with { type: 'text' };
import { storedColumns } from './versions.ts';

/** A player's metadata as a write finds it, with the active session, the time and the outcome under the key of the call. */
export interface FoundState extends MetadataRow, WrittenRow {
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
  /** Null where no outcome is stored under the key, or the call has no key; then so are the other columns of the outcome. */
  readonly fingerprint: string | null;
}

/** The outcome that is stored under the key of the call. */
export const usedKeyOf = (found: FoundState): FoundKey | undefined =>
  found.fingerprint === null ? undefined : (found as FoundState & FoundKey);

export interface Find {
  readonly sequentialId: number;
  readonly idempotencyKey?: IdempotencyKey | undefined;
}

export interface Edit {
  readonly found: FoundState;
  /** The new text, null to remove it; undefined where the outcome under the key is all that is written. */
  readonly text: string | null | undefined;
  readonly options: EditOptions;
  readonly kept: VersionChanges | undefined;
  /** The outcome to store with the write; undefined without an idempotency key. */
  readonly outcome: StoredOutcome | undefined;
}

const retentionMilliseconds = IDEMPOTENCY_KEY_SECONDS * 1000;

/**
 * The statements of edits. Each takes many calls and answers one result for each, in order.
 * @param owner of the idempotency keys of the calls that have one.
 */
export function editStatements(
  {
    now,
    sessionTimeoutMilliseconds: timeout,
    indexLease,
  }: Pick<Database, 'now' | 'sessionTimeoutMilliseconds'> & {
    readonly indexLease: Pick<IndexLease, 'current'>;
  },
  owner: KeyOwner = 'player',
) {
  const [findStatement, writeStatement] = [onTableOf(owner, findForEdit), onTableOf(owner, editMetadata)];
  return {
    async find(queries: Queries, calls: readonly Find[]): Promise<(FoundState | undefined)[]> {
      const ids = bigints(calls.map(({ sequentialId }) => sequentialId));
      const keys = rareTexts(calls.map(({ idempotencyKey }) => idempotencyKey?.key ?? null));
      const parameters = [ids, now(), timeout, keys, retentionMilliseconds];
      const rows = await queries.query<FoundState>(findStatement, parameters);
      const byId = new Map(rows.map((row) => [row.sequentialId, row]));
      return calls.map(({ sequentialId }) => byId.get(sequentialId));
    },

    /** Answers for each player whether the session in the row had ended before the state was written. */
    async wereSessionsOver(queries: Queries, ids: readonly number[]): Promise<boolean[]> {
      const rows = await queries.query<{ sequentialId: number }>(findOutlived, [bigints(ids), timeout]);
      const over = new Set(rows.map((row) => row.sequentialId));
      return ids.map((id) => over.has(id));
    },

    /**
     * Answers for each edit whether it took effect. An edit takes none when its state is no longer the one that was found, when
     * its session has ended, or when its key was used meanwhile.
     */
    async write(queries: Queries, edits: readonly Edit[]): Promise<boolean[]> {
      const sorted = edits.toSorted((a, b) => a.found.sequentialId - b.found.sequentialId);
      const indexes = await indexLease.current(queries);
      const parameters = [
        ...editColumns(sorted),
        now(),
        timeout,
        ...versionColumns(sorted),
        rareTexts(sorted.map(({ options }) => options.audited?.author.keyId ?? null)),
        ...auditColumns(sorted.flatMap(auditRowsOf)),
        indexes.newest,
        ...entryColumns(
          indexes,
          sorted.map(({ text }) => text ?? null),
        ),
        ...keyColumns(sorted),
        retentionMilliseconds,
      ];
      const rows = await queries.query<{ sequentialId: number }>(writeStatement, parameters);
      const written = new Set(rows.map((row) => row.sequentialId));
      return edits.map((edit) => written.has(edit.found.sequentialId));
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
    ...packedTexts(edits.map(({ text }) => text ?? null)),
  ];
}

const auditRowsOf = ({ found, text, options }: Edit): readonly NewAuditRow[] =>
  options.audited && text !== undefined ? [auditRowOf(found, options.audited)] : [];

const auditRowOf = (found: FoundState, audited: AuditedAs): NewAuditRow =>
  toAuditRow(audited, found.sequentialId, { version: found.version + 1 });

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

/** The keys with their outcomes. All columns are null where no edit of the batch has a key. */
function keyColumns(edits: readonly Edit[]): unknown[] {
  if (edits.every(({ outcome }) => outcome === undefined)) return noKeys;
  return [
    booleans(edits.map(({ text }) => text === undefined)),
    rareTexts(edits.map(({ options }) => options.idempotencyKey?.key ?? null)),
    rareTexts(edits.map(({ options }) => options.idempotencyKey?.fingerprint ?? null)),
    ...packedTexts(edits.map(({ outcome }) => outcome?.outcome ?? null)),
    ...packedTexts(edits.map(({ outcome }) => outcome?.briefOutcome ?? null)),
  ];
}

const noKeys: unknown[] = Array.from({ length: 9 }, () => null);
