// The import of records into SQLite, within a transaction of the caller. Existing records stay as they are.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { writtenVersion } from '../ports/audit.ts';
import { OtherPlayers } from '../ports/errors.ts';
import { auditEntries } from '../ports/rows/audit.ts';
import { erasedPlayers } from '../ports/rows/others.ts';
import { players } from '../ports/rows/players.ts';
import { activeSessions, endedSessions } from '../ports/rows/sessions.ts';
import {
  type ActiveSessionRecord,
  type AuditEntryRecord,
  type EndedSessionRecord,
  type ErasedPlayerRecord,
  fromVersionRecord,
  type Imported,
  type MetadataLossRecord,
  type MetadataVersionRecord,
  type PlayerRecord,
  type TransferRecord,
} from '../ports/transfer.ts';
import { noPlayerId } from '../shared/audit.ts';
import { noLabel } from '../shared/labels.ts';
import { createIndexEntries, type IndexEntries } from './index-entries.ts';
import { putLossOn } from './losses.ts';
import { digest } from './players.ts';
import { insertionOf } from './rows.ts';
import { statisticsImportOn } from './statistics-transfer.ts';
import { putVersionOn } from './versions.ts';

/** The result for one record. */
type Outcome = keyof Imported;

/** Prepares the statements of an import. */
/** @param onRegistered called for each player that was added, within the transaction */
export function importRecordsOn(
  db: Database,
  onRegistered: (sequentialId: number) => void,
): (records: readonly TransferRecord[]) => Imported {
  const entries = createIndexEntries(db);
  const importErased = erasedPlayersOn(db);
  const importPlayer = playersOn(db, entries, onRegistered);
  const importVersion = versionsOn(db);
  const importLoss = lossesOn(db);
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
      case 'metadata-loss':
        return importLoss(record);
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
  const { columns, values, bind } = insertionOf(erasedPlayers);
  const insert = db.query<object, SQLQueryBindings[]>(
    `INSERT OR IGNORE INTO erased_players (${columns}) VALUES (${values})`,
  );
  return (row) => (insert.run(...bind(row)).changes > 0 ? 'added' : 'present');
}

function playersOn(
  db: Database,
  entries: IndexEntries,
  onRegistered: (sequentialId: number) => void,
): (row: PlayerRecord) => Outcome {
  const erasedSince = db.query<object, [Uint8Array, number]>(
    'SELECT 1 FROM erased_players WHERE player_digest = ?1 AND erased_at >= ?2',
  );
  const insert = db.query<object, [number, string, number]>(
    'INSERT OR IGNORE INTO players (sequential_id, player_id, registered_at) VALUES (?1, ?2, ?3)',
  );
  const find = db.query<object, [number, string]>(
    'SELECT 1 FROM players WHERE sequential_id = ?1 AND player_id = ?2',
  );
  const { columns, values, parameter, bind } = insertionOf(players);
  const insertMetadata = db.query<object, SQLQueryBindings[]>(
    `INSERT OR IGNORE INTO metadata (indexed_version, label_version, ${columns}, index_set, label, folded_name)
     VALUES (${parameter('metadataVersion')}, ${parameter('metadataVersion')}, ${values}, ?, ?, ?)`,
  );
  const isSame = db.query<object, [number, number, string | null]>(
    'SELECT 1 FROM metadata WHERE sequential_id = ?1 AND version = ?2 AND text IS ?3',
  );
  return (row) => {
    const { sequentialId, playerId, metadataText, metadataVersion } = row;
    if (erasedSince.get(digest(playerId), row.registeredAt)) return 'left';
    insert.run(sequentialId, playerId, row.registeredAt);
    if (!find.get(sequentialId, playerId)) throw otherPlayer(row);
    const { label, foldedName } = entries.set.labelOf?.(metadataText) ?? noLabel;
    const newest = metadataVersion > 0 ? entries.set.newest : 0;
    const { changes } = insertMetadata.run(...bind(row), newest, label, foldedName);
    // Metadata that was never written has no entries.
    if (changes > 0 && metadataVersion > 0) {
      entries.put(sequentialId, metadataText);
      entries.rename(sequentialId, null, foldedName);
    }
    if (changes > 0) {
      onRegistered(sequentialId);
      return 'added';
    }
    return isSame.get(sequentialId, metadataVersion, metadataText) ? 'present' : 'left';
  };
}

function otherPlayer({ playerId, sequentialId }: PlayerRecord): OtherPlayers {
  const name = JSON.stringify(playerId);
  return new OtherPlayers(
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

/** A loss that the metadata here has not seen is left out, like a kept version newer than the metadata. */
function lossesOn(db: Database): (row: MetadataLossRecord) => Outcome {
  const isPast = db.query<object, [number, number]>(
    'SELECT 1 FROM metadata WHERE sequential_id = ?1 AND version >= ?2',
  );
  const put = putLossOn(db);
  return (row) => {
    if (!isPast.get(row.sequentialId, row.version)) return 'left';
    return put(row) ? 'added' : 'present';
  };
}

function activeSessionsOn(db: Database): (row: ActiveSessionRecord) => Outcome {
  const { columns, values, parameter, bind } = insertionOf(activeSessions);
  const [id, session] = [parameter('sequentialId'), parameter('sessionId')];
  const insert = db.query<object, SQLQueryBindings[]>(
    `INSERT OR IGNORE INTO active_sessions (${columns})
     SELECT ${values}
     WHERE NOT EXISTS (SELECT 1 FROM ended_sessions WHERE sequential_id = ${id} AND session_id = ${session})
       AND EXISTS (SELECT 1 FROM players WHERE sequential_id = ${id})`,
  );
  const isPresent = db.query<object, [number, string]>(
    'SELECT 1 FROM active_sessions WHERE sequential_id = ?1 AND session_id = ?2',
  );
  return (row) => {
    if (insert.run(...bind(row)).changes > 0) return 'added';
    return isPresent.get(row.sequentialId, row.sessionId) ? 'present' : 'left';
  };
}

/**
 * The context and the installation of a player who was erased meanwhile are left out.
 * @param marksHold says whether the statistics of the export are those of the database.
 */
function endedSessionsOn(db: Database, marksHold: () => boolean): (row: EndedSessionRecord) => Outcome {
  const unlessErased = (value: string, parameter: (name: 'sequentialId') => string): string =>
    `iif(EXISTS (SELECT 1 FROM metadata WHERE sequential_id = ${parameter('sequentialId')}), ${value}, NULL)`;
  const { columns, values, bind } = insertionOf(endedSessions, {
    context: unlessErased,
    installationId: unlessErased,
  });
  const insert = db.query<object, SQLQueryBindings[]>(
    `INSERT OR IGNORE INTO ended_sessions (${columns}) VALUES (${values})`,
  );
  return (row) => {
    const counted = marksHold() ? (row.counted ?? 0) : 0;
    const { changes } = insert.run(...bind({ ...row, counted }));
    return changes > 0 ? 'added' : 'present';
  };
}

/** An entry about a write that the metadata here has not seen is left out, like a kept version newer than the metadata. */
function auditEntriesOn(db: Database): (row: AuditEntryRecord) => Outcome {
  const { columns, values, bind } = insertionOf(auditEntries);
  const insert = db.query<object, SQLQueryBindings[]>(
    `INSERT OR IGNORE INTO audit_entries (${columns}) VALUES (${values})`,
  );
  const isOlder = db.query<object, [number, number]>(
    'SELECT 1 FROM metadata WHERE sequential_id = ?1 AND version < ?2',
  );
  return (row) => {
    const version = writtenVersion(row);
    if (version !== undefined && isOlder.get(row.sequentialId ?? noPlayerId, version)) return 'left';
    const { changes } = insert.run(...bind(row));
    return changes > 0 ? 'added' : 'present';
  };
}
