// The statements of writes that depend on the state that they find: the look-up of the state and of the outcome under the
// idempotency key, and the write by compare-and-swap. Each takes the calls of many players, a player at most once.
import { EVENT_MEMBERS_MAX_BYTES_OF_PERIOD, IDEMPOTENCY_KEY_SECONDS } from '../../limits.ts';
import type { AuditedAs } from '../ports/audit.ts';
import type { IdempotencyKey } from '../ports/idempotency.ts';
import type { InstallationWrite } from '../ports/installations.ts';
import type { EditOptions } from '../ports/metadata.ts';
import { type NewAuditRow, toAuditRow } from '../shared/audit.ts';
import { type ToldWrite, typeNumber } from '../shared/events.ts';
import type { FoundKey, StoredOutcome } from '../shared/idempotency.ts';
import { withLastWrite } from '../shared/installations.ts';
import type { DatedRow, WrittenRow } from '../shared/metadata-rows.ts';
import type { VersionChanges } from '../shared/versions.ts';
import { auditColumns } from './audit.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import { type KeyOwner, keyTables } from './idempotency-keys.ts';
import { entryColumns } from './index-entries.ts';
import type { IndexLease } from './index-lease.ts';
import { type LossMark, markLosses } from './loss-marks.ts';
import {
  type EditMetadataRow,
  editMetadata,
  editMetadataWithEvents,
  findForEdit,
  findOutlived,
} from './sql/statements.ts';
import type { Tell } from './tell.ts';
import { storedColumns } from './versions.ts';

/** A player's metadata as a write finds it, with the active session, the time and the outcome under the key of the call. */
export interface FoundState extends DatedRow, WrittenRow {
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
  /** The last writes of the player's installations, for a call of one. */
  readonly lastWrites: string | null;
  /** Null where no outcome is stored under the key, or the call has no key; then so are the other columns of the outcome. */
  readonly fingerprint: string | null;
}

/** The outcome that is stored under the key of the call. */
export const usedKeyOf = (found: FoundState): FoundKey | undefined =>
  found.fingerprint === null ? undefined : (found as FoundState & FoundKey);

export interface Find {
  readonly sequentialId: number;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  readonly installationWrite?: InstallationWrite | undefined;
}

export interface Edit {
  readonly found: FoundState;
  /** The new text, null to remove it; undefined where the outcome under the key is all that is written. */
  readonly text: string | null | undefined;
  readonly options: EditOptions;
  readonly kept: VersionChanges | undefined;
  /** The mark of a loss; undefined for none. */
  readonly marked: LossMark | undefined;
  /** The outcome to store with the write; undefined without an idempotency key. */
  readonly outcome: StoredOutcome | undefined;
  /** The event that is told; undefined for none. */
  readonly told: ToldWrite | undefined;
}

const retentionMilliseconds = IDEMPOTENCY_KEY_SECONDS * 1000;

type EditDatabase = Pick<Database, 'now' | 'sessionTimeoutMilliseconds' | 'tell'> & {
  readonly indexLease: Pick<IndexLease, 'current'>;
};

/**
 * The statements of edits. Each takes many calls and answers one result for each, in order.
 * @param owner of the idempotency keys of the calls that have one.
 */
export function editStatements(
  { now, sessionTimeoutMilliseconds: timeout, tell, indexLease }: EditDatabase,
  owner: KeyOwner = 'player',
) {
  const table = keyTables[owner];
  return {
    async find(queries: Queries, calls: readonly Find[]): Promise<(FoundState | undefined)[]> {
      const rows: readonly FoundState[] = await queries.run(findForEdit[table], {
        ids: calls.map(({ sequentialId }) => sequentialId),
        now: now(),
        timeout,
        idempotencyKeys: calls.map(({ idempotencyKey }) => idempotencyKey?.key ?? null),
        byInstallation: calls.map(({ installationWrite }) => installationWrite !== undefined),
        retention: retentionMilliseconds,
      });
      const byId = new Map(rows.map((row) => [row.sequentialId, row]));
      return calls.map(({ sequentialId }) => byId.get(sequentialId));
    },

    /** Answers for each player whether the session in the row had ended before the state was written. */
    async wereSessionsOver(queries: Queries, ids: readonly number[]): Promise<boolean[]> {
      const rows = await queries.run(findOutlived, { ids, timeout });
      const over = new Set(rows.map((row) => row.sequentialId));
      return ids.map((id) => over.has(id));
    },

    /**
     * Answers for each edit that took effect with its row. Edits of which one has a mark (`hasMark`) run in a transaction. An edit takes none when its state is no longer the one that was found, when
     * its session has ended, or when its key was used meanwhile.
     */
    async write(queries: Queries, edits: readonly Edit[]): Promise<(EditMetadataRow | undefined)[]> {
      const sorted = edits.toSorted((a, b) => a.found.sequentialId - b.found.sequentialId);
      const indexes = await indexLease.current(queries);
      const columns = editColumns(sorted);
      const parameters = {
        ...columns,
        now: now(),
        timeout,
        ...versionColumns(sorted),
        ...auditColumns(sorted.flatMap(auditRowsOf)),
        ...entryColumns(indexes, columns.texts),
        ...keyColumns(sorted),
        retention: retentionMilliseconds,
      };
      const rows = tell.metadata
        ? await queries.run(editMetadataWithEvents[table], { ...parameters, ...toldColumns(sorted) })
        : await queries.run(editMetadata[table], parameters);
      const written = new Map(rows.map((row) => [row.sequentialId, row]));
      noteTold(tell, edits, written);
      await markLosses(queries, sorted, written);
      return edits.map((edit) => written.get(edit.found.sequentialId));
    },
  };
}

const editColumns = (edits: readonly Edit[]) => ({
  ids: edits.map(({ found }) => found.sequentialId),
  versions: edits.map(({ found }) => found.version),
  requiredSessionIds: edits.map(({ options }) => options.sessionId ?? null),
  sessionIds: edits.map(({ found }) => found.activeSessionId),
  byServer: edits.map(({ options }) => options.by === 'server'),
  keptAts: edits.map(({ kept }) => kept?.keptAt ?? null),
  newStarts: edits.map(({ found }) => found.unseenStarts),
  texts: edits.map(({ text }) => text ?? null),
  keyIds: edits.map(({ options }) => options.audited?.author.keyId ?? null),
  lastWrites: edits.map(lastWritesOf),
});

function noteTold(tell: Tell, edits: readonly Edit[], written: Pick<ReadonlySet<number>, 'has'>): void {
  for (const { found, told } of edits) if (told && written.has(found.sequentialId)) tell.wrote(told.type, 1);
}

const toldColumns = (edits: readonly Edit[]) => ({
  toldTypes: edits.map(({ told }) => (told ? typeNumber(told.type) : null)),
  toldData: edits.map(({ told }) => told?.data ?? null),
  toldPersonal: edits.map(({ told }) => told?.personal ?? null),
  toldMembers: edits.map(({ told }) => told?.members ?? null),
  mostMemberBytes: EVENT_MEMBERS_MAX_BYTES_OF_PERIOD,
});

/** The list after the edit; null for one without an installation. */
const lastWritesOf = ({ found, options: { installationWrite } }: Edit): string | null =>
  installationWrite ? withLastWrite(found.lastWrites, installationWrite) : null;

const auditRowsOf = ({ found, text, options }: Edit): readonly NewAuditRow[] =>
  options.audited && text !== undefined ? [auditRowOf(found, options.audited)] : [];

const auditRowOf = (found: FoundState, audited: AuditedAs): NewAuditRow =>
  toAuditRow(audited, found.sequentialId, { version: found.version + 1 });

function versionColumns(edits: readonly Edit[]) {
  const dropped = edits.flatMap(({ found, kept }) =>
    (kept?.drop ?? []).map((version) => ({ id: found.sequentialId, version })),
  );
  const put = edits.flatMap(({ found, kept }) =>
    (kept?.put ?? []).map((row) => ({ ...row, sequentialId: found.sequentialId })),
  );
  return {
    droppedIds: dropped.map(({ id }) => id),
    droppedVersions: dropped.map(({ version }) => version),
    ...storedColumns(put),
  };
}

/** The keys with their outcomes, null for an edit without one. */
const keyColumns = (edits: readonly Edit[]) => ({
  isUnchanged: edits.map(({ text }) => text === undefined),
  idempotencyKeys: edits.map(({ options }) => options.idempotencyKey?.key ?? null),
  fingerprints: edits.map(({ options }) => options.idempotencyKey?.fingerprint ?? null),
  outcomes: edits.map(({ outcome }) => outcome?.outcome ?? null),
  briefOutcomes: edits.map(({ outcome }) => outcome?.briefOutcome ?? null),
});
