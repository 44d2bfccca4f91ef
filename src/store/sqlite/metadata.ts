// Metadata in SQLite: the submitted text and a counter of its changes, one row a player, and the kept versions beside it.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import type { Decision, EditOptions, Metadata, MetadataStore } from '../ports/store.ts';
import type { CpuScheduler } from '../shared/cpu-scheduler.ts';
import { lookups } from '../shared/fair-queue.ts';
import type { BriefEdited } from '../shared/idempotency.ts';
import { isDue, type VersionPolicy } from '../shared/versions.ts';
import type { Once } from './idempotency-keys.ts';
import type { Reader } from './reader.ts';
import type { SavedStates } from './saved-states.ts';
import { versionTable } from './versions.ts';
import type { Writer } from './writer.ts';

interface MetadataRow {
  readonly playerId: string;
  readonly text: string | null;
  readonly version: number;
}

/** What a write needs to know of the state that it replaces. */
interface WrittenRow {
  readonly version: number;
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly byServer: number;
  readonly keptAt: number | null;
  readonly activeSessionId: string | null;
  /** When the session that has a row, be it active or expired, was active last. */
  readonly seenAt: number | null;
}

export interface MetadataStoreOptions {
  readonly db: Database;
  readonly savedStates: SavedStates;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly once: Once;
  readonly clock: Clock;
  readonly thread: CpuScheduler;
  readonly sessionTimeout: number;
  readonly versions: VersionPolicy;
}

export function metadataStore(options: MetadataStoreOptions): MetadataStore {
  const { db, savedStates, writer, reader, once, clock, thread, sessionTimeout, versions: policy } = options;
  // A scalar subquery, since SQLite takes four times as long for the same as a join (bench of 2026-11-21).
  const findRow = `SELECT (SELECT player_id FROM players WHERE sequential_id = ?1) AS playerId, text, version
    FROM metadata WHERE sequential_id = ?1`;
  const find = reader.db.query<MetadataRow, [number]>(findRow);
  const playerExists = reader.db.query<object, [number]>('SELECT 1 FROM metadata WHERE sequential_id = ?1');
  const sizeOf = reader.db.query<{ bytes: number | null }, [number]>(
    'SELECT octet_length(text) AS bytes FROM metadata WHERE sequential_id = ?1',
  );
  const findToWrite = db.query<MetadataRow, [number]>(findRow);
  // Two statements within the writer's transaction: RETURNING takes twice as long (bench of 2026-11-21).
  const findForEdit = db.query<WrittenRow, [number, number]>(
    `SELECT version, written_at AS writtenAt, written_in AS sessionId, by_server AS byServer, kept_at AS keptAt,
       (SELECT session_id FROM active_sessions WHERE sequential_id = ?1 AND ifnull(seen_at, last_activity) > ?2) AS activeSessionId,
       (SELECT ifnull(seen_at, last_activity) FROM active_sessions WHERE sequential_id = ?1) AS seenAt
     FROM metadata WHERE sequential_id = ?1`,
  );
  const updateSaved = db.query<object, [number, string, number, number]>(
    'UPDATE metadata SET text = ?2, version = ?3, written_at = ?4 WHERE sequential_id = ?1 AND version = ?3 - 1',
  );
  const update = db.query<
    object,
    [number, string | null, number, number, string | null, number, number | null]
  >(
    `UPDATE metadata SET text = ?2, version = ?3, written_at = ?4, written_in = ?5, by_server = ?6, kept_at = ?7
     WHERE sequential_id = ?1`,
  );
  const versions = versionTable(db, { reader, writer, clock, thread, policy });

  const toMetadata = (row: MetadataRow): Metadata => ({ ...row, text: row.text ?? undefined });

  function findAll(sequentialIds: readonly number[], maxBytes: number) {
    const bytes = sequentialIds.reduce((sum, id) => sum + (sizeOf.get(id)?.bytes ?? 0), 0);
    if (bytes > maxBytes) return bytes;
    return sequentialIds.flatMap((sequentialId) => {
      const row = find.get(sequentialId);
      return row ? [{ sequentialId, ...toMetadata(row) }] : [];
    });
  }

  /** Answers the new version. */
  function replace(
    sequentialId: number,
    row: WrittenRow,
    text: string | null,
    { by = 'player', keepReplaced = false }: EditOptions,
    now: number,
  ): number {
    const version = row.version + 1;
    const mustKeep = keepReplaced || by === 'server';
    const due = isDue(policy, row, { now, sessionId: row.activeSessionId, mustKeep });
    let { keptAt } = row;
    if (due !== 'no') {
      const replaced = findToWrite.get(sequentialId);
      const state = {
        ...row,
        by: row.byServer ? 'server' : 'player',
        text: replaced?.text ?? undefined,
      } as const;
      keptAt = versions.keep(sequentialId, state, now, due === 'milestone');
    }
    update.run(sequentialId, text, version, now, row.activeSessionId, by === 'server' ? 1 : 0, keptAt);
    if (by === 'player') {
      savedStates.set(sequentialId, { version, since: now, until: savedUntil(keptAt, row) });
    }
    return version;
  }

  /** How long further saves keep nothing and are of the same session, or of none. */
  function savedUntil(keptAt: number | null, { activeSessionId, seenAt }: WrittenRow): number {
    // Expired and not swept yet, a session is active again should the clock be put back.
    if (seenAt !== null && activeSessionId === null) return 0;
    const expiry = seenAt === null ? Number.POSITIVE_INFINITY : seenAt + sessionTimeout;
    if (policy.days === 0) return expiry;
    return keptAt === null ? 0 : Math.min(expiry, keptAt + policy.intervalMilliseconds);
  }

  /** A save by the player. After another one, in the same session and soon after a kept version, it changes little. */
  function save(sequentialId: number, text: string, now: number): number | undefined {
    const saved = savedStates.find(sequentialId);
    if (saved && saved.since <= now && now < saved.until) {
      const version = saved.version + 1;
      if (updateSaved.run(sequentialId, text, version, now).changes > 0) {
        saved.version = version;
        return version;
      }
    }
    const row = findForEdit.get(sequentialId, now - sessionTimeout);
    return row ? replace(sequentialId, row, text, {}, now) : undefined;
  }

  function edit<Answer>(
    sequentialId: number,
    decide: (current: Metadata) => Decision<Answer>,
    options: EditOptions,
    now: number,
  ): BriefEdited<Answer> | 'session-not-current' | undefined {
    const row = findForEdit.get(sequentialId, now - sessionTimeout);
    const current = row && findToWrite.get(sequentialId);
    if (!current) return undefined;
    if (options.sessionId !== undefined && options.sessionId !== row.activeSessionId) {
      return 'session-not-current';
    }
    const { text, ...decided } = decide(toMetadata(current));
    if (text === undefined) return { ...decided, version: row.version };
    return { ...decided, version: replace(sequentialId, row, text, options, now) };
  }

  return {
    find: (sequentialId) =>
      reader.read(() => {
        const row = find.get(sequentialId);
        return row ? toMetadata(row) : undefined;
      }, sequentialId),
    findFor: (readerId, sequentialId) =>
      reader.read(() => {
        if (!playerExists.get(readerId)) return 'no-reader';
        const row = find.get(sequentialId);
        return row ? toMetadata(row) : undefined;
      }, readerId),
    list: (sequentialIds, maxBytes) => reader.read(() => findAll(sequentialIds, maxBytes), lookups),
    save: (sequentialId, text) => writer.write((now) => save(sequentialId, text, now), sequentialId),
    edit: (sequentialId, decide, options = {}) =>
      writer.write(
        (now) =>
          once(sequentialId, options.idempotencyKey, now, () => edit(sequentialId, decide, options, now)),
        sequentialId,
      ),
    listVersions: versions.listVersions,
    findVersion: versions.findVersion,
    deleteOld: versions.deleteOld,
  };
}
