// The import of records into SQLite, within a transaction of the caller. Existing records stay as they are.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { StoreUnusable } from '../ports/errors.ts';
import {
  type ActiveSessionRecord,
  type AuditEntryRecord,
  type EndedSessionRecord,
  type ErasedPlayerRecord,
  fromVersionRecord,
  type Imported,
  type MetadataVersionRecord,
  type PlayerRecord,
  type TransferRecord,
} from '../ports/transfer.ts';
import { noPlayerId, writtenVersion } from '../shared/audit.ts';
import { createIndexEntries, type IndexEntries } from './index-entries.ts';
import { digest } from './players.ts';
import { statisticsImportOn } from './statistics-transfer.ts';
import { putVersionOn } from './versions.ts';

/** The result for one record. */
type Outcome = keyof Imported;

/** Prepares the statements of an import. */
export function importRecordsOn(db: Database): (records: readonly TransferRecord[]) => Imported {
  const entries = createIndexEntries(db);
  const importErased = erasedPlayersOn(db);
  const importPlayer = playersOn(db, entries);
  const importVersion = versionsOn(db);
  const importActive = activeSessionsOn(db);
  const statistics = statisticsImportOn(db);
  const importEnded = endedSessionsOn(db, statistics.isAccepted);
  const importAudit = auditEntriesOn(db);

  function importRecord(record: TransferRecord): Outcome {
    switch (record.type) {
      case 'erased-player':
        return importErased(record);
      case 'player':
        return importPlayer(record);
      case 'metadata-version':
        return importVersion(record);
      case 'active-session':
        return importActive(record);
      case 'statistics':
        return statistics.head(record);
      case 'statistics-day':
        return statistics.day(record);
      case 'statistics-player':
        return statistics.player(record);
      case 'ended-session':
        return importEnded(record);
      case 'audit-entry':
        return importAudit(record);
    }
  }

  return (records) => {
    entries.refresh();
    const imported = { added: 0, present: 0, left: 0 };
    for (const record of records) imported[importRecord(record)] += 1;
    return imported;
  };
}

function erasedPlayersOn(db: Database): (row: ErasedPlayerRecord) => Outcome {
  const insert = db.query<object, [string, number]>(
    'INSERT OR IGNORE INTO erased_players (player_digest, erased_at) VALUES (unhex(?1), ?2)',
  );
  return (row) => (insert.run(row.digest, row.erasedAt).changes > 0 ? 'added' : 'present');
}

function playersOn(db: Database, entries: IndexEntries): (row: PlayerRecord) => Outcome {
  const erasedSince = db.query<object, [Uint8Array, number]>(
    'SELECT 1 FROM erased_players WHERE player_digest = ?1 AND erased_at >= ?2',
  );
  const insert = db.query<object, [number, string, number]>(
    'INSERT OR IGNORE INTO players (sequential_id, player_id, registered_at) VALUES (?1, ?2, ?3)',
  );
  const find = db.query<object, [number, string]>(
    'SELECT 1 FROM players WHERE sequential_id = ?1 AND player_id = ?2',
  );
  const insertMetadata = db.query<object, SQLQueryBindings[]>(
    `INSERT OR IGNORE INTO metadata (sequential_id, text, version, written_at, by_server, written_session_id, kept_at, written_key_id,
       suspended_until, suspension_reason, last_seen_at, index_set, indexed_version)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?3)`,
  );
  const isSame = db.query<object, [number, number, string | null]>(
    'SELECT 1 FROM metadata WHERE sequential_id = ?1 AND version = ?2 AND text IS ?3',
  );
  return (row) => {
    const { sequentialId, playerId, metadataText, metadataVersion } = row;
    if (erasedSince.get(digest(playerId), row.registeredAt)) return 'left';
    insert.run(sequentialId, playerId, row.registeredAt);
    if (!find.get(sequentialId, playerId)) throw otherPlayer(row);
    const { changes } = insertMetadata.run(
      sequentialId,
      metadataText,
      metadataVersion,
      row.writtenAt,
      row.writtenBy === 'server' ? 1 : 0,
      row.sessionId,
      row.keptAt,
      row.keyId,
      row.suspendedUntil,
      row.suspensionReason,
      row.lastSeenAt,
      metadataVersion > 0 ? entries.set.newest : 0,
    );
    // Metadata that was never written has no entries.
    if (changes > 0 && metadataVersion > 0) entries.put(sequentialId, metadataText);
    if (changes > 0) return 'added';
    return isSame.get(sequentialId, metadataVersion, metadataText) ? 'present' : 'left';
  };
}

function otherPlayer({ playerId, sequentialId }: PlayerRecord): StoreUnusable {
  const name = JSON.stringify(playerId);
  return new StoreUnusable(
    `the database has another player named ${name} or numbered ${sequentialId}; import into an empty one`,
  );
}

/**
 * A file may be newer than the database. Then it has versions that the database has not reached yet, and versions based on these.
 */
function versionsOn(db: Database): (row: MetadataVersionRecord) => Outcome {
  const isPast = db.query<object, [number, number, number | null]>(
    `SELECT 1 FROM metadata WHERE sequential_id = ?1 AND version > ?2 AND (?3 IS NULL
       OR EXISTS (SELECT 1 FROM metadata_versions WHERE sequential_id = ?1 AND version = ?3))`,
  );
  const put = putVersionOn(db, 'leave');
  const isPresent = db.query<object, [number, number]>(
    'SELECT 1 FROM metadata_versions WHERE sequential_id = ?1 AND version = ?2',
  );
  return (row) => {
    const { sequentialId, version, baseVersion } = row;
    if (isPast.get(sequentialId, version, baseVersion) && put(sequentialId, fromVersionRecord(row)))
      return 'added';
    return isPresent.get(sequentialId, version) ? 'present' : 'left';
  };
}

function activeSessionsOn(db: Database): (row: ActiveSessionRecord) => Outcome {
  const insert = db.query<object, [number, string, number, number, string | null]>(
    `INSERT OR IGNORE INTO active_sessions (sequential_id, session_id, started_at, last_activity, context)
     SELECT ?1, ?2, ?3, ?4, ?5
     WHERE NOT EXISTS (SELECT 1 FROM ended_sessions WHERE sequential_id = ?1 AND session_id = ?2)
       AND EXISTS (SELECT 1 FROM players WHERE sequential_id = ?1)`,
  );
  const isPresent = db.query<object, [number, string]>(
    'SELECT 1 FROM active_sessions WHERE sequential_id = ?1 AND session_id = ?2',
  );
  return ({ sequentialId, sessionId, startedAt, lastActivity, context }) => {
    if (insert.run(sequentialId, sessionId, startedAt, lastActivity, context).changes > 0) return 'added';
    return isPresent.get(sequentialId, sessionId) ? 'present' : 'left';
  };
}

/** The context of a player who was erased meanwhile is left out. */
/** @param marksHold says whether the statistics of the export are those of the database. */
function endedSessionsOn(db: Database, marksHold: () => boolean): (row: EndedSessionRecord) => Outcome {
  const insert = db.query<object, [number, number, string, number, string, string | null, number]>(
    `INSERT OR IGNORE INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context, counted)
     VALUES (?1, ?2, ?3, ?4, ?5, iif(EXISTS (SELECT 1 FROM metadata WHERE sequential_id = ?1), ?6, NULL), ?7)`,
  );
  return ({ sequentialId, endedAt, sessionId, startedAt, reason, context, counted }) => {
    const mark = marksHold() ? (counted ?? 0) : 0;
    const { changes } = insert.run(sequentialId, endedAt, sessionId, startedAt, reason, context, mark);
    return changes > 0 ? 'added' : 'present';
  };
}

/** An entry about a write that the metadata here has not seen is left out, like a kept version newer than the metadata. */
function auditEntriesOn(db: Database): (row: AuditEntryRecord) => Outcome {
  const insert = db.query<object, SQLQueryBindings[]>(
    `INSERT OR IGNORE INTO audit_entries (sequential_id, at, audit_id, key_id, key_name, action, detail, request_id)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`,
  );
  const isOlder = db.query<object, [number, number]>(
    'SELECT 1 FROM metadata WHERE sequential_id = ?1 AND version < ?2',
  );
  return (row) => {
    const { at, auditId, keyId, keyName, action, detail, requestId } = row;
    const sequentialId = row.sequentialId ?? noPlayerId;
    const version = writtenVersion(row);
    if (version !== undefined && isOlder.get(sequentialId, version)) return 'left';
    const { changes } = insert.run(sequentialId, at, auditId, keyId, keyName, action, detail, requestId);
    return changes > 0 ? 'added' : 'present';
  };
}
