// Metadata in SQLite: the submitted text and a count of its changes, one row per player, and the kept versions beside it.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import type { Decision, EditOptions, Metadata, MetadataStore, Repeated, Saved } from '../ports/metadata.ts';
import type { Suspended } from '../ports/suspensions.ts';
import { toAuditRow } from '../shared/audit.ts';
import type { ChangeNotices } from '../shared/change-notices.ts';
import { changeTold, type ToldBytes, type ToldChange, withMembers } from '../shared/events.ts';
import { lookups, servers } from '../shared/fair-queue.ts';
import type { BriefEdited } from '../shared/idempotency.ts';
import { isLastWrite, withLastWrite } from '../shared/installations.ts';
import { noLabel } from '../shared/labels.ts';
import { losesMostBytes, type Shrinkage, shrinkageOf } from '../shared/losses.ts';
import {
  type DatedRow,
  toDatedMetadata,
  toFoundMetadata,
  toMetadata,
  toWrittenState,
  type WrittenRow,
} from '../shared/metadata-rows.ts';
import { isRequiredSession } from '../shared/session-rules.ts';
import { suspensionAt } from '../shared/suspensions.ts';
import { keepsVersions, reasonToKeep, type VersionPolicy } from '../shared/versions.ts';
import type { InsertAudit } from './audit.ts';
import { findSuspensionEnd, hasActivityAfter } from './expressions.ts';
import type { RunOnce } from './idempotency-keys.ts';
import type { IndexEntries } from './index-entries.ts';
import type { LossMarks } from './losses.ts';
import type { Reader } from './reader.ts';
import type { Tell } from './tell.ts';
import type { VersionTable } from './versions.ts';
import type { Writer } from './writer.ts';

/** The options of a plain save, made once. */
const noOptions: EditOptions = {};

/** The facts that a write needs about the state that it replaces. */
interface ReplacedRow extends WrittenRow, Partial<ToldBytes> {
  readonly keptAt: number | null;
  /** UTF-8 bytes of the text; null for none. */
  readonly bytes: number | null;
  readonly activeSessionId: string | null;
  /** The player has a right entry for each declared index up to this id. */
  readonly indexedUpTo: number;
  /** Read only where the write keeps up indexes. */
  readonly foldedName?: string | null;
  /** Read only where the write tells an event. */
  readonly text?: string | null;
  readonly suspendedUntil: number | null;
}

/** A row as its own player reads it. */
type FoundRow = DatedRow & Pick<ReplacedRow, 'suspendedUntil'>;
type UpdateColumns = [
  sequentialId: number,
  text: string | null,
  version: number,
  writtenAt: number,
  sessionId: string | null,
  byServer: number,
  keptAt: number | null,
  keyId: string | null,
];

/** The last writes of the installations, in hexadecimal. */
interface LastWritesRow {
  readonly lastWrites: string | null;
}

export interface MetadataStoreOptions {
  readonly db: Database;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly runOnce: RunOnce;
  readonly clock: Clock;
  readonly sessionTimeout: number;
  readonly policy: VersionPolicy;
  readonly versions: VersionTable;
  readonly insertAudit: InsertAudit;
  readonly entries: IndexEntries;
  readonly marks: LossMarks;
  readonly notices: ChangeNotices;
  readonly tell: Tell;
}

export function metadataStore(options: MetadataStoreOptions): MetadataStore {
  const {
    db,
    writer,
    reader,
    runOnce,
    clock,
    sessionTimeout,
    policy,
    versions,
    insertAudit,
    entries,
    marks,
    notices,
    tell,
  } = options;
  // A scalar subquery, since SQLite takes four times as long for the same as a join (bench of 2026-11-21).
  const findRow = `SELECT (SELECT player_id FROM players WHERE sequential_id = ?1) AS playerId, text, version,
      written_at AS writtenAt, suspended_until AS suspendedUntil
    FROM metadata WHERE sequential_id = ?1`;
  const find = reader.db.query<FoundRow, [number]>(findRow);
  const findOwn = reader.db.query<Omit<FoundRow, 'playerId'>, [number]>(
    `SELECT text, version, written_at AS writtenAt, suspended_until AS suspendedUntil
     FROM metadata WHERE sequential_id = ?1`,
  );
  const findReader = reader.db.query<Pick<ReplacedRow, 'suspendedUntil'>, [number]>(findSuspensionEnd);
  const sizeOf = reader.db.query<{ bytes: number | null }, [number]>(
    'SELECT octet_length(text) AS bytes FROM metadata WHERE sequential_id = ?1',
  );
  const findToWrite = db.query<DatedRow, [number]>(findRow);
  // Two statements within the writer's transaction: RETURNING takes twice as long (bench of 2026-11-21).
  const selectForEdit = (more = ''): string =>
    `SELECT version, written_at AS writtenAt, written_session_id AS sessionId, by_server AS byServer, written_key_id AS keyId, kept_at AS keptAt, octet_length(text) AS bytes,
       suspended_until AS suspendedUntil,
       (SELECT session_id FROM active_sessions WHERE sequential_id = ?1 AND ${hasActivityAfter('?2')}) AS activeSessionId,
       iif(indexed_version = version, index_set, 0) AS indexedUpTo${more}
     FROM metadata WHERE sequential_id = ?1`;
  const text = tell.metadata ? ', text, told_period AS toldPeriod, told_bytes AS toldBytes' : '';
  const findPlainForEdit = db.query<ReplacedRow, [number, number]>(selectForEdit(text));
  const findIndexedForEdit = db.query<ReplacedRow, [number, number]>(
    selectForEdit(`, folded_name AS foldedName${text}`),
  );
  const setColumns = `text = ?2, version = ?3, written_at = ?4, written_session_id = ?5, by_server = ?6, kept_at = ?7,
    written_key_id = ?8`;
  const findLastWrites = db.query<LastWritesRow, [number]>(
    "SELECT nullif(lower(hex(last_writes)), '') AS lastWrites FROM metadata WHERE sequential_id = ?1",
  );
  const noteLastWrite = db.query<object, [number, string]>(
    'UPDATE metadata SET last_writes = unhex(?2) WHERE sequential_id = ?1',
  );
  /** Written where events are told, from a parameter on. */
  const setTold = (first: number): string =>
    tell.metadata ? `, told_period = ?${first}, told_bytes = ?${first + 1}` : '';
  const update = db.query<object, [...UpdateColumns, ...number[]]>(
    `UPDATE metadata SET ${setColumns}${setTold(9)} WHERE sequential_id = ?1`,
  );
  const updateIndexed = db.query<
    object,
    [...UpdateColumns, number, string | null, string | null, ...number[]]
  >(
    `UPDATE metadata SET ${setColumns}, index_set = ?9, indexed_version = ?3, label = ?10, folded_name = ?11,
       label_version = ?3${setTold(12)}
     WHERE sequential_id = ?1`,
  );

  const toldOf = (row: ReplacedRow, change: Omit<ToldChange, 'before'>, options: EditOptions, now: number) =>
    withMembers(
      changeTold({ ...change, before: row.text ?? null }, options),
      { toldPeriod: row.toldPeriod ?? null, toldBytes: row.toldBytes ?? null },
      now,
    );

  /** Almost nobody is suspended, and reading the clock takes as long as reading a column. */
  const suspensionIn = ({ suspendedUntil }: Pick<FoundRow, 'suspendedUntil'>) =>
    suspendedUntil === null ? undefined : suspensionAt(suspendedUntil, clock.now());

  const findForEdit = (sequentialId: number, timedOut: number): ReplacedRow | null =>
    (entries.set.newest === 0 ? findPlainForEdit : findIndexedForEdit).get(sequentialId, timedOut);

  function findAll(sequentialIds: readonly number[], maxBytes: number) {
    const bytes = sequentialIds.reduce((sum, id) => sum + (sizeOf.get(id)?.bytes ?? 0), 0);
    if (bytes > maxBytes) return bytes;
    return sequentialIds.flatMap((sequentialId) => {
      const row = find.get(sequentialId);
      return row ? [{ sequentialId, ...toMetadata(row) }] : [];
    });
  }

  /** @param found the text that is replaced, where it was read; null for none. @returns the new version */
  function replace(
    sequentialId: number,
    row: ReplacedRow,
    text: string | null,
    options: EditOptions,
    now: number,
    found?: string | null,
  ): number {
    const version = row.version + 1;
    const reason = reasonToKeep(policy, row, options, now);
    let { keptAt } = row;
    let shrinkage: Shrinkage | undefined;
    if (reason || found !== undefined || losesMostBytes(policy, row.bytes, text)) {
      const replaced = found === undefined ? findToWrite.get(sequentialId)?.text : found;
      shrinkage = shrinkageOf(policy, replaced, text, options);
      if (shrinkage)
        marks.mark(shrinkage, { sequentialId, version, lostAt: now }, options, row.activeSessionId);
      if (reason || (shrinkage && keepsVersions(policy, row))) {
        const state = toWrittenState(row, replaced);
        keptAt = versions.keep(sequentialId, state, now, reason !== 'interval' || shrinkage !== undefined);
      }
    }
    if (options.restored !== undefined) marks.end(sequentialId, options.restored, now);
    const byServer = options.by === 'server' ? 1 : 0;
    const keyId = options.audited?.author.keyId ?? null;
    const { newest, labelOf } = entries.set;
    const event = tell.metadata ? toldOf(row, { version, after: text, shrinkage }, options, now) : undefined;
    const counted = event ? [event.toldPeriod, event.toldBytes] : [];
    if (newest === 0)
      update.run(sequentialId, text, version, now, row.activeSessionId, byServer, keptAt, keyId, ...counted);
    else {
      const { activeSessionId, indexedUpTo } = row;
      const { label, foldedName } = labelOf?.(text) ?? noLabel;
      updateIndexed.run(
        ...([sequentialId, text, version, now, activeSessionId, byServer, keptAt, keyId] as const),
        ...([newest, label, foldedName] as const),
        ...counted,
      );
      entries.rename(sequentialId, row.foldedName ?? null, foldedName);
      if (indexedUpTo >= newest) entries.update(sequentialId, text);
      else entries.put(sequentialId, text);
    }
    if (options.audited) insertAudit(toAuditRow(options.audited, sequentialId, { version }), now);
    if (event) tell.event(sequentialId, event.told, now);
    notices.tell(sequentialId);
    return version;
  }

  function save(sequentialId: number, text: string, now: number): Saved | Suspended | undefined {
    const row = findForEdit(sequentialId, now - sessionTimeout);
    if (!row) return undefined;
    const suspendedUntil = suspensionAt(row.suspendedUntil, now);
    return suspendedUntil === undefined
      ? { version: replace(sequentialId, row, text, noOptions, now), writtenAt: now }
      : { suspendedUntil };
  }

  function edit<Answer>(
    sequentialId: number,
    decide: (current: Metadata) => Decision<Answer>,
    options: EditOptions,
    now: number,
  ): BriefEdited<Answer> | Repeated | 'session-not-current' | Suspended | undefined {
    const row = findForEdit(sequentialId, now - sessionTimeout);
    const current = row && findToWrite.get(sequentialId);
    if (!current) return undefined;
    const suspendedUntil = options.by === 'server' ? undefined : suspensionAt(row.suspendedUntil, now);
    if (suspendedUntil !== undefined) return { suspendedUntil };
    const { installationWrite } = options;
    const lastWrites = (installationWrite && findLastWrites.get(sequentialId)?.lastWrites) ?? null;
    if (installationWrite && isLastWrite(lastWrites, installationWrite))
      return { repeated: toDatedMetadata(current) };
    if (!isRequiredSession(options.sessionId, row.activeSessionId)) return 'session-not-current';
    const { text, ...decided } = decide(toMetadata(current));
    if (text === undefined) return { ...decided, version: row.version, writtenAt: row.writtenAt };
    const version = replace(sequentialId, row, text, options, now, current.text);
    if (installationWrite) noteLastWrite.run(sequentialId, withLastWrite(lastWrites, installationWrite));
    return { ...decided, version, writtenAt: now };
  }

  return {
    find: (sequentialId, playerId) =>
      reader.read(() => {
        if (playerId === undefined) {
          const row = find.get(sequentialId);
          return row ? toFoundMetadata(row.playerId, row, suspensionIn(row)) : undefined;
        }
        const row = findOwn.get(sequentialId);
        return row ? toFoundMetadata(playerId, row, suspensionIn(row)) : undefined;
      }, sequentialId),
    findAsReader: (readerId, sequentialId) =>
      reader.read(() => {
        const readerRow = findReader.get(readerId);
        if (!readerRow) return 'reader-not-found';
        const suspendedUntil = suspensionAt(readerRow.suspendedUntil, clock.now());
        if (suspendedUntil !== undefined) return { suspendedUntil };
        const row = find.get(sequentialId);
        return row ? toMetadata(row) : undefined;
      }, readerId),
    list: (sequentialIds, maxBytes) => reader.read(() => findAll(sequentialIds, maxBytes), lookups),
    save: (sequentialId, text) => writer.write((now) => save(sequentialId, text, now), sequentialId),
    edit: (sequentialId, decide, options = {}) =>
      writer.write(
        (now) =>
          runOnce(sequentialId, options.idempotencyKey, now, () => edit(sequentialId, decide, options, now)),
        options.by === 'server' ? servers : sequentialId,
      ),
  };
}
